"""A Casa Grande position from above: heights, owners, platforms with their outlines, and the track around."""

from __future__ import annotations

from typing import Any, Final

from ..casa_grande import CasaGrandeState
from .canvas import WIDTH, Canvas
from .casa_grande_players import draw_players
from .casa_grande_surface import LETTERS, SIDE, SPACES, Surface, lane, latest_moves, status, surface
from .palette import GRID, GROUND, INK, PAPER, PLAYERS, QUIET, SKY, ink_on, mix
from .request import Request, action_attribute, cell_name, move_cells, targets
from .shapes import Cell, loops

__all__ = ["draw"]

_LEFT: Final = 13.0
_TOP: Final = 18.0
_PLOT: Final = 19.0
_TRACK: Final = 19.0
_BOARD_LEFT: Final = _LEFT + _TRACK
_BOARD_TOP: Final = _TOP + _TRACK
_END: Final = _TOP + 2 * _TRACK + SIDE * _PLOT


def draw(state: CasaGrandeState, request: Request) -> str:
    """The picture as SVG."""
    canvas = Canvas()
    latest = latest_moves(state)
    top = surface(state)
    canvas.label(5, 9, status(state, latest.die), WIDTH - 10, anchor="start", font_weight="bold")
    _track(canvas, state, request)
    _ground(canvas, state)
    _platforms(canvas, top)
    _blocks(canvas, top)
    if request.highlight_last:
        moves = [move for move in (latest.block, latest.platform) if move]
        for move in moves:
            with canvas.group("last", f"last laid: {move}"):
                around = _placed(move_cells(state, move))
                canvas.outline(around, 3.2, INK)
                canvas.outline(around, 1.4, PAPER)
    if request.actions:
        _legal(canvas, state, request)
    left = _LEFT + 2 * _TRACK + SIDE * _PLOT + 6
    bottom = draw_players(canvas, state, left, _TOP, WIDTH - 3 - left, _END + 12 - _TOP, 1, request)
    if request.data:
        _cells(canvas, state, request)
    return canvas.finish(bottom + 4, request, f"{state.game}: {status(state, latest.die)}"[:400])


def _at(x: float, y: float) -> tuple[float, float]:
    return _BOARD_LEFT + x * _PLOT, _BOARD_TOP + (SIDE - y) * _PLOT


def _placed(cells: list[Cell], inset: float = 0.0) -> list[list[tuple[float, float]]]:
    return [[_at(x, y) for x, y in line] for line in loops(cells, inset)]


def _space(space: int) -> tuple[float, float, float, float]:
    """Left, top, width and height of a space of the track (G2)."""
    corner, step = divmod(space, 5)
    far = _TRACK + SIDE * _PLOT
    if not step:
        x, y = [(0.0, far), (0.0, 0.0), (far, 0.0), (far, far)][corner]
        return _LEFT + x, _TOP + y, _TRACK, _TRACK
    ahead, back = _TRACK + 2 * _PLOT * (step - 1), _TRACK + 2 * _PLOT * (4 - step)
    x, y = [(0.0, back), (ahead, 0.0), (far, ahead), (back, far)][corner]
    long = 2 * _PLOT
    return (_LEFT + x, _TOP + y, _TRACK, long) if corner in (0, 2) else (_LEFT + x, _TOP + y, long, _TRACK)


def _track(canvas: Canvas, state: CasaGrandeState, request: Request) -> None:
    ways = _ways(state, request)
    with canvas.group("track"):
        for space in range(SPACES):
            x, y, w, h = _space(space)
            pawns = [p for p in range(state.game.num_players()) if state.pawn(p) == space]
            title = f"space {space}" + (f": {' and '.join(LETTERS[p] for p in pawns)}" if pawns else "")
            way = ways.get(space)
            fill = mix(SKY, PAPER, 0.35) if way else "#e4e0d6" if space % 5 == 0 else "#f7f5f0"
            data = {"data_space": str(space)} | (action_attribute([way[0]]) if way else {}) if request.data else {}
            with canvas.group("space legal" if way else "space", title, **data):
                canvas.rect(x, y, w, h, fill, stroke=INK if way else GRID, stroke_width=1 if way else 0.7)
                if way or not pawns or space % 5:
                    text = way[1] if way else str(space)
                    across = space % 5 == 0 or not pawns
                    cx, cy = (x + w / 2, y + h / 2) if across else (x + 9.5, y + 9.5)
                    canvas.label(cx, cy, text, 16, INK if way else QUIET)
                for i, player in enumerate(pawns):
                    px = x + w - 14.25 + i % 2 * 9.5
                    py = y + h - (9.5 if len(pawns) < 3 else 14.25 - i // 2 * 9.5)
                    if len(pawns) == 1:
                        px = x + w - 9.5
                    canvas.chip(px, py, 9.4, PLAYERS[player], LETTERS[player])


def _ways(state: CasaGrandeState, request: Request) -> dict[int, tuple[int, str]]:
    """The spaces where the die or bought steps lead, with the action and its number of spaces."""
    if state.phase() not in ("die", "step"):
        return {}
    pawn = state.pawn(state.turn_player())
    ways = {}
    for action, move in request.actions.items():
        far = int(move.partition("=")[2])
        ways[(pawn + far) % SPACES] = (action, f"+{far}")
    return ways


def _ground(canvas: Canvas, state: CasaGrandeState) -> None:
    player = state.turn_player()
    plots = lane(state.pawn(player)) if player >= 0 and state.phase() in ("block", "platform") else frozenset()
    with canvas.group("ground"):
        canvas.rect(*_at(0, SIDE), SIDE * _PLOT, SIDE * _PLOT, GROUND)
        if plots:
            canvas.path(_squares(plots), mix(PLAYERS[player], PAPER, 0.7), f"the lane of {LETTERS[player]}")
        lines = ""
        for i in range(SIDE + 1):
            (x, y), (u, v) = _at(0, i), _at(i, SIDE)
            lines += f"M{x:.2f} {y:.2f}h{SIDE * _PLOT}M{u:.2f} {v:.2f}v{SIDE * _PLOT}"
        canvas.path(lines, stroke=GRID, stroke_width=0.6)
        canvas.rect(*_at(0, SIDE), SIDE * _PLOT, SIDE * _PLOT, stroke=INK, stroke_width=1)
    with canvas.group("coordinates"):
        for i in range(SIDE):
            canvas.label(_at(i + 0.5, 0)[0], _END + 7, chr(ord("a") + i), fill=QUIET)
            canvas.label(_LEFT - 3, _at(0, i + 0.5)[1], str(i + 1), fill=QUIET, anchor="end")


def _squares(cells: frozenset[Cell] | list[Cell]) -> str:
    d = ""
    for x, y in sorted(cells):
        left, top = _at(x, y + 1)
        d += f"M{left:.2f} {top:.2f}h{_PLOT}v{_PLOT}h{-_PLOT}Z"
    return d


def _platforms(canvas: Canvas, top: Surface) -> None:
    """What can be seen of each platform from above, with its outline, its owner and its level."""
    seen: dict[int, list[Cell]] = {}
    for y in range(SIDE):
        for x in range(SIDE):
            if top.platform[y][x] >= 0:
                seen.setdefault(top.platform[y][x], []).append((x, y))
    with canvas.group("platforms"):
        for number, cells in sorted(seen.items()):
            platform = top.platforms[number]
            fill = mix(PLAYERS[platform.owner], PAPER, 0.45)
            title = f"platform {platform.name} of {LETTERS[platform.owner]} on level {platform.level}"
            with canvas.group("platform", title):
                canvas.path(_squares(cells), fill)
                canvas.path(_hatching(cells), stroke=mix(PLAYERS[platform.owner], PAPER, 0.1), stroke_width=0.9)
                canvas.outline(_placed(cells, 0.055), 2, mix(PLAYERS[platform.owner], INK, 0.5))
                for x, y in cells:
                    if top.kind[y][x] == 2:
                        _tag(canvas, x, y, f"{LETTERS[platform.owner].lower()}{platform.level}")


def _hatching(cells: list[Cell]) -> str:
    """Slanting lines that run on from plot to plot."""
    d = ""
    for x, y in cells:
        left, top = _at(x, y + 1)
        half = _PLOT / 2
        d += f"M{left:.2f} {top + half:.2f}l{half} {-half}M{left:.2f} {top + _PLOT:.2f}l{_PLOT} {-_PLOT}"
        d += f"M{left + half:.2f} {top + _PLOT:.2f}l{half} {-half}"
    return d


def _tag(canvas: Canvas, x: int, y: int, text: str) -> None:
    """A label on a light field, so that hatching does not disturb it."""
    cx, cy = _at(x + 0.5, y + 0.5)
    canvas.rect(cx - 7.4, cy - 5.4, 14.8, 10.8, PAPER, opacity="0.85", rx=2)
    canvas.label(cx, cy, text, 14.2)


def _blocks(canvas: Canvas, top: Surface) -> None:
    with canvas.group("blocks"):
        for y in range(SIDE):
            for x in range(SIDE):
                if top.kind[y][x] != 1:
                    continue
                owner, height = top.owner[y][x], top.height[y][x]
                left, upper = _at(x, y + 1)
                fill, side = PLAYERS[owner], _PLOT - 5
                with canvas.group("block", f"block of {LETTERS[owner]}, {height} high"):
                    canvas.rect(left + 2.5, upper + 2.5, side, side, fill, stroke=INK, stroke_width=0.9, rx=1.5)
                    text = f"{LETTERS[owner]}{height}"
                    canvas.label(left + _PLOT / 2, upper + _PLOT / 2, text, side - 0.8, ink_on(fill))


def _legal(canvas: Canvas, state: CasaGrandeState, request: Request) -> None:
    """The outline of a single platform, or a dot on every plot that a legal block or platform covers."""
    moves = [move for move in request.actions.values() if move_cells(state, move)]
    if not moves:
        return
    with canvas.group("legal"):
        if len(moves) == 1:
            lines = _placed(move_cells(state, moves[0]), 0.08)
            canvas.outline(lines, 3, INK)
            canvas.outline(lines, 1.5, PAPER, stroke_dasharray="3 2")
            return
        for x, y in sorted({cell for move in moves for cell in move_cells(state, move)}):
            cx, cy = _at(x + 1, y + 1)
            canvas.circle(cx - 4.2, cy + 4.2, 3, SKY, stroke=INK, stroke_width=0.9)


def _cells(canvas: Canvas, state: CasaGrandeState, request: Request) -> None:
    found = targets(state, request.actions)
    with canvas.group("cells", pointer_events="all"):
        for y in range(SIDE):
            for x in range(SIDE):
                name = cell_name(x, y)
                more: dict[str, Any] = {"class": "cell legal" if name in found else "cell", "data_cell": name}
                left, upper = _at(x, y + 1)
                canvas.rect(left, upper, _PLOT, _PLOT, **more, **action_attribute(found.get(name)))
