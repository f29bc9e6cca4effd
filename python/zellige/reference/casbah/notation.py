"""The notation of moves (H13)."""

from __future__ import annotations

import re
import reprlib

from ...errors import Reason
from ...tiles import TileSet
from .moves import Lay

__all__ = ["name_of_lay", "read"]

_DRAFT = re.compile(r"[A-Za-z0-9._-]+")
_LAY = re.compile(r"([A-Za-z0-9._-]+)/([0-9]+)@(-?[0-9]{1,3}),(-?[0-9]{1,3})")


def name_of_lay(tiles: TileSet, lay: Lay) -> str:
    """A lay as text.

    >>> name_of_lay(TileSet.load("reconstruction"), (4, 1, (-2, 3)))
    'DWDW/1@-2,3'
    """
    kind, r, (x, y) = lay
    return f"{tiles.tiles[kind].name}/{r}@{x},{y}"


def read(tiles: TileSet, text: str) -> int | Lay | Reason:
    """The type of a draft pick, a lay with the rotation as written, or a ``BadMove`` reason.

    >>> tiles = TileSet.load("reconstruction")
    >>> read(tiles, "DDDW"), read(tiles, "DWDW/3@-2,3"), read(tiles, "DWDW/4@0,0").rule
    (2, (4, 3, (-2, 3)), 'BadMove')
    """
    shown = reprlib.repr(text)
    lay = _LAY.fullmatch(text)
    if lay is None and not _DRAFT.fullmatch(text):
        return Reason("BadMove", (), f"{shown} is neither a tile's name nor a lay such as 'DWDW/1@-2,3'")
    name = lay[1] if lay else text
    kinds = [kind for kind, tile in enumerate(tiles.tiles) if tile.name == name]
    if not kinds:
        return Reason("BadMove", (), f"there is no tile {reprlib.repr(name)} in the set {tiles.name}")
    if lay is None:
        return kinds[0]
    if lay[2] not in ("0", "1", "2", "3"):
        return Reason("BadMove", (), f"the rotation of {shown} is not 0, 1, 2 or 3")
    return kinds[0], int(lay[2]), (int(lay[3]), int(lay[4]))
