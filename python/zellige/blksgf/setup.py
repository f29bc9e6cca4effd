"""Positions that are set up by pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .._json import shorten
from ..blokus import Blokus, BlokusState
from ..errors import PositionError
from .parse import Tree
from .variants import colour_name

__all__ = ["Piece", "pieces_of", "set_up"]

_PIECES = 21


class Piece(NamedTuple):
    """A piece that lies: its colour and its cells, in ascending cell index."""

    colour: int
    cells: tuple[str, ...]


def set_up(tree: Tree, number: int, game: Blokus, pieces: Sequence[Piece], to_move: int) -> BlokusState:
    """A position of pieces; the turn goes on from a colour that cannot move to the next that can.

    Raises:
        RecordError: The rules do not allow the position that a node of a tree sets up.
    """
    board = {cell: piece.colour for piece in pieces for cell in piece.cells}
    colours = range(game.num_colours())
    for colour in [*colours[to_move:], *colours[:to_move], None]:
        try:
            state = game.state_from({"board": board, "to_move": colour})
        except PositionError as why:
            if {reason.rule for reason in why.reasons} == {"B7"}:
                continue
            text = "the position that is set up is not legal: " + "; ".join(map(str, why.reasons))
            raise tree.error(number, shorten(text, 500)) from None
        break
    for colour in colours:
        if sum(piece.colour == colour for piece in pieces) + len(state.hand(colour)) != _PIECES:
            name = colour_name(game.rules.variant == "duo", colour)
            raise tree.error(number, f"B4: pieces of {name} that are set up touch each other at edges")
    return state


def pieces_of(state: BlokusState) -> list[Piece]:
    """The pieces that lie, by colour and lowest cell: squares of one colour that hang together are a piece (B4)."""
    board = state.board()
    left = {(int(y), int(x)) for y, x in zip(*(board >= 0).nonzero(), strict=True)}
    pieces = []
    for y, x in sorted(left):
        if (y, x) not in left:
            continue
        colour, found, todo = int(board[y, x]), [], [(y, x)]
        while todo:
            cell = todo.pop()
            if cell in left and board[cell] == colour:
                left.discard(cell)
                found.append(cell)
                v, u = cell
                todo += [(v + 1, u), (v - 1, u), (v, u + 1), (v, u - 1)]
        pieces.append(Piece(colour, tuple(f"{chr(97 + u)}{v + 1}" for v, u in sorted(found))))
    return sorted(pieces, key=lambda piece: piece.colour)
