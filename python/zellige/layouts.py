"""Reading a table of Casbah tiles that somebody wrote down: text, rows or a dict (H12)."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Layout", "Placed", "infer_size", "read_layout"]

Cell = tuple[int, int]
Placed = dict[Cell, tuple[str, int]]
"""Name and rotation of the tile in each cell."""
Layout = str | Mapping[Cell, str] | Sequence[str | Sequence[str | None]] | npt.NDArray[Any]

EMPTY = "--"
FAR = 1_000_000
"""Coordinates may be this far from 0."""
_TILE = re.compile(r"([A-Za-z0-9._-]+)/([0-9]+)")


def read_layout(layout: Layout) -> Placed:
    r"""The tiles of a layout; the form is that of `zellige.casbah.validate`.

    Raises:
        ValueError: It cannot be read; the message names row (from the top) and column, or the cell.
        TypeError: It is of no form that is known.

    >>> read_layout("-- G/0\nF/2 DDWW/1")
    {(1, 1): ('G', 0), (0, 0): ('F', 2), (1, 0): ('DDWW', 1)}
    """
    if isinstance(layout, Mapping):
        return _read_mapping(layout)
    rows = _rows(layout)
    placed: Placed = {}
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            spot = f"column {min(len(row), len(rows[0])) + 1} is {'missing' if len(row) < len(rows[0]) else 'too much'}"
            raise ValueError(
                f"row {number} has {len(row)} cells but row 1 has {len(rows[0])}: {spot} ({EMPTY} is an empty cell)"
            )
        for column, cell in enumerate(row, 1):
            tile = _read_cell(cell, f"row {number}, column {column}")
            if tile is not None:
                placed[column - 1, len(rows) - number] = tile
    return placed


def infer_size(placed: Placed) -> tuple[int, int]:
    """The sides of the rectangle that the tiles fill.

    Raises:
        ValueError: They fill none, or it is not even 2 x 2, so that the size must be given.
    """
    columns, rows = {x for x, _ in placed}, {y for _, y in placed}
    if len(columns) >= 2 and len(rows) >= 2:
        w, h = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        if w * h == len(placed):
            if w + h > 64:
                raise ValueError(f"the tiles fill {w}x{h}: the sides make {w + h} together, more than 64 (H1)")
            return w, h
    raise ValueError("the tiles do not fill a rectangle of at least 2x2, so the size must be given")


def _rows(layout: object) -> list[list[object]]:
    if isinstance(layout, str):
        lines = [line.split() for line in layout.splitlines()]
        while lines and not lines[0]:
            lines.pop(0)
        while lines and not lines[-1]:
            lines.pop()
        return [list(line) for line in lines]
    if isinstance(layout, np.ndarray):
        if layout.ndim != 2:
            raise ValueError(f"an array of cells must have 2 dimensions, not {layout.ndim}")
        layout = layout.tolist()
    if not isinstance(layout, Sequence) or isinstance(layout, (bytes, bytearray)):
        raise TypeError(f"a layout is text, a mapping of cells or rows of cells, not {type(layout).__name__}")
    rows: list[list[object]] = []
    for number, row in enumerate(layout, 1):
        if isinstance(row, np.ndarray) and row.ndim == 1:
            row = row.tolist()
        if not isinstance(row, Sequence) or isinstance(row, (bytes, bytearray)):
            raise TypeError(f"row {number} must be a list of cells or text, not {type(row).__name__}")
        rows.append(list(row.split()) if isinstance(row, str) else list(row))
    return rows


def _read_mapping(layout: Mapping[Any, Any]) -> Placed:
    placed: Placed = {}
    for cell, text in layout.items():
        if not isinstance(cell, tuple) or len(cell) != 2 or not all(_is_int(number) for number in cell):
            raise TypeError(f"the keys of a layout must be cells (x, y) of integers, not {reprlib.repr(cell)}")
        x, y = int(cell[0]), int(cell[1])
        if max(abs(x), abs(y)) > FAR:
            # Python refuses to write out a number of very many digits.
            shown = ",".join(str(i) if abs(i) < 10**9 else "a number of many digits" for i in (x, y))
            raise ValueError(f"cell ({shown}): coordinates must be within {FAR:,} of 0")
        tile = _read_cell(text, f"cell ({x},{y})")
        if tile is not None:
            placed[x, y] = tile
    return placed


def _is_int(number: object) -> bool:
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def _read_cell(cell: object, where: str) -> tuple[str, int] | None:
    """Name and rotation; ``None`` for an empty cell."""
    if cell is None or cell == "" or cell == EMPTY:
        return None
    if not isinstance(cell, str):
        raise TypeError(f"{where}: a cell must be text, not {type(cell).__name__}")
    match = _TILE.fullmatch(cell)
    if match is None:
        raise ValueError(
            f"{where}: {reprlib.repr(cell)} is neither a tile such as 'DDWW/1' nor {EMPTY} for an empty cell"
        )
    if match[2] not in ("0", "1", "2", "3"):
        raise ValueError(f"{where}: the rotation of {reprlib.repr(cell)} is not 0, 1, 2 or 3")
    return match[1], int(match[2])
