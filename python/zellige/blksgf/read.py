"""Games from Pentobi's files."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from ..errors import RecordError
from .game import SgfGame
from .parse import parse_trees

__all__ = ["MAX_LINES", "iter_games", "loads", "read", "scan"]

MAX_LINES: Final = 10_000
"""The most variations of a game tree that are read as games of their own."""

_BLOCK = 1 << 16

Source = str | os.PathLike[str] | IO[bytes] | IO[str]


def read(source: Source, *, variations: bool = False) -> list[SgfGame]:
    """Reads all games of a ``.blksgf`` file; see `iter_games` for files too large for memory.

    Args:
        source: A path, or a file that is open for reading.
        variations: Whether every variation of a game tree is a game of its own, the main line first. Without it the
            main line is read; the other lines stay in the game's ``tree``, unplayed.

    Raises:
        RecordError: Something is wrong; the error names file, line and node.
        OSError: The file cannot be read.

    >>> import io
    >>> [game] = read(io.StringIO("(;GM[Blokus Duo]PB[Ann];B[e10];W[j5]C[Bold.])"))
    >>> game.properties, game.comments, game.record["moves"]
    ({'PB': ['Ann']}, {2: 'Bold.'}, ['e10', 'j5'])
    """
    return list(iter_games(source, variations=variations))


def loads(text: str | bytes, *, variations: bool = False) -> list[SgfGame]:
    """Reads all games of a text, or of a file's bytes; see `read`.

    >>> [main, other] = loads("(;GM[Blokus](;1[a20])(;1[t20]))", variations=True)
    >>> main.record["options"]["corners"], other.record["options"]["corners"]
    ('fixed', 'any')
    """
    if not isinstance(text, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"text must be str or bytes, not {type(text).__name__}")
    source = io.StringIO(text, newline="") if isinstance(text, str) else io.BytesIO(text)
    return read(source, variations=variations)


def iter_games(source: Source, *, variations: bool = False) -> Iterator[SgfGame]:
    """Reads the games of a file one after the other, and holds one game tree at a time; raises as `read` does."""
    for found in scan(source, variations=variations):
        if isinstance(found, RecordError):
            raise found
        yield found


def scan(source: Source, *, variations: bool = False) -> Iterator[SgfGame | RecordError]:
    """The same, with an error in the place of each game that cannot be read; what cannot be parsed ends it."""
    if isinstance(source, (str, os.PathLike)):
        with Path(source).open("rb") as file:
            yield from _scan(_blocks(file), os.fspath(source), None, variations)
    else:
        name = getattr(source, "name", None)
        file_name = name if isinstance(name, str) else None
        charset = "utf-8" if isinstance(source.read(0), str) else None
        yield from _scan(_blocks(source), file_name, charset, variations)


def _scan(
    blocks: Iterable[bytes], file: str | None, charset: str | None, variations: bool
) -> Iterator[SgfGame | RecordError]:
    for tree in parse_trees(blocks, file, charset):
        if isinstance(tree, RecordError):
            yield tree
            continue
        ends = tree.ends() if variations else [tree.main_end()]
        if len(ends) > MAX_LINES:
            text = f"the game tree has {len(ends):,} variations, more than the {MAX_LINES:,} that are read"
            yield tree.error(0, text)
            continue
        wrong: set[str | None] = set()
        for end in ends:
            try:
                yield SgfGame.from_tree(tree, end)
            except RecordError as why:
                if why.field not in wrong:  # a node before a branch is wrong once, not for every line through it
                    yield why
                wrong.add(why.field)


def _blocks(file: IO[bytes] | IO[str]) -> Iterator[bytes]:
    while block := file.read(_BLOCK):
        if isinstance(block, str):
            # Half a surrogate pair becomes bytes that are no UTF-8, and is refused with its line.
            yield block.encode(errors="surrogatepass")
        else:
            yield block
