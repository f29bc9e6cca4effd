"""The single-agent environment."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import zellige as zl
from zellige.gymnasium import IDS, ZelligeEnv


def play(env: Any, seed: int | None = 0, **options: Any) -> tuple[list[float], list[int]]:
    """Rewards and actions of an episode in which the agent takes the first legal action."""
    _, info = env.reset(seed=seed, options=options or None)
    rewards, actions, over = [], [], False
    while not over:
        actions.append(int(info["action_mask"].argmax()))
        _, reward, over, truncated, info = env.step(actions[-1])
        assert not truncated
        rewards.append(reward)
    return rewards, actions


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("opponents", ["random", "greedy"])
@pytest.mark.parametrize("seat", [0, 1, "random"])
def test_gymnasium_accepts_it(name: str, opponents: str, seat: Any) -> None:
    check_env(gymnasium.make(name, opponents=opponents, seat=seat).unwrapped)


@pytest.mark.parametrize("text", ["blokus(players=3)", "casbah(players=1)", "casa_grande(players=4)"])
def test_gymnasium_accepts_every_seat(text: str) -> None:
    game = zl.load_game(text)
    for seat in range(game.num_players()):
        for illegal_action in ("lose", "raise"):
            env = ZelligeEnv(game, seat=seat, illegal_action=illegal_action)
            env.action_space.seed(1)
            if illegal_action == "lose":
                check_env(env, skip_render_check=True)
            assert env.reset(seed=1)[1]["seat"] == seat
            assert env.position.current_player() == seat


def test_every_option_combination_is_an_environment(game: zl.Game) -> None:
    env = ZelligeEnv(game, seat="random")
    observation, _ = env.reset(seed=3)
    assert observation in env.observation_space
    rewards, _ = play(env, seed=4)
    assert rewards[:-1] == [0.0] * (len(rewards) - 1)
    assert rewards[-1] == env.position.returns()[env._player]


def test_ids_make_the_games_that_they_name() -> None:
    for name, game in IDS.items():
        made = gymnasium.make(f"zellige.gymnasium:{name}").unwrapped
        assert isinstance(made, ZelligeEnv)
        assert made.game == zl.load_game(game)
    made = gymnasium.make("zellige/Casbah-v0", size="4x4", players=4, seat=3).unwrapped
    assert isinstance(made, ZelligeEnv)
    assert made.game == zl.Casbah("4x4", 4)
    assert made.seat == 3


def test_the_mask_is_the_legal_set_and_belongs_to_the_caller() -> None:
    env = ZelligeEnv("casbah")
    observation, info = env.reset(seed=0)
    assert info["action_mask"].dtype == np.int8
    assert np.flatnonzero(info["action_mask"]).tolist() == env.position.legal_actions().tolist()
    kept = copy.deepcopy((observation, info))
    again, *_ = env.step(int(info["action_mask"].argmax()))
    assert all((observation[name] == kept[0][name]).all() for name in kept[0])
    for name in again:
        assert not np.shares_memory(again[name], observation[name])


@pytest.mark.parametrize("seat", [0, 1])
def test_random_opponents_play_the_very_games_of_simulate(seat: int) -> None:
    """If the agent too draws from the stream, the episode is the game of that number."""
    game = zl.CasaGrande(players=2)
    recorded = zl.simulate(game, 5, seed=11, record=True)
    env = ZelligeEnv(game, seat=seat)
    for number in range(5):
        env.reset(seed=11 if number == 0 else None)
        over = False
        while not over:
            legal = env.position.legal_actions()
            over = env.step(int(legal[env._stream.below(len(legal))]))[2]
        assert env.position.history() == recorded.history(number).tolist()


def test_seeds_are_heeded() -> None:
    env = ZelligeEnv("casa_grande")
    first = play(env, 5)
    assert play(env, 5) == first
    assert play(env, 6) != first
    play(env, 5)
    second = play(env, None)
    assert second == play(env, 5, game_number=1)
    assert second != first
    unseeded = {tuple(play(ZelligeEnv("casa_grande"), None)[1]) for _ in range(3)}
    assert len(unseeded) > 1


def test_a_random_seat_is_every_seat_in_time() -> None:
    env = ZelligeEnv("blokus", seat="random")
    seats = [env.reset(seed=2 if number == 0 else None)[1]["seat"] for number in range(40)]
    assert set(seats) == {0, 1, 2, 3}
    assert seats[7] == env.reset(seed=2, options={"game_number": 7})[1]["seat"]


def test_an_illegal_action_loses_and_says_why() -> None:
    env = ZelligeEnv("blokus", variant="duo")
    env.reset(seed=0)
    before = env.position
    for action, rule in ((0, "B11"), (13_729, "BadMove"), (-1, "BadMove")):
        env.reset(seed=0)
        observation, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, rule)
        assert not info["action_mask"].any()
        assert observation in env.observation_space
        assert env.position == before
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
            env.step(action)


def test_an_illegal_action_can_raise_and_change_nothing() -> None:
    env = ZelligeEnv("casbah", illegal_action="raise")
    _, info = env.reset(seed=0)
    before = env.position
    with pytest.raises(zl.IllegalAction):
        env.step(500)
    with pytest.raises(TypeError):
        env.step(1.5)  # type: ignore[arg-type]
    assert env.position == before
    assert env.step(int(info["action_mask"].argmax()))[2] is False


def test_an_opponent_that_fails_leaves_everything_as_it_was() -> None:
    calls = []

    def tired(state: zl.State) -> int:
        calls.append(state.move_number())
        if len(calls) == 3:
            raise RuntimeError("no more")
        return int(state.legal_actions()[0]) if len(calls) != 6 else 10**6

    env = ZelligeEnv("casa_grande", opponents=[None, tired, "random"], players=3)
    twin = ZelligeEnv("casa_grande", opponents=[None, lambda state: int(state.legal_actions()[0]), "random"], players=3)
    _, info = env.reset(seed=1)
    twin.reset(seed=1)
    for _ in range(12):
        action = int(info["action_mask"].argmax())
        before = env.position.history()
        try:
            *_, info = env.step(action)
        except (RuntimeError, zl.IllegalAction):
            assert env.position.history() == before
            *_, info = env.step(action)
        twin.step(action)
        assert env.position.history() == twin.position.history()
    assert len(calls) > 6


def test_opponents_per_seat_see_copies() -> None:
    seen: list[int] = []

    def first(state: zl.State) -> int:
        seen.append(state.current_player())
        action = int(state.legal_actions()[0])
        state.apply_action(action)
        return action

    env = ZelligeEnv("blokus", opponents=["greedy", first, None, "random"], seat=2)
    play(env)
    assert set(seen) == {1}


def test_copies_and_pickles_keep_the_position() -> None:
    env = ZelligeEnv("casa_grande", opponents="greedy")
    _, info = env.reset(seed=9)
    for _ in range(6):
        *_, info = env.step(int(info["action_mask"].argmax()))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.position == env.position
        assert twin.position.history() == env.position.history()
        a, b = (other.step(int(info["action_mask"].argmax())) for other in (twin, copy.deepcopy(env)))
        assert all((a[0][name] == b[0][name]).all() for name in a[0])
        assert a[1:4] == b[1:4]


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"game": 3}, TypeError, "game must be a zellige game"),
        ({"game": "blokos"}, ValueError, "did you mean"),
        ({"game": zl.Blokus(), "players": 2}, TypeError, "has its options already"),
        ({"game": "blokus", "player": 2}, ValueError, "player"),
        ({"game": "blokus", "seat": 4}, ValueError, "from 0 to 3"),
        ({"game": "blokus", "seat": "any"}, ValueError, "'random'"),
        ({"game": "blokus", "seat": 1.0}, TypeError, "not float"),
        ({"game": "blokus", "opponents": "strong"}, ValueError, "'random' or 'greedy'"),
        ({"game": "blokus", "opponents": ["random"]}, ValueError, "one entry per seat, 4"),
        ({"game": "blokus", "opponents": [None] * 4}, ValueError, "seat 1 has no opponent"),
        ({"game": "blokus", "opponents": [1] * 4}, TypeError, "not int"),
        ({"game": "blokus", "opponents": 5}, TypeError, "not int"),
        ({"game": "blokus", "illegal_action": "ignore"}, ValueError, "'lose' or 'raise'"),
        ({"game": "blokus", "render_mode": "video"}, ValueError, "render_mode"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        ZelligeEnv(**arguments)


def test_bad_seeds_change_nothing() -> None:
    env = ZelligeEnv("casbah")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    before = env.position
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=seed)
    with pytest.raises(TypeError):
        env.reset(seed="1")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="number"):
        env.reset(options={"game_number": -1})
    assert env.position == before


def test_render_gives_the_text_of_the_state(capsys: pytest.CaptureFixture[str]) -> None:
    env = ZelligeEnv("casbah", render_mode="ansi")
    env.reset(seed=0)
    assert env.render() == str(env.position)
    shown = ZelligeEnv("casbah", render_mode="human")
    shown.reset(seed=0)
    assert capsys.readouterr().out == f"{shown.position}\n"
    none = ZelligeEnv("casbah")
    none.reset(seed=0)
    assert none.render() is None


@pytest.mark.parametrize("text", ["blokus", "casbah", "casa_grande"])
def test_pixels(text: str) -> None:
    env = ZelligeEnv(text, render_mode="rgb_array")
    _, info = env.reset(seed=0)
    before = env.render()
    assert before.dtype == np.uint8
    assert before.ndim == 3
    env.step(int(info["action_mask"].argmax()))
    after = env.render()
    assert before.shape != after.shape or (before != after).any()
