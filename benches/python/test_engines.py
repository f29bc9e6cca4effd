"""The same work through the native engine and through the reference; each benchmark checks the answer that it times.

Run: ``pytest benches/python --benchmark-columns=median,iqr,rounds``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import zellige as zl
from zellige.game import ENGINES, Engine
from zellige.reference.play import play
from zellige.reference.rng import Stream

GAMES = {
    "blokus": zl.Blokus(corners="fixed"),
    "duo": zl.Blokus(variant="duo"),
    "casbah": zl.Casbah(size=(6, 6), players=2),
    "casa_grande": zl.CasaGrande(players=2),
}
# Of game 0 of seed 0: entries of the history; the ply at which lists are timed, and the legal actions there.
EXPECTED = {
    "blokus": (57, 21, 298),
    "duo": (27, 9, 218),
    "casbah": (56, 47, 22),
    "casa_grande": (154, 110, 16),
}


def mid_game(name: str, engine: Engine) -> zl.State:
    """Game 0 of seed 0 at the ply that `EXPECTED` names."""
    game = GAMES[name]
    actions = zl.simulate(game, 1, record=True).history(0)
    state = game.new_initial_state(engine)
    for action in actions[: EXPECTED[name][1]].tolist():
        state.apply_action(action)
    return state


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("engine", ENGINES)
def test_legal_actions(benchmark: Any, name: str, engine: Engine) -> None:
    """The legal list of a mid-game position as an int32 array."""
    state = mid_game(name, engine)
    if engine == "reference":
        # The reference remembers its last list; a copy has to find it anew.
        actions = benchmark(lambda: state.clone(history=False).legal_actions())
    else:
        actions = benchmark(state.legal_actions)
    assert len(actions) == EXPECTED[name][2]


@pytest.mark.parametrize("name", GAMES)
def test_legal_actions_mask(benchmark: Any, name: str) -> None:
    """The mask of the same position into a buffer."""
    state = mid_game(name, "native")
    out = np.empty(len(state.legal_actions_mask()), np.bool_)
    mask = benchmark(state.legal_actions_mask, out)
    assert mask.sum() == EXPECTED[name][2]


@pytest.mark.parametrize("name", GAMES)
def test_clone(benchmark: Any, name: str) -> None:
    """A clone without history."""
    state = mid_game(name, "native")
    assert benchmark(state.clone, False) == state


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_natively(benchmark: Any, name: str) -> None:
    """1,000 uniform random games in one call, one thread."""
    result = benchmark(zl.simulate, GAMES[name], 1000, threads=1)
    assert result.lengths[0] == EXPECTED[name][0]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("engine", ENGINES)
def test_whole_game_step_by_step(benchmark: Any, name: str, engine: Engine) -> None:
    """One uniform random game through the Python interface, drawn from the game's stream."""
    game = GAMES[name]

    def one() -> zl.State:
        state = game.new_initial_state(engine)
        play(state, Stream(0, 0))
        return state

    assert benchmark(one).move_number() == EXPECTED[name][0]


@pytest.mark.parametrize("name", GAMES)
def test_batch(benchmark: Any, name: str) -> None:
    """1,024 games stepped side by side by what they sample, 20 steps."""
    batch = zl.Batch(GAMES[name], 1024, autoreset="SAME_STEP")

    def steps() -> int:
        for _ in range(20):
            batch.step(batch.sample())
        return int(batch.episodes().min())

    while steps() == 0:
        pass  # until games stand at all plies
    assert benchmark(steps) > 0


@pytest.mark.parametrize("name", GAMES)
def test_rollout(benchmark: Any, name: str) -> None:
    """1,000 playouts from the mid-game position, one thread."""
    result = benchmark(zl.rollout, mid_game(name, "native"), 1000, threads=1)
    assert result.counts.sum() == 1000
