"""Who holds which tiles: the pool of the draft, and a table of all hands with chips and points."""

from __future__ import annotations

from ..casbah import CasbahState
from ..tiles import Tile
from .canvas import WIDTH, Canvas
from .casbah_text import rows, rules_of
from .casbah_tile import draw_tile
from .palette import GRID, INK, ORANGE, PAPER, QUIET, SKY, mix
from .request import Past, Request, action_attribute, targets

__all__ = ["draw_hands", "draw_pool"]

_IN_BAND = 8
_IN_POOL = 6
_ROW = 14.0


def draw_pool(canvas: Canvas, state: CasbahState, request: Request, top: float) -> float:
    """The tiles that are face up, as large pictures with their number; gives where they end."""
    pool = state.pool()
    found = targets(state, request.actions)
    kinds = rules_of(state).tiles.tiles
    step = (WIDTH - 10) / _IN_POOL
    with canvas.group("pool"):
        for i, kind in enumerate(kinds):
            left, upper = 5 + i % _IN_POOL * step, top + i // _IN_POOL * 46
            count = pool.get(kind.name, 0)
            actions = found.get(kind.name)
            data = {"data_tile": kind.name} | action_attribute(actions) if request.data else {}
            title = f"{kind.name}, value {kind.value}: {count} face up"
            with canvas.group("pick legal" if actions else "pick", title, **data):
                if actions:
                    canvas.rect(left, upper - 1, step - 3, 44, mix(SKY, PAPER, 0.5), rx=3, stroke=INK, stroke_width=0.8)
                with canvas.group("picture", opacity=None if count else "0.25"):
                    draw_tile(canvas, left + 2, upper + 3, 25, kind.sides, kind.value)
                canvas.label(left + 28, upper + 15.5, str(count), step - 32, anchor="start", font_weight="bold")
                canvas.label(left + 3, upper + 36.5, _short(kind.name), step - 9, QUIET, "start")
    return top + ((len(kinds) - 1) // _IN_POOL + 1) * 46


def draw_hands(canvas: Canvas, state: CasbahState, latest: Past | None, top: float) -> float:
    """The table of hands, in bands of some types each; gives where it ends."""
    hands = [row for row in rows(state) if row.player >= 0]
    kinds = rules_of(state).tiles.tiles
    if len(kinds) > _IN_BAND:  # leave out what nobody holds
        kinds = tuple(kind for kind in kinds if any(kind.name in row.counts for row in hands))
    with canvas.group("hands"):
        for first in range(0, max(len(kinds), 1), _IN_BAND):
            band = kinds[first : first + _IN_BAND]
            _band_head(canvas, band, top)
            if first == 0:
                canvas.label(254, top + 20, "chips", 34, QUIET, "end")
                canvas.label(294, top + 20, "points", 36, QUIET, "end")
            for i, row in enumerate(hands):
                at = top + 28 + i * _ROW
                if row.player == state.current_player():
                    canvas.rect(3, at, WIDTH - 6, _ROW, mix(ORANGE, PAPER, 0.65))
                canvas.path(f"M3 {at:.2f}h{WIDTH - 6}", stroke=GRID, stroke_width=0.5)
                canvas.label(6, at + _ROW / 2, f"P{row.player}", 20, anchor="start", font_weight="bold")
                for j, kind in enumerate(band):
                    count = row.counts.get(kind.name, 0)
                    x = _column(j)
                    if latest and latest.move == kind.name and latest.before.current_player() == row.player:
                        with canvas.group("last", f"last move: player {row.player} took {kind.name}"):
                            canvas.rect(x - 10, at + 0.8, 20, _ROW - 1.6, PAPER, stroke=INK, stroke_width=1.4, rx=2)
                    if count:
                        canvas.label(x, at + _ROW / 2, str(count), 20)
                if first == 0:
                    canvas.label(254, at + _ROW / 2, str(row.chips), 30, anchor="end")
                    canvas.label(294, at + _ROW / 2, str(row.score), 34, anchor="end", font_weight="bold")
            top += 28 + len(hands) * _ROW + 6
    return top


def _band_head(canvas: Canvas, band: tuple[Tile, ...], top: float) -> None:
    for j, kind in enumerate(band):
        with canvas.group("type", f"{kind.name}, value {kind.value}"):
            draw_tile(canvas, _column(j) - 10.5, top + 3, 21, kind.sides, kind.value)


def _column(j: int) -> float:
    return 37 + j * 24.5


def _short(name: str) -> str:
    return name if len(name) <= 9 else f"{name[:8]}."
