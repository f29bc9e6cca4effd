"""Maps of a square board or of an area to itself, and how arrays over it follow them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = ["SQUARE", "Indices", "followed", "mapped", "planes"]

Indices = npt.NDArray[np.intp]

SQUARE: Final = {
    "identity": (False, False, False),
    "rotate90": (True, False, True),
    "rotate180": (False, True, True),
    "rotate270": (True, True, False),
    "mirror_x": (False, True, False),
    "mirror_y": (False, False, True),
    "transpose": (True, False, False),
    "antitranspose": (True, True, True),
}
"""The eight symmetries of a square by name, rotations clockwise: whether x and y change places, and whether after that
x and y run the other way."""


def mapped(name: str, side: int) -> Indices:
    """Where each cell of a square goes, by cell index.

    >>> mapped("rotate90", 2).tolist()
    [2, 0, 3, 1]
    """
    swap, turn_x, turn_y = SQUARE[name]
    y, x = np.divmod(np.arange(side * side, dtype=np.intp), side)
    if swap:
        x, y = y, x
    if turn_x:
        x = side - 1 - x
    if turn_y:
        y = side - 1 - y
    return y * side + x


def followed(goes: Indices) -> Indices:
    """Where the element of each place comes from, when it is known where each one goes.

    >>> followed(np.array([2, 0, 1])).tolist()
    [1, 2, 0]
    """
    return np.argsort(goes)


def planes(sources: Sequence[int], cells: Indices) -> Indices:
    """The flat source of a stack of planes: new plane ``i`` is old plane ``sources[i]`` with its cells moved.

    >>> planes([1, 0], np.array([1, 0])).tolist()
    [3, 2, 1, 0]
    """
    first = np.array(sources, dtype=np.intp)[:, None] * cells.size
    return (first + cells).reshape(-1)
