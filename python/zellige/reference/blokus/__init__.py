"""Blokus in plain Python (rules B1 to B12)."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ...blokus import BlokusRules
from ...blokus import BlokusState as Face
from ...errors import Reason
from ...observations import Observation
from ...state import TERMINAL
from ..arguments import checked_index
from ..base import ReferenceState
from . import explain, moves, notation, score, setup
from .board import Board, Position, board_of, num_colours, num_distinct_actions
from .observe import observe
from .pieces import NAMES, SIZES, named

if TYPE_CHECKING:
    from ...game import Game

__all__ = ["BlokusState", "max_game_length", "num_colours", "num_distinct_actions"]


def max_game_length(rules: BlokusRules) -> int:
    """Each colour lays each of its pieces at most once."""
    return num_colours(rules) * len(NAMES)


class BlokusState(ReferenceState, Face):
    """A Blokus position with its history.

    Args:
        game: The game with its options.
        position: A position of it, ``None`` for the empty board.
    """

    position: Position

    def __init__(self, game: Game, position: Position | None = None) -> None:
        super().__init__(game, position)

    @property
    def _rules(self) -> BlokusRules:
        rules: BlokusRules = self._game.rules
        return rules

    @property
    def _board(self) -> Board:
        return board_of(self._rules)

    # ---- Accessors ---------------------------------------------------------------------------------------------------

    def current_colour(self) -> int:
        """The colour to move, -1 at the end."""
        return self.position.colour

    def board(self) -> npt.NDArray[np.int8]:
        """Colour of each cell, -1 for an empty one, indexed ``[y, x]``, shape ``(side, side)``."""
        cells = np.full(self._board.side**2, -1, dtype=np.int8)
        for colour, squares in enumerate(self.position.squares):
            cells[list(squares)] = colour
        return cells.reshape(self._board.side, self._board.side)

    def hand(self, colour: int) -> list[str]:
        """Names of the pieces that a colour has not laid, in the order of B1.

        Raises:
            ValueError: There is no such colour.
        """
        return named(self.position.hands[checked_index(colour, "colour", num_colours(self._rules))])

    def colour_scores(self) -> npt.NDArray[np.int32]:
        """Points of each colour (B9), shape ``(colours,)``."""
        colours = range(num_colours(self._rules))
        return np.array([score.colour_score(self._rules, self.position, c) for c in colours], dtype=np.int32)

    # ---- The rules ---------------------------------------------------------------------------------------------------

    def _start(self) -> Position:
        return moves.start(self._rules)

    def _set_up(self, position: dict[str, Any]) -> Position:
        return setup.set_up(self._rules, position)

    def _describe(self) -> dict[str, Any]:
        return setup.describe(self._rules, self.position)

    def _copy(self, position: Position) -> Position:
        return position.copy()

    def _turn(self) -> int:
        colour = self.position.colour
        return TERMINAL if colour < 0 else score.owner(self._rules, self.position, colour)

    def _legal(self) -> list[int]:
        if self.position.colour < 0:
            return []
        return sorted(set(moves.legal_placements(self._rules, self.position, self.position.colour)))

    def _apply(self, action: int) -> None:
        moves.lay(self._rules, self.position, action)
        moves.settle(self._rules, self.position)

    def _scores(self) -> list[int]:
        return score.player_scores(self._rules, self.position)

    def _observe(self, player: int) -> Observation:
        return observe(self._rules, self.position, player)

    def _key(self) -> bytes:
        cells = bytearray(self._board.side**2)
        for colour, squares in enumerate(self.position.squares):
            for cell in squares:
                cells[cell] = 1 + colour
        hands = [sum(1 << piece for piece in hand) for hand in self.position.hands]
        single_last = sum(1 << colour for colour in self.position.single_last)
        return bytes(cells) + struct.pack(f"<{len(hands)}I", *hands) + bytes([self.position.colour & 255, single_last])

    def _name(self, action: int) -> str | None:
        return notation.to_text(self._board, action) if 0 <= action < len(self._board.placements) else None

    def _number(self, text: str) -> int | Reason:
        return notation.number_of(self._board, text)

    def _reasons(self, text: str) -> list[Reason]:
        return explain.reasons(self._rules, self.position, text)

    def _greedy_scores(self, actions: list[int]) -> list[int]:
        """1,000 x squares of the piece + cells where the colour could then start a new piece."""
        own = self.position.squares[self.position.colour]
        occupied = self.position.occupied()
        scores = []
        for action in actions:
            piece, cells = self._board.placements[action]
            points = moves.start_points(self._board, own.union(cells), occupied.union(cells))
            scores.append(1000 * SIZES[piece] + len(points))
        return scores
