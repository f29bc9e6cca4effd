"""The pictures of the 21 pieces of Blokus, as hands show them (B1)."""

from __future__ import annotations

from typing import Final

from .shapes import Cell

__all__ = ["PIECES"]

_ROWS: Final = (
    "I1 #; I2 ##; I3 ###; V3 #. ##; I4 ####; L4 ### #..; T4 ### .#.; O4 ## ##; Z4 ##. .##; F5 .## ##. .#.; I5 #####; "
    "L5 #### #...; N5 ###. ..##; P5 ### ##.; T5 ### .#. .#.; U5 #.# ###; V5 #.. #.. ###; W5 #.. ##. .##; "
    "X5 .#. ### .#.; Y5 #### .#..; Z5 ##. .#. .##"
)


def _cells(rows: list[str]) -> frozenset[Cell]:
    return frozenset((x, len(rows) - 1 - y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#")


PIECES: Final[tuple[tuple[str, frozenset[Cell]], ...]] = tuple(
    (words[0], _cells(words[1:])) for words in map(str.split, _ROWS.split(";"))
)
"""Name and cells of each piece, in the order of B1."""
