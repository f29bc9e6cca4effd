"""Moves as text (B12)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...errors import Reason
from .board import Board
from .pieces import Square, piece_of

__all__ = ["at", "cell_name", "number_of", "read", "to_text"]

_CELL = re.compile(r"[a-z][1-9][0-9]?", re.ASCII)


def cell_name(square: Square) -> str:
    """The name of a cell: a column letter and a row number from 1."""
    x, y = square
    return f"{chr(ord('a') + x)}{y + 1}"


def to_text(board: Board, number: int) -> str:
    """A placement's cells in ascending cell index, joined by commas."""
    return ",".join(cell_name(board.square(cell)) for cell in board.placements[number].cells)


def read(text: str) -> set[Square] | Reason:
    """The squares that a move names, some of them perhaps off the board; a reason if it cannot be read."""
    squares: set[Square] = set()
    for part in text.split(","):
        if not _CELL.fullmatch(part):
            return Reason("BadMove", (), f"{_short(part)} is no cell; a move is a list of cells such as a19,a20,b20")
        square = (ord(part[0]) - ord("a"), int(part[1:]) - 1)
        if square in squares:
            return Reason("BadMove", (), f"the cell {part} is named twice")
        squares.add(square)
    return squares


def number_of(board: Board, text: str) -> int | Reason:
    """The action number of a move, whatever lies on the board; the reason if it has none."""
    squares = read(text)
    if isinstance(squares, Reason):
        return squares
    if piece_of(squares) is None:
        return at("B1", squares, "these cells form no piece")
    off = {square for square in squares if not board.holds(square)}
    if off:
        return at("B2", off, "off the board")
    return board.numbers[tuple(sorted(map(board.index, squares)))]


def at(rule: str, squares: Iterable[Square], what: str) -> Reason:
    """A reason with its cells in ascending order, which the message names."""
    cells = tuple(sorted(squares, key=lambda square: (square[1], square[0])))
    return Reason(rule, cells, f"{','.join(map(cell_name, cells))}: {what}")


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "...")
