"""What the commands print: tables, JSON, and progress bars that only a terminal sees."""

from __future__ import annotations

import dataclasses
import json
import sys
import textwrap
import time
from collections.abc import Sequence
from typing import Any

from ..game import Game
from ..platforms import PlatformSet
from ..tiles import TileSet

__all__ = ["Progress", "print_game", "print_json", "print_note", "print_notes", "print_table", "rate"]


def print_json(value: dict[str, Any]) -> None:
    """Prints one JSON object on one line."""
    print(json.dumps(value))


def print_game(game: Game) -> None:
    """Prints a game with all options, and what should be said about the sets that it is played with.

    >>> from zellige import Casbah
    >>> print_game(Casbah())
    casbah(size=6x6,players=2,tiles=reconstruction,strict_future=false)
    set reconstruction: A reconstruction: 40 rooms, 5 gardens, values 1 to 15 and the front door worth 1 are ...
    """
    print(game)
    print_notes(game)


def print_notes(game: Game) -> None:
    """Prints what should be said about the sets that a game is played with."""
    for field in dataclasses.fields(game.rules):
        value = getattr(game.rules, field.name)
        if isinstance(value, (TileSet, PlatformSet)):
            print_note(value)


def print_note(tiles: TileSet | PlatformSet) -> None:
    """Prints what should be said about a set wherever it is shown, if anything.

    >>> print_note(TileSet.load("reconstruction-walls"))
    set reconstruction-walls: A reconstruction with plain walls: counts, value range and the front door worth 1 are from
    the rulebook; everything else was chosen so that every rulebook size can be completed.
    """
    note = "".join(char if char.isprintable() else " " for char in tiles.note)
    if note.strip():
        print(*textwrap.wrap(f"set {tiles.name}: {note}", 120), sep="\n")


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Prints rows of cells in aligned columns, numbers to the right.

    >>> print_table([("depth", "count"), ("1", "58")])
    depth  count
        1     58
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def rate(count: float, seconds: float) -> float:
    """How many per second; 0 if no time has passed."""
    return count / seconds if seconds > 0 else 0.0


class Progress:
    """A progress bar on a terminal's standard error; elsewhere nothing at all.

    Args:
        what: What is counted.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.shown = sys.stderr is not None and sys.stderr.isatty()
        self.last = 0.0

    def __call__(self, done: int, total: int) -> None:
        """Shows how many of how many are done, at most ten times a second."""
        now = time.monotonic()
        if not self.shown or now - self.last < 0.1:
            return
        self.last = now
        share = done / total if total else 1.0
        bar = "#" * int(30 * share)
        sys.stderr.write(f"\r[{bar:<30}] {100 * share:3.0f} %  {done:,} of {total:,} {self.what}\x1b[K")
        sys.stderr.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *exc: object) -> None:
        if self.shown and self.last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
