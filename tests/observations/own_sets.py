"""Games with sets of one's own, which reach what the supplied sets seldom or never do."""

from __future__ import annotations

from typing import Any

import zellige as zl

# Small platforms often lie straight on one that is alike (G10e) and beside each other.
SMALL_PLATFORMS: dict[str, Any] = {
    "name": "small",
    "platforms": [
        {"name": "I1", "rows": ["O"], "count": 8},
        {"name": "I2", "rows": ["O#"], "count": 8},
        {"name": "P5", "rows": ["O#", "##", "#."], "count": 8},
    ],
}


def tiles(*more: tuple[str, int, int], front: str = "FDDD") -> dict[str, Any]:
    """A set of the front door, some tiles that are their own mirror pictures, and more: sides, value and count."""
    entries = [(front, 1, 1), ("DDDD", 8, 9), ("DDDW", 2, 9), ("DDWW", 5, 9), ("GGGG", 7, 5), *more]
    keys = ("name", "sides", "value", "count")
    rows = [(f"{sides}-{number}", sides, value, count) for number, (sides, value, count) in enumerate(entries)]
    return {"name": "own", "tiles": [dict(zip(keys, row, strict=True)) for row in rows]}


def own_games() -> list[zl.Game]:
    # The first two tiles are mirror pictures of each other, and so are the next two.
    pairs = tiles(("D.WD", 3, 2), ("DW.D", 3, 2), ("..DW", 9, 2), (".WD.", 9, 2), ("..DD", 6, 3))
    return [
        zl.CasaGrande(platforms=SMALL_PLATFORMS, max_rounds=20),
        zl.CasaGrande(players=3, blocks=18, platforms=SMALL_PLATFORMS, max_rounds=16),
        zl.Casbah((5, 4), 2, pairs),
        zl.Casbah((4, 4), 1, pairs, strict_future=True),
        zl.Casbah((4, 4), 2, tiles(("D.WD", 3, 2), ("..DW", 9, 2))),
    ]
