"""Which placements are legal (B2 to B8, B11), and who is to move."""

from __future__ import annotations

from collections.abc import Iterator

from ...blokus import BlokusRules
from .board import Board, Position, board_of, num_colours
from .pieces import NAMES

__all__ = [
    "can_move",
    "first_cells",
    "is_first",
    "lay",
    "legal_placements",
    "near",
    "settle",
    "start",
    "start_points",
]

CORNERS = ((0, 19), (19, 19), (19, 0), (0, 0))
"""Each colour's own corner: Blue a20, Yellow t20, Red t1, Green a1 (B3)."""
DUO_STARTS = ((4, 9), (9, 4))
"""Each colour's starting square in Duo: e10 and j5 (B11)."""


def start(rules: BlokusRules) -> Position:
    """The empty board, all pieces in hand."""
    colours = range(num_colours(rules))
    return Position([set() for _ in colours], [set(range(len(NAMES))) for _ in colours], 0)


def is_first(position: Position, colour: int) -> bool:
    """Whether the colour's next piece is its first."""
    return not position.squares[colour]


def first_cells(rules: BlokusRules, position: Position, colour: int) -> set[int]:
    """The cells of which a colour's first piece must cover one (B3, B11); cells that are taken are left out."""
    if rules.variant == "duo":
        squares = [DUO_STARTS[colour]]
    elif rules.corners == "fixed":
        squares = [CORNERS[colour]]
    else:
        squares = list(CORNERS)
    return set(map(board_of(rules).index, squares)) - position.occupied()


def near(neighbours: list[frozenset[int]], cells: set[int]) -> set[int]:
    """All neighbours of some cells; ``neighbours`` is `Board.edges` or `Board.diagonals`."""
    return set().union(*(neighbours[cell] for cell in cells))


def start_points(board: Board, own: set[int], occupied: set[int]) -> set[int]:
    """Empty cells that are diagonal (B5) and not edge-adjacent (B4) to the own ones: where a new piece can start."""
    return near(board.diagonals, own) - near(board.edges, own) - occupied


def legal_placements(rules: BlokusRules, position: Position, colour: int) -> Iterator[int]:
    """Numbers of the legal placements of a colour, in no order and some of them more than once.

    A legal placement covers a cell from which the colour may start: one of its first cells, later a start point. All
    its cells are empty (B2) and, unless it is the first, none is edge-adjacent to the colour (B4).
    """
    board = board_of(rules)
    own = position.squares[colour]
    shut = position.occupied()
    if is_first(position, colour):
        points = first_cells(rules, position, colour)
    else:
        points = start_points(board, own, shut)
        shut |= near(board.edges, own)
    for piece in position.hands[colour]:
        covering = board.covering[piece]
        for point in points:
            for number, cells in covering[point]:
                if cells.isdisjoint(shut):
                    yield number


def can_move(rules: BlokusRules, position: Position, colour: int) -> bool:
    """Whether a colour has a legal placement."""
    return next(legal_placements(rules, position, colour), None) is not None


def lay(rules: BlokusRules, position: Position, number: int) -> None:
    """Lays a piece of the colour to move; whose turn it is stays."""
    piece, cells = board_of(rules).placements[number]
    colour = position.colour
    position.squares[colour].update(cells)
    position.hands[colour].remove(piece)
    if not position.hands[colour] and NAMES[piece] == "I1":
        position.single_last.add(colour)


def settle(rules: BlokusRules, position: Position) -> None:
    """Gives the turn to the next colour that can move (B7); if there is none, the game is over (B8)."""
    colours = num_colours(rules)
    for step in range(1, colours + 1):
        colour = (position.colour + step) % colours
        if can_move(rules, position, colour):
            position.colour = colour
            return
    position.colour = -1
