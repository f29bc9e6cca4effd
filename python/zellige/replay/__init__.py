"""Replays: a game as one HTML file with a slider, the moves, and the scores over time (docs/replay.md)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ..files import atomic_write
from ..game import Engine
from ..options import check_int
from ..record import Record, as_record
from ..state import State
from .frames import Progress, film
from .page import page

__all__ = ["to_html"]


def to_html(
    record: State | Record | Mapping[str, Any] | str,
    path: str | os.PathLike[str] | None = None,
    *,
    title: str | None = None,
    ply: int = 0,
    engine: Engine = "native",
    progress: Progress | None = None,
) -> str:
    """A game as one self-contained HTML page.

    Args:
        record: A record as a `Record`, a mapping or JSON text; or a position, whose history is shown.
        path: A file to write the page to as well; it is replaced if it exists, and never written half.
        title: What stands above the game; its name if ``None``.
        ply: The position that is shown first, from 0 (the start) to the number of moves.
        engine: The engine that replays the game.
        progress: Called with the number of positions that are drawn and that there are.

    Returns:
        The page's HTML. Pictures are kept as differences: a game of Blokus for four takes about 0.3 MB.

    Raises:
        RecordError: The record cannot be read or replayed.
        ValueError: ``ply`` is out of range, there is no such engine, or the position was cloned without its history.
        TypeError: An argument has the wrong type.
        OSError: The file cannot be written.

    >>> import zellige as zl
    >>> state = zl.Blokus(variant="duo").new_initial_state()
    >>> state.push("e9,e10")
    >>> zl.to_html(state)[:15]
    '<!doctype html>'
    """
    kept = as_record(record.to_record() if isinstance(record, State) else record)
    check_int("ply", ply, range(len(kept.moves) + 1), f"from 0 to {len(kept.moves)}")
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title must be a string, not {type(title).__name__}")
    shown = film(kept, engine, progress)
    text = page(shown, kept.game.name.replace("_", " ") if title is None else title, ply)
    if path is not None:
        with atomic_write(path) as file:
            file.write(text.encode())
    return text
