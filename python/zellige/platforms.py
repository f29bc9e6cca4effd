"""Casa Grande's platform sets (G1): the supplied one, and anybody's own from a file or a mapping."""

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

__all__ = ["SUPPLIED", "Platform", "PlatformSet"]

SUPPLIED: Final = ("reconstruction",)
"""Names of the sets that come with the package. It is a reconstruction: the rulebook gives 17 platforms per colour and
a T of five squares with three marks, but not the list of platforms."""

MAX_TYPES: Final = 32
MAX_PLATFORMS: Final = 31
MAX_SIDE: Final = 8

_DATA = Path(__file__).parent / "data" / "casa_grande"
_FIELDS: Final = ("name", "rows", "count")


@dataclass(frozen=True, slots=True)
class Platform:
    """A type of platform.

    Attributes:
        name: Its name in the notation, ``[A-Za-z0-9._-]+``.
        rows: Its picture from the top row down: ``O`` a marked square, ``#`` an unmarked one, ``.`` nothing.
        count: How many of them each player owns.
    """

    name: str
    rows: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class PlatformSet:
    """A checked set of platforms (G1); immutable, hashable, picklable.

    Attributes:
        name: Name of the set.
        note: What should be said about it wherever it is shown; may be empty.
        platforms: The types in the order of the file, which fixes the action numbers.

    Raises:
        DataError: The set breaks a bound of G1.

    >>> platforms = PlatformSet.load("reconstruction")
    >>> len(platforms.platforms), platforms.total, platforms.supplied
    (9, 17, True)
    >>> platforms.platforms[4]
    Platform(name='T5', rows=('O#O', '.#.', '.O.'), count=2)
    """

    name: str
    note: str
    platforms: tuple[Platform, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.platforms, tuple) or not all(isinstance(entry, Platform) for entry in self.platforms):
            raise TypeError(
                "the platforms of a PlatformSet must be a tuple of Platform; use PlatformSet.load otherwise"
            )
        if not all(isinstance(entry.rows, tuple) for entry in self.platforms):
            raise TypeError("the rows of a Platform must be a tuple of text")
        check(_inspect, self.to_dict(), "platform", None, None)

    @classmethod
    def load(cls, source: str | os.PathLike[str] | Mapping[str, Any] | PlatformSet) -> PlatformSet:
        """The set with a supplied name, in a TOML file or in a mapping.

        A file has ``name``, ``note`` (may be left out) and one ``[[platforms]]`` table with ``name``, ``rows`` and
        ``count`` per type; a mapping has the same keys, with a list under ``"platforms"``.

        Args:
            source: One of `SUPPLIED`; a path, as text that ends in ``.toml`` or as a path object; a mapping; or a set,
                which is returned as it is.

        Raises:
            DataError: There is no such set or file, or it is not as G1 wants it; the message names the file, the line,
                the platform and what is wrong.
            TypeError: The source is of another type.

        >>> PlatformSet.load({"name": "small", "platforms": [{"name": "I2", "rows": ["##"], "count": 1}]})
        Traceback (most recent call last):
        ...
        zellige.errors.DataError: platform set 'small', platform 1 ('I2'): no square is marked ('O')
        """
        if isinstance(source, PlatformSet):
            return source
        if isinstance(source, Mapping):
            return _build(source, None, None)
        if isinstance(source, str):
            if source in SUPPLIED:
                return _supplied(source)
            if not source.lower().endswith(".toml"):
                raise DataError(
                    f"there is no platform set {reprlib.repr(source)}: "
                    f"the supplied one is {', '.join(SUPPLIED)}, and a file's path ends in .toml"
                )
        elif not isinstance(source, os.PathLike):
            raise TypeError(f"a platform set is a name, a path or a mapping, not {type(source).__name__}")
        data, text = read_toml(source)
        return _build(data, os.fspath(source), text)

    def to_dict(self) -> dict[str, Any]:
        """The set as JSON values, as a record holds it; ``PlatformSet.load`` reads it back."""
        entries = [{"name": entry.name, "rows": list(entry.rows), "count": entry.count} for entry in self.platforms]
        return {"name": self.name, "note": self.note, "platforms": entries}

    def name_or_dict(self) -> str | dict[str, Any]:
        """How the set stands in a record's options: a supplied one by its name, anybody's own whole."""
        return self.name if self.supplied else self.to_dict()

    @property
    def supplied(self) -> bool:
        """Whether this is one of the sets that come with the package."""
        return self.name in SUPPLIED and self == _supplied(self.name)

    @property
    def total(self) -> int:
        """Number of platforms of each player."""
        return sum(entry.count for entry in self.platforms)


@cache
def _supplied(name: str) -> PlatformSet:
    return PlatformSet.load(_DATA / f"{name}.toml")


def _build(data: Mapping[str, Any], file: str | None, text: str | None) -> PlatformSet:
    check(_inspect, data, "platform", file, text)
    entries = tuple(Platform(entry["name"], tuple(entry["rows"]), entry["count"]) for entry in data["platforms"])
    return PlatformSet(data["name"], data.get("note", ""), entries)


def _inspect(data: Mapping[str, Any]) -> None:
    """Raises the first `FaultError` of a set."""
    check_keys(data, ("name", "note", "platforms"), ("name", "platforms"), ())
    check_name(data["name"], ("name",))
    check_note(data)
    entries = data["platforms"]
    if not isinstance(entries, (list, tuple)):
        raise FaultError(("platforms",), f"'platforms' must be an array of tables, not {kind_of(entries)}")
    if len(entries) > MAX_TYPES:
        raise FaultError(
            ("platforms", MAX_TYPES), f"the set has {len(entries)} types of platforms, more than {MAX_TYPES}"
        )
    seen: dict[str, int] = {}
    total = 0
    for index, entry in enumerate(entries):
        place: Place = ("platforms", index)
        _inspect_platform(entry, place)
        if entry["name"] in seen:
            raise FaultError((*place, "name"), f"platform {seen[entry['name']] + 1} has the same name")
        seen[entry["name"]] = index
        total += entry["count"]
        if total > MAX_PLATFORMS:
            raise FaultError((*place, "count"), f"with it a player has {total} platforms, more than {MAX_PLATFORMS}")


def _inspect_platform(entry: object, place: Place) -> None:
    if not isinstance(entry, Mapping):
        raise FaultError(place, f"a platform must be a table, not {kind_of(entry)}")
    check_keys(entry, _FIELDS, _FIELDS, place)
    check_name(entry["name"], (*place, "name"))
    _inspect_rows(entry["rows"], (*place, "rows"))
    check_number(entry["count"], MAX_PLATFORMS, (*place, "count"))


def _inspect_rows(rows: object, place: Place) -> None:
    if not isinstance(rows, (list, tuple)):
        raise FaultError(place, f"'rows' must be an array of text, not {kind_of(rows)}")
    if not rows:
        raise FaultError(place, "there is no row")
    if len(rows) > MAX_SIDE:
        raise FaultError(place, f"there are {len(rows)} rows, and the board has {MAX_SIDE}")
    for index, row in enumerate(rows):
        _inspect_row(row, index, (*place, index))
    for index, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise FaultError((*place, index), f"row {index + 1} has {len(row)} letters but row 1 has {len(rows[0])}")
    squares = {(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."}
    if not squares:
        raise FaultError(place, "there is no square")
    _inspect_edges(rows, place)
    if len(_connected(squares)) != len(squares):
        raise FaultError(place, "the squares are not connected by their sides")
    if not any("O" in row for row in rows):
        raise FaultError(place, "no square is marked ('O')")


def _inspect_row(row: object, index: int, place: Place) -> None:
    if not isinstance(row, str):
        raise FaultError(place, f"row {index + 1} must be text, not {kind_of(row)}")
    for letter in row:
        if letter not in "O#.":
            raise FaultError(place, f"row {index + 1} {reprlib.repr(row)} has {letter!r}, none of O, # and .")
    if len(row) > MAX_SIDE:
        raise FaultError(place, f"row {index + 1} has {len(row)} letters, and the board is {MAX_SIDE} wide")


def _inspect_edges(rows: Sequence[str], place: Place) -> None:
    """A picture is cut to its squares, so that its lower left corner is the anchor of the notation."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    for what, lines in (("row", rows), ("column", columns)):
        for index in (0, len(lines) - 1):
            if set(lines[index]) <= {"."}:
                raise FaultError(place, f"{what} {index + 1} at the edge of the picture has no square; leave it out")


def _connected(squares: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The squares that can be reached from one of them by steps over sides."""
    reached: set[tuple[int, int]] = set()
    ahead = [min(squares)]
    while ahead:
        x, y = ahead.pop()
        if (x, y) in squares - reached:
            reached.add((x, y))
            ahead += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return reached
