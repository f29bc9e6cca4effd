"""A position as arrays, from one player's point of view (docs/observations.md, "Blokus")."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ...blokus import BlokusRules
from ...observations import Observation
from .board import Position, board_of, num_colours
from .moves import first_cells, is_first, near, start_points
from .pieces import NAMES
from .score import owner, player_scores

__all__ = ["observe"]


def observe(rules: BlokusRules, position: Position, viewer: int) -> Observation:
    """The arrays of a position as ``viewer`` sees it, in the order of the page."""
    board, colours = board_of(rules), num_colours(rules)
    first = _first_row(rules, position, viewer)
    rows = [(first + k) % colours for k in range(colours)]
    seats = [(viewer + j) % rules.players for j in range(rules.players)]
    taken = position.occupied()
    # B2 and B4: what is covered, and what shares an edge with a square of the same colour.
    shut = taken | near(board.edges, position.squares[first])
    if is_first(position, first):
        points = first_cells(rules, position, first)
    else:
        points = start_points(board, position.squares[first], taken)
    scores = player_scores(rules, position)
    return {
        "board": np.stack([_plane(position.squares[colour], board.side) for colour in rows]),
        "forbidden": _plane(shut, board.side),
        "corners": _plane(points, board.side),
        "hands": _flags([[piece in position.hands[colour] for piece in range(len(NAMES))] for colour in rows]),
        "turn": _flags([colour == position.colour for colour in rows]),
        "colour": _flags([colour == first for colour in range(colours)]),
        "owners": _flags([[owner(rules, position, colour) == seat for seat in seats] for colour in rows]),
        "scores": np.array([scores[seat] for seat in seats], dtype=np.int32),
    }


def _first_row(rules: BlokusRules, position: Position, viewer: int) -> int:
    """The viewer's next colour from the one to move on, at the end from Blue on; whether it can still move or not."""
    start, colours = max(position.colour, 0), num_colours(rules)
    order = [(start + step) % colours for step in range(colours)]
    return next(colour for colour in order if owner(rules, position, colour) == viewer)


def _plane(cells: Iterable[int], side: int) -> npt.NDArray[np.uint8]:
    plane = np.zeros(side * side, dtype=np.uint8)
    plane[list(cells)] = 1
    return plane.reshape(side, side)


def _flags(values: list[bool] | list[list[bool]]) -> npt.NDArray[np.uint8]:
    return np.array(values, dtype=np.uint8)
