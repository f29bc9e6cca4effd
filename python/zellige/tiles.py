"""Casbah's tile sets (H1): the two supplied ones, and anybody's own from a file or a mapping."""

from __future__ import annotations

import os
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from .datafile import Place, read_toml
from .errors import DataError
from .faults import FaultError, check, check_keys, check_name, check_note, check_number, kind_of

__all__ = ["SUPPLIED", "Tile", "TileSet"]

SUPPLIED: Final = ("reconstruction", "reconstruction-walls")
"""Names of the sets that come with the package. Both are reconstructions: the rulebook gives 40 rooms, 5 gardens,
values from 1 to 15 and a front door worth 1, but not the list of tiles."""

MAX_TYPES: Final = 64
MAX_TILES: Final = 255
MAX_VALUE: Final = 255

_DATA = Path(__file__).parent / "data" / "casbah"
_FIELDS: Final = ("name", "sides", "value", "count")


@dataclass(frozen=True, slots=True)
class Tile:
    """A type of tile.

    Attributes:
        name: Its name in the notation, ``[A-Za-z0-9._-]+``.
        sides: Four letters clockwise from north: ``D`` door, ``W`` french window, ``F`` front door, ``G`` garden edge,
            ``.`` plain wall.
        value: Face value, 1 to 255.
        count: How many of them the set has.
    """

    name: str
    sides: str
    value: int
    count: int


@dataclass(frozen=True, slots=True)
class TileSet:
    """A checked set of tiles (H1); immutable, hashable, picklable.

    The supplied sets are reconstructions (see `SUPPLIED`); who owns the box can write down the real one.

    Attributes:
        name: Name of the set.
        note: What should be said about it wherever it is shown; may be empty.
        tiles: The types in the order of the file, which fixes the action numbers.

    Raises:
        DataError: The set breaks a bound of H1.

    >>> tiles = TileSet.load("reconstruction")
    >>> len(tiles.tiles), tiles.total, tiles.face_value, tiles.front_door
    (7, 45, 245, 0)
    >>> tiles.tiles[3]
    Tile(name='DDWW', sides='DDWW', value=5, count=6)
    """

    name: str
    note: str
    tiles: tuple[Tile, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.tiles, tuple) or not all(isinstance(tile, Tile) for tile in self.tiles):
            raise TypeError("the tiles of a TileSet must be a tuple of Tile; use TileSet.load for other forms")
        check(_inspect, self.to_dict(), "tile", None, None)

    @classmethod
    def load(cls, source: str | os.PathLike[str] | Mapping[str, Any] | TileSet) -> TileSet:
        """The set with a supplied name, in a TOML file or in a mapping.

        A file has ``name``, ``note`` (may be left out) and one ``[[tiles]]`` table with ``name``, ``sides``, ``value``
        and ``count`` per type; a mapping has the same keys, with a list under ``"tiles"``.

        Args:
            source: One of `SUPPLIED`; a path, as text that ends in ``.toml`` or as a path object; a mapping; or a set,
                which is returned as it is.

        Raises:
            DataError: There is no such set or file, or it is not as H1 wants it; the message names the file, the line,
                the tile and what is wrong.
            TypeError: The source is of another type.

        >>> TileSet.load({"name": "small", "tiles": [{"name": "F", "sides": "FDDX", "value": 1, "count": 1}]})
        Traceback (most recent call last):
        ...
        zellige.errors.DataError: tile set 'small', tile 1 ('F'): sides 'FDDX' has 'X', none of D, W, F, G and .
        """
        if isinstance(source, TileSet):
            return source
        if isinstance(source, Mapping):
            return _build(source, None, None)
        if isinstance(source, str):
            if source in SUPPLIED:
                return _supplied(source)
            if not source.lower().endswith(".toml"):
                raise DataError(
                    f"there is no tile set {reprlib.repr(source)}: "
                    f"the supplied ones are {', '.join(SUPPLIED)}, and a file's path ends in .toml"
                )
        elif not isinstance(source, os.PathLike):
            raise TypeError(f"a tile set is a name, a path or a mapping, not {type(source).__name__}")
        data, text = read_toml(source)
        return _build(data, os.fspath(source), text)

    def to_dict(self) -> dict[str, Any]:
        """The set as JSON values, as a record holds it; ``TileSet.load`` reads it back."""
        tiles = [{field: getattr(tile, field) for field in _FIELDS} for tile in self.tiles]
        return {"name": self.name, "note": self.note, "tiles": tiles}

    def name_or_dict(self) -> str | dict[str, Any]:
        """How a record's options speak of the set: a supplied one by name, the user's own whole."""
        return self.name if self.supplied else self.to_dict()

    @property
    def supplied(self) -> bool:
        """Whether this is one of the sets that come with the package."""
        return self.name in SUPPLIED and self == _supplied(self.name)

    @property
    def total(self) -> int:
        """Number of tiles."""
        return sum(tile.count for tile in self.tiles)

    @property
    def face_value(self) -> int:
        """Face value of all tiles together."""
        return sum(tile.value * tile.count for tile in self.tiles)

    @property
    def front_door(self) -> int:
        """Index of the type that has the front door."""
        return next(index for index, tile in enumerate(self.tiles) if "F" in tile.sides)


@cache
def _supplied(name: str) -> TileSet:
    return TileSet.load(_DATA / f"{name}.toml")


def _build(data: Mapping[str, Any], file: str | None, text: str | None) -> TileSet:
    check(_inspect, data, "tile", file, text)
    tiles = tuple(Tile(*(tile[field] for field in _FIELDS)) for tile in data["tiles"])
    return TileSet(data["name"], data.get("note", ""), tiles)


def _inspect(data: Mapping[str, Any]) -> None:
    """Raises the first `FaultError` of a set."""
    check_keys(data, ("name", "note", "tiles"), ("name", "tiles"), ())
    check_name(data["name"], ("name",))
    check_note(data)
    tiles = data["tiles"]
    if not isinstance(tiles, (list, tuple)):
        raise FaultError(("tiles",), f"'tiles' must be an array of tables, not {kind_of(tiles)}")
    if len(tiles) > MAX_TYPES:
        raise FaultError(("tiles", MAX_TYPES), f"the set has {len(tiles)} types of tiles, more than {MAX_TYPES}")
    seen: dict[str, int] = {}
    total = 0
    for index, tile in enumerate(tiles):
        place: Place = ("tiles", index)
        _inspect_tile(tile, place)
        if tile["name"] in seen:
            raise FaultError((*place, "name"), f"tile {seen[tile['name']] + 1} has the same name")
        seen[tile["name"]] = index
        total += tile["count"]
        if total > MAX_TILES:
            raise FaultError((*place, "count"), f"with it the set has {total} tiles, more than {MAX_TILES}")
    _front_door(tiles)


def _inspect_tile(tile: object, place: Place) -> None:
    if not isinstance(tile, Mapping):
        raise FaultError(place, f"a tile must be a table, not {kind_of(tile)}")
    check_keys(tile, _FIELDS, _FIELDS, place)
    check_name(tile["name"], (*place, "name"))
    _sides(tile["sides"], (*place, "sides"))
    for key, bound in (("value", MAX_VALUE), ("count", MAX_TILES)):
        check_number(tile[key], bound, (*place, key))


def _sides(sides: object, place: Place) -> None:
    if not isinstance(sides, str):
        raise FaultError(place, f"'sides' must be text, not {kind_of(sides)}")
    shown = reprlib.repr(sides)
    for letter in sides:
        if letter not in "DWFG.":
            raise FaultError(place, f"sides {shown} has {letter!r}, none of D, W, F, G and .")
    if len(sides) != 4:
        raise FaultError(
            place, f"sides {shown} has {len(sides)} letters, and a tile has 4 sides (clockwise from north)"
        )
    if sides.count("F") > 1:
        raise FaultError(place, f"sides {shown} has {sides.count('F')} front doors, and the set must have exactly one")
    if 0 < sides.count("G") < 4:
        raise FaultError(place, f"sides {shown} mixes garden edges with others: a garden has four 'G', a room none")


def _front_door(tiles: Sequence[Mapping[str, Any]]) -> None:
    doors = [index for index, tile in enumerate(tiles) if "F" in tile["sides"]]
    if not doors:
        raise FaultError((), "no tile has a front door (a side 'F'), and exactly one must")
    if len(doors) > 1:
        raise FaultError(("tiles", doors[1], "sides"), f"a second front door: tile {doors[0] + 1} has one already")
    count = tiles[doors[0]]["count"]
    if count != 1:
        raise FaultError(("tiles", doors[0], "count"), f"the front door must be there once, not {count} times")
