"""Symmetries of Casa Grande: the rotations of the board together with its track."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import numpy as np

from . import Symmetry, made
from .grid import Indices, followed, mapped, planes

if TYPE_CHECKING:
    from ..casa_grande import CasaGrande

__all__ = ["symmetries"]

SIDE: Final = 8
PLOTS: Final = SIDE * SIDE
SPACES: Final = 20
FIRST_BLOCK: Final = 9
DECLINE: Final = FIRST_BLOCK + PLOTS


@functools.lru_cache(maxsize=16)
def symmetries(game: CasaGrande) -> tuple[Symmetry, ...]:
    """All symmetries, the identity first; see `CasaGrande.symmetries`."""
    quarter, sources = _quarter_numbers(game), _quarter_sources(game.rules.players)
    found = [made(game, "identity", np.arange(game.num_distinct_actions()), {})]
    for name in ("rotate90", "rotate180", "rotate270"):
        last = found[-1]
        moved = {array: last.sources[array].reshape(-1)[source] for array, source in sources.items()}
        found.append(made(game, name, quarter[last.actions], moved))
    return tuple(found)


def _quarter_sources(players: int) -> dict[str, Indices]:
    """Where the elements come from when the board is turned clockwise by a quarter, and each pawn moves on 5 spaces."""
    goes = mapped("rotate90", SIDE)
    plane = followed(goes)
    # The link from a plot to its right neighbour becomes one between the images, of which the neighbour's is the lower:
    # it belongs to the plot below. Those of the rightmost plots are never set, nor are those of the top row.
    links = followed((goes - SIDE) % PLOTS)
    return {
        "height": plane,
        "block": planes(range(players), plane),
        "platform": planes(range(players), plane),
        "edges": np.concatenate([plane, 2 * PLOTS + plane, PLOTS + links]),
        "lane": plane,
        "pawn": planes(range(players), (np.arange(SPACES, dtype=np.intp) - 5) % SPACES),
    }


def _quarter_numbers(game: CasaGrande) -> Indices:
    """The action number of each move's image when the board is turned clockwise by a quarter."""
    state = game.new_initial_state()
    state.apply_action(0)  # at a chance node strings and numbers mean outcomes
    rows = {platform.name: platform.rows for platform in game.rules.platforms.platforms}
    actions = np.arange(game.num_distinct_actions(), dtype=np.intp)
    actions[FIRST_BLOCK:DECLINE] = FIRST_BLOCK + mapped("rotate90", SIDE)
    for action in range(DECLINE + 1, len(actions)):
        name, _, place = state.action_to_string(action).partition("/")
        r, _, anchor = place.partition("@")
        x, y = ord(anchor[0]) - 97, int(anchor[1:]) - 1
        width = len(rows[name]) if int(r) % 2 else len(rows[name][0])
        # The lower right cell of the bounding box becomes the lower left one.
        new_x, new_y = y, SIDE - x - width
        actions[action] = state.string_to_action(f"{name}/{(int(r) + 1) % 4}@{chr(97 + new_x)}{new_y + 1}")
    return actions
