"""The game whose positions are compared, and the one position whose legal list is timed."""

from __future__ import annotations

import json
from pathlib import Path

from .contender import Cells, parse_cells

__all__ = ["PLIES", "golden_game"]

PLIES = 21
"""The timed position comes after this many placements: Yellow is to move and has 298."""

_GOLDEN = Path(__file__).parents[2] / "tests" / "golden" / "simulate.jsonl"


def golden_game() -> list[Cells]:
    """All placements of the first golden Classic game with four players and fixed corners."""
    with _GOLDEN.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record["game"] == "blokus" and record["options"] == {"players": 4, "corners": "fixed"}:
                return [parse_cells(move) for move in record["moves"]]
    raise ValueError(f"{_GOLDEN}: no game of Blokus with four players and fixed corners")
