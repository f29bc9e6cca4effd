"""A Blokus position in letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..blokus import COLOUR_NAMES, BlokusState
from ..state import TERMINAL
from .palette import COLOURS, LETTERS
from .request import move_cells, past
from .shapes import Cell
from .terminal import Page

if TYPE_CHECKING:
    from ..blokus import Blokus

__all__ = ["draw", "score_line", "starting_squares", "status"]


def draw(state: BlokusState) -> Page:
    """The board, the hands below it, and who is to move."""
    page = Page()
    board = state.board()
    n = len(board)
    latest = next(past(state), None)
    new = set(move_cells(state, latest.move)) if latest else set()
    starts = starting_squares(state)
    page.line(status(state), bold=True)
    for y in reversed(range(n)):
        page.write(f"{y + 1:>2} ")
        for x in range(n):
            colour = int(board[y, x])
            if colour >= 0:
                letter = LETTERS[colour]
                page.write(letter.lower() if (x, y) in new else letter, COLOURS[colour], bold=(x, y) in new)
            elif (x, y) in starts:
                owner = starts[x, y]
                page.write("+", None if owner is None else COLOURS[owner], bold=True)
            else:
                page.write(".")
            if x < n - 1:  # in colours a piece has no gaps
                page.write(" ", COLOURS[colour] if colour >= 0 and colour == board[y, x + 1] else None)
        page.line()
    page.line("   " + " ".join(chr(ord("a") + x) for x in range(n)))
    for colour in range(_colours(state)):
        mark = ">" if colour == state.current_colour() else " "
        page.write(f"{mark} ")
        page.write(f"{COLOUR_NAMES[colour]:<6}", COLOURS[colour], bold=True)
        page.line(f" {int(state.colour_scores()[colour]):>4}  {' '.join(state.hand(colour)) or 'all laid'}")
    page.line(score_line(state))
    notes = []
    if latest:
        notes.append(f"small letters: the last move, {latest.move}")
    if starts:
        notes.append("+ start")
    if notes:
        page.line("; ".join(notes))
    return page


def status(state: BlokusState) -> str:
    """Who is to move, or how the game ended, in a line."""
    player = state.current_player()
    if player == TERMINAL:
        scores = state.scores()
        best = [p for p in range(len(scores)) if scores[p] == scores.max()]
        who = " and ".join(f"player {p}" for p in best)
        return f"The game is over: {who} {'wins' if len(best) == 1 else 'share the win'}"
    return f"{COLOUR_NAMES[state.current_colour()]} to move (player {player})"


def score_line(state: BlokusState) -> str:
    """The points of all players in a line."""
    return "Points: " + ", ".join(f"player {p} {int(score)}" for p, score in enumerate(state.scores()))


def starting_squares(state: BlokusState) -> dict[Cell, int | None]:
    """The free squares where a first piece can still begin (B3, B11), with the colour whose alone it is."""
    rules = cast("Blokus", state.game).rules
    board = state.board()
    n = len(board)
    squares = {(0, n - 1): 0, (n - 1, n - 1): 1, (n - 1, 0): 2, (0, 0): 3}
    if rules.variant == "duo":
        squares = {(4, 9): 0, (9, 4): 1}
    fresh = [colour for colour in range(_colours(state)) if len(state.hand(colour)) == 21]
    fixed = rules.variant == "duo" or rules.corners == "fixed"
    return {
        (x, y): colour if fixed else None
        for (x, y), colour in squares.items()
        if board[y, x] < 0 and (colour in fresh if fixed else fresh)
    }


def _colours(state: BlokusState) -> int:
    return cast("Blokus", state.game).num_colours()
