"""Moves as text (B12), and why a move is illegal (docs/reasons.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...errors import Reason
from .board import Board, Position, Rules, board_of
from .moves import CORNERS, DUO_STARTS, is_first
from .pieces import NAMES, Square, piece_of

__all__ = ["cell_name", "reasons", "to_number", "to_text"]

_CELL = re.compile(r"[a-z][1-9][0-9]?", re.ASCII)


def cell_name(square: Square) -> str:
    """The name of a cell: a column letter and a row number from 1."""
    x, y = square
    return f"{'abcdefghijklmnopqrstuvwxyz'[x]}{y + 1}"


def to_text(board: Board, number: int) -> str:
    """A placement's cells in ascending cell index, joined by commas."""
    return ",".join(cell_name(board.square(cell)) for cell in board.placements[number].cells)


def _read(text: str) -> set[Square] | Reason:
    """The squares that a move names, some of them perhaps off the board."""
    squares: set[Square] = set()
    for part in text.split(","):
        if not _CELL.fullmatch(part):
            return Reason("BadMove", (), f"{_short(part)} is no cell; a move is a list of cells such as a19,a20,b20")
        square = (ord(part[0]) - ord("a"), int(part[1:]) - 1)
        if square in squares:
            return Reason("BadMove", (), f"the cell {part} is named twice")
        squares.add(square)
    return squares


def to_number(rules: Rules, position: Position, text: str) -> int | Reason:
    """The action number of a move, or the first reason if it has none."""
    board = board_of(rules)
    squares = _read(text)
    if not isinstance(squares, Reason) and all(map(board.holds, squares)):
        number = board.numbers.get(tuple(sorted(map(board.index, squares))))
        if number is not None:
            return number
    return reasons(rules, position, text)[0]


def reasons(rules: Rules, position: Position, text: str) -> list[Reason]:
    """Every violated rule of a move, each judged whatever the others say."""
    squares = _read(text)
    if isinstance(squares, Reason):
        return [squares]
    if position.colour < 0:
        return [Reason("phase", (), "the game is over")]
    board = board_of(rules)
    colour = position.colour
    found: list[Reason] = []

    piece = piece_of(squares)
    if piece is None:
        found.append(_reason("B1", squares, "these cells form no piece"))

    occupied = set(map(board.square, position.occupied()))
    off = {square for square in squares if not board.holds(square)}
    if piece is not None and piece not in position.hands[colour]:
        found.append(_reason("B2", squares, f"{NAMES[piece]} has been laid already"))
    elif off or squares & occupied:
        found.append(_reason("B2", off | squares & occupied, "off the board or occupied"))

    own = set(map(board.square, position.squares[colour]))
    if is_first(position, colour):
        if rules.variant == "duo":
            if DUO_STARTS[colour] not in squares:
                start = cell_name(DUO_STARTS[colour])
                found.append(_reason("B11", squares, f"the first piece must cover the starting square {start}"))
        elif rules.corners == "fixed":
            if CORNERS[colour] not in squares:
                corner = cell_name(CORNERS[colour])
                found.append(_reason("B3", squares, f"the first piece must cover the colour's own corner {corner}"))
        elif not squares & (set(CORNERS) - occupied):
            found.append(_reason("B3", squares, "the first piece must cover a free corner of the board"))
    else:
        touching = {(x, y) for x, y in squares if own & {(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)}}
        if touching:
            found.append(_reason("B4", touching, "edge-adjacent to a square of the same colour"))
        diagonals = {(x + dx, y + dy) for x, y in squares for dx in (-1, 1) for dy in (-1, 1)}
        if not own & diagonals:
            found.append(_reason("B5", squares, "no square is diagonal to a square of the same colour"))
    return found


def _reason(rule: str, squares: Iterable[Square], what: str) -> Reason:
    cells = tuple(sorted(squares, key=lambda square: (square[1], square[0])))
    return Reason(rule, cells, f"{','.join(map(cell_name, cells))}: {what}")


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "...")
