"""Reading the package's TOML data files, and finding the line that an error should name."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from .errors import DataError

__all__ = ["MAX_BYTES", "Place", "find_lines", "line_of", "read_toml"]

MAX_BYTES: Final = 1 << 20
"""Larger files are refused unread: a set of tiles or platforms takes a few kilobytes."""

Place = tuple[str | int, ...]
"""Keys and indices from the top of a document to a value, such as ``("tiles", 3, "sides")``."""


def read_toml(path: str | os.PathLike[str]) -> tuple[dict[str, Any], str]:
    """The document in a TOML file, and its text.

    Raises:
        DataError: There is no such file, it is no regular file, it is larger than `MAX_BYTES`, it is not UTF-8 or it
            is not TOML; the message names the file and, where there is one, the line.
    """
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"the path of a data file must be text, not {type(name).__name__}")
    text = _decode(name, _read_bytes(name))
    try:
        return tomllib.loads(text), text
    except RecursionError:
        raise DataError(f"{name}: its values are nested too deeply") from None
    except ValueError as error:
        found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        line = found[1] if found and found[1] else text.rstrip("\n").count("\n") + 1
        what = str(error)[: found.start()] if found else str(error)
        raise DataError(f"{name}, line {line}: this is not TOML: {what}") from None


def _read_bytes(name: str) -> bytes:
    try:
        about = Path(name).stat()
        if stat.S_ISDIR(about.st_mode):
            raise DataError(f"{name}: this is a directory, not a file")
        if not stat.S_ISREG(about.st_mode):
            raise DataError(f"{name}: this is no regular file")
        if about.st_size <= MAX_BYTES:
            with Path(name).open("rb") as file:
                content = file.read(MAX_BYTES + 1)
            if len(content) <= MAX_BYTES:
                return content
    except FileNotFoundError:
        raise DataError(f"{name}: there is no such file") from None
    except OSError as error:
        raise DataError(f"{name}: it cannot be read: {error.strerror}") from None
    except DataError:
        raise
    except ValueError:  # a NUL in the path
        raise DataError(f"{name!r}: this is no path of a file") from None
    raise DataError(f"{name}: the file has {about.st_size:,} bytes, more than the {MAX_BYTES:,} that are read")


def _decode(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = content[error.start]
        raise DataError(f"{name}, line {line}: the file is not UTF-8 (byte 0x{byte:02x} cannot stand there)") from None


def line_of(lines: Mapping[Place, int], place: Place) -> int | None:
    """The line of a place, or of the closest thing around it that has one."""
    for end in range(len(place), 0, -1):
        if place[:end] in lines:
            return lines[place[:end]]
    return None


_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}(?!")'
    r"|'''.*?'{3,5}(?!')"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*"
    r"|\n"
    r"|[][{},=.]"
    r"|[^][{},=.\#\"'\s]+",
    re.DOTALL,
)


def find_lines(text: str) -> dict[Place, int]:
    r"""The line, from 1, on which each table, key and array element of a TOML document begins.

    The text must be TOML that `tomllib` has accepted: `tomllib` itself keeps no line numbers.

    >>> find_lines('name = "x"\n[[tiles]]\nsides = "DDDD"\n')
    {('name',): 1, ('tiles',): 2, ('tiles', 0): 2, ('tiles', 0, 'sides'): 3}
    """
    return _Finder(text).lines


class _Finder:
    """A walk over the tokens of a valid document that notes where things begin."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Place, int] = {}
        self._tokens: list[tuple[str, int]] = []
        line = 1
        for match in _TOKEN.finditer(text):
            token = match[0]
            if not token.startswith("#"):
                self._tokens.append((token, line))
            line += token.count("\n")
        self._tokens.append(("", line))
        self._at = 0
        self._arrays: dict[Place, int] = {}
        self._document()

    def _peek(self) -> str:
        return self._tokens[self._at][0]

    def _line(self) -> int:
        return self._tokens[self._at][1]

    def _next(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1][0]

    def _note(self, place: Place, line: int) -> None:
        self.lines.setdefault(place, line)

    def _document(self) -> None:
        table: Place = ()
        while self._peek():
            if self._peek() == "\n":
                self._next()
            elif self._peek() == "[":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Place:
        line = self._line()
        self._next()
        many = self._peek() == "["
        if many:
            self._next()
        keys = self._key()
        place: Place = ()
        for number, key in enumerate(keys):
            place = (*place, key)
            self._note(place, line)
            if many and number == len(keys) - 1:
                self._arrays[place] = self._arrays.get(place, -1) + 1
            if place in self._arrays:
                place = (*place, self._arrays[place])
                self._note(place, line)
        for _ in range(1 + many):
            self._next()
        return place

    def _key(self) -> list[str]:
        """The parts of a key, up to the ``=`` or ``]`` after it."""
        parts = []
        while self._peek() not in ("=", "]"):
            part = self._next()
            if part != ".":
                parts.append(part[1:-1] if part[0] in "\"'" else part)
        return parts

    def _pair(self, table: Place) -> None:
        line = self._line()
        place = table
        for key in self._key():
            place = (*place, key)
            self._note(place, line)
        self._next()
        self._value(place)

    def _value(self, place: Place) -> None:
        match self._peek():
            case "[":
                self._next()
                index = 0
                while self._skip(",") != "]":
                    self._note((*place, index), self._line())
                    self._value((*place, index))
                    index += 1
                self._next()
            case "{":
                self._next()
                while self._skip(",") != "}":
                    self._pair(place)
                self._next()
            case _:
                while self._peek() not in (",", "]", "}", "\n", ""):
                    self._next()

    def _skip(self, also: str) -> str:
        """Passes over line breaks and commas; the token that comes after them."""
        while self._peek() in ("\n", also):
            self._next()
        return self._peek()
