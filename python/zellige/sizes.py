"""Sizes of a casbah (H2): reading them and checking them."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Sequence

from .options import check_int
from .tiles import TileSet

__all__ = ["Size", "check_size", "read_size"]

Size = str | Sequence[int]


def read_size(size: object) -> tuple[int, int]:
    """W and H from ``(6, 6)``, ``[6, 6]`` or ``"6x6"``; whether a casbah can be like that is not looked at.

    Raises:
        TypeError: It is neither text nor a list or tuple.
        ValueError: The text is of another form, or there are not two sides.

    >>> read_size("4x9")
    (4, 9)
    """
    if isinstance(size, str):
        match = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", size)
        if match is None:
            raise ValueError(f"size must look like '6x6', not {reprlib.repr(size)}")
        return int(match[1]), int(match[2])
    if not isinstance(size, (list, tuple)):
        raise TypeError(f"size must be a pair of integers or text such as '6x6', not {type(size).__name__}")
    if len(size) != 2:
        raise ValueError(f"size must have two sides, not {len(size)}")
    return size[0], size[1]


def check_size(size: tuple[int, int], tiles: TileSet) -> None:
    """Refuses a size that no casbah of these tiles can have, saying which condition failed.

    Raises:
        TypeError: It is no pair of integers.
        ValueError: One of the conditions of H2 fails, but for the one about the players.

    >>> check_size((6, 9), TileSet.load("reconstruction"))
    Traceback (most recent call last):
    ...
    ValueError: a 6x9 casbah needs 54 tiles, and the set reconstruction has 45 (H2)
    """
    if not isinstance(size, tuple) or len(size) != 2:
        raise TypeError("size must be a pair of integers")
    for side in size:
        check_int("each side of size", side, range(2, 63), "from 2 to 62 (H2)")
    w, h = size
    if w + h > 64:
        raise ValueError(f"the sides of a {w}x{h} casbah make {w + h} together, more than 64 (H1)")
    if w * h > tiles.total:
        raise ValueError(f"a {w}x{h} casbah needs {w * h} tiles, and the set {tiles.name} has {tiles.total} (H2)")
    door = tiles.tiles[tiles.front_door].sides
    at = door.index("F")
    # In a frame of two columns one more side of the front door's tile faces out; in a wider one none need to.
    if max(w, h) == 2 and "W" not in (door[at - 1], door[at - 3]):
        raise ValueError(f"no {w}x{h} frame can hold the front door: it would show a side that is no window (H2)")
