"""Reading the fields of a position that was set up by hand (docs/setup.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from .._json import shorten
from ..errors import PositionError, Reason

__all__ = ["FieldError", "Fields", "items", "number", "quoted", "text"]

T = TypeVar("T")
U = TypeVar("U")


class FieldError(Exception):
    """Why a field cannot be read; `Fields` makes a ``BadPosition`` of it."""


class Fields:
    """The fields of a position and what is wrong with them; read them in the order of docs/setup.md.

    Args:
        position: Plain JSON values.
        known: Names of all fields.
    """

    def __init__(self, position: dict[str, Any], known: tuple[str, ...]) -> None:
        self._position = position
        self._known = known
        self._faults: list[Reason] = []

    def has(self, name: str) -> bool:
        """Whether a field is there."""
        return name in self._position

    def read(self, name: str, parse: Callable[[Any], T], default: U) -> T | U:
        """A field's value, or ``default`` when it is not there or cannot be read."""
        if name in self._position:
            try:
                return parse(self._position[name])
            except FieldError as why:
                self.fault(f"{name}: {why}")
        return default

    def need(self, name: str, parse: Callable[[Any], T], default: U) -> T | U:
        """The value of a field that must be there."""
        if name not in self._position:
            self.fault(f"{name} is missing")
        return self.read(name, parse, default)

    def fault(self, message: str) -> None:
        """Notes that a field is missing or cannot be read."""
        self._faults.append(Reason("BadPosition", (), message))

    def finish(self) -> None:
        """Raises `PositionError` if a field is missing, unknown or cannot be read."""
        for name in self._position:
            if name not in self._known:
                self.fault(f"there is no field {quoted(name)}; the fields are {', '.join(self._known)}")
        if self._faults:
            raise PositionError(self._faults)


def quoted(value: object) -> str:
    """A value as JSON, shortened for messages."""
    return shorten(json.dumps(value, ensure_ascii=False), 40)


def number(value: object, least: int, most: int) -> int:
    """A whole number between two bounds, both included."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise FieldError(f"{quoted(value)} is no whole number from {least} to {most}")
    return value


def items(value: object, length: int | None = None, most: int | None = None) -> list[Any]:
    """A list, of some length or of no more than some length if that is given."""
    if not isinstance(value, list):
        raise FieldError(f"{quoted(value)} is no list")
    if length is not None and len(value) != length:
        raise FieldError(f"{len(value)} entries, not {length}")
    if most is not None and len(value) > most:
        raise FieldError(f"{len(value)} entries, which are more than {most}")
    return value


def text(value: object) -> str:
    """A text."""
    if not isinstance(value, str):
        raise FieldError(f"{quoted(value)} is no text")
    return value
