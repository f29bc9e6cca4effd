"""The board, what lies on it, and the numbered placements (B1, B11; RULES, "Action numbers")."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import NamedTuple

from ...blokus import BlokusRules
from .pieces import NAMES, Square, orientations

__all__ = ["Board", "Placement", "Position", "board_of", "num_colours", "num_distinct_actions"]


class Placement(NamedTuple):
    """A piece on certain cells; its place in `Board.placements` is its action number."""

    piece: int
    cells: tuple[int, ...]
    """Cell indices, ascending."""


class Board:
    """The geometry of a square board: neighbours of each cell, and all placements.

    Args:
        side: Cells in a row.
    """

    def __init__(self, side: int) -> None:
        self.side = side
        self.edges = [self._around(cell, [(0, 1), (1, 0), (0, -1), (-1, 0)]) for cell in range(side * side)]
        """Edge neighbours of each cell."""
        self.diagonals = [self._around(cell, [(1, 1), (1, -1), (-1, -1), (-1, 1)]) for cell in range(side * side)]
        """Diagonal neighbours of each cell."""
        self.placements = [
            Placement(piece, cells) for piece in range(len(NAMES)) for cells in sorted(self._places(piece))
        ]
        """All placements, by piece and then by the ascending tuple of cells."""
        self.numbers = {placement.cells: number for number, placement in enumerate(self.placements)}
        """Action number of each set of cells."""
        self.covering: list[list[list[tuple[int, frozenset[int]]]]] = [[[] for _ in self.edges] for _ in NAMES]
        """By piece and cell: number and cells of each placement that covers the cell."""
        for number, (piece, cells) in enumerate(self.placements):
            for cell in cells:
                self.covering[piece][cell].append((number, frozenset(cells)))

    def index(self, square: Square) -> int:
        """Index of a cell of the board."""
        x, y = square
        return y * self.side + x

    def square(self, cell: int) -> Square:
        """``(x, y)`` of a cell index."""
        return cell % self.side, cell // self.side

    def holds(self, square: Square) -> bool:
        """Whether a square is on the board."""
        return all(0 <= coordinate < self.side for coordinate in square)

    def _around(self, cell: int, steps: list[Square]) -> frozenset[int]:
        x, y = self.square(cell)
        squares = [(x + dx, y + dy) for dx, dy in steps]
        return frozenset(self.index(square) for square in squares if self.holds(square))

    def _places(self, piece: int) -> set[tuple[int, ...]]:
        places = set()
        for form in orientations(piece):
            width = 1 + max(x for x, _ in form)
            height = 1 + max(y for _, y in form)
            for left in range(self.side - width + 1):
                for bottom in range(self.side - height + 1):
                    places.add(tuple(sorted(self.index((left + x, bottom + y)) for x, y in form)))
        return places


@functools.cache
def _board(side: int) -> Board:
    return Board(side)


def board_of(rules: BlokusRules) -> Board:
    """The board that the game is played on: 20 x 20, Duo 14 x 14."""
    return _board(14 if rules.variant == "duo" else 20)


def num_colours(rules: BlokusRules) -> int:
    """Four colours, in Duo two."""
    return 2 if rules.variant == "duo" else 4


def num_distinct_actions(rules: BlokusRules) -> int:
    """Number of placements: 30,433, in Duo 13,729."""
    return len(board_of(rules).placements)


@dataclass
class Position:
    """What lies where, and who is to move."""

    squares: list[set[int]]
    """Cells of each colour."""
    hands: list[set[int]]
    """Pieces of each colour that have not been laid."""
    colour: int
    """The colour to move, -1 at the end."""
    single_last: set[int] = field(default_factory=set)
    """Colours that have laid all their pieces, ``I1`` last (B9)."""

    def occupied(self) -> set[int]:
        """All cells with a piece on them."""
        return set().union(*self.squares)

    def copy(self) -> Position:
        """An independent copy."""
        return Position(
            [set(cells) for cells in self.squares],
            [set(hand) for hand in self.hands],
            self.colour,
            set(self.single_last),
        )
