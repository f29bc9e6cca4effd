"""Every reachable position can be written down and set up again, on both engines and all options."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import zellige as zl
from zellige.game import Engine


def test_every_ply_of_a_game(game: zl.Game, walk: Callable[[zl.Game, int], Any]) -> None:
    for ply, state in enumerate(walk(game, 11)):
        position = state.to_position()
        native = game.state_from(position)
        assert native == state
        assert hash(native) == hash(state)
        assert native.legal_actions().tolist() == state.legal_actions().tolist()
        assert native.to_position() == position
        if ply % 7 == 0 or state.is_terminal():
            twin = game.state_from(position, engine="reference")
            assert twin.key() == state.key()
            assert twin.legal_actions().tolist() == state.legal_actions().tolist()
            assert twin.to_position() == position
            assert list(twin.to_position()) == list(position)
            assert json.loads(json.dumps(position)) == position


def test_both_engines_say_the_same_of_changed_positions(
    game: zl.Game, walk: Callable[[zl.Game, int], Any], mutate: Callable[..., Any], outcome: Callable[..., Any]
) -> None:
    rng = random.Random(3)
    positions = [state.to_position() for state in walk(game, 12)]
    for _ in range(60):
        position = mutate(rng, rng.choice(positions))
        assert outcome(game, position, "native") == outcome(game, position, "reference"), position


def test_play_goes_on_alike(game: zl.Game, engine: Engine, walk: Callable[[zl.Game, int], Any]) -> None:
    original = [state.clone() for state in walk(game, 13)]
    middle = original[len(original) // 2]
    moves = original[-1].to_record()["moves"][middle.move_number() :]
    state = game.state_from(middle.to_position(), engine)
    assert state.history() == []
    assert state.move_number() == 0
    for move in moves[:12]:
        state.push(move)
    assert state.key() == original[len(original) // 2 + min(12, len(moves))].key()


def test_history_begins_at_the_set_up(game: zl.Game, engine: Engine, walk: Callable[[zl.Game, int], Any]) -> None:
    plies = [state.to_position() for state in walk(game, 14)]
    start = game.state_from(plies[len(plies) // 3], engine)
    state = start.clone()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    late = state.clone(history=False)
    for copied in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert copied == state
        assert copied.to_record() == state.to_record()
        for _ in range(3):
            copied.undo_action()
        assert copied == start
        assert copied.history() == []
        with pytest.raises(zl.NothingToUndo):
            copied.undo_action()
    for copied in (late, pickle.loads(pickle.dumps(late))):
        assert copied == state
        assert copied.move_number() == 3
        with pytest.raises(ValueError, match="history"):
            copied.to_record()
    fresh = pickle.loads(pickle.dumps(start.clone(history=False)))
    assert fresh == start
    assert fresh.to_record() == start.to_record()


def test_crosscheck_from_a_position(game: zl.Game, walk: Callable[[zl.Game, int], Any]) -> None:
    plies = [state.to_position() for state in walk(game, 15)]
    report = zl.crosscheck(game, games=1, seed=4, setup=plies[len(plies) * 2 // 3])
    assert report, report
    assert report.plies


def test_what_is_no_mapping_of_json_values(game: zl.Game, engine: Engine) -> None:
    for wrong in (None, ["board"], "board", 3):
        with pytest.raises(TypeError, match="a position is a mapping"):
            game.state_from(wrong, engine)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="JSON values, not set"):
        game.state_from({"board": set()}, engine)
    with pytest.raises(TypeError, match="keys of a position"):
        game.state_from({3: 4}, engine)  # type: ignore[dict-item]
    nested: list[Any] = []
    for _ in range(2000):
        nested = [nested]
    for value in (float("nan"), float("inf"), 2**70, "\ud800", nested, np.float64("nan")):
        with pytest.raises(zl.PositionError) as caught:
            game.state_from({"board": value}, engine)
        assert [reason.rule for reason in caught.value.reasons] == ["BadPosition"]
    with pytest.raises(ValueError, match="engine"):
        game.state_from({}, "other")  # type: ignore[arg-type]


def test_errors_pickle(game: zl.Game, engine: Engine) -> None:
    with pytest.raises(zl.PositionError) as caught:
        game.state_from({"nothing": 1}, engine)
    twin = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(caught.value, zl.ZelligeError)
    assert twin.reasons == caught.value.reasons
    assert str(twin) == str(caught.value)
    assert 'there is no field "nothing"' in str(twin)
