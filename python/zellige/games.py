"""The one list of games, and games from text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from . import _json
from .blokus import Blokus
from .casa_grande import CasaGrande
from .casbah import Casbah
from .game import Game

__all__ = ["GAMES", "game_from_options", "load_game", "parse_game", "parse_value"]

GAMES: dict[str, type[Game]] = {game.name: game for game in (Blokus, Casbah, CasaGrande)}
"""Every game by the name that records and the command line use."""


def load_game(text: str) -> Game:
    """The game that a text names: ``name`` or ``name(option=value,...)``, as ``str(game)`` prints it.

    Values are whole numbers, ``true`` and ``false``, ``6x6`` for a size, names, and JSON objects for tile and platform
    sets of one's own. Options that are left out have their defaults.

    Raises:
        ValueError: There is no such game or option, an option stands twice or has a value that the rules do not allow,
            or the text cannot be read.
        TypeError: ``text`` is no string.

    >>> load_game("casbah(size=6x6, players=2)").num_players()
    2
    >>> load_game("blokos")
    Traceback (most recent call last):
    ...
    ValueError: there is no game "blokos"; did you mean "blokus"?
    """
    name, options = parse_game(text)
    try:
        return game_from_options(name, options)
    except TypeError as why:  # in a text, a value of the wrong type is a wrong value
        raise ValueError(str(why)) from None


def game_from_options(name: str, options: Mapping[str, Any]) -> Game:
    """The game of a record's fields ``game`` and ``options``.

    Raises:
        ValueError: There is no such game or option, or an option has a value that the rules do not allow.
        TypeError: An option has the wrong type.

    >>> game_from_options("blokus", {"players": 2})
    blokus(players=2,corners=any,scoring=advanced)
    """
    return game_class(name).from_options(options)


def game_class(name: str) -> type[Game]:
    """The class of a game by its name.

    Raises:
        ValueError: There is no such game.
    """
    found = GAMES.get(name)
    if found is None:
        raise ValueError(f'there is no game "{_json.shorten(name, 40)}"; {did_you_mean(name, GAMES)}')
    return found


def did_you_mean(name: str, known: Mapping[str, object]) -> str:
    """A hint at the known name that is most like ``name``, or at all of them."""
    near = difflib.get_close_matches(name.lower().replace("-", "_")[:40], known, n=1)
    return f'did you mean "{near[0]}"?' if near else "there are " + ", ".join(known)


def parse_game(text: str) -> tuple[str, dict[str, Any]]:
    """Name and options of a text as `load_game` takes it; whether they exist is not looked at.

    Raises:
        ValueError: The text cannot be read, or an option stands twice.
        TypeError: ``text`` is no string.

    >>> parse_game("casbah(size=6x6,strict_future=true)")
    ('casbah', {'size': [6, 6], 'strict_future': True})
    """
    if not isinstance(text, str):
        raise TypeError(f"a game is named by a string, not by {type(text).__name__}")
    name, bracket, body = text.partition("(")
    name = name.strip()
    if ")" in name:
        raise ValueError(f'"{_json.shorten(text, 80)}" closes a parenthesis that was never opened')
    options: dict[str, Any] = {}
    for part in _parts(text, body) if bracket else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", key):
            raise ValueError(f'"{_json.shorten(part.strip(), 40)}" is no option of the form name=value')
        if key in options:
            raise ValueError(f'the option "{key}" stands twice')
        try:
            options[key] = parse_value(value)
        except ValueError as why:
            raise ValueError(f'the option "{key}" cannot be read: {why}') from None
    return name, options


def parse_value(text: str) -> Any:
    """An option's value from text: a number, ``true``, ``false``, ``WxH``, a name, or JSON in braces or brackets.

    Raises:
        ValueError: It is none of these.

    >>> parse_value("4x9"), parse_value("24"), parse_value("fixed")
    ([4, 9], 24, 'fixed')
    """
    if text[:1] in ("{", "["):
        return _json.loads(text)
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?[0-9]{1,4000}", text):
        return int(text)
    if size := re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", text):
        return [int(side) for side in size.groups()]
    if re.fullmatch(r"[A-Za-z0-9._-]+", text):
        return text
    raise ValueError(
        f'"{_json.shorten(text, 40)}" is no number, size, name or JSON object' if text else "it has no value"
    )


def _parts(text: str, body: str) -> Iterator[str]:
    """Splits ``a=1,b={...})`` at the commas outside of JSON."""
    shown = _json.shorten(text, 80)
    start = depth = 0
    in_string = escaped = False
    for i, char in enumerate(body):
        if in_string:
            in_string = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            in_string = True
        elif char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
        elif depth <= 0 and char == "(":
            raise ValueError(f'"{shown}" opens a second parenthesis')
        elif depth <= 0 and char in ",)":
            if char == "," or body[:i].strip():
                yield body[start:i]
            start = i + 1
            if char == ")":
                if body[start:].strip():
                    raise ValueError(f'"{shown}" goes on after the closing parenthesis')
                return
    raise ValueError(f'"{shown}" lacks its closing parenthesis')
