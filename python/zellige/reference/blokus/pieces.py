"""The 21 pieces and the ways they can be turned and flipped (B1)."""

from __future__ import annotations

import functools
from collections.abc import Iterable

__all__ = ["NAMES", "SIZES", "Square", "named", "orientations", "piece_of", "shifted"]

Square = tuple[int, int]
"""``(x, y)``, ``y`` up; may lie off the board."""

_PICTURES = {
    "I1": "O",
    "I2": "OO",
    "I3": "OOO",
    "V3": "O. OO",
    "I4": "OOOO",
    "L4": "O. O. OO",
    "T4": "OOO .O.",
    "O4": "OO OO",
    "Z4": "OO. .OO",
    "F5": ".OO OO. .O.",
    "I5": "OOOOO",
    "L5": "O. O. O. OO",
    "N5": ".O .O OO O.",
    "P5": "OO OO O.",
    "T5": "OOO .O. .O.",
    "U5": "O.O OOO",
    "V5": "O.. O.. OOO",
    "W5": "O.. OO. .OO",
    "X5": ".O. OOO .O.",
    "Y5": "OOOO .O..",
    "Z5": "OO. .O. .OO",
}
"""Each piece by its rows from the top down."""

NAMES: tuple[str, ...] = tuple(_PICTURES)
"""The pieces in the order of B1; a piece's number is its place here."""


def shifted(squares: Iterable[Square]) -> frozenset[Square]:
    """The same form moved so that its lowest ``x`` and its lowest ``y`` are 0."""
    squares = list(squares)
    left = min(x for x, _ in squares)
    bottom = min(y for _, y in squares)
    return frozenset((x - left, y - bottom) for x, y in squares)


def _drawn(picture: str) -> frozenset[Square]:
    rows = picture.split()
    return shifted((x, -row) for row, line in enumerate(rows) for x, sign in enumerate(line) if sign == "O")


def _turned(form: Iterable[Square]) -> frozenset[Square]:
    return shifted((y, -x) for x, y in form)


def _flipped(form: Iterable[Square]) -> frozenset[Square]:
    return shifted((-x, y) for x, y in form)


@functools.cache
def orientations(piece: int) -> frozenset[frozenset[Square]]:
    """All different forms that a piece takes when it is turned and flipped.

    >>> sum(len(orientations(piece)) for piece in range(21))
    91
    """
    form = _drawn(_PICTURES[NAMES[piece]])
    forms = set()
    for side in (form, _flipped(form)):
        for _ in range(4):
            side = _turned(side)
            forms.add(side)
    return frozenset(forms)


SIZES: tuple[int, ...] = tuple(len(next(iter(orientations(piece)))) for piece in range(len(NAMES)))
"""Squares of each piece."""


def piece_of(squares: Iterable[Square]) -> int | None:
    """The piece that has this form, wherever it lies; ``None`` if there is none.

    >>> NAMES[piece_of([(3, 3), (3, 4), (4, 4)])]
    'V3'
    """
    form = shifted(squares)
    for piece in range(len(NAMES)):
        if form in orientations(piece):
            return piece
    return None


def named(pieces: Iterable[int]) -> list[str]:
    """Names of some pieces in the order of B1."""
    return [NAMES[piece] for piece in sorted(pieces)]
