"""Games from one kind of file to another (docs/records.md)."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from . import blksgf
from .blksgf import SgfGame
from .errors import IllegalAction, RecordError
from .game import Game
from .record import Record, read_records, write_records
from .simulate import SimulationResult
from .simulation_files import load_simulation

__all__ = ["ENDINGS", "ConvertReport", "convert"]

SIMULATIONS: Final = (".npz", ".parquet")
"""Endings of saved simulations."""
ENDINGS: Final = (".jsonl", ".blksgf", *SIMULATIONS)
"""Endings of the files that are read and written."""

_Games = Iterator[SgfGame | Record]


@dataclasses.dataclass(frozen=True)
class ConvertReport:
    """What `convert` did.

    Attributes:
        games: How many games were written.
        left_out: How many games had something that the other kind of file has no place for, by what it is:
            ``"comments"``, ``"properties"`` and ``"variations"`` of ``.blksgf``, ``"seeds"`` of records.
    """

    games: int
    left_out: dict[str, int]


def convert(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    variations: bool = False,
    force: bool = False,
) -> ConvertReport:
    """Converts games; every one is replayed, and nothing is written if one is wrong.

    Args:
        source: Records (``.jsonl``), ``.blksgf``, or a simulation that was saved with its histories (``.npz``,
            ``.parquet``).
        target: A file with one of these endings; or a folder, written with a ``/`` at its end or there already without
            such an ending, and empty, for a ``.blksgf`` file per game.
        variations: Whether every variation of a ``.blksgf`` file is a game of its own; else the main lines are taken.
            Trees go whole from ``.blksgf`` to ``.blksgf``.
        force: Whether a file that exists is replaced.

    Raises:
        RecordError: A game is wrong or illegal; the error names file, line and field.
        FileExistsError: The target exists.
        ValueError: An ending is unknown, a name is empty, or the target cannot express a game.
        OSError: A file cannot be read or written.

    >>> import tempfile, zellige as zl
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     zl.simulate(zl.Blokus(variant="duo"), 2, record=True).save(f"{folder}/games.npz")
    ...     print(convert(f"{folder}/games.npz", f"{folder}/games.blksgf"))
    ...     print(convert(f"{folder}/games.blksgf", f"{folder}/games.jsonl").games)
    ConvertReport(games=2, left_out={})
    2
    """
    for name, path in (("source", source), ("target", target)):
        if not os.fspath(path):
            raise ValueError(f"the name of the {name} is empty")
    there = Path(target).is_dir()
    folder = os.fspath(target).endswith(("/", os.sep)) or (there and Path(target).suffix not in ENDINGS)
    into = _ending(target, "written") if not folder else ".blksgf"
    _ending(source, "read")
    if there and not folder:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    if not folder and os.path.lexists(target):
        if not force:
            raise FileExistsError(errno.EEXIST, "it exists already, and is replaced only with --force", str(target))
        if Path(target).exists() and Path(target).samefile(source):
            raise ValueError(f"{os.fspath(target)} would be converted to itself")
    left_out: dict[str, int] = {}
    games = _counted(_read(source, into, variations), into, variations, left_out)
    if folder:
        count = _write_folder(Path(target), games)
    elif into == ".blksgf":
        count = blksgf.write(target, games)
    elif into == ".jsonl":
        count = write_records(target, (_record(game) for game in games))
    else:
        result = _simulation(source, games)
        result.save(target)
        count = len(result)
    return ConvertReport(count, left_out)


def _simulation(source: str | os.PathLike[str], games: _Games) -> SimulationResult:
    """The games as a simulation; one that was saved keeps its seed and policies."""
    if Path(source).suffix in SIMULATIONS:
        result = load_simulation(source)
        for _ in _recorded(result, os.fspath(source)):
            pass
        return result
    return _result([_record(game) for game in games], os.fspath(source))


def _ending(path: str | os.PathLike[str], verb: str) -> str:
    ending = Path(path).suffix
    if ending not in ENDINGS:
        raise ValueError(f"{os.fspath(path)}: the files that are {verb} end in {', '.join(ENDINGS)}")
    return ending


def _read(source: str | os.PathLike[str], into: str, variations: bool) -> _Games:
    """The games of a file, each replayed."""
    ending = Path(source).suffix
    if ending == into == ".blksgf":
        tree = None
        for game in blksgf.iter_games(source, variations=True):
            if game.tree is not tree:
                yield game
            tree = game.tree
    elif ending == ".blksgf":
        yield from blksgf.iter_games(source, variations=variations)
    elif ending == ".jsonl":
        for record in read_records(source):
            record.replay()
            yield record
    else:
        yield from _recorded(load_simulation(source), os.fspath(source))


def _recorded(result: SimulationResult, file: str) -> Iterator[Record]:
    if result.actions is None:
        raise RecordError("it holds no histories: they are saved with --record", file)
    if len(result) == 0:
        raise RecordError("it holds no games", file)
    records, number = result.records(), 0
    while True:
        try:
            record = next(records, None)
        except (IllegalAction, ValueError) as why:
            raise RecordError(str(why), file, field=f"game {number}") from None
        if record is None:
            return
        scores = result.scores[number].tolist()
        if record.get("scores") != scores:
            text = f"{scores} saved, {record.get('scores', 'not over')} replayed"
            raise RecordError(text, file, field=f"game {number}, scores")
        yield Record.from_dict(record, file=file)
        number += 1


def _record(game: SgfGame | Record) -> Record:
    return Record.from_dict(game.record) if isinstance(game, SgfGame) else game


def _counted(games: _Games, into: str, variations: bool, left_out: dict[str, int]) -> _Games:
    """Passes games through and counts what has no place in the other kind of file."""
    for game in games:
        if isinstance(game, SgfGame) and into != ".blksgf":
            lost = {"comments": bool(game.comments), "properties": bool(game.properties)}
            lost["variations"] = not variations and len(game.tree.ends()) > 1
        else:
            seed = game.record.get("seed") if isinstance(game, SgfGame) else game.seed
            lost = {"seeds": seed is not None and into in SIMULATIONS}
        for name, happened in lost.items():
            if happened:
                left_out[name] = left_out.get(name, 0) + 1
        yield game


def _write_folder(target: Path, games: _Games) -> int:
    """A file per game in an empty or a new folder: all of them or none."""
    if target.is_dir() and any(target.iterdir()):
        raise FileExistsError(errno.ENOTEMPTY, "the folder is not empty", str(target))
    if os.path.lexists(target) and not target.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(target))
    target = Path(os.path.realpath(target))
    try:
        made = Path(tempfile.mkdtemp(dir=target.parent, prefix=".zellige-"))
    except OSError as why:
        raise OSError(why.errno, why.strerror, str(target)) from None
    try:
        number = 0
        for number, game in enumerate(games, 1):
            blksgf.write(made / f"{number:06}.blksgf", game)
        if target.is_dir():
            _move_all(made, target)
        else:
            umask = os.umask(0)
            os.umask(umask)
            made.chmod(0o777 & ~umask)
            os.replace(made, target)
    except BaseException:
        with contextlib.suppress(OSError):
            shutil.rmtree(made)
        raise
    return number


def _move_all(made: Path, target: Path) -> None:
    """Moves files into a folder that is there, which stays what it was; back again if one cannot be moved."""
    moved: list[Path] = []
    try:
        for file in sorted(made.iterdir()):
            os.replace(file, target / file.name)
            moved.append(target / file.name)
    except BaseException:
        for file in moved:
            file.unlink()
        raise
    made.rmdir()


def _result(records: Iterable[Record], file: str) -> SimulationResult:
    """Finished games of one kind as the columns of a simulation."""
    game: Game | None = None
    rows: dict[str, list[Any]] = {name: [] for name in ("scores", "returns", "colour_scores", "lengths", "actions")}
    for number, record in enumerate(records):
        state = record.replay()
        place = (record.file or file, record.line)
        game = game or record.game
        if record.game != game:
            raise ValueError(f"{_place(*place)}: {record.game}, but a simulation holds games of one kind, here {game}")
        if record.setup is not None:
            raise ValueError(f"{_place(*place)}: game {number} was set up, and a simulation's games begin at the start")
        if not state.is_terminal():
            raise ValueError(f"{_place(*place)}: game {number} is not over, and a simulation holds finished games")
        rows["scores"].append(state.scores())
        rows["returns"].append(state.returns())
        if hasattr(state, "colour_scores"):
            rows["colour_scores"].append(state.colour_scores())
        rows["lengths"].append(len(state.history()))
        rows["actions"] += state.history()
    if game is None:
        raise RecordError("it holds no games", file)
    returns = np.array(rows["returns"], np.float64)
    return SimulationResult(
        game=game,
        seed=0,
        first=0,
        policies=("recorded",) * game.num_players(),
        scores=np.array(rows["scores"], np.int32),
        returns=returns,
        winners=returns == returns.max(axis=1, keepdims=True),
        lengths=np.array(rows["lengths"], np.int32),
        colour_scores=np.array(rows["colour_scores"], np.int32) if rows["colour_scores"] else None,
        actions=np.array(rows["actions"], np.int32),
        seconds=0.0,
    )


def _place(file: str, line: int | None) -> str:
    return file if line is None else f"{file}, line {line}"
