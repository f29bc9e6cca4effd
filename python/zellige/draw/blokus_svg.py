"""A Blokus position as a picture: the board, and all colours' hands beside it."""

from __future__ import annotations

import functools
from typing import Any

from ..blokus import COLOUR_NAMES, BlokusState
from .blokus_text import score_line, starting_squares, status
from .canvas import WIDTH, Canvas
from .palette import COLOURS, FAINT, GRID, INK, LETTERS, PAPER, QUIET, ink_on, mix
from .pieces import PIECES
from .request import Request, action_attribute, cell_name, move_cells, past, targets
from .shapes import Cell, centre_cell, components, loops, pack

__all__ = ["draw"]

_LEFT, _TOP, _SIDE = 17.0, 17.0, 190.0
_HANDS = _LEFT + _SIDE + 6


def draw(state: BlokusState, request: Request) -> str:
    """The picture as SVG."""
    board = state.board()
    n = len(board)
    unit = _SIDE / n
    canvas = Canvas()
    canvas.label(5, 9, status(state), WIDTH - 10, anchor="start", font_weight="bold")
    canvas.label(5, _TOP + _SIDE + 24, score_line(state), WIDTH - 10, QUIET, "start")
    canvas.rect(_LEFT, _TOP, _SIDE, _SIDE, PAPER)
    canvas.path(_grid(n, unit), stroke=GRID, stroke_width=0.5)
    with canvas.group("coordinates"):
        for i in range(n):
            canvas.label(_LEFT + (i + 0.5) * unit, _TOP + _SIDE + 8, chr(ord("a") + i), unit + 1.5, QUIET)
            canvas.label(_LEFT - 2, _y(i + 0.5, unit), str(i + 1), _LEFT - 3, QUIET, "end")
    with canvas.group("starts"):
        _starts(canvas, state, unit)
    with canvas.group("pieces"):
        for colour, fill in enumerate(COLOURS[: state.game.num_colours()]):  # type: ignore[attr-defined]
            squares = [(x, y) for y in range(n) for x in range(n) if board[y, x] == colour]
            for piece in components(squares):
                _piece(canvas, piece, unit, fill, LETTERS[colour])
    if request.highlight_last and (latest := next(past(state), None)):
        with canvas.group("last", f"last move: {latest.move}"):
            _ring(canvas, move_cells(state, latest.move), unit)
    if request.actions:
        with canvas.group("legal"):
            _legal(canvas, state, request, unit)
    canvas.rect(_LEFT, _TOP, _SIDE, _SIDE, stroke=INK, stroke_width=1)
    colours = range(state.game.num_colours())  # type: ignore[attr-defined]
    height = _SIDE / len(colours)
    for colour in colours:
        _hand(canvas, state, colour, _TOP + colour * height, height, request.data)
    if request.data:
        _cells(canvas, state, request, unit, n)
    return canvas.finish(_TOP + _SIDE + 34, request, f"{state.game}: {status(state)}")


def _y(y: float, unit: float) -> float:
    return _TOP + _SIDE - y * unit


def _grid(n: int, unit: float) -> str:
    lines = [f"M{_LEFT} {_y(i, unit):.2f}h{_SIDE}M{_LEFT + i * unit:.2f} {_TOP}v{_SIDE}" for i in range(1, n)]
    return "".join(lines)


def _placed(lines: list[list[tuple[float, float]]], unit: float) -> list[list[tuple[float, float]]]:
    return [[(_LEFT + x * unit, _y(y, unit)) for x, y in line] for line in lines]


def _piece(canvas: Canvas, cells: list[Cell], unit: float, fill: str, letter: str) -> None:
    lines = _placed(loops(cells, 0.05), unit)
    canvas.outline(lines, 0.9, mix(fill, INK, 0.55), fill=fill, fill_rule="evenodd")
    inner = ""
    for x, y in cells:  # faint lines between the squares of a piece, so that they can be counted
        if (x + 1, y) in cells:
            inner += f"M{_LEFT + (x + 1) * unit:.2f} {_y(y + 0.9, unit):.2f}v{0.8 * unit:.2f}"
        if (x, y + 1) in cells:
            inner += f"M{_LEFT + (x + 0.1) * unit:.2f} {_y(y + 1, unit):.2f}h{0.8 * unit:.2f}"
    if inner:
        canvas.path(inner, stroke=mix(fill, INK, 0.3), stroke_width=0.5)
    x, y = centre_cell(cells)
    canvas.label(_LEFT + (x + 0.5) * unit, _y(y + 0.5, unit), letter, unit - 0.8, ink_on(fill))


def _ring(canvas: Canvas, cells: list[Cell], unit: float) -> None:
    lines = _placed(loops(cells), unit)
    canvas.outline(lines, 3, INK)
    canvas.outline(lines, 1.2, PAPER)


def _starts(canvas: Canvas, state: BlokusState, unit: float) -> None:
    for (x, y), colour in starting_squares(state).items():
        fill = PAPER if colour is None else COLOURS[colour]
        at = _LEFT + (x + 0.5) * unit, _y(y + 0.5, unit)
        if colour is None:
            canvas.circle(*at, 0.22 * unit, INK)
        else:
            canvas.circle(*at, 0.44 * unit, fill, stroke=INK, stroke_width=0.6)
            canvas.label(*at, LETTERS[colour], 0.6 * unit, ink_on(fill))


def _legal(canvas: Canvas, state: BlokusState, request: Request, unit: float) -> None:
    """The outline of a single placement, or a dot on every square that one of them covers."""
    fill = COLOURS[state.current_colour()]
    if len(request.actions) == 1:
        (move,) = request.actions.values()
        lines = _placed(loops(move_cells(state, move), 0.08), unit)
        canvas.outline(lines, 2.4, INK, fill=mix(fill, PAPER, 0.5))
        canvas.outline(lines, 1.1, PAPER, stroke_dasharray="2 2")
        return
    cells = {cell for move in request.actions.values() for cell in move_cells(state, move)}
    for x, y in sorted(cells):
        at = _LEFT + (x + 0.5) * unit, _y(y + 0.5, unit)
        canvas.circle(*at, 0.2 * unit, fill, stroke=INK, stroke_width=0.6)


@functools.cache
def _packed(colours: int) -> tuple[list[Cell], int, int, tuple[int, ...]]:
    """Places of the pieces in a hand, the large ones first, and the order in which they were laid out."""
    order = tuple(sorted(range(len(PIECES)), key=lambda i: (-len(PIECES[i][1]), i)))
    places, width, height = pack([PIECES[i][1] for i in order], 84 / (_SIDE / colours - 18))
    return places, width, height, order


def _hand(canvas: Canvas, state: BlokusState, colour: int, top: float, height: float, data: bool) -> None:
    fill = COLOURS[colour]
    room = WIDTH - _HANDS - 3
    places, columns, rows, order = _packed(state.game.num_colours())  # type: ignore[attr-defined]
    small = min(room / columns, (height - 17) / rows)
    with canvas.group("hand", data_colour=str(colour) if data else None):
        if state.current_colour() == colour:
            canvas.rect(_HANDS - 3, top - 1, room + 4, height - 2, mix(fill, PAPER, 0.8), stroke=INK, stroke_width=1)
        canvas.chip(_HANDS + 5, top + 6.5, 10.5, fill, LETTERS[colour])
        canvas.label(_HANDS + 13, top + 6.5, COLOUR_NAMES[colour], 44, anchor="start")
        canvas.label(WIDTH - 3, top + 6.5, str(state.colour_scores()[colour]), 26, anchor="end")
        left = set(state.hand(colour))
        for i, (x0, y0) in zip(order, places, strict=True):
            name, cells = PIECES[i]
            here = name in left
            lines = [
                [(_HANDS + (x + x0) * small, top + 14.5 + (rows - y - y0) * small) for x, y in line]
                for line in loops(cells)
            ]
            more = {"data_piece": name} if data else {}
            canvas.outline(
                lines,
                0.6 if here else 0.4,
                mix(fill, INK, 0.6) if here else GRID,
                fill=fill if here else FAINT,
                title=f"{COLOUR_NAMES[colour]} {name}{'' if here else ', laid'}",
                **more,
            )


def _cells(canvas: Canvas, state: BlokusState, request: Request, unit: float, n: int) -> None:
    found = targets(state, request.actions)
    with canvas.group("cells", pointer_events="all"):
        for y in range(n):
            for x in range(n):
                name = cell_name(x, y)
                kind = "cell legal" if name in found else "cell"
                more: dict[str, Any] = {"class": kind, "data_cell": name} | action_attribute(found.get(name))
                canvas.rect(_LEFT + x * unit, _y(y + 1, unit), unit, unit, **more)
