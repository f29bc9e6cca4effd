"""Writing simulations to files."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from .simulate import SimulationResult

__all__ = ["atomic_write", "needs", "save", "to_arrow", "to_pandas"]


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file that takes its place only when everything was written.

    A symbolic link stays: the file that it leads to is replaced, or made. A device or a pipe is written as it goes.

    Raises:
        OSError: It cannot be written there; nothing is left behind.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if target.is_symlink():  # it leads to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), os.fspath(path))
    if target.exists() and not target.is_file():
        with target.open("wb") as special:
            yield special
        return
    try:
        handle = tempfile.NamedTemporaryFile(dir=target.parent, prefix=".zellige-", delete=False)  # noqa: SIM115
    except OSError as why:
        # The file that was asked for, not the one that was to become it.
        raise OSError(why.errno, why.strerror, os.fspath(path)) from None
    try:
        with handle:
            yield handle
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(handle.name, 0o666 & ~umask)
        os.replace(handle.name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(handle.name)
        raise


def save(result: SimulationResult, path: str | os.PathLike[str]) -> None:
    """Writes ``.npz``, ``.jsonl`` or ``.parquet``; see `SimulationResult.save`."""
    ending = Path(path).suffix
    if ending == ".npz":
        columns: dict[str, Any] = dict(result.columns())
        if result.actions is not None:
            columns["actions"] = result.actions
        with atomic_write(path) as file:
            np.savez_compressed(file, meta=np.array(json.dumps(_meta(result))), **columns)
    elif ending == ".jsonl":
        from .record import write_records

        result._recorded()
        write_records(path, result.records())
    elif ending == ".parquet":
        parquet = needs("pyarrow.parquet", "arrow")
        table = to_arrow(result)
        with atomic_write(path) as file:
            parquet.write_table(table, file, compression="zstd")
    else:
        raise ValueError(f"a simulation is saved as .npz, .jsonl or .parquet, not {ending or 'without an ending'!r}")


def to_arrow(result: SimulationResult) -> pyarrow.Table:
    """A table with a row per game: numbers per player as lists, histories as lists of int32."""
    arrow = needs("pyarrow", "arrow")
    arrays = {}
    for name, column in result.columns().items():
        if column.ndim == 1:
            arrays[name] = arrow.array(column)
        else:
            arrays[name] = arrow.FixedSizeListArray.from_arrays(arrow.array(column.reshape(-1)), column.shape[1])
    if result.actions is not None:
        offsets = np.concatenate([[0], np.cumsum(result.lengths, dtype=np.int64)])
        arrays["actions"] = arrow.LargeListArray.from_arrays(arrow.array(offsets), arrow.array(result.actions))
    table: pyarrow.Table = arrow.table(arrays, metadata={"zellige": json.dumps(_meta(result))})
    return table


def to_pandas(result: SimulationResult) -> pandas.DataFrame:
    """A data frame with a row per game and columns such as ``scores_0``; the index is the game's number."""
    frames = needs("pandas", "pandas")
    columns: dict[str, Any] = {}
    for name, column in result.columns().items():
        if column.ndim == 1:
            columns[name] = column
        else:
            columns |= {f"{name}_{i}": column[:, i] for i in range(column.shape[1])}
    index = np.arange(len(result), dtype=np.uint64) + np.uint64(result.first)
    frame: pandas.DataFrame = frames.DataFrame(columns, index=frames.Index(index, name="game"))
    return frame


def _meta(result: SimulationResult) -> dict[str, Any]:
    return {
        "version": 1,
        "game": result.game.name,
        "options": result.game.options(),
        "seed": result.seed,
        "first": result.first,
        "policies": list(result.policies),
    }


def needs(module: str, extra: str) -> Any:
    """A module of an extra.

    Raises:
        ImportError: It is not installed; the message says how to install it.
    """
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as why:
        raise ImportError(f"this needs {module.partition('.')[0]}: pip install 'zellige[{extra}]'") from why
