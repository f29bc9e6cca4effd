"""A small writer of SVG: elements in order, one way to write numbers, nothing that a page around it could disturb.

There are no ids, style sheets, scripts or fonts in it, so that any number of pictures can stand in one page.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from .palette import INK, PAPER, ink_on
from .request import Request

__all__ = ["FONT", "WIDTH", "Canvas", "number", "text_width"]

WIDTH: Final = 300
"""Width of every picture in its own units, so that at 300 px a unit is a pixel."""
FONT: Final = 11.2
"""The one size of letters: their capitals and digits are 8 units high."""

_FAMILY = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_CAPITAL = 0.716
_NARROW, _WIDE = frozenset("fijlrtI.,:;'|!()[]-+ "), frozenset("mwMWGOQ@")

Point = tuple[float, float]


class Canvas:
    """A picture in the making, `WIDTH` units wide, ``y`` downwards."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def add(self, tag: str, /, title: str = "", **attributes: Any) -> None:
        """An element; of attributes the names are written with hyphens, and ``None`` is left out."""
        head = f"<{tag}{_written(attributes)}"
        self._parts.append(f"{head}><title>{escape(title)}</title></{tag}>" if title else f"{head}/>")

    @contextlib.contextmanager
    def group(self, kind: str, title: str = "", **attributes: Any) -> Iterator[None]:
        """A group with a class, around what is added meanwhile."""
        self._parts.append(f"<g{_written({'class': kind, **attributes})}>")
        if title:
            self._parts.append(f"<title>{escape(title)}</title>")
        yield
        self._parts.append("</g>")

    def rect(self, x: float, y: float, w: float, h: float, fill: str = "none", title: str = "", **more: Any) -> None:
        """A rectangle."""
        self.add("rect", title, x=x, y=y, width=w, height=h, fill=fill, **more)

    def circle(self, x: float, y: float, r: float, fill: str = "none", **more: Any) -> None:
        """A circle."""
        self.add("circle", cx=x, cy=y, r=r, fill=fill, **more)

    def path(self, d: str, fill: str = "none", title: str = "", **more: Any) -> None:
        """A path by its commands."""
        self.add("path", title, d=d, fill=fill, **more)

    def polygon(self, points: Iterable[Point], fill: str = "none", title: str = "", **more: Any) -> None:
        """A closed polygon."""
        self.path(polygon_path(points), fill, title, **more)

    def outline(self, loops: Iterable[Iterable[Point]], width: float, stroke: str = INK, **more: Any) -> None:
        """Closed lines, all in one path."""
        d = "".join(map(polygon_path, loops))
        self.path(d, stroke=stroke, stroke_width=width, stroke_linejoin="round", **more)

    def label(
        self,
        x: float,
        y: float,
        text: str,
        room: float = WIDTH,
        fill: str = INK,
        anchor: str = "middle",
        **more: Any,
    ) -> None:
        """A text whose capitals are centred at the height ``y``; squeezed if it is wider than ``room``."""
        width = text_width(text)
        place: dict[str, Any] = {"x": x, "y": y + FONT * _CAPITAL / 2}
        if width > room:
            factor = number(room / width)
            place = {"transform": f"translate({number(x)} {number(y + FONT * _CAPITAL / 2)}) scale({factor} 1)"}
        attributes = place | {"font_size": FONT, "fill": fill, "text_anchor": anchor} | more
        self._parts.append(f"<text{_written(attributes)}>{escape(text)}</text>")

    def chip(self, x: float, y: float, side: float, fill: str, letter: str) -> None:
        """A square with a letter, its centre at ``(x, y)``: what stands for a player or a colour."""
        self.rect(x - side / 2, y - side / 2, side, side, fill, stroke=INK, stroke_width=0.7, rx=1.5)
        self.label(x, y, letter, side - 0.6, ink_on(fill))

    def finish(self, height: float, request: Request, title: str) -> str:
        """The whole document.

        Args:
            height: Height of the picture in its own units.
            request: What was asked for; its size is the width in pixels.
            title: What a screen reader says.
        """
        # A screen reader does not look into an image, but it should where there is something to click.
        size, role = request.size, "group" if request.data else "img"
        pixels = number(size * height / WIDTH)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {number(height)}" width="{size}" '
            f'height="{pixels}" role="{role}" aria-label={quoteattr(title)} font-family="{_FAMILY}">'
        )
        paper = f'<rect width="{WIDTH}" height="{number(height)}" fill="{PAPER}"/>'
        return "\n".join([head, f"<title>{escape(title)}</title>", paper, *self._parts, "</svg>\n"])


def polygon_path(points: Iterable[Point]) -> str:
    """The commands of a closed polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def number(value: float) -> str:
    """A number as it stands in a picture: at most two decimals.

    >>> number(3.0), number(0.125), number(-0.001)
    ('3', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text_width(text: str) -> float:
    """A cautious guess at the width of a text, whatever the font."""
    return FONT * sum(0.36 if char in _NARROW else 0.86 if char in _WIDE else 0.62 for char in text)


def _written(attributes: dict[str, Any]) -> str:
    parts = []
    for name, value in attributes.items():
        if value is not None:
            shown = number(value) if isinstance(value, (int, float)) else str(value)
            parts.append(f" {name.replace('_', '-')}={quoteattr(shown)}")
    return "".join(parts)
