"""Positions with tile and platform sets of one's own: wide boards, many types, marks that the squares do not tell."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import zellige as zl

TILES = {
    "name": "large",
    "tiles": [{"name": "Front", "sides": "FDDD", "value": 1, "count": 1}]
    + [
        {"name": f"Room{i}", "sides": sides, "value": 3 + i, "count": 5}
        for i, sides in enumerate(["DDDD", "DDDW"] * 12)
    ]
    + [{"name": f"Edge{i}", "sides": "DDWW", "value": 9 + i, "count": 7} for i in range(8)]
    + [{"name": "Garden", "sides": "GGGG", "value": 7, "count": 30}],
}
PLATFORMS = {
    "name": "marked",
    "platforms": [
        {"name": "Bar", "rows": ["O##"], "count": 6},
        {"name": "Square", "rows": ["O#", "##"], "count": 5},
        {"name": "Ring", "rows": ["###", "#.#", "##O"], "count": 2},
    ],
}
GAMES: list[zl.Game] = [
    zl.Casbah((8, 8), 2, TILES),
    zl.Casbah((9, 7), 1, TILES, strict_future=True),
    zl.CasaGrande(3, 20, PLATFORMS),
]


@pytest.mark.parametrize("own", GAMES, ids=lambda game: f"{game.name}-{game.num_players()}")
def test_there_and_back(
    own: zl.Game, walk: Callable[..., Any], mutate: Callable[..., Any], outcome: Callable[..., Any]
) -> None:
    rng = random.Random(1)
    positions = []
    for ply, state in enumerate(walk(own, 3)):
        position = state.to_position()
        positions.append(position)
        native = own.state_from(position)
        assert native == state
        assert native.legal_actions().tolist() == state.legal_actions().tolist()
        if ply % 11 == 0 or state.is_terminal():
            twin = own.state_from(position, "reference")
            assert twin.key() == state.key()
            assert twin.to_position() == position
    assert any(position.get("platforms") or position.get("table") for position in positions)
    for _ in range(60):
        position = mutate(rng, rng.choice(positions))
        assert outcome(own, position, "native") == outcome(own, position, "reference"), position
