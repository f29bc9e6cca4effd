"""The players of Casa Grande: money, bonus points, blocks, and the platforms that are left."""

from __future__ import annotations

import functools

from ..casa_grande import CasaGrandeState
from ..platforms import PlatformSet
from .canvas import Canvas
from .casa_grande_surface import LETTERS, rules_of
from .palette import FAINT, GRID, INK, ORANGE, PAPER, PLAYERS, SKY, YELLOW, mix
from .request import Request, action_attribute, platform_cells
from .shapes import Cell, loops, pack

__all__ = ["draw_players"]

_HEAD = 15.0


def draw_players(
    canvas: Canvas,
    state: CasaGrandeState,
    left: float,
    top: float,
    width: float,
    height: float,
    columns: int,
    request: Request,
) -> float:
    """A box for each player, in so many columns, and below them the choice to decline; gives where they end."""
    players = state.game.num_players()
    lines = -(-players // columns)
    w, h = (width - 4 * (columns - 1)) / columns, min(height / lines, 76)
    for player in range(players):
        x, y = left + player % columns * (w + 4), top + player // columns * h
        _player(canvas, state, player, x, y, w, h - 2, request.data)
    end = top + lines * h
    decline = [action for action, move in request.actions.items() if move == "decline"]
    if decline:
        data = action_attribute(decline) if request.data else {}
        at = max(end, top + height) + 2
        with canvas.group("decline legal", "lay no platform", **data):
            canvas.rect(left, at, w, 14, mix(SKY, PAPER, 0.35), rx=3, stroke=INK, stroke_width=0.8)
            canvas.label(left + w / 2, at + 7, "decline", w - 4)
        return at + 14
    return max(end, top + height)


def _player(
    canvas: Canvas, state: CasaGrandeState, player: int, x: float, y: float, w: float, h: float, data: bool
) -> None:
    fill = PLAYERS[player]
    stock = state.stock(player)
    words = (
        f"{LETTERS[player]}, player {player}: money {state.money(player)}, bonus {state.marker(player)}, "
        f"{state.blocks(player)} blocks left"
    )
    with canvas.group("player", words, data_player=str(player) if data else None):
        if state.turn_player() == player:
            canvas.rect(x, y, w, h, mix(fill, PAPER, 0.75), stroke=INK, stroke_width=1, rx=2)
        else:
            canvas.rect(x, y, w, h, stroke=FAINT, stroke_width=0.8, rx=2)
        canvas.chip(x + 7.5, y + 7.5, 10.5, fill, LETTERS[player])
        step = (min(w, 120) - 15) / 3.15
        at = x + 19
        canvas.circle(at, y + 7.5, 3.6, YELLOW, stroke=INK, stroke_width=0.8)
        canvas.label(at + 5, y + 7.5, str(state.money(player)), step * 1.2 - 11, anchor="start")
        at += step * 1.2
        _star(canvas, at, y + 7.5)
        canvas.label(at + 5, y + 7.5, str(state.marker(player)), 8, anchor="start")
        at += step * 0.9
        canvas.rect(at - 3, y + 4.5, 6, 6, fill, stroke=INK, stroke_width=0.8)
        canvas.label(at + 5, y + 7.5, str(state.blocks(player)), 18, anchor="start")
        if w > 120:
            canvas.label(x + w - 4, y + 7.5, f"on {state.pawn(player)}", 36, anchor="end")
        _stock(canvas, rules_of(state).platforms, stock, fill, (x + 3, y + _HEAD, w - 6, h - _HEAD - 3))


def _star(canvas: Canvas, x: float, y: float) -> None:
    points = [(0, -4.4), (1.2, -1.4), (4.3, -1.3), (1.9, 0.7), (2.7, 3.8)]
    around = points + [(-u, v) for u, v in points[:0:-1]]
    inner = [*around[:5], (0.0, 2.0), *around[5:]]
    canvas.polygon([(x + u, y + v) for u, v in inner], ORANGE, stroke=INK, stroke_width=0.7)


@functools.lru_cache(maxsize=64)
def _packed(platforms: PlatformSet, ratio: float) -> tuple[list[tuple[str, frozenset[Cell], Cell]], int, int]:
    """Every copy of every platform with its place in a box of this form."""
    copies = [
        (entry.name, platform_cells(platforms, entry.name, 0))
        for entry in platforms.platforms
        for _ in range(entry.count)
    ]
    copies.sort(key=lambda copy: -len(copy[1]))
    places, width, height = pack([cells for _, cells in copies], ratio)
    return [(*copy, place) for copy, place in zip(copies, places, strict=True)], width, height


def _stock(
    canvas: Canvas, platforms: PlatformSet, stock: dict[str, int], fill: str, box: tuple[float, float, float, float]
) -> None:
    """The platforms that are left in colour, those that are used as faint outlines."""
    x, y, w, h = box
    copies, columns, rows = _packed(platforms, round(w / h, 2))
    unit = min(w / columns, h / rows, 4.5)
    shown: dict[str, int] = {}
    for name, cells, (x0, y0) in copies:
        shown[name] = shown.get(name, 0) + 1
        here = shown[name] <= stock[name]
        lines = [[(x + (u + x0) * unit, y + (rows - v - y0) * unit) for u, v in line] for line in loops(cells)]
        title = f"{name}: {stock[name]} left"
        canvas.outline(lines, 0.6, mix(fill, INK, 0.6) if here else GRID, fill=fill if here else FAINT, title=title)
