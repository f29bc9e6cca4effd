"""What `observation`, `observation_spec` and `flatten` promise, on both engines."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zellige as zl
from zellige.blokus import BlokusState
from zellige.casa_grande import CasaGrandeState
from zellige.casbah import CasbahState
from zellige.game import Engine
from zellige.observations import Observation

GAMES: list[zl.Game] = [
    zl.Blokus(),
    zl.Blokus(players=2),
    zl.Blokus(players=3, scoring="basic"),
    zl.Blokus(variant="duo"),
    zl.Casbah(),
    zl.Casbah(size=(4, 9), players=3, tiles="reconstruction-walls"),
    zl.Casbah(size=(3, 2), players=1),
    zl.CasaGrande(),
    zl.CasaGrande(players=4, blocks=18, max_rounds=2),
]


def positions(game: zl.Game, engine: Engine, plies: int = 40, seed: int = 1) -> Iterator[zl.State]:
    """Positions of a random game, the start and the last one among them."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state(engine)
    for _ in range(plies):
        yield state
        if state.is_terminal():
            return
        state.apply_action(int(rng.choice(state.legal_actions())))


@pytest.mark.parametrize("sample", GAMES, ids=str)
def test_arrays_are_those_of_the_spec(sample: zl.Game, engine: Engine) -> None:
    spec = sample.observation_spec()
    for state in positions(sample, engine):
        for player in (None, *range(sample.num_players())):
            observation = state.observation(player)
            assert list(observation) == list(spec)
            for name, array in observation.items():
                assert (array.shape, array.dtype) == (spec[name].shape, spec[name].dtype), name
                assert array.flags.c_contiguous, name
                assert array.flags.writeable, name
                assert spec[name].low <= array.min(), name
                assert array.max() <= spec[name].high, name


@pytest.mark.parametrize("sample", GAMES, ids=str)
def test_the_spec(sample: zl.Game) -> None:
    spec = sample.observation_spec()
    for array in spec.values():
        assert array.dtype in (np.dtype(np.uint8), np.dtype(np.int32))
        assert array.low < array.high
        assert array.size == int(np.prod(array.shape))
        with pytest.raises(dataclasses.FrozenInstanceError):
            array.low = 7  # type: ignore[misc]
    assert sample.observation_spec() == spec
    spec.clear()
    assert sample.observation_spec(), "the dict is the caller's"


STATES: dict[str, Any] = {"blokus": BlokusState, "casbah": CasbahState, "casa_grande": CasaGrandeState}


@pytest.mark.parametrize("sample", [zl.Blokus(), zl.Casbah(), zl.CasaGrande()], ids=lambda game: game.name)
def test_every_array_is_documented(sample: zl.Game) -> None:
    """On the class of states and in the page, in the order of the spec, with its dtype and its number of axes."""
    spec = {name: (array.dtype.name, len(array.shape)) for name, array in sample.observation_spec().items()}
    text = STATES[sample.name].__doc__ or ""
    listed = re.findall(r"\* ``(\w+)``, (\w+) \(([^)]*)\)", text)
    assert {name: (dtype, len([axis for axis in shape.split(",") if axis])) for name, dtype, shape in listed} == spec
    assert [name for name, *_ in listed] == list(spec)
    page = (Path(__file__).parents[2] / "docs" / "observations.md").read_text()
    title = {"blokus": "Blokus", "casbah": "Casbah", "casa_grande": "Casa Grande"}[sample.name]
    section = page.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `(\w+)` \| \(([^)]*)\) (\w+) \|", section, re.MULTILINE)
    assert {name: (dtype, len([axis for axis in shape.split(",") if axis])) for name, shape, dtype in rows} == spec
    assert [name for name, *_ in rows] == list(spec)


@pytest.mark.parametrize("sample", GAMES, ids=str)
def test_nobody_named_is_the_player_to_move(sample: zl.Game, engine: Engine) -> None:
    for state in positions(sample, engine, plies=400):
        seen = state.observation()
        viewer = state.observation(max(state.current_player(), 0))
        assert all(np.array_equal(seen[name], viewer[name]) for name in viewer)
    assert state.is_terminal()


def test_every_call_gives_new_arrays(engine: Engine) -> None:
    state = zl.Casbah(players=1).new_initial_state(engine)
    first = state.observation()
    kept = {name: array.copy() for name, array in first.items()}
    for array in first.values():
        array[...] = 1
    again = state.observation()
    for name, array in again.items():
        assert not np.shares_memory(array, first[name])
        assert np.array_equal(array, kept[name]), name


def test_an_observation_leaves_the_state_alone(engine: Engine) -> None:
    for state in positions(zl.CasaGrande(), engine, plies=10):
        key, legal = state.key(), state.legal_actions()
        state.observation(1)
        assert state.key() == key
        assert np.array_equal(state.legal_actions(), legal)


def test_players_are_integers_of_any_kind(engine: Engine) -> None:
    state = zl.Blokus(players=3).new_initial_state(engine)
    assert np.array_equal(state.observation(np.int64(2))["colour"], [0, 0, 1, 0])
    assert np.array_equal(state.observation(player=1)["colour"], [0, 1, 0, 0])


@pytest.mark.parametrize("sample", GAMES, ids=str)
@pytest.mark.parametrize(
    ("player", "error"),
    [(-1, ValueError), (9, ValueError), (1 << 70, ValueError), (True, TypeError), (1.0, TypeError), ("0", TypeError)],
)
def test_bad_players(sample: zl.Game, engine: Engine, player: Any, error: type[Exception]) -> None:
    state = sample.new_initial_state(engine)
    with pytest.raises(error, match="player"):
        state.observation(player)


@pytest.mark.parametrize("sample", GAMES, ids=str)
def test_flatten_joins_in_order(sample: zl.Game, engine: Engine) -> None:
    *_, state = positions(sample, engine, plies=30)
    observation = state.observation()
    flat = sample.flatten(observation)
    expected = np.concatenate([observation[name].ravel() for name in sample.observation_spec()])
    assert flat.dtype == np.float32
    assert flat.shape == (sum(array.size for array in sample.observation_spec().values()),)
    assert np.array_equal(flat, expected)
    # The caller's order does not matter.
    assert np.array_equal(sample.flatten(dict(reversed(observation.items())), dtype=np.int32), expected)
    assert sample.flatten(observation, dtype="float64").dtype == np.float64


@pytest.mark.parametrize("sample", GAMES, ids=str)
def test_flatten_of_a_batch(sample: zl.Game) -> None:
    many = [state.observation() for state in positions(sample, "native", plies=7)]
    for n in (len(many), 1, 0):
        spec = sample.observation_spec()
        batch = {
            name: np.array([seen[name] for seen in many[:n]], dtype=array.dtype).reshape((n, *array.shape))
            for name, array in spec.items()
        }
        flat = sample.flatten(batch)
        assert flat.shape == (n, sum(array.size for array in spec.values()))
        assert all(np.array_equal(row, sample.flatten(seen)) for row, seen in zip(flat, many, strict=False))


def test_flatten_takes_arrays_that_are_not_contiguous() -> None:
    game = zl.Blokus(variant="duo")
    observation = game.new_initial_state().observation(1)
    strided = {name: np.asfortranarray(array) for name, array in observation.items()}
    assert np.array_equal(game.flatten(strided), game.flatten(observation))


DUO = zl.Blokus(variant="duo")


def change(**arrays: Any) -> Observation:
    return DUO.new_initial_state().observation() | arrays


@pytest.mark.parametrize(
    ("observation", "error", "words"),
    [
        (change(extra=np.zeros(2, np.uint8)), ValueError, "no array 'extra'; it has board, forbidden"),
        ({"board": np.zeros((2, 14, 14), np.uint8)}, ValueError, "lacks the array 'forbidden'"),
        ({}, ValueError, "lacks the array 'board'"),
        (change(turn=np.zeros(3, np.uint8)), ValueError, r"'turn' must have the shape \(2,\)"),
        (change(turn=np.zeros((), np.uint8)), ValueError, r"'turn' must have the shape \(2,\)"),
        (change(turn=np.zeros((4, 4, 2), np.uint8)), ValueError, "'turn' must have the shape"),
        (change(turn=np.zeros((5, 2), np.uint8)), ValueError, "'turn' has the shape .* no batch like the others"),
        (change(turn=np.zeros(2, np.int32)), TypeError, "'turn' must be of uint8, not of int32"),
        (change(scores=np.zeros(2)), TypeError, "'scores' must be of int32, not of float64"),
        (change(turn=[0, 1]), TypeError, "'turn' must be a numpy array, not list"),
        (np.zeros(836), TypeError, "an observation must be a dict of arrays, not ndarray"),
        (None, TypeError, "an observation must be a dict of arrays, not NoneType"),
    ],
)
def test_flatten_refuses(observation: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        DUO.flatten(observation)


@pytest.mark.parametrize("dtype", [np.bool_, object, "U3", np.complex64, "datetime64[s]"])
def test_flatten_refuses_what_is_no_type_of_numbers(dtype: Any) -> None:
    with pytest.raises(TypeError, match="dtype must be a type of whole or floating-point numbers"):
        DUO.flatten(change(), dtype=dtype)


def test_flatten_refuses_types_that_are_too_small() -> None:
    with pytest.raises(ValueError, match="uint8 cannot hold the array 'scores', which goes from -89 to 20"):
        DUO.flatten(change(), dtype=np.uint8)
    assert DUO.flatten(change(), dtype=np.int8)[-1] == -89


def test_bounds_by_the_rules() -> None:
    scores = {game: game.observation_spec()["scores"] for game in GAMES if game.name == "blokus"}
    assert [(array.low, array.high) for array in scores.values()] == [(-89, 20), (-178, 40), (-89, 0), (-89, 20)]
    houses = zl.CasaGrande(players=4, blocks=20, max_rounds=9).observation_spec()
    assert [houses[name].high for name in ("height", "blocks_left", "marker", "round")] == [80, 20, 8, 9]
    assert houses["round"].low == 1
    solo = zl.Casbah(players=1).observation_spec()
    assert (solo["scores"].low, solo["values"].low, solo["values"].high) == (-245, 1, 15)
    assert solo["frames"].shape == (6,)
    assert zl.Casbah(size=(4, 9)).observation_spec()["frames"].shape == (13,)
