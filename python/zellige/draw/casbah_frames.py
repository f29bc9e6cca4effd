"""The frames that a casbah can still fill (H7), as outlines that stay readable when there are many."""

from __future__ import annotations

from collections.abc import Callable

from ..casbah import Frame
from .canvas import Canvas
from .palette import BLUE, PAPER, VERMILLION
from .shapes import loops

__all__ = ["draw_frames"]

_FEW = 3
Place = Callable[[float, float], tuple[float, float]]


def draw_frames(canvas: Canvas, frames: list[Frame], place: Place, side: float) -> None:
    """Draws few frames whole, one within the other; of many the common outline, and two corners of each.

    Args:
        canvas: Where to draw.
        frames: The possible frames.
        place: Where a point of the table is in the picture.
        side: Width of a cell in the picture.
    """
    with canvas.group("frames"):
        if len(frames) <= _FEW:
            for i, frame in enumerate(frames):
                _whole(canvas, frame, place, side, i)
            return
        cells = {(x, y) for f in frames for x in range(f.x0, f.x0 + f.w) for y in range(f.y0, f.y0 + f.h)}
        around = [[place(x, y) for x, y in line] for line in loops(cells)]
        canvas.outline(around, 1, _colour(frames[0], frames), stroke_dasharray="1 2")
        for frame in frames:
            _corners(canvas, frame, place, side, _colour(frame, frames))


def _colour(frame: Frame, frames: list[Frame]) -> str:
    """One colour for each of the two shapes."""
    return BLUE if (frame.w, frame.h) == (frames[0].w, frames[0].h) else VERMILLION


def _title(frame: Frame) -> str:
    return f"possible frame: {frame.w}x{frame.h} from column {frame.x0}"


def _whole(canvas: Canvas, frame: Frame, place: Place, side: float, number: int) -> None:
    inset = (0.8 + 2.2 * number) / side
    (x0, y0), (x1, y1) = (
        place(frame.x0 + inset, frame.y0 + inset),
        place(frame.x0 + frame.w - inset, frame.y0 + frame.h - inset),
    )
    d = f"M{x0:.2f} {y0:.2f}H{x1:.2f}V{y1:.2f}H{x0:.2f}Z"
    canvas.path(d, stroke=PAPER, stroke_width=2, opacity="0.7")
    colour, dashes = ((BLUE, None), (VERMILLION, "5 2"), (BLUE, "1.5 1.5"))[number]
    canvas.path(d, title=_title(frame), stroke=colour, stroke_width=1.3, stroke_dasharray=dashes)


def _corners(canvas: Canvas, frame: Frame, place: Place, side: float, colour: str) -> None:
    """The two upper corners; the lower ones are straight below on the common bottom line."""
    arm, inset = 0.34 * side, 0.1 * side
    left, top = place(frame.x0, frame.y0 + frame.h)
    right, _ = place(frame.x0 + frame.w, 0)
    d = (
        f"M{left + inset:.2f} {top + inset + arm:.2f}v{-arm:.2f}h{arm:.2f}"
        f"M{right - inset - arm:.2f} {top + inset:.2f}h{arm:.2f}v{arm:.2f}"
    )
    canvas.path(d, title=_title(frame), stroke=colour, stroke_width=1.3)
