"""A position as arrays, from one player's point of view (docs/observations.md, "Casbah")."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from ...casbah import CasbahRules, Frame
from ...observations import Observation
from .board import Cell, facing, frames, frontier, possible_frames
from .moves import Numbering
from .position import Position

__all__ = ["observe"]

CODES: Final = {"D": 1, "W": 2, "F": 3, "G": 4, ".": 5}
"""Code of each kind of side; 0 is none."""
PHASES: Final = ("draft", "lay", "end")


def observe(rules: CasbahRules, numbers: Numbering, position: Position, scores: list[int], viewer: int) -> Observation:
    """The arrays of a position as ``viewer`` sees it, in the order of the page; ``scores`` are the players'."""
    seats = [(viewer + j) % rules.players for j in range(rules.players)]
    possible = possible_frames(rules.size, position.board)
    to_move = None if position.phase == "end" else position.player
    return {
        "sides": _sides(numbers, {cell: list(enumerate(sides)) for cell, sides in position.board.items()}),
        "facing": _sides(numbers, {cell: facing(position.board, cell) for cell in frontier(position.board)}),
        "gardens": _gardens(numbers, position),
        "room": _room(numbers, possible),
        "frames": np.array([frame in possible for frame in frames(rules.size)], dtype=np.uint8),
        "phase": np.array([position.phase == phase for phase in PHASES], dtype=np.uint8),
        "turn": np.array([seat == to_move for seat in seats], dtype=np.uint8),
        "hands": np.array([position.hands[seat] for seat in seats], dtype=np.int32),
        "pool": np.array(position.pool, dtype=np.int32),
        "values": np.array([tile.value for tile in rules.tiles.tiles], dtype=np.int32),
        "scores": np.array([scores[seat] for seat in seats], dtype=np.int32),
    }


def _sides(numbers: Numbering, sides: dict[Cell, list[tuple[int, str]]]) -> npt.NDArray[np.uint8]:
    """Codes by direction and cell; cells outside of the numbered area have no place in it."""
    codes = np.zeros((4, numbers.reach * numbers.width), dtype=np.uint8)
    for cell, kinds in sides.items():
        if numbers.inside(cell):
            for d, kind in kinds:
                codes[d, numbers.index(cell)] = CODES[kind]
    return codes.reshape(4, numbers.reach, numbers.width)


def _gardens(numbers: Numbering, position: Position) -> npt.NDArray[np.uint8]:
    plane = np.zeros(numbers.reach * numbers.width, dtype=np.uint8)
    plane[[numbers.index(cell) for cell, sides in position.board.items() if "G" in sides]] = 1
    return plane.reshape(numbers.reach, numbers.width)


def _room(numbers: Numbering, possible: list[Frame]) -> npt.NDArray[np.uint8]:
    """The cells of some frames; every frame lies in the numbered area."""
    plane = np.zeros((numbers.reach, numbers.width), dtype=np.uint8)
    for frame in possible:
        left = frame.x0 + numbers.reach - 1
        plane[frame.y0 : frame.y0 + frame.h, left : left + frame.w] = 1
    return plane
