"""Why a move is illegal (docs/reasons.md)."""

from __future__ import annotations

from ...blokus import BlokusRules
from ...errors import Reason
from .board import Position, board_of
from .moves import CORNERS, DUO_STARTS, is_first
from .notation import at, cell_name, read
from .pieces import NAMES, piece_of

__all__ = ["reasons"]


def reasons(rules: BlokusRules, position: Position, text: str) -> list[Reason]:
    """Every violated rule of a move, each judged whatever the others say."""
    squares = read(text)
    if isinstance(squares, Reason):
        return [squares]
    if position.colour < 0:
        return [Reason("phase", (), "the game is over")]
    board = board_of(rules)
    colour = position.colour
    found: list[Reason] = []

    piece = piece_of(squares)
    if piece is None:
        found.append(at("B1", squares, "these cells form no piece"))

    occupied = set(map(board.square, position.occupied()))
    off = {square for square in squares if not board.holds(square)}
    if piece is not None and piece not in position.hands[colour]:
        found.append(at("B2", squares, f"{NAMES[piece]} has been laid already"))
    elif off or squares & occupied:
        found.append(at("B2", off | squares & occupied, "off the board or occupied"))

    own = set(map(board.square, position.squares[colour]))
    if is_first(position, colour):
        if rules.variant == "duo":
            if DUO_STARTS[colour] not in squares:
                start = cell_name(DUO_STARTS[colour])
                found.append(at("B11", squares, f"the first piece must cover the starting square {start}"))
        elif rules.corners == "fixed":
            if CORNERS[colour] not in squares:
                corner = cell_name(CORNERS[colour])
                found.append(at("B3", squares, f"the first piece must cover the colour's own corner {corner}"))
        elif not squares & (set(CORNERS) - occupied):
            found.append(at("B3", squares, "the first piece must cover a free corner of the board"))
    else:
        touching = {(x, y) for x, y in squares if own & {(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)}}
        if touching:
            found.append(at("B4", touching, "edge-adjacent to a square of the same colour"))
        diagonals = {(x + dx, y + dy) for x, y in squares for dx in (-1, 1) for dy in (-1, 1)}
        if not own & diagonals:
            found.append(at("B5", squares, "no square is diagonal to a square of the same colour"))
    return found
