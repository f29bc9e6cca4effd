"""Symmetries of Casbah: the mirror, where the tile set is its own mirror picture."""

from __future__ import annotations

import functools
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from ..tiles import Tile
from . import Symmetry, made
from .grid import Indices, planes

if TYPE_CHECKING:
    from ..casbah import Casbah

__all__ = ["symmetries"]

MIRRORED_DIRECTIONS = (0, 3, 2, 1)
"""N, W, S, E: what N, E, S and W become."""


@functools.lru_cache(maxsize=16)
def symmetries(game: Casbah) -> tuple[Symmetry, ...]:
    """All symmetries, the identity first; see `Casbah.symmetries`."""
    identity = made(game, "identity", np.arange(game.num_distinct_actions()), {})
    types = _mirrored_types(game.rules.tiles.tiles)
    if types is None:
        return (identity,)
    w, h = game.rules.size
    reach, players = max(w, h), game.rules.players
    width = 2 * reach - 1
    # Column x + M - 1 becomes column -x + M - 1; a mirror picture is its own way back, so that this is the source too.
    y, column = np.divmod(np.arange(reach * width, dtype=np.intp), width)
    cells = y * width + (width - 1 - column)
    kinds = np.array(types, dtype=np.intp)
    sources = {
        "sides": planes(MIRRORED_DIRECTIONS, cells),
        "facing": planes(MIRRORED_DIRECTIONS, cells),
        "gardens": cells,
        "room": cells,
        "frames": _frames((w, h)),
        "hands": planes(range(players), kinds),
        "pool": kinds,
        "values": kinds,
    }
    return identity, made(game, "mirror_x", _numbers(game, types, cells), sources)


def _frames(size: tuple[int, int]) -> Indices:
    """Frames by width, then left column; of one width the order turns round."""
    order: list[int] = []
    for width in sorted(set(size)):
        order += reversed(range(len(order), len(order) + width))
    return np.array(order, dtype=np.intp)


def _turned(sides: str, r: int) -> str:
    """The sides of a tile turned clockwise by ``r``, clockwise from north (H1)."""
    return "".join(sides[(d - r) % 4] for d in range(4))


def _mirrored(sides: str) -> str:
    return "".join(sides[d] for d in MIRRORED_DIRECTIONS)


def _picture(sides: str) -> str:
    """One name for all that a tile looks like when it is turned."""
    return min(_turned(sides, r) for r in range(4))


def _mirrored_types(tiles: tuple[Tile, ...]) -> list[int] | None:
    """For each type the one that takes its part in the mirror, both ways; ``None`` if some type has none.

    The two have the same value and count, and each is a turned mirror picture of the other. The front door's tile can
    only be its own partner, and then it is its mirror picture as it lies (H5), as it has one front door.
    """
    alike: defaultdict[tuple[str, int, int], list[int]] = defaultdict(list)
    for kind, tile in enumerate(tiles):
        alike[_picture(tile.sides), tile.value, tile.count].append(kind)
    types = list(range(len(tiles)))
    for (picture, value, count), kinds in alike.items():
        others = alike.get((_picture(_mirrored(picture)), value, count), [])
        if len(others) != len(kinds):
            return None
        for kind, other in zip(kinds, others, strict=True):
            types[kind] = other
    return types


def _numbers(game: Casbah, types: list[int], cells: Indices) -> Indices:
    """The action number of each pick's and each lay's mirror picture."""
    tiles, number = game.rules.tiles.tiles, game.new_initial_state().string_to_action
    west = 1 - max(game.rules.size)
    actions = np.arange(game.num_distinct_actions(), dtype=np.intp)
    actions[: len(tiles)] = types
    for kind, tile in enumerate(tiles):
        if kind == game.rules.tiles.front_door:
            continue  # its one lay stays where it is
        other = tiles[types[kind]]
        for r in range(4):
            lies = _mirrored(_turned(tile.sides, r))
            turn = next(turn for turn in range(4) if _turned(other.sides, turn) == lies)
            # The lays of one picture have consecutive numbers, by cell.
            old, new = number(f"{tile.name}/{r}@{west},0"), number(f"{other.name}/{turn}@{west},0")
            actions[old : old + cells.size] = new + cells
    return actions
