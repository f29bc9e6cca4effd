"""The games as OpenSpiel games."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest

import zellige as zl

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this platform")

from open_spiel.python.algorithms import mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from zellige.openspiel import NAMES, RolloutEvaluator  # noqa: E402

GAMES = {
    "zellige_blokus": "blokus",
    "zellige_blokus(players=3,corners=fixed,scoring=basic)": "blokus(players=3,corners=fixed,scoring=basic)",
    "zellige_blokus(variant=duo)": "blokus(variant=duo)",
    "zellige_casbah": "casbah",
    "zellige_casbah(size=4x4,players=1)": "casbah(size=4x4,players=1)",
    "zellige_casbah(size=4x9,players=3,tiles=reconstruction-walls,strict_future=true)": (
        "casbah(size=4x9,players=3,tiles=reconstruction-walls,strict_future=true)"
    ),
    "zellige_casa_grande": "casa_grande",
    "zellige_casa_grande(players=3,blocks=18,max_rounds=5)": "casa_grande(players=3,blocks=18,max_rounds=5)",
}


def test_every_game_is_registered() -> None:
    assert [name for name in pyspiel.registered_names() if name.startswith("zellige_")] == sorted(NAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_one_that_it_names(name: str) -> None:
    game = pyspiel.load_game(name)
    ours = zl.load_game(GAMES[name])
    assert game.zellige == ours
    assert game.num_players() == ours.num_players()
    assert game.num_distinct_actions() == ours.num_distinct_actions()
    assert game.max_chance_outcomes() == ours.max_chance_outcomes()
    assert pyspiel.load_game(str(game)).zellige == ours


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_accepts_it(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_the_game(name: str) -> None:
    """Every ply of a game says what the state of zellige says."""
    game = pyspiel.load_game(name)
    state, twin = game.new_initial_state(), zl.load_game(GAMES[name]).new_initial_state()
    rng = np.random.default_rng(3)
    rolls = 0
    while not twin.is_terminal():
        assert state.current_player() == twin.current_player()
        assert not state.is_terminal()
        assert state.legal_actions() == twin.legal_actions().tolist()
        if twin.is_chance_node():
            rolls += 1
            assert state.is_chance_node()
            assert state.chance_outcomes() == twin.chance_outcomes()
        action = int(rng.choice(twin.legal_actions()))
        assert state.action_to_string(action) == twin.action_to_string(action)
        state.apply_action(action)
        twin.apply_action(action)
        assert state.position == twin
    assert state.is_terminal()
    assert state.returns() == twin.returns().tolist()
    assert state.history() == twin.history()
    assert rolls <= game.max_chance_nodes_in_history()
    assert len(state.history()) <= game.max_game_length()
    assert game.min_utility() <= min(state.returns())
    assert max(state.returns()) <= game.max_utility()


@pytest.mark.parametrize("name", GAMES)
def test_observers_show_the_arrays(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    observation = make_observation(game)
    rng = np.random.default_rng(1)
    for _ in range(15):
        for player in range(game.num_players()):
            wanted = state.position.observation(player)
            observation.set_from(state, player)
            assert list(observation.dict) == list(wanted)
            assert all((observation.dict[key] == wanted[key]).all() for key in wanted)
            flat = game.zellige.flatten(wanted)
            assert (observation.tensor == flat).all()
            assert state.observation_tensor(player) == flat.tolist()
            assert state.position.key().hex() in state.observation_string(player)
        assert game.observation_tensor_shape() == [len(observation.tensor)]
        if not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"depth": 2})


def test_clones_and_serialised_states_are_independent() -> None:
    game = pyspiel.load_game("zellige_casa_grande")
    state = game.new_initial_state()
    rng = np.random.default_rng(5)
    for _ in range(20):
        state.apply_action(int(rng.choice(state.legal_actions())))
    before = state.position.clone()
    loaded = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    for twin in (state.clone(), loaded, pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize())):
        assert twin.position == before
        assert twin.history() == state.history()
        twin.apply_action(twin.legal_actions()[0])
        assert twin.position != before
        assert state.position == before


def test_illegal_actions_change_nothing() -> None:
    state = pyspiel.load_game("zellige_blokus").new_initial_state()
    before = state.position.clone()
    with pytest.raises(zl.IllegalAction):
        state.apply_action(500)
    assert state.position == before
    assert state.history() == []


@pytest.mark.parametrize("name", ["zellige_blokus(variant=duo)", "zellige_casbah(size=4x4)", "zellige_casa_grande"])
def test_mcts_of_openspiel_runs(name: str) -> None:
    game = pyspiel.load_game(name)
    random = np.random.RandomState(2)
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state = game.new_initial_state()
    for _ in range(6):
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[2])
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_native_playouts_say_what_openspiel_says() -> None:
    game = pyspiel.load_game("zellige_casa_grande(blocks=18)")
    state = game.new_initial_state()
    for _ in range(9):
        state.apply_action(state.legal_actions()[0])
    ours = RolloutEvaluator(400, seed=3)
    first = ours.evaluate(state)
    assert (first == zl.rollout(state.position, 400, seed=3).returns).all()
    assert (ours.evaluate(state) == zl.rollout(state.position, 400, seed=4).returns).all()
    theirs = mcts.RandomRolloutEvaluator(400, np.random.RandomState(1))
    assert abs(first - theirs.evaluate(state)).max() < 0.25
    assert ours.prior(state) == theirs.prior(state)
    bot = mcts.MCTSBot(game, 1.4, 10, ours, random_state=np.random.RandomState(1))
    while state.is_chance_node():
        state.apply_action(0)
    assert bot.step(state) in state.legal_actions()
    with pytest.raises(ValueError, match="games"):
        RolloutEvaluator(0)
    with pytest.raises(ValueError, match="policy"):
        RolloutEvaluator(1, policy="strong")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("zellige_casbah(size=3x3,players=2)", "H2"),
        ("zellige_casbah(tiles=nothing)", "nothing"),
        ("zellige_blokus(variant=duo,players=2)", "B11"),
        ("zellige_blokus(players=5)", "players"),
        ("zellige_casa_grande(colour=1)", "colour"),
    ],
)
def test_bad_parameters(name: str, text: str) -> None:
    with pytest.raises((ValueError, zl.ZelligeError, OSError, pyspiel.SpielError), match=text):
        pyspiel.load_game(name)


def test_the_interpreter_ends_well() -> None:
    """OpenSpiel lets go of its games after Python has ended."""
    script = "import pyspiel, zellige.openspiel as o; s = pyspiel.load_game('zellige_casbah').new_initial_state()"
    subprocess.run([sys.executable, "-c", script], check=True)
