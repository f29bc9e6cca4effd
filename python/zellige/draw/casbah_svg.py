"""A Casbah position as a picture: the casbah in its possible frames, and below it who holds what."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..casbah import CasbahState, Frame
from .canvas import WIDTH, Canvas
from .casbah_frames import draw_frames
from .casbah_hands import draw_hands, draw_pool
from .casbah_text import rules_of, status
from .casbah_tile import draw_tile
from .palette import GRID, INK, PAPER, QUIET, SKY, mix
from .request import Past, Request, action_attribute, move_cells, past, targets
from .shapes import Cell

__all__ = ["draw"]

_EMPTY = "#faf8f4"
_CERTAIN = "#ece6da"
_MARGIN = 18.0
_LARGEST = 46.0


class Area(NamedTuple):
    """Where the cells of the table are in the picture."""

    x0: int
    y0: int
    columns: int
    rows: int
    left: float
    top: float
    side: float

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the table is; cells have their lower left corner at whole numbers."""
        return self.left + (x - self.x0) * self.side, self.top + (self.y0 + self.rows - y) * self.side


def draw(state: CasbahState, request: Request) -> str:
    """The picture as SVG."""
    canvas = Canvas()
    canvas.label(5, 9, status(state), WIDTH - 10, anchor="start", font_weight="bold")
    latest = next(past(state), None) if request.highlight_last else None
    top = 18.0
    if state.phase() == "draft":
        top = draw_pool(canvas, state, request, top)
    else:
        top = _table(canvas, state, request, latest, top)
    bottom = draw_hands(canvas, state, latest, top + 6)
    return canvas.finish(bottom + 4, request, f"{state.game}: {status(state)}"[:400])


def _area(state: CasbahState, top: float) -> Area:
    """All possible frames; if there is none, what is laid."""
    boxes = state.frames() or [Frame(tile.x, tile.y, 1, 1) for tile in state.tiles()]
    x0, y0 = min(box.x0 for box in boxes), min(box.y0 for box in boxes)
    columns = max(box.x0 + box.w for box in boxes) - x0
    rows = max(box.y0 + box.h for box in boxes) - y0
    side = min(_LARGEST, (WIDTH - _MARGIN - 6) / columns, max(230 / rows, 16))
    return Area(x0, y0, columns, rows, _MARGIN + (WIDTH - _MARGIN - 6 - columns * side) / 2, top, side)


def _table(canvas: Canvas, state: CasbahState, request: Request, latest: Past | None, top: float) -> float:
    area = _area(state, top)
    frames = state.frames()
    laid = {(tile.x, tile.y): tile for tile in state.tiles()}
    with canvas.group("ground"):
        for y in range(area.y0, area.y0 + area.rows):
            for x in range(area.x0, area.x0 + area.columns):
                around = sum(f.x0 <= x < f.x0 + f.w and f.y0 <= y < f.y0 + f.h for f in frames)
                if around and (x, y) not in laid:
                    fill = _CERTAIN if around == len(frames) else _EMPTY
                    left, upper = area.place(x, y + 1)
                    canvas.rect(left, upper, area.side, area.side, fill, stroke=GRID, stroke_width=0.4)
    _coordinates(canvas, area)
    kinds = {tile.name: tile for tile in rules_of(state).tiles.tiles}
    with canvas.group("tiles"):
        for (x, y), tile in laid.items():
            kind = kinds[tile.name]
            sides = "".join(kind.sides[(d - tile.r) % 4] for d in range(4))
            with canvas.group("tile", f"{tile.name}/{tile.r} at {x},{y}, value {kind.value}"):
                draw_tile(canvas, *area.place(x, y + 1), area.side, sides, kind.value)
    if state.phase() == "lay":
        draw_frames(canvas, frames, area.place, area.side)
    if request.actions:
        _legal(canvas, state, request, area)
    if latest and (cells := move_cells(state, latest.move)):
        left, upper = area.place(cells[0][0], cells[0][1] + 1)
        with canvas.group("last", f"last move: {latest.move}"):
            canvas.rect(left, upper, area.side, area.side, stroke=INK, stroke_width=3.2, rx=1)
            canvas.rect(left, upper, area.side, area.side, stroke=PAPER, stroke_width=1.4, rx=1)
    if request.data:
        _cells(canvas, state, request, area)
    return area.top + area.rows * area.side + 14


def _coordinates(canvas: Canvas, area: Area) -> None:
    """Numbers of columns and rows, every one that has room."""
    step = next(step for step in (1, 2, 5, 10, 20) if step * area.side >= (18 if area.x0 < 0 else 14))
    with canvas.group("coordinates"):
        for x in range(area.x0, area.x0 + area.columns):
            if x % step == 0:
                at, _ = area.place(x + 0.5, 0)
                canvas.label(at, area.top + area.rows * area.side + 8, str(x), step * area.side - 2, QUIET)
        step = next(step for step in (1, 2, 5, 10, 20) if step * area.side >= 10)
        for y in range(area.y0, area.y0 + area.rows):
            if y % step == 0:
                _, at = area.place(0, y + 0.5)
                canvas.label(area.left - 3, at, str(y), _MARGIN - 4, QUIET, "end")


def _legal(canvas: Canvas, state: CasbahState, request: Request, area: Area) -> None:
    """The tile itself for a single lay, else a mark on every cell that a tile can be laid on."""
    with canvas.group("legal"):
        if len(request.actions) == 1 and (move := next(iter(request.actions.values()))) and "@" in move:
            name, _, rest = move.partition("/")
            kind = next(tile for tile in rules_of(state).tiles.tiles if tile.name == name)
            r = int(rest.partition("@")[0])
            (x, y) = move_cells(state, move)[0]
            left, upper = area.place(x, y + 1)
            with canvas.group("ghost", move, opacity="0.75"):
                draw_tile(
                    canvas, left, upper, area.side, "".join(kind.sides[(d - r) % 4] for d in range(4)), kind.value
                )
            canvas.rect(left, upper, area.side, area.side, stroke=INK, stroke_width=1.2, stroke_dasharray="3 2")
            return
        counts: dict[Cell, int] = {}
        for move in request.actions.values():
            for cell in move_cells(state, move):
                counts[cell] = counts.get(cell, 0) + 1
        for (x, y), count in sorted(counts.items()):
            left, upper = area.place(x + 0.16, y + 0.84)
            side = 0.68 * area.side
            canvas.rect(
                left, upper, side, side, mix(SKY, PAPER, 0.35), rx=0.2 * side, stroke=INK, stroke_width=0.8,
                title=f"{count} {'lay' if count == 1 else 'lays'}",
            )  # fmt: skip
            if area.side >= 16:
                canvas.label(left + side / 2, upper + side / 2, str(count), side - 1)


def _cells(canvas: Canvas, state: CasbahState, request: Request, area: Area) -> None:
    found = targets(state, request.actions)
    frames = state.frames()
    with canvas.group("cells", pointer_events="all"):
        for y in range(area.y0, area.y0 + area.rows):
            for x in range(area.x0, area.x0 + area.columns):
                if not frames or any(f.x0 <= x < f.x0 + f.w and f.y0 <= y < f.y0 + f.h for f in frames):
                    name = f"{x},{y}"
                    left, upper = area.place(x, y + 1)
                    more: dict[str, Any] = {"class": "cell legal" if name in found else "cell", "data_cell": name}
                    canvas.rect(left, upper, area.side, area.side, **more, **action_attribute(found.get(name)))
