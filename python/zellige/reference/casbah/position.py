"""A position of the game, and its key (docs/positions.md)."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Literal

from .board import Cell
from .moves import Numbering

__all__ = ["Phase", "Position"]

Phase = Literal["draft", "lay", "end"]


@dataclass
class Position:
    """A position; hands and pool count tiles by type.

    Attributes:
        phase: Which part of the game it is.
        player: The player to move; of no meaning at the end.
        pool: Tiles face up in the draft.
        hands: Tiles of each player.
        laid: Type and smallest rotation of the tile in each laid cell.
        board: The same tiles as sides clockwise from north.
        chips: Face value of what each player has laid.
        options: Action numbers of the lays that the player to move has; found when the players before him were skipped.
    """

    phase: Phase
    player: int
    pool: list[int]
    hands: list[list[int]]
    chips: list[int]
    laid: dict[Cell, tuple[int, int]] = field(default_factory=dict)
    board: dict[Cell, str] = field(default_factory=dict)
    options: list[int] = field(default_factory=list)

    def copy(self) -> Position:
        """An independent copy."""
        hands = [list(hand) for hand in self.hands]
        parts = (list(self.chips), dict(self.laid), dict(self.board), list(self.options))
        return Position(self.phase, self.player, list(self.pool), hands, *parts)

    def key(self, numbers: Numbering) -> bytes:
        """The position as bytes."""
        player = 255 if self.phase == "end" else self.player
        parts = [bytes([("draft", "lay", "end").index(self.phase), player]), bytes(self.pool)]
        parts += [bytes(hand) for hand in self.hands]
        pictures = [0] * (numbers.width * numbers.reach)
        for cell, (kind, r) in self.laid.items():
            pictures[numbers.index(cell)] = 1 + 4 * kind + r
        parts.append(struct.pack(f"<{len(pictures)}H", *pictures))
        parts.append(struct.pack(f"<{len(self.chips)}i", *self.chips))
        return b"".join(parts)
