"""Positions of all games, at the start, on the way and at the end, at which the drawings are looked at."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import pytest

import zellige as zl
from zellige.game import Engine
from zellige.reference.rng import Stream


class Sample(NamedTuple):
    """A game played at random for some plies; ``None``: to its end."""

    game: zl.Game
    plies: int | None


FRONT_DOOR = {"name": "F", "sides": "FDDD", "value": 1, "count": 1}
WIDE: dict[str, Any] = {
    "name": "wide",
    "tiles": [
        FRONT_DOOR,
        {"name": "long-name.of_a_tile", "sides": "WDWD", "value": 255, "count": 200},
        {"name": "G", "sides": "GGGG", "value": 7, "count": 5},
    ],
}
ROOMS = [{"name": f"T{n}", "sides": "DDDW", "value": n + 1, "count": 1} for n in range(62)]
MANY: dict[str, Any] = {"name": "many", "tiles": [FRONT_DOOR, *ROOMS]}
LARGE: dict[str, Any] = {
    "name": "large",
    "platforms": [
        {"name": "square", "rows": ["O######O"] * 8, "count": 3},
        {"name": "line", "rows": ["O" * 8], "count": 28},
    ],
}

SAMPLES = [
    Sample(zl.Blokus(), 0),
    Sample(zl.Blokus(corners="fixed"), 2),
    Sample(zl.Blokus(players=3), 30),
    Sample(zl.Blokus(players=2), None),
    Sample(zl.Blokus(variant="duo"), 1),
    Sample(zl.Blokus(variant="duo"), None),
    Sample(zl.Casbah(), 0),
    Sample(zl.Casbah(players=3), 17),
    Sample(zl.Casbah(), 36),
    Sample(zl.Casbah(), 40),
    Sample(zl.Casbah(tiles="reconstruction-walls"), 55),
    Sample(zl.Casbah(), None),
    Sample(zl.Casbah((9, 5), 1), None),
    Sample(zl.Casbah((11, 4), 4), 48),
    Sample(zl.Casbah((62, 2), 1, WIDE), 9),
    Sample(zl.Casbah((7, 9), 3, MANY), 5),
    Sample(zl.CasaGrande(4), 0),
    Sample(zl.CasaGrande(2), 1),
    Sample(zl.CasaGrande(3), 90),
    Sample(zl.CasaGrande(4), 203),
    Sample(zl.CasaGrande(2, platforms=LARGE), 150),
    Sample(zl.CasaGrande(2), None),
]


@functools.cache
def moves(sample: Sample) -> tuple[int, ...]:
    state = sample.game.new_initial_state()
    stream = Stream(5)
    while not state.is_terminal() and (sample.plies is None or state.move_number() < sample.plies):
        actions = state.legal_actions()
        state.apply_action(actions[stream.below(len(actions))])
    return tuple(state.history())


@pytest.fixture(params=SAMPLES, ids=lambda sample: f"{sample.game.name}-{sample.game.num_players()}-{sample.plies}")
def sample(request: pytest.FixtureRequest) -> Sample:
    """Each of the samples."""
    found: Sample = request.param
    return found


@pytest.fixture
def state(sample: Sample) -> zl.State:
    """A sample's position on the native engine."""
    return _replayed(sample, "native")


@pytest.fixture
def twin(sample: Sample) -> zl.State:
    """The same position on the reference engine."""
    return _replayed(sample, "reference")


@pytest.fixture
def views(state: zl.State) -> tuple[str, ...]:
    """The views that there are of a position."""
    return ("plan", "isometric") if isinstance(state, zl.CasaGrandeState) else ("plan",)


def _replayed(sample: Sample, engine: Engine) -> zl.State:
    state = sample.game.new_initial_state(engine)
    for action in moves(sample):
        state.apply_action(action)
    return state
