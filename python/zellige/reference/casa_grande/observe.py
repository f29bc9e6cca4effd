"""A position as arrays, from one player's point of view (docs/observations.md, "Casa Grande")."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ...casa_grande import CasaGrandeRules
from ...observations import Observation
from .board import NODES, SPACES, Laid, Position, has_block, height, lane, top_platform
from .platforms import SIDE

__all__ = ["observe"]


def observe(rules: CasaGrandeRules, position: Position, viewer: int) -> Observation:
    """The arrays of a position as ``viewer`` sees it, in the order of the page."""
    seats = [(viewer + j) % rules.players for j in range(rules.players)]
    cells, stacks = range(SIDE * SIDE), position.stacks
    over = position.node == "end"
    heights = np.array([height(stack) for stack in stacks], dtype=np.uint8)
    return {
        "height": heights.reshape(SIDE, SIDE),
        "block": np.stack([_plane(cell for cell in cells if has_block(stacks[cell], seat)) for seat in seats]),
        "platform": np.stack([_plane(cell for cell in cells if _bare(position, cell, seat)) for seat in seats]),
        "edges": _edges(position),
        "lane": _plane([] if over else lane(position.pawns[position.player])),
        "pawn": _flags([[position.pawns[seat] == space for space in range(SPACES)] for seat in seats]),
        "phase": _flags([position.node == node for node in NODES]),
        "turn": _flags([not over and seat == position.player for seat in seats]),
        "last_round": _flags([position.last_round]),
        "marker": _counts([position.markers[seat] for seat in seats]),
        "money": _counts([position.money[seat] for seat in seats]),
        "blocks_left": _counts([position.blocks[seat] for seat in seats]),
        "stock": _counts([position.stocks[seat] for seat in seats]),
        "round": _counts([position.round]),
    }


def _bare(position: Position, cell: int, owner: int) -> bool:
    """Whether a bare platform of a player is on top of a plot."""
    stack = position.stacks[cell]
    return bool(stack) and isinstance(stack[-1], Laid) and stack[-1].owner == owner


def _edges(position: Position) -> npt.NDArray[np.uint8]:
    """Plots of whole platforms, and those whose right or upper neighbour belongs to the same one."""
    topmost = [top_platform(stack) for stack in position.stacks]
    edges = np.zeros((3, SIDE, SIDE), dtype=np.uint8)
    for laid in position.laid:
        # A twin may lie on it; of two that are alike in all else the levels differ, as the upper one is higher.
        if all(topmost[cell] == laid for cell in laid.squares):
            for cell in laid.squares:
                y, x = divmod(cell, SIDE)
                edges[0, y, x] = 1
                edges[1, y, x] = x + 1 < SIDE and cell + 1 in laid.squares
                edges[2, y, x] = cell + SIDE in laid.squares
    return edges


def _plane(cells: Iterable[int]) -> npt.NDArray[np.uint8]:
    plane = np.zeros(SIDE * SIDE, dtype=np.uint8)
    plane[list(cells)] = 1
    return plane.reshape(SIDE, SIDE)


def _flags(values: list[bool] | list[list[bool]]) -> npt.NDArray[np.uint8]:
    return np.array(values, dtype=np.uint8)


def _counts(values: list[int] | list[list[int]]) -> npt.NDArray[np.int32]:
    return np.array(values, dtype=np.int32)
