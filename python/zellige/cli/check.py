"""Check a table of laid tiles, whether or not a game could have led to it, and draw it with what is wrong.

zellige check casbah table.txt --size 6x6
zellige check casbah - --tiles mine.toml --complete < table.txt

FILE has one line of text per row of the table, the highest row first, and cells separated by blanks: name/r is a tile
and how often it is turned clockwise, -- an empty cell. The table may stand anywhere and be turned. It is UTF-8 text of
at most 64 KiB; - reads standard input. The exit status is 1 if any rule is violated.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ..casbah import Violation, validate
from ..draw.table import LEGEND, LEGEND_OF_MARKS, MOST_CELLS, draw_table
from ..draw.terminal import wants_colours
from ..game import ENGINES
from ..layouts import Placed, infer_size, read_layout
from ..sizes import check_size, read_size
from ..tiles import SUPPLIED, TileSet
from .options import add_common
from .output import print_json, print_note

__all__ = ["MOST_BYTES", "add_arguments", "run"]

MOST_BYTES: Final = 1 << 16
"""Longer files are refused: a table of 64 times 64 cells takes less."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("game", metavar="GAME", choices=("casbah",), help="casbah: the game that has tables to check")
    parser.add_argument("file", metavar="FILE", help="the table as text; - for standard input")
    parser.add_argument(
        "--size", metavar="WxH", help="size of the casbah (H2); may be left out when the tiles fill a rectangle"
    )
    parser.add_argument(
        "--tiles",
        default=SUPPLIED[0],
        metavar="SET",
        help=f"the tile set (H1): {' or '.join(SUPPLIED)}, or the path of a TOML file (default {SUPPLIED[0]}). Both "
        "supplied sets are reconstructions: the rulebook gives 40 rooms, 5 gardens, values 1 to 15 and a front door "
        "worth 1, but not the list of tiles",
    )
    parser.add_argument(
        "--complete", action="store_true", help="the casbah should be finished: empty cells of its frame are faults"
    )
    parser.add_argument(
        "--strict-future", action="store_true", help="a window and a garden may not face the same empty cell (H8)"
    )
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help="which engine judges (default native)")
    add_common(parser, "taken because every command takes it; nothing here is drawn at random")


def run(args: argparse.Namespace) -> int:
    """Checks and prints; the status is 1 if any rule is violated."""
    tiles = TileSet.load(args.tiles)
    size = None
    if args.size is not None:
        with _about("--size"):
            size = read_size(args.size)
        check_size(size, tiles)
    name = "standard input" if args.file == "-" else args.file
    with _about(name):
        placed = read_layout(_read(args.file))
    with _about(name, " (as in --size 6x6)"):
        judged = size or infer_size(placed)
    table = {cell: f"{tile}/{r}" for cell, (tile, r) in placed.items()}
    violations = validate(table, tiles, size, args.complete, args.strict_future, args.engine)
    if args.json:
        print_json(_as_json(args, tiles, judged, violations))
    else:
        _print(tiles, judged, placed, violations)
    return 1 if violations else 0


@contextlib.contextmanager
def _about(what: str, hint: str = "") -> Iterator[None]:
    try:
        yield
    except ValueError as why:
        raise ValueError(f"{what}: {why}{hint}") from None


def _read(file: str) -> str:
    if file == "-":
        if sys.stdin is None:
            raise ValueError("it is closed")
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with Path(file).open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"it is longer than {MOST_BYTES:,} bytes, and a table of tiles is not")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig", "replace").lstrip()
        line = before.rpartition("\n")[2]
        column = max(1, len(line.split()) + (line[-1:].isspace() or not line))
        byte = content[error.start]
        raise ValueError(
            f"row {before.count(chr(10)) + 1}, column {column}: it is not UTF-8 (byte 0x{byte:02x} cannot stand there)"
        ) from None


def _as_json(
    args: argparse.Namespace, tiles: TileSet, size: tuple[int, int], violations: list[Violation]
) -> dict[str, Any]:
    found = []
    for violation in violations:
        sides = [{"cell": cell, "side": side} for cell, side in violation.sides]
        found.append({"rule": violation.rule, "cells": violation.cells, "sides": sides, "message": violation.message})
    options = {"size": size, "tiles": tiles.name_or_dict(), "strict_future": args.strict_future}
    facts = {"game": args.game, "file": args.file, "options": options, "note": tiles.note}
    return facts | {"complete": args.complete, "engine": args.engine, "ok": not violations, "violations": found}


def _print(tiles: TileSet, size: tuple[int, int], placed: Placed, violations: list[Violation]) -> None:
    print(f"casbah {size[0]}x{size[1]}, {len(placed)} tiles of the set {tiles.name}")
    print_note(tiles)
    drawing = draw_table(placed, tiles, violations, wants_colours())
    if drawing:
        print("", *drawing, "", LEGEND, *([LEGEND_OF_MARKS] if violations else []), "", sep="\n")
    elif placed:
        print(f"the table has more than {MOST_CELLS} rows or columns and is not drawn")
    for violation in violations:
        print(f"{violation} [{_places(violation)}]" if violation.cells else violation)
    count = len(violations)
    print(f"{count:,} {'violation' if count == 1 else 'violations'}" if count else "no rule is violated")


def _places(violation: Violation) -> str:
    text = " ".join(f"({x},{y})" for x, y in violation.cells)
    sides = " ".join(f"({x},{y}){side}" for (x, y), side in violation.sides)
    return f"{text}; sides {sides}" if sides else text
