"""Replaying files of records or vectors on both engines, ply by ply."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _json, blksgf
from .crosscheck.compare import Probe
from .crosscheck.moves import random_moves
from .crosscheck.probes import about_move
from .errors import BadMove, IllegalAction, RecordError
from .game import ENGINES
from .record import Record, check_scores, read_objects
from .reference.play import choose
from .reference.rng import Stream
from .state import State

__all__ = ["VerifyReport", "legal_digest", "verify"]


@dataclasses.dataclass(frozen=True)
class VerifyReport:
    """What `verify` read, and the first thing that is wrong in each game; true when nothing is.

    Attributes:
        records: How many records were read.
        vectors: How many vectors were read.
        plies: How many moves were replayed.
        findings: What is wrong, with file, line and field, at most one finding per line.
    """

    records: int
    vectors: int
    plies: int
    findings: tuple[RecordError, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        text = f"{self.records:,} records, {self.vectors:,} vectors, {self.plies:,} plies: "
        return text + (f"{len(self.findings):,} wrong" if self.findings else "all as they should be")

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        findings = [{key: getattr(why, key) for key in ("file", "line", "field", "message")} for why in self.findings]
        counts = {key: getattr(self, key) for key in ("records", "vectors", "plies")}
        return {"ok": self.ok, **counts, "findings": findings}


def verify(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    engines: Sequence[str] = ENGINES,
    *,
    illegal_moves: int = 0,
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> VerifyReport:
    """Replays every game of some files, and names the first ply of each that is wrong.

    A line is a record (RULES, "Records") or a vector: a game with the player, the number and the digest of the legal
    actions before each move (see `legal_digest`). Of a ``.blksgf`` file every variation is a record. With two engines
    they are compared with each other at every ply: player, legal actions, scores and key.

    Args:
        paths: One or more files: JSON Lines with records and vectors in any mixture, or ``.blksgf``.
        engines: The engines to replay on.
        illegal_moves: About how many random moves per ply the engines are asked, which rules they violate.
        seed: What these moves are drawn from.
        progress: Is called with the number of lines that are done, and of all.

    Raises:
        OSError: A file cannot be read.
        ValueError: There is no such engine, or none.

    >>> import json, tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
    ...     json.dump({"version": 1, "game": "blokus", "options": {}, "moves": ["a1", "b2"]}, file)
    ...     file.flush()
    ...     report = verify(file.name)
    >>> bool(report), report.findings[0].field, report.findings[0].message
    (False, 'moves[1]', 'native refuses b2: B3: ...')
    """
    if not engines or any(engine not in ENGINES for engine in engines):
        raise ValueError(f"engines must be some of {', '.join(ENGINES)}, not {list(engines)}")
    files = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    total = sum(map(_count_lines, files)) if progress is not None else 0
    counts, plies, done = {"records": 0, "vectors": 0}, 0, 0
    findings: list[RecordError] = []
    for path in files:
        for line, value in _values(path):
            try:
                if isinstance(value, RecordError):
                    raise value
                kind, game = _read(value)
                counts[kind] += 1
                rng = random.Random(f"{seed}/{line}")
                plies += _Replay(game, engines, illegal_moves, rng).run()
            except RecordError as why:
                findings.append(RecordError(why.message, os.fspath(path), why.line or line, why.field))
            done += 1
            if progress is not None:
                progress(done, max(total, done))
    return VerifyReport(**counts, plies=plies, findings=tuple(findings))


def _values(path: str | os.PathLike[str]) -> Iterator[tuple[int, Any]]:
    """What the lines of a file hold; of a ``.blksgf`` file every variation as a record."""
    if Path(path).suffix.lower() != ".blksgf":
        yield from read_objects(path)
        return
    for found in blksgf.scan(path, variations=True):
        yield (found.line or 1, found) if isinstance(found, RecordError) else (found.line, found.record)


def legal_digest(state: State) -> str:
    """The digest of the legal actions that vectors hold.

    It is the first 16 hex digits of the SHA-1 of all legal moves, sorted as plain strings and joined by ``;``.

    >>> import zellige as zl
    >>> legal_digest(zl.Blokus(players=2).new_initial_state())
    '9b57acdba1ee4c82'
    """
    return hashlib.sha1(";".join(sorted(state.legal_moves())).encode(), usedforsecurity=False).hexdigest()[:16]


@dataclasses.dataclass(frozen=True)
class _Game:
    """What a line holds: the game as a record, and for vectors what is to be at each ply."""

    record: Record
    field: str = "moves"
    plies: tuple[Mapping[str, Any], ...] = ()
    number: int | None = None


def _read(value: Any) -> tuple[str, _Game]:
    if not isinstance(value, Mapping) or not ("plies" in value or "number" in value) or "version" in value:
        return "records", _Game(Record.from_dict(value))
    fields = dict(value)
    number = fields.pop("number", None)
    policy = fields.pop("policy", "random")
    if number is not None and (not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 2**64):
        raise RecordError("it is no whole number from 0 to 2^64 - 1", field="number")
    plies = fields.pop("plies", None)
    if plies is not None:
        if not isinstance(plies, list):
            raise RecordError("it is no list", field="plies")
        fields["moves"] = [_checked_ply(ply, i)["move"] for i, ply in enumerate(plies)]
    record = Record.from_dict({"version": 1, **fields})
    streamed = number if policy == "random" and record.seed is not None else None
    return "vectors", _Game(record, "moves" if plies is None else "plies", tuple(plies or ()), streamed)


def _checked_ply(ply: Any, index: int) -> Mapping[str, Any]:
    field = f"plies[{index}]"
    if not isinstance(ply, Mapping):
        raise RecordError("it is no object", field=field)
    for name, kinds in (("player", (int, str)), ("n", (int,)), ("h", (str,)), ("move", (str,))):
        if name not in ply or not isinstance(ply[name], kinds) or isinstance(ply[name], bool):
            raise RecordError("it is missing or of the wrong type", field=f"{field}.{name}")
    return ply


class _Replay:
    """One game on some engines at once."""

    def __init__(self, game: _Game, engines: Sequence[str], illegal_moves: int, rng: random.Random) -> None:
        self.game = game
        self.states = [_start(game.record, engine) for engine in engines]
        self.illegal_moves = illegal_moves
        self.rng = rng
        self.stream = None if game.number is None else Stream(game.record.seed or 0, game.number)

    def run(self) -> int:
        """Plays the game and returns its length; raises at the first ply that is wrong."""
        for ply, move in enumerate(self.game.record.moves):
            field = f"{self.game.field}[{ply}]"
            self.compare(field)
            if self.game.plies:
                self.expect(field, self.game.plies[ply])
            if self.stream is not None:
                self.follow(field, move)
            for state in self.states:
                _push(state, move, field)
        self.compare("after the last move")
        if self.game.record.scores is not None:
            for state in self.states:
                try:
                    check_scores(state, self.game.record)
                except RecordError as why:
                    raise RecordError(f"{state.engine}: {why.message}", field=why.field) from None
        return len(self.game.record.moves)

    def compare(self, field: str) -> None:
        """Holds the engines against each other."""
        if len(self.states) < 2:
            return
        questions = list(_COMPARED)
        if self.illegal_moves:
            for move in random_moves(self.rng, self.states[0], self.game.record.moves, self.illegal_moves):
                questions += about_move(move)
        for probe in questions:
            if (difference := probe.compare(*self.states)) is not None:
                raise RecordError(str(difference), field=field)

    def expect(self, field: str, ply: Mapping[str, Any]) -> None:
        """Holds each engine against a vector."""
        for state in self.states:
            player = "chance" if state.is_chance_node() else state.current_player()
            found = {"player": player, "n": len(state.legal_actions()), "h": legal_digest(state)}
            for name, value in found.items():
                if value != ply[name]:
                    text = f"{state.engine} has {value}, the vector {_json.shorten(str(ply[name]), 40)}"
                    raise RecordError(text, field=f"{field}.{name}")

    def follow(self, field: str, move: str) -> None:
        """Holds a game that was played by the random policy against its stream."""
        assert self.stream is not None
        state = self.states[0]
        if not state.is_terminal() and (played := state.action_to_string(choose(state, self.stream))) != move:
            raise RecordError(f"the random policy plays {played} here, not {_json.shorten(move, 80)}", field=field)


_COMPARED = (
    Probe("current_player", lambda state: state.current_player()),
    Probe("legal_actions", lambda state: state.legal_actions()),
    Probe("legal_moves", lambda state: state.legal_moves()),
    Probe("scores", lambda state: state.scores()),
    Probe("key", lambda state: state.key()),
)


def _start(record: Record, engine: str) -> State:
    try:
        return record.start(engine)
    except RecordError as why:
        raise RecordError(f"{engine} refuses the position: {why.message}", field=why.field) from None


def _push(state: State, move: str, field: str) -> None:
    try:
        state.push(move)
    except (BadMove, IllegalAction) as why:
        text = f"{state.engine} refuses {_json.shorten(move, 80)}: " + "; ".join(map(str, why.reasons))
        raise RecordError(_json.shorten(text, 500), field=field) from None
    except UnicodeEncodeError:
        raise RecordError("it is no text", field=field) from None


def _count_lines(path: str | os.PathLike[str]) -> int:
    with Path(path).open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
