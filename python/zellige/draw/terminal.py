"""Text with colours for a terminal, which is the same text without them."""

from __future__ import annotations

import itertools
import os
import sys
from typing import TextIO

from .palette import ANSI, PAPER, ink_on

__all__ = ["BOLD", "PLAIN", "RED", "Page", "Sheet", "tint", "wants_colours"]

BOLD = "\x1b[1m"
RED = "\x1b[1;31m"
PLAIN = "\x1b[0m"


class Page:
    """Lines of text, parts of which have a colour."""

    def __init__(self) -> None:
        self._lines: list[list[tuple[str, str]]] = [[]]

    def write(self, text: str, colour: str | None = None, bold: bool = False) -> None:
        """Adds to the last line, with the colour behind the letters."""
        codes = ["1"] if bold else []
        if colour is not None:
            codes.append(_behind(colour))
        self._lines[-1].append((text, ";".join(codes)))

    def line(self, text: str = "", colour: str | None = None, bold: bool = False) -> None:
        """Adds to the last line and ends it."""
        self.write(text, colour, bold)
        self._lines.append([])

    def text(self, colour: bool) -> str:
        """All lines without the last line's end; blanks at the end of a line are left out."""
        lines = []
        for parts in self._lines:
            width = len("".join(text for text, _ in parts).rstrip())
            line = ""
            for text, codes in parts:
                shown = text[:width]
                width -= len(shown)
                line += f"\x1b[{codes}m{shown}{PLAIN}" if colour and codes and shown else shown
            lines.append(line)
        return "\n".join(lines).rstrip("\n")


class Sheet:
    """Characters at places, with the escape sequence of their colour."""

    def __init__(self) -> None:
        self._chars: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, column: int, line: int, text: str, code: str = "") -> None:
        """Writes a text from a place on; ``code`` is an escape sequence or nothing."""
        for at, char in enumerate(text, column):
            self._chars[line, at] = (char, code)

    def lines(self, colour: bool) -> list[str]:
        """The lines, with or without the colours; blanks at their ends are left out."""
        result = []
        for line in range(max((line for line, _ in self._chars), default=-1) + 1):
            width = max((at for where, at in self._chars if where == line), default=-1) + 1
            row = [self._chars.get((line, at), (" ", "")) for at in range(width)]
            text = ""
            for code, chars in itertools.groupby(row, lambda char: char[1] if colour else ""):
                part = "".join(char for char, _ in chars)
                text += f"{code}{part}{PLAIN}" if code else part
            result.append(text.rstrip())
        return result


def tint(colour: str) -> str:
    """The escape sequence that puts one of the palette's colours behind letters."""
    return f"\x1b[{_behind(colour)}m"


def _behind(colour: str) -> str:
    """The codes for a background, and for letters that can be read on it whatever the terminal's own colours are."""
    return f"48;5;{ANSI[colour]};38;5;{231 if ink_on(colour) == PAPER else 16}"


def wants_colours(out: TextIO | None = None) -> bool:
    """Whether the output (default: the standard one) is a terminal that wants colours.

    A ``NO_COLOR`` that is not empty and ``TERM=dumb`` say no.
    """
    out = sys.stdout if out is None else out
    if out is None or not out.isatty():
        return False
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
