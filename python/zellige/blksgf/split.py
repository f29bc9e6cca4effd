"""Cutting a file into its game trees, without holding more than one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from .._json import shorten
from ..errors import RecordError

__all__ = ["MAX_TREE", "split_trees"]

MAX_TREE: Final = 16 * 2**20
"""The longest game tree that is read, in bytes; of a longer one hardly more than this is ever held in memory."""

_OUTSIDE = re.compile(rb"[()\[]")
_INSIDE = re.compile(rb"[\]\\]")
_BOM = b"\xef\xbb\xbf"


def split_trees(blocks: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    r"""Each game tree with the line on which it begins; all line ends become ``\n``.

    Args:
        blocks: The file, in pieces of any size.

    Raises:
        RecordError: There is something that is no game tree, a tree is longer than `MAX_TREE` or does not end, or
            there is none at all.

    >>> list(split_trees([b"(;GM[Blo", b"kus])\n\n(;GM[1])"]))
    [(1, b'(;GM[Blokus])'), (3, b'(;GM[1])')]
    """
    rest = bytearray()  # blanks, or the part of a tree that is there so far
    line, count, depth, at, in_value = 1, 0, 0, 0, False
    for block in _with_plain_line_ends(blocks):
        rest += block
        while True:
            if depth == 0:
                blanks = len(rest) - len(rest.lstrip())
                line += rest.count(b"\n", 0, blanks)
                del rest[:blanks]
                if not rest:
                    break
                if rest[:1] != b"(":
                    place = "the file begins" if count == 0 else "after a game tree it goes on"
                    raise RecordError(f'{place} with {_shown(rest)} and not with "(", as a game tree does', line=line)
                depth = at = 1
            mark = (_INSIDE if in_value else _OUTSIDE).search(rest, at)
            if mark is None:
                at = len(rest)
                break
            if mark[0] == b"\\":
                if mark.end() == len(rest):
                    at = mark.start()  # what it protects comes with the next block
                    break
                at = mark.end() + 1
                continue
            at = mark.end()
            if mark[0] in b"[]":
                in_value = not in_value
            else:
                depth += 1 if mark[0] == b"(" else -1
            if depth == 0:
                if at > MAX_TREE:
                    break
                count += 1
                yield line, bytes(rest[:at])
                line += rest.count(b"\n", 0, at)
                del rest[:at]
        if len(rest) > MAX_TREE:
            raise RecordError(f"the game tree is longer than {MAX_TREE // 2**20} MiB", line=line)
    if rest:
        what = "in a property's value" if in_value else 'before its ")"'
        raise RecordError(f"it is cut off: the game tree that begins here ends {what}", line=line)
    if count == 0:
        raise RecordError("the file is empty", line=1)


def _with_plain_line_ends(blocks: Iterable[bytes]) -> Iterator[bytes]:
    held, first = b"", True
    for given in blocks:
        block = held + given
        if first and len(block) < len(_BOM) and _BOM.startswith(block):
            held = block
            continue
        if first:
            block, first = block.removeprefix(_BOM), False
        held = b"\r" if block.endswith(b"\r") else b""  # its "\n" may come with the next block
        yield block[: len(block) - len(held)].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    yield held.replace(b"\r", b"\n")


def _shown(rest: bytearray) -> str:
    text = rest[:12].split(None, 1)[0].decode("latin-1")
    return f'"{shorten(text)}"'
