"""Action numbers (RULES, "Action numbers"): draft picks first, then lays by type, picture and cell."""

from __future__ import annotations

from functools import cache

from ...tiles import TileSet
from .board import Cell
from .tiles import SOUTH, pictures, smallest, turned

__all__ = ["Lay", "Numbering", "numbering"]

Lay = tuple[int, int, Cell]
"""A type's index, a rotation and a cell."""


class Numbering:
    """The action numbers of a set and a size.

    Args:
        tiles: The set.
        size: W and H.

    >>> numbers = Numbering(TileSet.load("reconstruction"), (6, 6))
    >>> numbers.count, numbers.front, numbers.of((0, 2, (0, 0))), numbers.lay(8)
    (1064, (0, 2, (0, 0)), 7, (1, 0, (-5, 0)))
    """

    def __init__(self, tiles: TileSet, size: tuple[int, int]) -> None:
        self.tiles = tiles
        self.reach = max(size)
        self.width = 2 * self.reach - 1
        sides = tiles.tiles[tiles.front_door].sides
        r = next(r for r in range(4) if turned(sides, r)[SOUTH] == "F")
        self.front: Lay = (tiles.front_door, r, (0, 0))
        """The one place of the front door (H5)."""
        self._blocks: list[tuple[int, int, int]] = []
        self._first: dict[tuple[int, int], int] = {}
        number = len(tiles.tiles)
        for kind, tile in enumerate(tiles.tiles):
            for picture in [r] if kind == tiles.front_door else pictures(tile.sides):
                self._blocks.append((number, kind, picture))
                self._first[kind, picture] = number
                number += 1 if kind == tiles.front_door else self.width * self.reach
        self.count = number
        """How many action numbers there are."""

    def inside(self, cell: Cell) -> bool:
        """Whether a cell belongs to the numbered area."""
        x, y = cell
        return -self.reach < x < self.reach and 0 <= y < self.reach

    def index(self, cell: Cell) -> int:
        """The cell index in the numbered area."""
        x, y = cell
        return y * self.width + x + self.reach - 1

    def of(self, lay: Lay) -> int | None:
        """The number of a lay; ``None`` outside the area, and for the front door anywhere but in its place."""
        kind, r, cell = lay
        r = smallest(self.tiles.tiles[kind].sides, r)
        if kind == self.front[0]:
            return self._first[kind, r] if (kind, r, cell) == self.front else None
        return self._first[kind, r] + self.index(cell) if self.inside(cell) else None

    def lay(self, number: int) -> Lay:
        """The lay with a number that is no draft pick's."""
        first, kind, r = max(block for block in self._blocks if block[0] <= number)
        if kind == self.front[0]:
            return self.front
        y, column = divmod(number - first, self.width)
        return kind, r, (column - self.reach + 1, y)


@cache
def numbering(tiles: TileSet, size: tuple[int, int]) -> Numbering:
    """The `Numbering` of a set and a size, made once."""
    return Numbering(tiles, size)
