"""What the checks of tile and platform sets share: a fault has a place, and an error says where that is."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Mapping
from typing import Any

from .datafile import Place, find_lines, line_of
from .errors import DataError

__all__ = ["FaultError", "check", "check_keys", "check_name", "check_note", "check_number", "kind_of"]

_NAME = re.compile(r"[A-Za-z0-9._-]+")


class FaultError(Exception):
    """Something in a set that the rules do not allow, and its place; `check` turns it into a `DataError`."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(message)
        self.place = place


def check(
    inspect: Callable[[Mapping[str, Any]], None],
    data: Mapping[str, Any],
    what: str,
    file: str | None,
    text: str | None,
) -> None:
    """Inspects a set of things of one kind; they are in the set's array ``what + "s"``.

    Args:
        inspect: Raises the first `FaultError` of the set.
        data: The set.
        what: What it is a set of, such as ``"platform"``.
        file: Path of the file that it came from.
        text: The text of that file.

    Raises:
        DataError: The fault, with file, line and entry as far as there are any.
    """
    try:
        inspect(data)
    except FaultError as fault:
        place, name = fault.place, data.get("name")
        where = [file or (f"{what} set {reprlib.repr(name)}" if isinstance(name, str) else f"{what} set")]
        line = None if text is None else line_of(find_lines(text), place)
        if line is not None:
            where.append(f"line {line}")
        if len(place) > 1:
            entry = data[f"{what}s"][place[1]]
            label = entry.get("name") if isinstance(entry, Mapping) else None
            number = f"{what} {int(place[1]) + 1}"
            where.append(f"{number} ({reprlib.repr(label)})" if isinstance(label, str) else number)
        raise DataError(f"{', '.join(where)}: {fault}") from None


def check_keys(data: Mapping[str, Any], known: tuple[str, ...], needed: tuple[str, ...], place: Place) -> None:
    """Raises a `FaultError` for a key that is unknown or missing."""
    for key in data:
        if key not in known:
            spot = (*place, key) if isinstance(key, str) else place
            raise FaultError(spot, f"there is no key {reprlib.repr(key)}; the keys are {', '.join(known)}")
    for key in needed:
        if key not in data:
            raise FaultError(place, f"{key!r} is missing")


def check_name(name: object, place: Place) -> None:
    """Raises a `FaultError` for a name that the notation could not hold."""
    if not isinstance(name, str):
        raise FaultError(place, f"'name' must be text, not {kind_of(name)}")
    if not _NAME.fullmatch(name):
        raise FaultError(
            place, f"the name {reprlib.repr(name)} must be of letters A-Z and a-z, digits, '.', '_' and '-'"
        )


def check_note(data: Mapping[str, Any]) -> None:
    """Raises a `FaultError` for a note that is no text, or no text that a record could hold."""
    note = data.get("note", "")
    if not isinstance(note, str):
        raise FaultError(("note",), f"'note' must be text, not {kind_of(note)}")
    try:
        note.encode()
    except UnicodeEncodeError:
        raise FaultError(("note",), "'note' holds half of a surrogate pair, which is no character") from None


def check_number(number: object, bound: int, place: Place) -> None:
    """Raises a `FaultError` for anything but a whole number from 1 to ``bound``."""
    key = place[-1]
    if isinstance(number, bool) or not isinstance(number, int):
        raise FaultError(place, f"{key!r} must be a whole number, not {kind_of(number)}")
    if not 1 <= number <= bound:
        # Python refuses to write out a number of very many digits.
        shown = str(number) if abs(number) < 10**9 else "a number of many digits"
        raise FaultError(place, f"{key!r} is {shown}, outside 1 to {bound}")


def kind_of(value: object) -> str:
    """A value's type in the words of a data file."""
    names = {bool: "true or false", int: "a whole number", float: "a number with a point", str: "text"}
    names |= {list: "an array", dict: "a table", type(None): "nothing"}
    return names.get(type(value), type(value).__name__)
