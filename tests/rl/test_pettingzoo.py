"""The PettingZoo environments."""

from __future__ import annotations

import copy
import itertools
import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import zellige as zl
from zellige import pettingzoo as zp

with warnings.catch_warnings():
    # They import one of their environments in a way that they advise against.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

GAMES = ["blokus(players=3)", "blokus(variant=duo)", "casbah(size=4x4)", "casa_grande(blocks=18)"]


@pytest.fixture(autouse=True)
def _their_advice() -> Any:
    """PettingZoo advises against dict observations, masks of zeros and spaces that are no box; these are wanted."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation(s| is| space| numpy)")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        yield


def play(env: Any, moves: int = 10**6) -> list[tuple[str, int]]:
    """Plays on by taking the middle legal action; who did what."""
    done: list[tuple[str, int]] = []
    while env.agents and len(done) < moves:
        agent = env.agent_selection
        _, _, termination, truncation, info = env.last()
        assert not truncation
        if termination:
            env.step(None)
            continue
        legal = np.flatnonzero(info["action_mask"])
        done.append((agent, int(legal[len(legal) // 2])))
        env.step(done[-1][1])
    return done


def test_pettingzoo_accepts_every_option_combination(game: zl.Game) -> None:
    api_test(zp.env(game), num_cycles=120)


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("make", [zp.raw_env, lambda text: zp.env(text, illegal_action="terminate")])
def test_pettingzoo_accepts_many_cycles(text: str, make: Any) -> None:
    api_test(make(text), num_cycles=1000)
    seed_test(lambda: make(text), num_cycles=200)


@pytest.mark.parametrize("text", GAMES)
def test_pettingzoo_accepts_every_render_mode(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: zp.env(text, render_mode=render_mode))
    env = zp.env(text, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.unwrapped.position)
    env = zp.env(text, render_mode="human")
    capsys.readouterr()
    env.reset(seed=1)
    assert capsys.readouterr().out == f"{env.unwrapped.position}\n"


def test_the_mask_is_the_legal_set_and_everything_is_new_at_every_step(game: zl.Game) -> None:
    env = zp.raw_env(game)
    env.reset(seed=4)
    kept: list[Any] = []
    for _ in range(12):
        if env.terminations[env.agent_selection]:
            break
        agent = env.agent_selection
        player = env.possible_agents.index(agent)
        state = env.position
        observation, _, _, _, info = env.last()
        assert observation is not None
        assert player == state.current_player()
        assert observation["action_mask"].dtype == info["action_mask"].dtype == np.int8
        assert np.flatnonzero(info["action_mask"]).tolist() == state.legal_actions().tolist()
        assert (observation["action_mask"] == info["action_mask"]).all()
        assert observation in env.observation_space(agent)
        for other, name in enumerate(env.possible_agents):
            seen = env.observe(name)
            wanted = state.observation(other)
            assert all((seen["observation"][key] == wanted[key]).all() for key in wanted)
            assert seen["action_mask"].any() == (name == agent)
        arrays = [info["action_mask"], observation["action_mask"], *observation["observation"].values()]
        for array in arrays:
            assert not any(np.shares_memory(array, old) for old in kept)
        kept = arrays
        env.step(int(info["action_mask"].argmax()))


def test_an_episode_is_a_game_that_the_rules_allow(game: zl.Game) -> None:
    """The same game by hand: skipped players are not selected, repeated turns are, rewards are the returns."""
    env = zp.env(game)
    env.reset(seed=8)
    played = play(env)
    state = game.new_initial_state()
    for action in env.unwrapped.position.history():
        if not state.is_chance_node():
            assert played.pop(0) == (f"player_{state.current_player()}", action)
        state.apply_action(action)
    assert state.is_terminal()
    assert not played
    assert not env.agents
    env.reset(seed=8)
    rewards = dict.fromkeys(env.agents, 0.0)
    while not any(env.terminations.values()):
        assert not any(env.rewards.values())
        legal = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
        env.step(int(legal[len(legal) // 2]))
    for _ in rewards.copy():
        rewards[env.agent_selection] = env.last()[1]
        env.step(None)
    assert list(rewards.values()) == state.returns().tolist()


def test_repeated_turns_of_one_agent() -> None:
    env = zp.env("casa_grande")
    env.reset(seed=0)
    agents = [agent for agent, _ in play(env, 12)]
    assert any(a == b for a, b in itertools.pairwise(agents))
    assert len(set(agents)) == 2


def test_dice_come_from_the_stream_of_the_game() -> None:
    env = zp.raw_env("casa_grande")
    for episode in range(3):
        env.reset(seed=21 if episode == 0 else None)
        play(env, 30)
        stream = zl.reference.rng.Stream(21, episode)  # type: ignore[attr-defined]
        state = env.game.new_initial_state()
        for action in env.position.history():
            if state.is_chance_node():
                assert action == stream.below(6)
            state.apply_action(action)


def test_without_a_seed_dice_differ() -> None:
    rolls = set()
    for _ in range(4):
        env = zp.env("casa_grande")
        env.reset()
        play(env, 25)
        rolls.add(tuple(env.unwrapped.position.history()))
    assert len(rolls) > 1


@pytest.mark.parametrize("wrapped", [False, True])
def test_copies_and_pickles_keep_the_live_position(wrapped: bool) -> None:
    env = (zp.env if wrapped else zp.raw_env)("casa_grande")
    env.reset(seed=6)
    play(env, 9)
    ahead = [play(twin, 20) for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)))]
    twin = copy.deepcopy(env)
    assert twin.unwrapped.position == env.unwrapped.position
    assert twin.agent_selection == env.agent_selection
    assert ahead[0] == ahead[1] == play(env, 20)
    assert twin.unwrapped.position != env.unwrapped.position


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = zp.env("blokus(variant=duo)")
    env.reset(seed=0)
    before = (env.unwrapped.position, env.agent_selection, dict(env.rewards))
    for action in (0, -1, 13_729, 10**9):
        with pytest.raises(zl.IllegalAction):
            env.step(action)
    for wrong in (None, 1.0, "1"):
        with pytest.raises(TypeError):
            env.step(wrong)
    assert before == (env.unwrapped.position, env.agent_selection, dict(env.rewards))
    env.step(int(env.last()[4]["action_mask"].argmax()))
    assert env.agent_selection == "player_1"


def test_an_illegal_action_can_end_the_episode() -> None:
    env = zp.env("blokus(variant=duo)", illegal_action="terminate")
    env.reset(seed=0)
    env.last()
    env.step(0)
    assert env.rewards == {"player_0": -1.0, "player_1": 0}
    assert all(env.terminations.values())
    for _ in range(2):
        env.step(None)
    assert not env.agents


def test_spaces_are_the_same_objects_at_every_call() -> None:
    env = zp.env("casbah")
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    assert env.observation_space("player_0") is not env.observation_space("player_1")


def test_bad_arguments() -> None:
    with pytest.raises(TypeError, match="game must be"):
        zp.env(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="did you mean"):
        zp.env("blokos")
    with pytest.raises(ValueError, match="render_mode"):
        zp.env("casbah", render_mode="video")
    with pytest.raises(ValueError, match="illegal_action"):
        zp.env("casbah", illegal_action="ignore")
    env = zp.raw_env("casbah")
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    env.step(0)
    before = env.position
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=seed)
    with pytest.raises(TypeError, match="seed"):
        env.reset(seed=1.5)  # type: ignore[arg-type]
    assert env.position == before
