"""The legal moves of Casa Grande from nothing but an observation and the options, without either engine."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import zellige as zl

Array = npt.NDArray[Any]

SIDE = 8
FIRST_BLOCK = 9
DECLINE = 73


class Place(NamedTuple):
    """A platform at a place of the board; its number is its position in the list, after `DECLINE`."""

    type: int
    covers: Array
    """Plots that it covers, bool ``[y, x]``."""
    marks: Array
    """Plots under its marked squares."""


@functools.cache
def places(game: zl.Game) -> list[Place]:
    found = []
    for number, platform in enumerate(game.rules.platforms.platforms):
        drawn = np.array([[" #O".find(sign) if sign != "." else 0 for sign in row] for row in platform.rows[::-1]])
        distinct: list[Array] = []
        for r in range(4):
            picture = np.rot90(drawn, r)  # rows go up, so that numpy's turn is a clockwise one
            if not any(np.array_equal(picture, other) for other in distinct):
                distinct.append(picture)
        for picture in distinct:
            height, width = picture.shape
            for y in range(SIDE - height + 1):
                for x in range(SIDE - width + 1):
                    lies = np.zeros((SIDE, SIDE), dtype=int)
                    lies[y : y + height, x : x + width] = picture
                    found.append(Place(number, lies > 0, lies == 2))
    return found


def legal(game: zl.Game, seen: dict[str, Array]) -> list[int]:
    """The legal action numbers, ascending; all outcomes at a chance node."""
    match int(np.flatnonzero(seen["phase"])[0]):
        case 0:
            return list(range(6))
        case 4:
            return []
        case phase:
            seat = int(np.flatnonzero(seen["turn"])[0])
    if phase == 1:
        return list(range(int(seen["marker"][seat]) + 1))
    if phase == 2:
        foreign = seen["block"].any(axis=0) & ~seen["block"][seat].astype(bool)
        return (FIRST_BLOCK + np.flatnonzero(seen["lane"].astype(bool) & ~foreign)).tolist()
    return [DECLINE, *platforms(game, seen, seat)]


def platforms(game: zl.Game, seen: dict[str, Array], seat: int) -> list[int]:
    height, own = seen["height"], seen["block"][seat].astype(bool)
    blocks = seen["block"].max(axis=0) > 0
    whole = [frozenset(group) for group in groups(seen["edges"].astype(bool))]
    found = []
    for number, place in enumerate(places(game), DECLINE + 1):
        if not seen["stock"][seat, place.type] or not own[place.marks].all():
            continue
        levels = set(height[place.marks].tolist())
        if len(levels) > 1:
            continue
        level = levels.pop()
        rest = place.covers & ~place.marks
        if np.all((height[rest] < level) | ((height[rest] == level) & blocks[rest])):
            plots = frozenset(np.flatnonzero(place.covers).tolist())
            if plots not in whole:
                found.append(number)
    return found


def groups(edges: Array) -> list[set[int]]:
    """The plots of each whole platform, by following the links between them."""
    of = {int(plot): {int(plot)} for plot in np.flatnonzero(edges[0])}
    for plane, step in ((1, 1), (2, SIDE)):
        for plot in np.flatnonzero(edges[plane]).tolist():
            joined = of[plot] | of[plot + step]
            for member in joined:
                of[member] = joined
    return list(of.values())
