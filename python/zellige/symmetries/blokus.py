"""Symmetries of Blokus: those of the square that take starting squares to starting squares in turn order."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import numpy as np

from . import Symmetry, made
from .grid import SQUARE, Indices, followed, mapped, planes

if TYPE_CHECKING:
    from ..blokus import Blokus

__all__ = ["symmetries"]

CORNERS: Final = ((0, 19), (19, 19), (19, 0), (0, 0))
"""Each colour's own corner (B3)."""
DUO_STARTS: Final = ((4, 9), (9, 4))
"""Each colour's starting square in Duo (B11)."""
MOST_SQUARES: Final = 5


@functools.lru_cache(maxsize=16)
def symmetries(game: Blokus) -> tuple[Symmetry, ...]:
    """All symmetries, the identity first; see `Blokus.symmetries`."""
    side = 14 if game.rules.variant == "duo" else 20
    cells = _cells_of_placements(game, side)
    found = []
    for name in SQUARE:
        goes = mapped(name, side)
        shift = _shift(game, goes, side)
        if shift is None:
            continue
        plane, colours = followed(goes), game.num_colours()
        sources = {
            "board": planes(range(colours), plane),
            "forbidden": plane,
            "corners": plane,
            # Rows and seats are relative to the viewer, who moves on with his colour; only this names the colour.
            "colour": (np.arange(colours) - shift) % colours,
        }
        found.append(made(game, name, _numbers(cells, goes), sources))
    return tuple(found)


def _shift(game: Blokus, goes: Indices, side: int) -> int | None:
    """By how many colours the turn order moves on, so that each colour still has its starting square; or ``None``.

    With three players Green is laid by all in turn (B10), so that no colour can take another's place.
    """
    if game.rules.corners == "any":
        return 0
    starts = [y * side + x for x, y in (DUO_STARTS if game.rules.variant == "duo" else CORNERS)]
    colours = len(starts)
    for shift in range(1 if game.rules.players == 3 else colours):
        if all(goes[starts[colour]] == starts[(colour + shift) % colours] for colour in range(colours)):
            return shift
    return None


def _cells_of_placements(game: Blokus, side: int) -> Indices:
    """The cells of each placement in ascending order, shape ``(actions, 5)``; -1 before those of smaller pieces."""
    name = game.new_initial_state().action_to_string
    cells = np.full((game.num_distinct_actions(), MOST_SQUARES), -1, dtype=np.intp)
    index = {f"{chr(97 + x)}{y + 1}": y * side + x for x in range(side) for y in range(side)}
    for action in range(len(cells)):
        squares = [index[square] for square in name(action).split(",")]
        cells[action, -len(squares) :] = squares
    return cells


def _numbers(cells: Indices, goes: Indices) -> Indices:
    """The action number of each placement's image."""
    # The -1 that stands for no cell is an index too: of a last element that is -1 again.
    moved = np.sort(np.append(goes, -1)[cells], axis=1)
    keys, moved_keys = _keys(cells), _keys(moved)
    order = np.argsort(keys)
    return order[np.searchsorted(keys, moved_keys, sorter=order)]


def _keys(cells: Indices) -> Indices:
    """One number for each set of cells."""
    key = np.zeros(len(cells), dtype=np.intp)
    for column in cells.T:
        key = key * 512 + column + 1
    return key
