"""A tile of Casbah as a picture: walls around a floor, and what is in them."""

from __future__ import annotations

from typing import Any

from .canvas import FONT, Canvas
from .palette import GREEN, INK, ORANGE, PAPER, SKY, VERMILLION, ink_on, mix

__all__ = ["draw_tile"]

_WALL = "#4d4136"
_FLOOR = "#f7ebd3"
_LEAST_WITH_VALUE = 12.5


def draw_tile(canvas: Canvas, x: float, y: float, side: float, sides: str, value: int) -> None:
    """Draws a tile.

    Args:
        canvas: Where to draw.
        x: Left edge.
        y: Upper edge.
        side: Its width and height.
        sides: Its four sides clockwise from north, turned already.
        value: Its face value, which is left out of very small tiles.
    """
    garden = sides[0] == "G"
    canvas.rect(x, y, side, side, GREEN if garden else _FLOOR)
    if garden:
        _plants(canvas, x, y, side)
    else:
        for direction, kind in enumerate(sides):
            _wall(canvas, x, y, side, direction, kind)
    canvas.rect(x, y, side, side, stroke=INK, stroke_width=0.6)
    if side >= _LEAST_WITH_VALUE:
        if garden:
            radius = min(0.34 * side, FONT * 0.75)
            canvas.circle(x + side / 2, y + side / 2, radius, mix(GREEN, PAPER, 0.45))
        canvas.label(x + side / 2, y + side / 2, str(value), 0.64 * side, ink_on(_FLOOR))


def _plants(canvas: Canvas, x: float, y: float, side: float) -> None:
    """Leaves along the hedges, so that a garden is known by its pattern as well."""
    size = side * 0.09
    d = ""
    for at in (0.14, 0.38, 0.62, 0.86):
        for u, v in ((at, 0.14), (at, 0.86), (0.14, at), (0.86, at)):
            left, upper = x + u * side - size, y + v * side - size
            d += f"M{left:.2f} {upper:.2f}l{size:.2f} {2 * size:.2f}l{size:.2f} {-2 * size:.2f}"
    canvas.path(d, stroke=mix(GREEN, INK, 0.6), stroke_width=max(0.5, side * 0.025))


def _wall(canvas: Canvas, x: float, y: float, side: float, direction: int, kind: str) -> None:
    """The wall on one side: ``direction`` 0 is north, then clockwise."""
    thick = 0.15 * side

    def box(start: float, end: float, outer: float, inner: float, fill: str, **more: Any) -> None:
        """A rectangle in the wall: from ``start`` to ``end`` along it, from ``outer`` to ``inner`` across it."""
        length, depth = (end - start) * side, (inner - outer) * thick
        if direction == 0:
            canvas.rect(x + start * side, y + outer * thick, length, depth, fill, **more)
        elif direction == 2:
            canvas.rect(x + start * side, y + side - inner * thick, length, depth, fill, **more)
        elif direction == 1:
            canvas.rect(x + side - inner * thick, y + start * side, depth, length, fill, **more)
        else:
            canvas.rect(x + outer * thick, y + start * side, depth, length, fill, **more)

    line = max(0.4, 0.02 * side)
    box(0, 1, 0, 1, _WALL)
    if kind == "D":
        box(0.32, 0.68, 0, 1, ORANGE)
    elif kind == "W":
        box(0.16, 0.84, 0.1, 0.9, PAPER)
        for start in (0.18, 0.41, 0.64):
            box(start, start + 0.18, 0.2, 0.8, SKY)
    elif kind == "F":
        box(0.24, 0.76, 0, 1, VERMILLION, stroke=INK, stroke_width=line)
        _arrow(canvas, x + side / 2, y + side / 2, side, direction)


def _arrow(canvas: Canvas, x: float, y: float, side: float, direction: int) -> None:
    """Points out through the front door."""
    half, tip, foot = 0.17 * side, 0.48 * side, 0.36 * side
    points = [(-half, -foot), (half, -foot), (0.0, -tip)]
    for _ in range(direction):
        points = [(-v, u) for u, v in points]
    canvas.polygon([(x + u, y + v) for u, v in points], PAPER, stroke=INK, stroke_width=max(0.4, 0.02 * side))
