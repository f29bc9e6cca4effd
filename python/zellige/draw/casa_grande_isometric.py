"""A Casa Grande position in space, seen from above the corner h1: blocks and platforms stacked."""

from __future__ import annotations

from typing import Any, Final

from ..casa_grande import CasaGrandeState
from .canvas import WIDTH, Canvas
from .casa_grande_players import draw_players
from .casa_grande_surface import LETTERS, SIDE, Item, lane, latest_moves, stacks, status, surface
from .palette import GRID, GROUND, INK, PAPER, PLAYERS, QUIET, SKY, ink_on, mix
from .request import Request, action_attribute, cell_name, move_cells, targets
from .shapes import Cell

__all__ = ["draw"]

_WIDE: Final = 17.2
_DEEP: Final = 8.9
_SLAB: Final = 0.16
"""Thickness of a platform, in blocks; it takes that much of the block above it."""
_HIDDEN: Final = "#b8b2a7"

Point = tuple[float, float]


class _Room:
    """Where points in space are in the picture."""

    def __init__(self, top: float, highest: int) -> None:
        self.up = min(13.0, 150 / max(highest, 1))
        self.top = top

    def at(self, x: float, y: float, z: float) -> Point:
        """The place of a point: ``x`` to the lower right, ``y`` to the upper right, ``z`` up."""
        return 6 + (x + y) * _WIDE, self.top + (x + SIDE - y) * _DEEP - z * self.up

    def lid(self, x: int, y: int, z: float) -> list[Point]:
        """The corners of a plot at a height, from the lower left one counterclockwise."""
        return [self.at(x, y, z), self.at(x + 1, y, z), self.at(x + 1, y + 1, z), self.at(x, y + 1, z)]


def draw(state: CasaGrandeState, request: Request) -> str:
    """The picture as SVG."""
    canvas = Canvas()
    latest = latest_moves(state)
    built = stacks(state)
    highest = max((stack[-1].top for stack in built.values()), default=0)
    canvas.label(5, 9, status(state, latest.die), WIDTH - 10, anchor="start", font_weight="bold")
    # The corner that is farthest up on the paper decides how much room there must be above the board.
    room = _Room(0, highest)
    rise = min((room.at(x + 1, y + 1, stack[-1].top)[1] - _DEEP for (x, y), stack in built.items()), default=0.0)
    room.top = 20 - min(0.0, rise)
    _ground(canvas, state, room)
    new = _new(state, request, latest.block, latest.platform)
    legal = {cell for move in request.actions.values() for cell in move_cells(state, move)}
    # Painted from the back to the front, and each plot from the ground up.
    for x, y in sorted(((x, y) for x in range(SIDE) for y in range(SIDE)), key=lambda cell: (cell[0] - cell[1], cell)):
        stack = built.get((x, y), [])
        for i, item in enumerate(stack):
            _item(canvas, room, (x, y), item, i > 0 and stack[i - 1].platform >= 0, built)
        _marks(canvas, room, (x, y), built, new, (x, y) in legal)
    bottom = room.at(SIDE, 0, 0)[1] + 12
    end = draw_players(canvas, state, 5, bottom, WIDTH - 10, 60.0 * (-(-state.game.num_players() // 2)), 2, request)
    if request.data:
        _cells(canvas, state, request, room)
    return canvas.finish(end + 4, request, f"{state.game}, isometric: {status(state, latest.die)}"[:400])


def _new(state: CasaGrandeState, request: Request, *moves: str | None) -> set[Cell]:
    if not request.highlight_last:
        return set()
    return {cell for move in moves if move for cell in move_cells(state, move)}


def _ground(canvas: Canvas, state: CasaGrandeState, room: _Room) -> None:
    player = state.turn_player()
    plots = lane(state.pawn(player)) if player >= 0 and state.phase() in ("block", "platform") else frozenset()
    with canvas.group("ground"):
        corners = [room.at(0, 0, 0), room.at(SIDE, 0, 0), room.at(SIDE, SIDE, 0), room.at(0, SIDE, 0)]
        rim = [corners[0], corners[1], corners[2]]
        base = [*rim, *((x, y + 4) for x, y in reversed(rim))]
        canvas.polygon(base, mix(GROUND, INK, 0.35), stroke=INK, stroke_width=0.6, stroke_linejoin="round")
        canvas.polygon(corners, GROUND)
        for x, y in sorted(plots):
            canvas.polygon(room.lid(x, y, 0), mix(PLAYERS[player], PAPER, 0.7))
        lines = ""
        for i in range(SIDE + 1):
            for (ax, ay), (bx, by) in (
                (room.at(i, 0, 0), room.at(i, SIDE, 0)),
                (room.at(0, i, 0), room.at(SIDE, i, 0)),
            ):
                lines += f"M{ax:.2f} {ay:.2f}L{bx:.2f} {by:.2f}"
        canvas.path(lines, stroke=GRID, stroke_width=0.6)
        canvas.polygon(corners, stroke=INK, stroke_width=0.8, stroke_linejoin="round")
    with canvas.group("coordinates"):
        for i in range(SIDE):
            u, v = room.at(i + 0.5, 0, 0)
            canvas.label(u - 7, v + 9, chr(ord("a") + i), fill=QUIET)
            u, v = room.at(SIDE, i + 0.5, 0)
            canvas.label(u + 7, v + 9, str(i + 1), fill=QUIET)


def _item(canvas: Canvas, room: _Room, cell: Cell, item: Item, on_slab: bool, built: dict[Cell, list[Item]]) -> None:
    """A block, or a plot's share of a platform."""
    x, y = cell
    fill = _HIDDEN if item.owner < 0 else PLAYERS[item.owner]
    edge = mix(fill, INK, 0.65)
    slab = item.platform >= 0
    low, high = (item.top, item.top + _SLAB) if slab else (item.bottom + (_SLAB if on_slab else 0), item.top)

    def beside(dx: int, dy: int) -> bool:
        """Whether the same platform goes on there."""
        return slab and any(other.platform == item.platform for other in built.get((x + dx, y + dy), []))

    lid, foot = room.lid(x, y, high), room.lid(x, y, low)
    light = mix(fill, PAPER, 0.35) if slab else mix(fill, PAPER, 0.0)
    line: dict[str, Any] = {"stroke": edge, "stroke_width": 0.7, "stroke_linejoin": "round"}
    if not beside(0, -1):
        canvas.polygon([foot[0], foot[1], lid[1], lid[0]], mix(fill, INK, 0.2), **line)
    if not beside(1, 0):
        canvas.polygon([foot[1], foot[2], lid[2], lid[1]], mix(fill, INK, 0.4), **line)
    if not slab:
        canvas.polygon(lid, light, **line)
        return
    canvas.polygon(lid, light, stroke=light, stroke_width=0.3)
    d = ""
    for i, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        if not beside(dx, dy):
            (ax, ay), (bx, by) = lid[i], lid[(i + 1) % 4]
            d += f"M{ax:.2f} {ay:.2f}L{bx:.2f} {by:.2f}"
    if d:
        canvas.path(d, stroke=edge, stroke_width=1.3, stroke_linecap="round")


def _surface_height(stack: list[Item]) -> float:
    return 0.0 if not stack else stack[-1].top + (_SLAB if stack[-1].platform >= 0 else 0.0)


def _hidden(room: _Room, cell: Cell, label: Point, built: dict[Cell, list[Item]]) -> bool:
    """Whether something before a plot covers a part of the label in the middle of its top."""
    for dx in range(SIDE):
        for dy in range(SIDE):
            x, y = cell[0] + dx, cell[1] - dy
            if not (dx or dy) or (x, y) not in built:
                continue
            top = room.lid(x, y, _surface_height(built[x, y]))
            foot = room.at(x + 1, y, 0)
            # A column looks like a six-sided figure: its two upper edges slope, its sides are straight.
            for u in (label[0] - 6, label[0], label[0] + 6):
                if top[0][0] < u < top[2][0]:
                    upper = top[3][1] + abs(u - top[3][0]) * _DEEP / _WIDE
                    if upper < label[1] + 3 and label[1] - 3 < foot[1]:
                        return True
    return False


def _marks(canvas: Canvas, room: _Room, cell: Cell, built: dict[Cell, list[Item]], new: set[Cell], legal: bool) -> None:
    """Owner and height on the top of a plot, and whether it is new or legal."""
    x, y = cell
    stack = built.get(cell, [])
    z = _surface_height(stack)
    if cell in new:
        d = ""
        lid = room.lid(x, y, z)
        for i, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            if (x + dx, y + dy) not in new:
                (ax, ay), (bx, by) = lid[i], lid[(i + 1) % 4]
                d += f"M{ax:.2f} {ay:.2f}L{bx:.2f} {by:.2f}"
        with canvas.group("last"):
            canvas.path(d, stroke=INK, stroke_width=3, stroke_linecap="round")
            canvas.path(d, stroke=PAPER, stroke_width=1.3, stroke_linecap="round")
    if stack:
        item = stack[-1]
        slab = item.platform >= 0
        fill = PLAYERS[item.owner]
        letter = LETTERS[item.owner].lower() if slab else LETTERS[item.owner]
        ink = ink_on(mix(fill, PAPER, 0.35) if slab else fill)
        cx, cy = room.at(x + 0.5, y + 0.5, z)
        if not _hidden(room, cell, (cx, cy), built):
            canvas.label(cx, cy, f"{letter}{item.top}", 1.25 * _WIDE, ink)
    if legal:
        cx, cy = room.at(x + 0.2, y + 0.8, z)
        with canvas.group("legal"):
            canvas.circle(cx, cy + 1, 2.2, SKY, stroke=INK, stroke_width=0.8)


def _cells(canvas: Canvas, state: CasaGrandeState, request: Request, room: _Room) -> None:
    found = targets(state, request.actions)
    top = surface(state)
    with canvas.group("cells", pointer_events="all"):
        for x, y in sorted(((x, y) for x in range(SIDE) for y in range(SIDE)), key=lambda c: (c[0] - c[1], c)):
            name = cell_name(x, y)
            more: dict[str, Any] = {"class": "cell legal" if name in found else "cell", "data_cell": name}
            canvas.polygon(room.lid(x, y, top.height[y][x]), **more, **action_attribute(found.get(name)))
