"""The legal placements of Blokus from nothing but an observation and the options, without either engine."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import zellige as zl

Array = npt.NDArray[Any]

# Squares as rows from the bottom up; the order is that of B1.
PIECES = {
    "I1": ["1"],
    "I2": ["11"],
    "I3": ["111"],
    "V3": ["11", "10"],
    "I4": ["1111"],
    "L4": ["111", "100"],
    "T4": ["111", "010"],
    "O4": ["11", "11"],
    "Z4": ["110", "011"],
    "F5": ["010", "110", "011"],
    "I5": ["11111"],
    "L5": ["1111", "1000"],
    "N5": ["1110", "0011"],
    "P5": ["111", "110"],
    "T5": ["111", "010", "010"],
    "U5": ["111", "101"],
    "V5": ["111", "100", "100"],
    "W5": ["110", "011", "001"],
    "X5": ["010", "111", "010"],
    "Y5": ["1111", "0100"],
    "Z5": ["110", "010", "011"],
}
CORNERS = [(0, 19), (19, 19), (19, 0), (0, 0)]
DUO_STARTS = [(4, 9), (9, 4)]


class Placements(NamedTuple):
    """All placements by action number."""

    pieces: Array
    cells: Array
    """Five cells each; a smaller piece's are filled up with its first one."""


@functools.cache
def placements(side: int) -> Placements:
    pieces, cells = [], []
    for number, rows in enumerate(PIECES.values()):
        found = set()
        grid = np.array([[int(sign) for sign in row] for row in rows])
        for form in [np.rot90(flip, turns) for flip in (grid, grid[::-1]) for turns in range(4)]:
            height, width = form.shape
            ys, xs = np.nonzero(form)
            for y in range(side - height + 1):
                for x in range(side - width + 1):
                    found.add(tuple(sorted(((y + ys) * side + x + xs).tolist())))
        for squares in sorted(found):
            pieces.append(number)
            cells.append([*squares, *[squares[0]] * (5 - len(squares))])
    return Placements(np.array(pieces), np.array(cells))


def legal(game: zl.Game, seen: dict[str, Array]) -> list[int]:
    """The legal action numbers, ascending."""
    if not seen["turn"].any():
        return []
    row = int(np.flatnonzero(seen["turn"])[0])
    if row == 0:
        forbidden, points = seen["forbidden"].astype(bool), seen["corners"].astype(bool)
    else:
        forbidden, points = planes(game, seen, row)
    every = placements(len(forbidden))
    touching = np.flatnonzero(points.ravel()[every.cells].any(axis=1))
    lies_free = ~forbidden.ravel()[every.cells[touching]].any(axis=1)
    in_hand = seen["hands"][row].astype(bool)[every.pieces[touching]]
    return [int(number) for number in touching[lies_free & in_hand]]


def planes(game: zl.Game, seen: dict[str, Array], row: int) -> tuple[Array, Array]:
    """What `forbidden` and `corners` are for the colour of any row, from the board alone."""
    own, taken = seen["board"][row].astype(bool), seen["board"].any(axis=0)
    forbidden = taken | moved(own, 0, 1) | moved(own, 0, -1) | moved(own, 1, 0) | moved(own, -1, 0)
    if own.any():
        points = moved(own, 1, 1) | moved(own, 1, -1) | moved(own, -1, 1) | moved(own, -1, -1)
    else:
        points = np.zeros_like(own)
        colour = (int(np.flatnonzero(seen["colour"])[0]) + row) % len(seen["colour"])
        for x, y in starts(game, colour):
            points[y, x] = True
    return forbidden, points & ~forbidden


def starts(game: zl.Game, colour: int) -> list[tuple[int, int]]:
    if game.rules.variant == "duo":
        return [DUO_STARTS[colour]]
    return CORNERS if game.rules.corners == "any" else [CORNERS[colour]]


def moved(plane: Array, dx: int, dy: int) -> Array:
    """A plane moved by a step; what leaves the board is lost."""
    side = len(plane)
    framed = np.pad(plane, 1)
    return framed[1 - dy : 1 - dy + side, 1 - dx : 1 - dx + side]
