"""Reading the files that simulations are saved to."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np
import numpy.typing as npt

from . import _json
from .errors import RecordError
from .files import needs
from .game import Game
from .games import game_from_options
from .simulate import SimulationResult

__all__ = ["load_simulation"]

_TYPES: Final[dict[str, type[np.generic]]] = {
    "scores": np.int32,
    "colour_scores": np.int32,
    "winners": np.bool_,
    "returns": np.float64,
    "lengths": np.int32,
    "actions": np.int32,
}
_META: Final = ("version", "game", "options", "seed", "first", "policies")


def load_simulation(path: str | os.PathLike[str]) -> SimulationResult:
    """Reads what `SimulationResult.save` wrote as ``.npz`` or ``.parquet`` (extra ``[arrow]``).

    The columns have the right shapes and types; whether the histories are legal shows `SimulationResult.records`.

    Args:
        path: The file.

    Raises:
        RecordError: It is no such file, is damaged or of a newer version.
        ValueError: Another ending.
        OSError: The file cannot be read.

    >>> import tempfile, zellige as zl
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     zl.simulate(zl.Blokus(), 3, seed=5, record=True).save(f"{folder}/games.npz")
    ...     result = load_simulation(f"{folder}/games.npz")
    >>> result, result.seed, next(result.records())["seed"]
    (<SimulationResult of 3 games of blokus(players=4,corners=any,scoring=advanced)>, 5, 5)
    """
    ending = Path(path).suffix
    if ending not in (".npz", ".parquet"):
        raise ValueError(f"a saved simulation ends in .npz or .parquet, not {ending or 'without an ending'!r}")
    try:
        meta, columns = _read_npz(path) if ending == ".npz" else _read_parquet(path)
        return _result(meta, columns)
    except RecordError as why:
        raise RecordError(why.message, os.fspath(path), field=why.field) from None


def _read_npz(path: str | os.PathLike[str]) -> tuple[str, dict[str, npt.NDArray[Any]]]:
    with Path(path).open("rb") as file:
        try:
            with np.load(file, allow_pickle=False) as saved:
                if not isinstance(saved, np.lib.npyio.NpzFile) or "meta" not in saved.files:
                    _refuse("it is no simulation that was saved here")
                columns = {name: saved[name] for name in _TYPES if name in saved.files}
                return str(saved["meta"]), columns
        except (ValueError, KeyError, EOFError, OSError, zipfile.BadZipFile, zlib.error, NotImplementedError) as why:
            if isinstance(why, RecordError):
                raise
            # What numpy says of a file that is none would be no help, and asks to trust it.
            _refuse("it is no .npz file or damaged" + (f": {why}" if zipfile.is_zipfile(file) else ""))


def _read_parquet(path: str | os.PathLike[str]) -> tuple[str, dict[str, npt.NDArray[Any]]]:
    arrow = needs("pyarrow", "arrow")
    parquet = needs("pyarrow.parquet", "arrow")
    with Path(path).open("rb") as file:
        try:
            table = parquet.read_table(file)
            meta = (table.schema.metadata or {}).get(b"zellige")
            if meta is None:
                _refuse("it is no simulation that was saved here")
            columns = {}
            for name in _TYPES.keys() & set(table.column_names):
                column = table[name].combine_chunks()
                rows = arrow.types.is_fixed_size_list(column.type)
                flat = column.flatten() if rows or arrow.types.is_large_list(column.type) else column
                array = flat.to_numpy(zero_copy_only=False)
                columns[name] = array.reshape(len(column), column.type.list_size) if rows else array
            return meta.decode(), columns
        except (arrow.ArrowException, ValueError, OSError) as why:
            if isinstance(why, RecordError):
                raise
            _refuse(f"it is no .parquet file or damaged: {why}")


def _result(text: str, columns: Mapping[str, npt.NDArray[Any]]) -> SimulationResult:
    meta, game = _meta(text)
    for name in ("scores", "winners", "returns", "lengths"):
        if name not in columns:
            _refuse("it is missing", name)
    games, players = len(columns["lengths"].reshape(-1)), game.num_players()
    colours = getattr(game, "num_colours", lambda: 0)()
    shapes = {"lengths": (games,), "colour_scores": (games, colours)}
    for name, column in columns.items():
        if column.dtype != _TYPES.get(name):
            _refuse("it has another type than a simulation's", name)
        shape = shapes.get(name, (games, players))
        if name != "actions" and (column.shape if games else shape) != shape:
            _refuse(f"its shape is {column.shape}, not {shape}", name)
    lengths = columns["lengths"]
    if games and lengths.min() < 0:
        _refuse("a length is negative", "lengths")
    actions = columns.get("actions")
    if actions is not None and actions.shape != (lengths.sum(dtype=np.int64),):
        _refuse("the histories do not have the lengths that are given", "actions")
    return SimulationResult(
        game=game,
        seed=meta["seed"],
        first=meta["first"],
        policies=tuple(meta["policies"]),
        scores=columns["scores"].reshape(games, players),
        returns=columns["returns"].reshape(games, players),
        winners=columns["winners"].reshape(games, players),
        lengths=lengths,
        colour_scores=columns["colour_scores"].reshape(games, colours) if "colour_scores" in columns else None,
        actions=actions,
        seconds=0.0,
    )


def _meta(text: str) -> tuple[dict[str, Any], Game]:
    try:
        meta = _json.loads(text)
    except ValueError as why:
        _refuse(str(why), "meta")
    if not isinstance(meta, dict) or any(name not in meta for name in _META):
        _refuse(f"it lacks one of {', '.join(_META)}", "meta")
    if meta["version"] != 1 or isinstance(meta["version"], bool):
        _refuse("there is no such version, or it is newer than 1, the newest that this package reads", "meta.version")
    for name in ("seed", "first"):
        if not isinstance(meta[name], int) or isinstance(meta[name], bool) or not 0 <= meta[name] < 2**64:
            _refuse("it is no whole number from 0 to 2^64 - 1", f"meta.{name}")
    try:
        game = game_from_options(meta["game"], meta["options"])
    except (ValueError, TypeError) as why:
        _refuse(str(why), "meta")
    policies = meta["policies"]
    if not isinstance(policies, list) or not all(isinstance(policy, str) for policy in policies):
        _refuse("it is no list of texts", "meta.policies")
    if len(policies) != game.num_players():
        _refuse(f"{len(policies)} policies for {game.num_players()} players", "meta.policies")
    return meta, game


def _refuse(message: str, field: str | None = None) -> NoReturn:
    raise RecordError(_json.shorten(message), field=field)
