"""Playouts from one position, on both engines."""

from __future__ import annotations

import pickle
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

import zellige as zl
from zellige.reference.rng import Stream

ARRAYS = ("returns", "scores", "actions", "counts", "action_returns")


def position(game: zl.Game, plies: int, engine: Any = "native") -> zl.State:
    state = game.new_initial_state(engine)
    stream = Stream(4, plies)
    for _ in range(plies):
        legal = state.legal_actions()
        if len(legal) == 0:
            break
        state.apply_action(legal[stream.below(len(legal))])
    return state


def same(one: zl.RolloutResult, two: zl.RolloutResult) -> None:
    assert (one.game, one.games, one.seed, one.lengths) == (two.game, two.games, two.seed, two.lengths)
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name), strict=True)


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize(
    ("options", "plies"),
    [
        (zl.Blokus(players=3), 45),
        (zl.Blokus(variant="duo"), 12),
        (zl.Casbah((4, 4), 2), 20),
        (zl.Casbah((6, 6), 1), 12),
        (zl.Casbah((5, 8), 4, strict_future=True), 30),
        (zl.CasaGrande(), 0),
        (zl.CasaGrande(4), 150),
    ],
    ids=str,
)
def test_both_engines(options: zl.Game, plies: int, policy: str) -> None:
    native, reference = (
        zl.rollout(position(options, plies, engine), 4, seed=6, policy=policy) for engine in ("native", "reference")
    )
    same(native, reference)
    assert native.counts.sum() == 4


def test_by_hand(kind: type[zl.Game]) -> None:
    """Against playouts through the state's own methods."""
    game = kind()
    for plies in (0, 1, 30):
        state = position(game, plies)
        result = zl.rollout(state, 30, seed=2)
        ends, firsts = [], []
        for i in range(30):
            stream, playout = Stream(2, i), state.clone()
            while not playout.is_terminal():
                legal = playout.legal_actions()
                playout.apply_action(legal[stream.below(len(legal))])
            ends.append(playout)
            firsts.append(playout.history()[plies])
        assert result.actions.tolist() == state.legal_actions().tolist()
        assert result.counts.tolist() == [firsts.count(action) for action in result.actions.tolist()]
        np.testing.assert_allclose(result.returns, np.mean([end.returns() for end in ends], axis=0))
        np.testing.assert_allclose(result.scores, np.mean([end.scores() for end in ends], axis=0))
        np.testing.assert_allclose(result.lengths, np.mean([end.move_number() - plies for end in ends]))
        for action, count, means in zip(result.actions, result.counts, result.action_returns, strict=True):
            chosen = [end.returns() for end, first in zip(ends, firsts, strict=True) if first == action]
            if count:
                np.testing.assert_allclose(means, np.mean(chosen, axis=0), atol=1e-12)
            else:
                assert np.isnan(means).all()


def test_dtypes_shapes_and_repr() -> None:
    state = zl.CasaGrande(3).new_initial_state()
    result = zl.rollout(state, 20)
    expected: dict[str, tuple[type, tuple[int, ...]]] = {
        "returns": (np.float64, (3,)),
        "scores": (np.float64, (3,)),
        "actions": (np.int32, (6,)),
        "counts": (np.int64, (6,)),
        "action_returns": (np.float64, (6, 3)),
    }
    for name, (dtype, shape) in expected.items():
        array = getattr(result, name)
        assert array.dtype == dtype, name
        assert array.shape == shape, name
    assert len(result) == 20
    assert repr(result) == f"<RolloutResult of 20 playouts of {state.game!r}>"
    same(pickle.loads(pickle.dumps(result)), result)


def test_threads_and_history_do_not_show(kind: type[zl.Game]) -> None:
    state = position(kind(), 12)
    before = (state.key(), state.history())
    one = zl.rollout(state, 3000, seed=1, threads=1)
    same(one, zl.rollout(state, 3000, seed=1, threads=3))
    same(one, zl.rollout(state.clone(history=False), 3000, seed=1))
    assert (state.key(), state.history()) == before


def test_policies(engine: Any) -> None:
    state = position(zl.Casbah((4, 4), 2), 20, engine)
    lowest = zl.rollout(state, 5, policy=lambda state: int(state.legal_actions()[0]))
    assert lowest.counts.tolist() == [5] + [0] * (len(lowest.actions) - 1)
    mixed = zl.rollout(state, 50, policy=["greedy", "random"])
    assert mixed.counts.sum() == 50
    named = zl.rollout(state, 9, seed=5, policy=["random", "random"])
    same(named, zl.rollout(state, 9, seed=5))


def test_a_finished_game(engine: Any) -> None:
    state = position(zl.Casbah((4, 4), 2), 100, engine)
    assert state.is_terminal()
    result = zl.rollout(state, 10)
    np.testing.assert_array_equal(result.returns, state.returns())
    np.testing.assert_array_equal(result.scores, state.scores())
    assert (result.lengths, result.actions.size, result.action_returns.shape) == (0, 0, (0, 2))


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"state": 1}, TypeError, "state must be a zellige state, not int"),
        ({"games": 0}, ValueError, "games must be at least 1"),
        ({"games": 1.5}, TypeError, "games must be an integer"),
        ({"seed": -1}, ValueError, "seed must be at least 0"),
        ({"threads": 0}, ValueError, "threads must be at least 1"),
        ({"policy": "best"}, ValueError, "policy must be"),
        ({"policy": ["random"]}, ValueError, "one entry per player"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        zl.rollout(**{"state": zl.Blokus().new_initial_state(), "games": 3, **arguments})


@pytest.mark.parametrize("policy", ["random", "a function"])
def test_ctrl_c(engine: Any, policy: Any) -> None:
    """The interrupt ends the call soon, and the state can be used as before."""
    state = zl.Blokus().new_initial_state(engine)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        zl.rollout(state, 10**6, policy=policy if policy == "random" else lambda state: int(state.legal_actions()[0]))
    assert time.monotonic() - begun < 5
    timer.join()
    assert zl.rollout(state, 1).counts.sum() == 1


def test_an_illegal_choice_of_a_policy() -> None:
    state = zl.Blokus().new_initial_state()
    with pytest.raises(zl.IllegalAction):
        zl.rollout(state, 3, policy=lambda state: 0 if state.move_number() else int(state.legal_actions()[0]))
    assert state.history() == []


def test_the_state_stays_free() -> None:
    """While a rollout works, other threads may change the state."""
    state = zl.Blokus().new_initial_state()
    expected = zl.rollout(state, 4000, seed=3, threads=1)
    found: list[zl.RolloutResult] = []
    thread = threading.Thread(target=lambda: found.append(zl.rollout(state, 4000, seed=3, threads=1)))
    thread.start()
    while thread.is_alive():
        state.apply_action(state.legal_actions()[0])
        state.undo_action()
    thread.join()
    assert found[0].games == 4000
    if found[0].actions.tolist() == expected.actions.tolist():
        same(found[0], expected)
