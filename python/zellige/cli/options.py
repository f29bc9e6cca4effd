"""Arguments that the commands share: the game with its options, the seed, ``--json``."""

from __future__ import annotations

import argparse
import dataclasses
import re
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..game import Game
from ..games import GAMES, game_class, game_from_options, parse_game, parse_value

__all__ = ["add_common", "add_game", "check_folder", "game_of", "number"]


def add_game(parser: argparse.ArgumentParser) -> None:
    """Adds the game and a flag for every option that some game has."""
    parser.add_argument(
        "game", metavar="GAME", help=f"{', '.join(GAMES)}, or with options as in 'blokus(players=2,corners=fixed)'"
    )
    group = parser.add_argument_group("options of the game", "each game has its own; see GAME above for another way")
    for name, text in _flags().items():
        flag = "--" + name.replace("_", "-")
        if text.pop("is_switch", None):
            group.add_argument(
                flag, action=argparse.BooleanOptionalAction, default=None, dest=_dest(name), help=_help(text)
            )
        else:
            group.add_argument(flag, metavar="VALUE", dest=_dest(name), help=_help(text))
    group.add_argument(
        "--duo", action="store_const", const="duo", dest=_dest("variant"), help="the same as --variant duo"
    )


def game_of(args: argparse.Namespace) -> Game:
    """The game that the arguments describe.

    Raises:
        ValueError: There is no such game, it does not have an option that is given, or a value is wrong.
    """
    name, options = parse_game(args.game)
    known = _fields(game_class(name))
    for option in _flags():
        value = getattr(args, _dest(option))
        if value is None:
            continue
        if option not in known:
            flags = ", ".join("--" + field.replace("_", "-") for field in known)
            raise ValueError(f"{name} has no option --{option.replace('_', '-')}; it has {flags}")
        if option in options:
            raise ValueError(f"{option} is given twice, in {args.game} and by --{option.replace('_', '-')}")
        options[option] = _value(option, value)
    try:
        return game_from_options(name, options)
    except TypeError as why:
        raise ValueError(str(why)) from None


def add_common(parser: argparse.ArgumentParser, seed: str) -> None:
    """Adds ``--seed``, with a word on what it is for, and ``--json``."""
    parser.add_argument("--seed", type=number(0, 2**64 - 1), default=0, metavar="N", help=f"{seed} (default 0)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")


def number(least: int, most: int) -> Callable[[str], int]:
    """A type for whole numbers from ``least`` to ``most``."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?[0-9][0-9_,]*", text) or len(text) > 40:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number")
        value = int(text.replace(",", "").replace("_", ""))
        if not least <= value <= most:
            limit = f"at least {least}" if value < least else f"at most {most}"
            raise argparse.ArgumentTypeError(f"it must be {limit}, not {value}")
        return value

    return read


def _value(option: str, value: str | bool) -> Any:
    if isinstance(value, bool):
        return value
    if value.lower().endswith(".toml"):  # the path of a tile or platform set
        return value
    try:
        return parse_value(value)
    except ValueError as why:
        raise ValueError(f"--{option.replace('_', '-')}: {why}") from None


def _dest(option: str) -> str:
    return f"option_{option}"


def _fields(game: type[Game]) -> dict[str, dataclasses.Field[Any]]:
    rules = typing.get_type_hints(game)["rules"]
    return {field.name: field for field in dataclasses.fields(rules)}


def _flags() -> dict[str, dict[str, str]]:
    """Every option with what each game's rules say about it."""
    flags: dict[str, dict[str, str]] = {}
    for name, game in GAMES.items():
        rules = typing.get_type_hints(game)["rules"]
        for field in dataclasses.fields(rules):
            texts = flags.setdefault(field.name, {})
            texts[name] = _described(rules, field.name)
            if field.type in (bool, "bool"):
                texts["is_switch"] = "yes"
    return flags


def _described(rules: type, field: str) -> str:
    """What the docstring of a rules class says about a field."""
    found = re.search(rf"^ +{field}: (.*(?:\n {{12,}}.*)*)", rules.__doc__ or "", re.MULTILINE)
    return " ".join(found[1].split()).replace("``", "").rstrip(".") if found else ""


def _help(texts: dict[str, str]) -> str:
    return "; ".join(f"{name}: {text}" for name, text in texts.items()).replace("%", "%%")


def check_folder(path: str | None) -> None:
    """Refuses, before any work is done, a file of ``--save`` whose folder does not exist."""
    folder = Path(path or ".").parent
    if not folder.is_dir():
        raise ValueError(f"--save: there is no folder {str(folder)!r}")
