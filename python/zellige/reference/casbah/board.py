"""What the rules say about a table of laid tiles: connection (H5), matching sides (H6), frames (H7), futures (H8).

A board is a mapping from cells ``(x, y)`` to the four sides of the tile there as it lies, clockwise from north.
Everything here is a question about a whole board, answered from scratch; nothing is kept up to date from lay to lay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ...casbah import Frame
from .tiles import EAST, NORTH, SOUTH, STEPS, WEST

__all__ = [
    "Board",
    "Cell",
    "facing",
    "frames",
    "frontier",
    "is_possible",
    "mismatches",
    "neighbour",
    "possible_frames",
    "row_first",
    "spoils",
    "wrongly_out",
]

Cell = tuple[int, int]
Board = Mapping[Cell, str]

MATCHES: Final = frozenset({("D", "D"), ("W", "G"), ("G", "W"), ("G", "G"), (".", ".")}).union(
    pair for kind in "DWFG.?" for pair in ((kind, "?"), ("?", kind))
)
"""Pairs of sides that may touch (H6); the unknown side touches all."""
MAY_FACE_OUT: Final = frozenset("WGF?")
"""Sides that may face out of a frame (H7), and the unknown one."""


def row_first(cell: Cell) -> tuple[int, int]:
    """The sorting key that puts cells in the order of their index."""
    return cell[1], cell[0]


def neighbour(cell: Cell, direction: int) -> Cell:
    """The cell beside a cell."""
    dx, dy = STEPS[direction]
    return cell[0] + dx, cell[1] + dy


def frontier(cells: Iterable[Cell]) -> set[Cell]:
    """The empty cells that share a side with one of some laid cells (H5)."""
    laid = set(cells)
    return {neighbour(cell, d) for cell in laid for d in range(4)} - laid


def facing(board: Board, cell: Cell) -> list[tuple[int, str]]:
    """The laid sides that face a cell, each with the direction in which its tile lies from there."""
    sides = []
    for d, (dx, dy) in enumerate(STEPS):
        tile = board.get((cell[0] + dx, cell[1] + dy))
        if tile is not None:
            sides.append((d, tile[(d + 2) % 4]))
    return sides


def mismatches(faced: list[tuple[int, str]], sides: str) -> list[int]:
    """The directions in which a tile with these sides would not match the sides that face its cell (H6)."""
    return [d for d, theirs in faced if (sides[d], theirs) not in MATCHES]


def spoils(kinds: Iterable[str], strict: bool) -> bool:
    """Whether no tile can ever fit where sides of these kinds face one empty cell (H8)."""
    faced = set(kinds)
    return "W" in faced and ("D" in faced or "." in faced or (strict and "G" in faced))


def frames(size: tuple[int, int]) -> list[Frame]:
    """Every frame of a size (H7), by width, then left column: the bottom row is 0 and column 0 is inside.

    >>> frames((2, 3))[:3]
    [Frame(x0=-1, y0=0, w=2, h=3), Frame(x0=0, y0=0, w=2, h=3), Frame(x0=-2, y0=0, w=3, h=2)]
    """
    shapes = sorted({size, (size[1], size[0])})
    return [Frame(x0, 0, w, h) for w, h in shapes for x0 in range(1 - w, 1)]


def is_possible(frame: Frame, board: Board) -> bool:
    """Whether every laid tile is inside the frame and every side that faces out of it may do so (H7)."""
    left, bottom, w, h = frame
    right, top = left + w - 1, bottom + h - 1
    for (x, y), sides in board.items():
        if not (left <= x <= right and bottom <= y <= top):
            return False
        if x == left and sides[WEST] not in MAY_FACE_OUT:
            return False
        if x == right and sides[EAST] not in MAY_FACE_OUT:
            return False
        if y == bottom and sides[SOUTH] not in MAY_FACE_OUT:
            return False
        if y == top and sides[NORTH] not in MAY_FACE_OUT:
            return False
    return True


def possible_frames(size: tuple[int, int], board: Board) -> list[Frame]:
    """The frames that are possible, by width, then left column."""
    return [frame for frame in frames(size) if is_possible(frame, board)]


def wrongly_out(frame: Frame, board: Board) -> list[tuple[Cell, int]]:
    """The sides of tiles inside a frame that face out of it and may not, by cell index, then direction (H7)."""
    left, bottom, w, h = frame
    wrong = []
    for y in range(bottom, bottom + h):
        for x in range(left, left + w):
            if (x, y) in board:
                out = {WEST: x == left, EAST: x == left + w - 1, SOUTH: y == bottom, NORTH: y == bottom + h - 1}
                wrong += [((x, y), d) for d in range(4) if out[d] and board[x, y][d] not in MAY_FACE_OUT]
    return wrong
