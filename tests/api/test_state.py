"""The State table of the API, on both engines and all options."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import zellige as zl
from zellige.game import Engine

PLIES = 5
"""No game of any options is over by then."""


def walk(game: zl.Game, engine: Engine, plies: int, seed: int = 5) -> zl.State:
    rng = np.random.default_rng(seed)
    state = game.new_initial_state(engine)
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def view(state: zl.State) -> tuple[object, ...]:
    return (
        state.current_player(),
        state.legal_actions().tolist(),
        state.scores().tolist(),
        state.returns().tolist(),
        state.key(),
        state.history(),
        state.move_number(),
    )


def test_types_and_shapes(game: zl.Game, engine: Engine) -> None:
    state = walk(game, engine, 7)
    legal = state.legal_actions()
    assert legal.dtype == np.int32
    assert legal.ndim == 1
    assert (np.diff(legal) > 0).all()
    assert state.scores().dtype == np.int32
    assert state.scores().shape == (game.num_players(),)
    assert state.returns().dtype == np.float64
    assert not state.returns().any()
    mask = state.legal_actions_mask()
    assert mask.dtype == np.bool_
    expected = game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions()
    assert mask.shape == (expected,)
    assert np.flatnonzero(mask).tolist() == legal.tolist()
    assert all(isinstance(flag, bool) for flag in (state.is_terminal(), state.is_chance_node()))
    assert isinstance(state.current_player(), int)
    assert isinstance(state, zl.State)
    assert state.game == game
    assert state.engine == engine
    assert 0 <= state.position_hash() < 2**64
    assert state.legal_moves() == [state.action_to_string(action) for action in legal.tolist()]
    assert [state.string_to_action(move) for move in state.legal_moves()] == legal.tolist()


def test_mask_goes_into_a_buffer(game: zl.Game, engine: Engine) -> None:
    state = game.new_initial_state(engine)
    out = np.ones_like(state.legal_actions_mask())
    assert state.legal_actions_mask(out) is out
    assert (out == state.legal_actions_mask()).all()


def test_bad_buffers_are_refused_and_untouched(kind: type[zl.Game], engine: Engine) -> None:
    state = kind().new_initial_state(engine)
    n = len(state.legal_actions_mask())
    for bad in (np.zeros(n, np.int8), np.zeros(n, np.float64), [False] * n, bytearray(n), np.zeros((1, n), np.bool_)):
        with pytest.raises((TypeError, ValueError), match="out"):
            state.legal_actions_mask(bad)  # type: ignore[arg-type]
    for length in (0, n - 1, n + 1):
        with pytest.raises(ValueError, match="shape"):
            state.legal_actions_mask(np.zeros(length, np.bool_))
    with pytest.raises(ValueError, match="contiguous"):
        state.legal_actions_mask(np.zeros(2 * n, np.bool_)[::2])
    frozen = np.zeros(n, np.bool_)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="writ"):
        state.legal_actions_mask(frozen)
    assert not frozen.any()


def test_undo_restores_every_position(game: zl.Game, engine: Engine) -> None:
    rng = np.random.default_rng(8)
    state = game.new_initial_state(engine)
    views = [view(state)]
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        views.append(view(state))
    for before in reversed(views[:-1]):
        state.undo_action()
        assert view(state) == before
    with pytest.raises(zl.NothingToUndo):
        state.undo_action()
    assert view(state) == views[0]


def test_copies_are_independent(game: zl.Game, engine: Engine) -> None:
    state = walk(game, engine, PLIES)
    before = view(state)
    copies = [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    for other in copies:
        assert type(other) is type(state)
        assert view(other) == before
        assert other == state
        assert hash(other) == hash(state)
        other.apply_action(other.legal_actions()[0])
        assert view(state) == before
        assert other != state
        other.undo_action()
        other.undo_action()
        assert other.move_number() == PLIES - 1
    assert view(state) == before


def test_a_clone_without_history(game: zl.Game, engine: Engine) -> None:
    state = walk(game, engine, PLIES)
    small = state.clone(history=False)
    assert small == state
    assert small.history() == []
    assert small.move_number() == PLIES
    with pytest.raises(zl.NothingToUndo):
        small.undo_action()
    with pytest.raises(ValueError, match="history"):
        small.to_record()
    action = int(small.legal_actions()[-1])
    small.apply_action(action)
    again = pickle.loads(pickle.dumps(small))
    assert again == small
    assert again.history() == [action]
    assert again.move_number() == PLIES + 1
    small.undo_action()
    assert small == state
    assert state.move_number() == PLIES


def test_the_end(game: zl.Game, engine: Engine) -> None:
    state = walk(game, engine, 10_000)
    assert state.is_terminal()
    assert state.current_player() == zl.TERMINAL
    assert len(state.legal_actions()) == 0
    assert not state.legal_actions_mask().any()
    assert state.legal_moves() == []
    assert len(state.history()) <= game.max_game_length()
    if game.num_players() > 1:
        assert state.returns().sum() == pytest.approx(0)
    with pytest.raises(zl.IllegalAction) as caught:
        state.apply_action(0)
    assert caught.value.rule == "phase"


def test_illegal_numbers(game: zl.Game, engine: Engine) -> None:
    state = walk(game, engine, 4)
    before = view(state)
    legal = set(state.legal_actions().tolist())
    count = len(state.legal_actions_mask())
    wrong = [action for action in range(0, count, max(1, count // 50)) if action not in legal]
    for action in [*wrong, -1, 10**6, 2**31, 2**32 + min(legal), 2**64, -(2**70)]:
        assert not state.is_legal(action)
        reasons = state.explain(action)
        assert reasons
        with pytest.raises(zl.IllegalAction) as caught:
            state.apply_action(action)
        assert list(caught.value.reasons) == reasons
        assert (caught.value.rule, caught.value.cells) == reasons[0][:2]
        assert view(state) == before
        again = pickle.loads(pickle.dumps(caught.value))
        assert (str(again), again.reasons) == (str(caught.value), caught.value.reasons)
    for action in (True, 1.0, "a1", None, np.float64(1), np.array([1, 2])):
        with pytest.raises(TypeError):
            state.apply_action(action)  # type: ignore[arg-type]
    assert view(state) == before
    for integer in (np.int8, np.int32, np.int64, np.uint64):
        assert state.is_legal(integer(0)) == (0 in legal)


def test_strings_that_cannot_be_read(game: zl.Game, engine: Engine) -> None:
    state = walk(game, engine, 4)
    before = view(state)
    texts = [
        "",
        " ",
        "a",
        "1",
        "a1,",
        ",",
        "a1,,a2",
        "ä1",
        "a1\0",
        "@",
        "/",
        "die=",
        "die=0",
        "step=x",
        "\ud800",
        "a" * 10_000,
    ]
    for text in texts:
        assert [reason.rule for reason in state.explain(text)] == ["BadMove"], text
        with pytest.raises(zl.BadMove):
            state.push(text)
        with pytest.raises(zl.BadMove):
            state.string_to_action(text)
        assert view(state) == before
    for wrong in (None, b"a1", 1.5):
        with pytest.raises(TypeError):
            state.push(wrong)  # type: ignore[arg-type]


def test_states_of_different_games_differ(engine: Engine) -> None:
    first, second = zl.Blokus(players=4), zl.Blokus(players=2)
    assert first.new_initial_state(engine) != second.new_initial_state(engine)
    assert first.new_initial_state(engine) != object()
    with pytest.raises(ValueError, match="engine"):
        first.new_initial_state("fast")  # type: ignore[arg-type]


def test_a_state_is_free_while_an_action_is_read(kind: type[zl.Game], engine: Engine) -> None:
    """What an argument does to the state when it is asked for its number is no conflict."""
    state = kind().new_initial_state(engine)

    class Sly:
        def __index__(self) -> int:
            state.apply_action(state.legal_actions()[0])
            return int(state.legal_actions()[-1])

    state.apply_action(Sly())
    assert state.move_number() == 2
    state.undo_action()
    state.undo_action()
    assert state.move_number() == 0
