"""The cross-check itself: counts, arguments, and that games do not depend on how they are split."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import zellige as zl
from zellige.crosscheck.compare import Probe, apart, same
from zellige.crosscheck.moves import random_moves

DUO = zl.Blokus(variant="duo")
SMALL = zl.load_game("casa_grande(max_rounds=4)")


def reference(game: zl.Game) -> zl.State:
    return game.new_initial_state("reference")


def test_no_difference_in_any_game(kind: type[zl.Game]) -> None:
    report = zl.crosscheck(kind.from_options({}), 2, seed=11)
    assert report, report
    assert report.games == 2


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_both_policies(policy: str) -> None:
    report = zl.crosscheck(DUO, 1, seed=3, policy=policy)
    assert report, report


def test_counts() -> None:
    seen: list[tuple[int, int]] = []
    report = zl.crosscheck(SMALL, 3, seed=5, native=reference, progress=lambda done, total: seen.append((done, total)))
    assert report.ok
    assert seen == [(1, 3), (2, 3), (3, 3)]
    assert report.games == 3
    assert report.plies > 50
    assert report.comparisons > 30 * report.plies
    assert report.plies < report.illegal_moves <= 3 * (report.plies + 3)
    assert str(report) == (
        f"{SMALL}: 3 games, {report.plies} plies, {report.comparisons:,} comparisons, "
        f"{report.illegal_moves} illegal moves: no difference"
    )
    assert report.to_dict()["difference"] is None
    assert pickle.loads(pickle.dumps(report)) == report


def test_games_do_not_depend_on_how_they_are_split() -> None:
    whole = zl.crosscheck(SMALL, 3, seed=5, first=2, native=reference)
    parts = [zl.crosscheck(SMALL, 1, seed=5, first=number, native=reference) for number in (2, 3, 4)]
    assert parts[0] + parts[1] + parts[2] == whole
    with ThreadPoolExecutor(2) as executor:
        assert zl.crosscheck(SMALL, 3, seed=5, first=2, native=reference, executor=executor) == whole


def test_no_games_no_difference() -> None:
    report = zl.crosscheck(DUO, 0)
    assert report
    assert (report.games, report.plies) == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "blokus"}, TypeError, "game must be a game, not str"),
        ({"games": -1}, ValueError, "games must not be negative, as -1 is"),
        ({"games": 1.5}, TypeError, "games must be an integer, not float"),
        ({"first": -1}, ValueError, "first must not be negative"),
        ({"illegal_moves": True}, TypeError, "illegal_moves must be an integer, not bool"),
        ({"seed": 2**64}, ValueError, "seed must be"),
        ({"seed": -1}, ValueError, "seed must be"),
        ({"seed": "1"}, TypeError, "seed must be"),
        ({"policy": "best"}, ValueError, "there is no policy 'best'"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        zl.crosscheck(**{"game": DUO, **arguments})


def test_same_is_strict() -> None:
    assert same({"a": np.zeros(3, np.int32)}, {"a": np.zeros(3, np.int32)})
    assert not same({"a": np.zeros(3, np.int32)}, {"a": np.zeros(3, np.int64)})
    assert not same({"a": 1}, {"b": 1})
    assert not same({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert not same((1, 2), [1, 2])
    assert not same([1], [1, 2])
    assert not same(1, 1.0)
    assert not same(0.0, 1e-16)


def test_a_difference_in_arrays_says_where() -> None:
    probe = Probe("arrays", lambda state: {"scores": state.scores(), "board": state.board()})
    states = DUO.new_initial_state("reference"), DUO.new_initial_state("reference")
    assert probe.compare(*states) is None
    states[0].push("e10")
    states[1].push("d10,e10")
    difference = probe.compare(*states)
    assert difference is not None
    assert "arrays['scores'] differs after 1 moves: native [-88, -89]" in str(difference)
    assert apart(states[0].board(), states[1].board()) == ("[9, 3]", -1, 0)
    assert apart(states[0].board(), states[0].board())[0] == ""
    assert apart({"a": 1, "b": 2}, {"b": 2, "a": 1})[0] == ""


def test_random_moves_are_of_many_kinds() -> None:
    state = DUO.new_initial_state()
    moves = random_moves(random.Random(1), state, ["a1,b1", "F/2@0,0", "step=3", "T5/1@b2"], 2000)
    numbers = [move for move in moves if isinstance(move, int)]
    texts = {move for move in moves if isinstance(move, str)}
    assert min(numbers) < 0 < 13729 < max(numbers)
    assert {"a1,b1", "b1,a1", "step=3"} <= texts
    assert len(texts & {"", ",", "a0", "A1", "z99", "decline", "die=7", "F/2@0,0", "T5/1@z9", "a1,"}) > 3
    assert any(text.startswith(("b1,c", "a2,b2")) for text in texts)
    assert len(texts) > 200
    rules = [{reason.rule for reason in state.explain(move)} for move in moves]
    assert sum("BadMove" in found for found in rules) < 700
    assert set().union(*rules) >= {"BadMove", "B1", "B2", "B11"}
