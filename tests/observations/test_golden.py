"""Every number of the observations of some golden games by checksum: the layout never changes silently."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from zellige.games import game_from_options

GOLDEN = Path(__file__).parents[1] / "golden"
CHECKSUMS: list[Any] = json.loads((GOLDEN / "observations.json").read_text())


def checksum(file: str, number: int, engine: Literal["native", "reference"]) -> str:
    """SHA-256 of names, shapes and dtypes, and of what every player observes at every ply, as int32."""
    line = json.loads((GOLDEN / file).read_text().splitlines()[number])
    game = game_from_options(line["game"], line["options"])
    digest = hashlib.sha256()
    for name, spec in game.observation_spec().items():
        digest.update(f"{name} {list(spec.shape)} {spec.dtype}\n".encode())
    state = game.new_initial_state(engine)
    for move in [*(ply["move"] for ply in line["plies"]), None]:
        for player in range(game.num_players()):
            digest.update(game.flatten(state.observation(player), dtype=np.int32).astype("<i4").tobytes())
        if move is not None:
            state.push(move)
    assert state.is_terminal()
    return digest.hexdigest()


@pytest.mark.parametrize("entry", CHECKSUMS, ids=lambda entry: f"{Path(entry['file']).stem}-{entry['line']}")
def test_checksum(entry: dict[str, Any], engine: Literal["native", "reference"]) -> None:
    assert checksum(entry["file"], entry["line"], engine) == entry["sha256"]
