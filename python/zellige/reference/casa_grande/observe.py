"""A position as arrays, from one player's point of view (docs/observations.md, "Casa Grande")."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...casa_grande import CasaGrandeRules
from ...observations import Observation
from .board import NODES, SPACES, Block, Laid, Position, height, lane, top_platform
from .platforms import SIDE

__all__ = ["observe"]

NOBODY = -1


def observe(rules: CasaGrandeRules, position: Position, viewer: int) -> Observation:
    """The arrays of a position as ``viewer`` sees it, in the order of the page."""
    seats = [(viewer + j) % rules.players for j in range(rules.players)]
    over = position.node == "end"
    # What is on top of each plot: a block or a platform, and whose; nobody's on the ground.
    tops = [stack[-1] if stack else None for stack in position.stacks]
    blocks = np.array([top.owner if isinstance(top, Block) else NOBODY for top in tops]).reshape(SIDE, SIDE)
    platforms = np.array([top.owner if isinstance(top, Laid) else NOBODY for top in tops]).reshape(SIDE, SIDE)
    return {
        "height": np.array([height(stack) for stack in position.stacks], dtype=np.uint8).reshape(SIDE, SIDE),
        "block": np.array([blocks == seat for seat in seats], dtype=np.uint8),
        "platform": np.array([platforms == seat for seat in seats], dtype=np.uint8),
        "edges": _edges(position),
        "lane": _lane(position.pawns[position.player] if not over else 0),
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


def _edges(position: Position) -> npt.NDArray[np.uint8]:
    """Plots of whole platforms, and those whose right or upper neighbour belongs to the same one."""
    topmost = [top_platform(stack) for stack in position.stacks]
    edges = np.zeros((3, SIDE, SIDE), dtype=np.uint8)
    for laid in position.laid:
        if all(topmost[cell] == laid for cell in laid.squares):
            for cell in laid.squares:
                y, x = divmod(cell, SIDE)
                edges[0, y, x] = 1
                edges[1, y, x] = x + 1 < SIDE and cell + 1 in laid.squares
                edges[2, y, x] = cell + SIDE in laid.squares
    return edges


def _lane(space: int) -> npt.NDArray[np.uint8]:
    """The lane of a space, nothing for a corner."""
    plane = np.zeros(SIDE * SIDE, dtype=np.uint8)
    plane[lane(space)] = 1
    return plane.reshape(SIDE, SIDE)


def _flags(values: list[bool] | list[list[bool]]) -> npt.NDArray[np.uint8]:
    return np.array(values, dtype=np.uint8)


def _counts(values: list[int] | list[list[int]]) -> npt.NDArray[np.int32]:
    return np.array(values, dtype=np.int32)
