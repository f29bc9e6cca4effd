"""Colours that people with any kind of colour vision can tell apart: after Okabe and Ito.

Blue is darker and green lighter than theirs, so that the two differ in lightness where hue is not seen. Letters and
patterns say the same as the colours everywhere.
"""

from __future__ import annotations

from typing import Final

__all__ = ["ANSI", "COLOURS", "FAINT", "INK", "LETTERS", "PAPER", "PLAYERS", "ink_on", "luminance", "mix"]

INK: Final = "#1a1a1a"
PAPER: Final = "#ffffff"
FAINT: Final = "#dcdcdc"
"""What is used up."""
GRID: Final = "#bdbdbd"
GROUND: Final = "#f1efe9"
QUIET: Final = "#5a5a5a"
"""Coordinates and other small print."""

BLUE: Final = "#085884"
YELLOW: Final = "#f0e442"
VERMILLION: Final = "#d55e00"
GREEN: Final = "#33b18f"
ORANGE: Final = "#e69f00"
SKY: Final = "#56b4e9"
RUST: Final = "#b95404"

COLOURS: Final = (BLUE, YELLOW, VERMILLION, GREEN)
"""Blokus: Blue, Yellow, Red, Green."""
LETTERS: Final = "BYRG"
PLAYERS: Final = (BLUE, ORANGE, RUST, GREEN)
"""Casa Grande: players 0 to 3, whose letters are A to D."""
ANSI: Final = {BLUE: 32, YELLOW: 227, VERMILLION: 202, GREEN: 79, ORANGE: 214, SKY: 117, RUST: 130}
"""The nearest of a terminal's 256 colours."""


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``, as WCAG defines it, 0 to 1.

    >>> luminance("#000000"), luminance("#ffffff")
    (0.0, 1.0)
    """
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on a colour.

    >>> ink_on("#085884"), ink_on("#f0e442")
    ('#ffffff', '#1a1a1a')
    """
    there = luminance(colour)
    dark, light = (there + 0.05) / (luminance(INK) + 0.05), 1.05 / (there + 0.05)
    return PAPER if light > dark else INK


def mix(colour: str, other: str, share: float) -> str:
    """A colour with a share of another one.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = [(int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{int(a + (b - a) * share + 0.5):02x}" for a, b in pairs)
