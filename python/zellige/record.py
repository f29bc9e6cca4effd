"""Records: games as JSON, one object each, JSON Lines for many (RULES, "Records")."""

from __future__ import annotations

import codecs
import dataclasses
import functools
import json
import operator
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self

from . import _json
from .errors import BadMove, IllegalAction, PositionError, RecordError
from .files import atomic_write
from .game import Game
from .games import GAMES, game_from_options
from .setup import plain_position
from .state import State

__all__ = ["MAX_LINE", "VERSION", "Record", "read_records", "replay", "write_records"]

VERSION: Final = 1
"""The version of the format that is written, and the newest that is read."""
MAX_LINE: Final = 16 * 2**20
"""The longest line that is read, in bytes; a longer one is an error, and never held in memory."""

_FIELDS = ("version", "game", "options", "seed", "setup", "moves", "scores")
_REQUIRED = ("version", "game", "options", "moves")


@dataclasses.dataclass(frozen=True)
class Record:
    """One game as it is kept. Its fields have the right types; whether the moves are legal shows `replay`.

    Attributes:
        game: The game with its options.
        moves: Moves and chance outcomes in the rules' notation.
        scores: Final points per player; ``None`` for an unfinished game.
        seed: The seed, if a simulation made the game.
        setup: The position that the game begins at, if it was set up by hand (docs/setup.md).
        file: The file that the record was read from, if any; not part of equality.
        line: Its line there, from 1.

    >>> record = Record.from_json('{"version": 1, "game": "blokus", "options": {"players": 2}, "moves": ["a1"]}')
    >>> record.replay().move_number()
    1
    """

    game: Game
    moves: tuple[str, ...]
    scores: tuple[int, ...] | None = None
    seed: int | None = None
    setup: Mapping[str, Any] | None = dataclasses.field(default=None, hash=False)
    file: str | None = dataclasses.field(default=None, compare=False, repr=False)
    line: int | None = dataclasses.field(default=None, compare=False, repr=False)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any], *, file: str | None = None, line: int | None = None) -> Self:
        """Checks the fields of a record.

        Args:
            record: The JSON object.
            file: Where it came from, for messages.
            line: Its line there.

        Raises:
            RecordError: A field is missing, unknown, of the wrong type or of a newer version, or there is no such game
                or option.
        """
        try:
            return cls(**_checked(record), file=file, line=line)
        except RecordError as why:
            raise RecordError(why.message, file, line, why.field) from None

    @classmethod
    def from_json(cls, text: str, *, file: str | None = None, line: int | None = None) -> Self:
        """Reads a record from its JSON text; raises as `from_dict` does."""
        try:
            value = _json.loads(text)
        except ValueError as why:
            raise RecordError(str(why), file, line) from None
        return cls.from_dict(value, file=file, line=line)

    def to_dict(self) -> dict[str, Any]:
        """The record as a JSON object with all options; ``seed`` and ``scores`` only when there are any."""
        record: dict[str, Any] = {"version": VERSION, "game": self.game.name, "options": self.game.options()}
        if self.seed is not None:
            record["seed"] = self.seed
        if self.setup is not None:
            record["setup"] = plain_position(self.setup)
        record["moves"] = list(self.moves)
        if self.scores is not None:
            record["scores"] = list(self.scores)
        return record

    def to_json(self) -> str:
        """The record as one line of JSON, without a line break."""
        return json.dumps(self.to_dict(), separators=(",", ":"))

    def start(self, engine: str = "native") -> State:
        """The position that the game begins at.

        Args:
            engine: ``"native"`` or ``"reference"``.

        Raises:
            RecordError: The rules do not allow the position that was set up (``field`` is ``"setup"``).
            ValueError: There is no such engine.
        """
        if self.setup is None:
            return self.game.new_initial_state(engine)  # type: ignore[arg-type]
        try:
            return self.game.state_from(self.setup, engine)  # type: ignore[arg-type]
        except PositionError as why:
            raise RecordError(_json.shorten(str(why), 500), self.file, self.line, "setup") from None

    def replay(self, engine: str = "native") -> State:
        """Replays the game to its last position; see `replay`."""
        return replay(self, engine=engine)

    def to_html(self, path: str | os.PathLike[str] | None = None, **options: Any) -> str:
        """The game as one self-contained HTML page; see `zellige.to_html`, which has the same options."""
        from .replay import to_html

        return to_html(self, path, **options)


def replay(record: Record | Mapping[str, Any] | str, engine: str = "native") -> State:
    """Replays a record to its last position and checks its scores.

    Args:
        record: A record, as a `Record`, as a mapping or as its JSON text.
        engine: ``"native"`` or ``"reference"``.

    Raises:
        RecordError: A field is missing, of the wrong type or unknown, a move is illegal (``field`` is
            ``"moves[12]"``), the position that was set up is not allowed, or the scores differ.
        ValueError: There is no such engine.

    >>> replay({"version": 1, "game": "blokus", "options": {}, "moves": ["a19,a20", "a1,b2"]})
    Traceback (most recent call last):
    ...
    zellige.errors.RecordError: moves[1]: a1,b2: B1: ...
    """
    record = as_record(record)
    return replay_on(record.start(engine), record)


def replay_on(state: State, record: Record) -> State:
    """Replays a record on a start position, which it changes and returns; raises as `replay` does."""
    for ply in range(len(record.moves)):
        push_move(state, record, ply)
    if record.scores is not None:
        check_scores(state, record)
    return state


def push_move(state: State, record: Record, ply: int) -> None:
    """Plays one move of a record.

    Raises:
        RecordError: It is illegal or cannot be read; the state is untouched.
    """
    move = record.moves[ply]
    try:
        state.push(move)
    except (BadMove, IllegalAction) as why:
        text = f"{_json.shorten(move, 80)}: " + "; ".join(map(str, why.reasons))
        raise RecordError(_json.shorten(text, 500), record.file, record.line, f"moves[{ply}]") from None
    except UnicodeEncodeError:
        raise RecordError("it is no text", record.file, record.line, f"moves[{ply}]") from None


def check_scores(state: State, record: Record) -> None:
    """Compares a record's scores with those of its last position.

    Raises:
        RecordError: They differ, or the game is not over.
    """
    found = state.scores().tolist()
    if not state.is_terminal():
        raise RecordError("the game is not over and has no scores yet", record.file, record.line, "scores")
    if list(record.scores or ()) != found:
        message = f"{_json.shorten(str(list(record.scores or ())), 80)} recorded, {found} replayed"
        raise RecordError(message, record.file, record.line, "scores")


def as_record(record: Record | Mapping[str, Any] | str) -> Record:
    """A record in any of the forms that `replay` takes."""
    if isinstance(record, Record):
        return record
    return Record.from_json(record) if isinstance(record, str) else Record.from_dict(record)


def read_records(path: str | os.PathLike[str]) -> Iterator[Record]:
    """Reads a file of records, one JSON object a line, one after the other.

    Args:
        path: The file; lines may be up to `MAX_LINE` bytes long.

    Yields:
        The records, each with the file and line that it came from.

    Raises:
        RecordError: At the first line that is no record, or when the file is empty.
        OSError: The file cannot be read.
    """
    for line, value in read_objects(path):
        if isinstance(value, RecordError):
            raise value
        yield Record.from_dict(value, file=os.fspath(path), line=line)


def read_objects(path: str | os.PathLike[str]) -> Iterator[tuple[int, Any]]:
    """Each line of a file with its number, as a JSON value or as the `RecordError` that says why it is none.

    A file that is no text from its first line on gives that one error.
    """
    name = os.fspath(path)
    with Path(path).open("rb") as file:
        number = 0
        while raw := file.readline(MAX_LINE + 1):
            number += 1
            if len(raw) > MAX_LINE and not raw.endswith(b"\n"):
                yield number, RecordError(f"it is longer than {MAX_LINE // 2**20} MiB", name, number)
                while len(raw) == MAX_LINE + 1 and not raw.endswith(b"\n"):
                    raw = file.readline(MAX_LINE + 1)
                continue
            try:
                if not raw.strip():
                    raise ValueError("it is empty")
                yield number, _json.loads(raw.decode())
            except ValueError as why:
                binary = number == 1 and _is_binary(path)
                if isinstance(why, UnicodeDecodeError):
                    text = f"it is not UTF-8 at byte {why.start + 1}"
                else:
                    text = "it is not JSON but binary" if binary and b"\0" in raw else str(why)
                yield number, RecordError(text, name, number)
                if binary:  # one message is enough
                    return
        if not number:
            yield 1, RecordError("the file is empty", name, 1)


def _is_binary(path: str | os.PathLike[str]) -> bool:
    """Whether the beginning of a file is no text in UTF-8."""
    with Path(path).open("rb") as file:
        head = file.read(1 << 16)
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return True
    return b"\0" in head


def write_records(path: str | os.PathLike[str], records: Iterable[Record | Mapping[str, Any]]) -> int:
    """Writes records to a file, one JSON object a line, and returns how many.

    The file appears whole or not at all: it is written beside its place and renamed. Moves are not replayed.

    Args:
        path: The file; it is replaced if it exists.
        records: The records.

    Raises:
        RecordError: A record lacks a field or has one of the wrong type; nothing is written.
        OSError: The file cannot be written.
    """
    with atomic_write(path) as file:
        count = 0
        for count, record in enumerate(records, 1):  # noqa: B007
            file.write(as_record(record).to_json().encode() + b"\n")
    return count


def _checked(record: object) -> dict[str, Any]:
    if not isinstance(record, Mapping):
        raise RecordError(f"a record is a JSON object, not {_json.shorten(type(record).__name__)}")
    if "version" in record:  # before all else: a newer version may have other fields
        _check_version(record["version"])
    for name in record:
        if name not in _FIELDS:
            raise RecordError("there is no such field", field=_json.shorten(str(name), 40))
    for name in _REQUIRED:
        if name not in record:
            raise RecordError("it is missing", field=name)
    fields: dict[str, Any] = {"game": _game(record["game"], record["options"])}
    fields["moves"] = tuple(_each(record["moves"], "moves", str, "a string"))
    if "seed" in record:
        fields["seed"] = _integer(record["seed"], "seed")
        if not 0 <= fields["seed"] < 2**64:
            raise RecordError("it is outside 0 to 2^64 - 1", field="seed")
    if "setup" in record:
        fields["setup"] = _setup(record["setup"])
    if "scores" in record:
        fields["scores"] = tuple(
            _integer(score, f"scores[{i}]") for i, score in enumerate(_list(record["scores"], "scores"))
        )
        if len(fields["scores"]) != fields["game"].num_players():
            message = f"{len(fields['scores'])} scores for {fields['game'].num_players()} players"
            raise RecordError(message, field="scores")
    return fields


def _check_version(version: object) -> None:
    number = _integer(version, "version")
    if number > VERSION:
        raise RecordError(f"{number} is newer than {VERSION}, the newest that this package reads", field="version")
    if number < 1:
        raise RecordError(f"there is no version {number}", field="version")


def _game(name: object, options: object) -> Game:
    if not isinstance(name, str):
        raise RecordError(f"it is no string but {_kind(name)}", field="game")
    if not isinstance(options, Mapping):
        raise RecordError(f"it is no object but {_kind(options)}", field="options")
    for key, value in options.items():
        if isinstance(value, str) and value.lower().endswith(".toml"):
            raise RecordError(f"{key}: a set of one's own stands whole in a record, not by its path", field="options")
    try:
        return _cached_game(name, json.dumps(options, sort_keys=True))
    except (ValueError, TypeError) as why:
        field = "options" if name in GAMES else "game"
        raise RecordError(_json.shorten(str(why), 500), field=field) from None


def _setup(position: object) -> dict[str, Any]:
    if not isinstance(position, Mapping):
        raise RecordError(f"it is no object but {_kind(position)}", field="setup")
    try:
        return plain_position(position)
    except (PositionError, TypeError) as why:
        raise RecordError(_json.shorten(str(why), 500), field="setup") from None


@functools.lru_cache(maxsize=64)
def _cached_game(name: str, options: str) -> Game:
    """Files hold thousands of records of one game, and its tables take a while to build."""
    return game_from_options(name, json.loads(options))


def _list(value: object, field: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise RecordError(f"it is no list but {_kind(value)}", field=field)
    return value


def _each(value: object, field: str, kind: type, name: str) -> Iterator[Any]:
    for i, item in enumerate(_list(value, field)):
        if not isinstance(item, kind):
            raise RecordError(f"it is not {name} but {_kind(item)}", field=f"{field}[{i}]")
        yield item


def _integer(value: object, field: str) -> int:
    if isinstance(value, bool):
        raise RecordError("it is no whole number but true or false", field=field)
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise RecordError(f"it is no whole number but {_kind(value)}", field=field) from None


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value)) or ("a number" if isinstance(value, (int, float)) else f"a {type(value).__name__}")
