"""What the tests of all games share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import zellige as zl

GOLDEN = Path(__file__).parent / "golden"

# A whole game of the reference engine is slow for hypothesis, and how slow says nothing about its being right.
settings.register_profile("zellige", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("zellige")


def option_combinations() -> list[zl.Game]:
    """Every combination of options that changes the rules."""
    games: list[zl.Game] = [
        zl.Blokus(players=players, corners=corners, scoring=scoring)
        for players in (2, 3, 4)
        for corners in ("any", "fixed")
        for scoring in ("advanced", "basic")
    ]
    games += [zl.Blokus(variant="duo", scoring=scoring) for scoring in ("advanced", "basic")]
    games += [
        zl.Casbah(size, players, tiles, strict)
        for tiles in ("reconstruction", "reconstruction-walls")
        for strict in (False, True)
        for size, players in (((6, 6), 1), ((6, 6), 2), ((4, 9), 3), ((5, 8), 4), ((5, 9), 3), ((3, 2), 2))
    ]
    games += [zl.CasaGrande(players, blocks) for players in (2, 3, 4) for blocks in (24, 20, 18)]
    games.append(zl.CasaGrande(max_rounds=2))
    return games


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with an argument ``game`` runs for every combination of options, one with ``kind`` for every game."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", option_combinations(), ids=str)
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", list(zl.GAMES.values()), ids=list(zl.GAMES))
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", ["native", "reference"])


@pytest.fixture
def golden() -> Path:
    """The folder of golden files."""
    return GOLDEN
