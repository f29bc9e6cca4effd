"""Tiles and their pictures (H1): sides, turning, which rotations are distinct."""

from __future__ import annotations

from functools import cache
from typing import Final

__all__ = [
    "DIRECTIONS",
    "EAST",
    "NORTH",
    "SIDE_NAMES",
    "SOUTH",
    "STEPS",
    "UNKNOWN",
    "WEST",
    "pictures",
    "smallest",
    "turned",
]

NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS: Final = "NESW"
STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The step ``(dx, dy)`` to the neighbour in each direction."""

UNKNOWN: Final = "????"
"""Stands for the sides of a tile whose type the set does not know; a side ``?`` breaks no rule."""

SIDE_NAMES: Final = {
    "D": "a door",
    "W": "a french window",
    "F": "the front door",
    "G": "a garden",
    ".": "a plain wall",
    "?": "an unknown side",
}


@cache
def turned(sides: str, r: int) -> str:
    """The sides of a tile that is turned by ``r``, clockwise from north: side ``d`` is ``sides[(d - r) mod 4]``.

    >>> turned("FDWW", 1)
    'WFDW'
    """
    return "".join(sides[(d - r) % 4] for d in range(4))


@cache
def smallest(sides: str, r: int) -> int:
    """The smallest rotation that gives the same picture as ``r``.

    >>> smallest("DWDW", 3), smallest("GGGG", 2), smallest("DDDW", 3)
    (1, 0, 3)
    """
    return next(other for other in range(4) if turned(sides, other) == turned(sides, r))


def pictures(sides: str) -> list[int]:
    """The rotations of a tile's distinct pictures, ascending.

    >>> pictures("DWDW"), pictures("DDDD"), pictures("DDWW")
    ([0, 1], [0], [0, 1, 2, 3])
    """
    return sorted({smallest(sides, r) for r in range(4)})
