"""What all reference states have in common, tried on Blokus Duo and Casa Grande."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from zellige.blokus import Blokus
from zellige.casa_grande import CasaGrande
from zellige.errors import BadMove, IllegalAction, NothingToUndo
from zellige.game import Game
from zellige.reference.base import ReferenceState, position_hash, returns_by_rank
from zellige.reference.play import choose, play
from zellige.reference.rng import Stream, mix64
from zellige.state import CHANCE, TERMINAL

GAMES: list[Game] = [Blokus(variant="duo"), CasaGrande(players=3, blocks=18)]
each_game = pytest.mark.parametrize("which", GAMES, ids=lambda game: game.name)


def start(which: Game) -> ReferenceState:
    state = which.new_initial_state("reference")
    assert isinstance(state, ReferenceState)
    return state


def played(which: Game, entries: int, number: int = 0) -> ReferenceState:
    state = start(which)
    stream = Stream(1, number)
    for _ in range(entries):
        state.apply_action(choose(state, stream))
    return state


@each_game
def test_undo_restores_every_position_of_a_game(which: Game) -> None:
    state = start(which)
    stream = Stream(11)
    before = []
    while not state.is_terminal():
        before.append((state.key(), state.legal_actions().tolist(), state.current_player(), state.scores().tolist()))
        state.apply_action(choose(state, stream))
    assert state.move_number() == len(before) <= which.max_game_length()
    for seen in reversed(before):
        state.undo_action()
        assert (
            state.key(),
            state.legal_actions().tolist(),
            state.current_player(),
            state.scores().tolist(),
        ) == seen
    with pytest.raises(NothingToUndo, match="no move to take back"):
        state.undo_action()
    assert state == start(which)


@each_game
def test_a_clone_that_shares_past_positions_stays_independent(which: Game) -> None:
    state = played(which, 6)
    twin = state.clone()
    keys = []
    for _ in range(3):
        state.undo_action()
        keys.append(state.key())
        state.apply_action(choose(state, Stream(99)))
        state.undo_action()
    for key in keys:
        twin.undo_action()
        assert twin.key() == key


@each_game
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_copies_keep_history_and_undo(which: Game, how: Any) -> None:
    state = played(which, 8)
    twin = how(state)
    assert twin is not state
    assert twin == state
    assert twin.game == state.game
    assert twin.to_record() == state.to_record()
    twin.undo_action()
    assert twin.move_number() == 7
    assert state.move_number() == 8
    twin.undo_action()
    twin.apply_action(choose(twin, Stream(5)))
    assert state == played(which, 8)


@each_game
def test_a_pickle_is_small(which: Game) -> None:
    """Tables that all positions share stay out of it."""
    assert len(pickle.dumps(played(which, 1))) < 20_000


@each_game
def test_a_clone_without_history(which: Game) -> None:
    state = played(which, 5)
    small = state.clone(history=False)
    assert small == state
    assert small.history() == []
    assert small.move_number() == 5
    with pytest.raises(NothingToUndo):
        small.undo_action()
    small.apply_action(int(small.legal_actions()[0]))
    assert small.move_number() == 6
    assert len(small.history()) == 1
    with pytest.raises(ValueError, match="without its history"):
        small.to_record()
    with pytest.raises(ValueError, match="without its history"):
        small.clone().to_record()
    small.undo_action()
    assert small == state
    assert small.move_number() == 5
    # At the start there is no history to be without.
    assert start(which).clone(history=False).to_record() == start(which).to_record()


@each_game
def test_records_name_each_move_as_its_node_does(which: Game) -> None:
    state = start(which)
    stream = Stream(4)
    names = []
    while not state.is_terminal():
        assert "scores" not in state.to_record()
        action = choose(state, stream)
        names.append(state.action_to_string(action))
        state.apply_action(action)
    assert state.to_record() == {
        "version": 1,
        "game": which.name,
        "options": which.options(),
        "moves": names,
        "scores": state.scores().tolist(),
    }
    again = start(which)
    for name in names:
        again.push(name)
    assert again == state
    assert again.history() == state.history()


@each_game
def test_the_end(which: Game) -> None:
    state = start(which)
    assert state.returns().tolist() == [0.0] * which.num_players()
    play(state, Stream(2))
    assert state.current_player() == TERMINAL
    assert state.is_terminal()
    assert not state.is_chance_node()
    assert state.legal_actions().tolist() == []
    assert state.legal_moves() == []
    assert state.chance_outcomes() == []
    assert state.legal_actions_mask().shape == (which.num_distinct_actions(),)
    assert not state.legal_actions_mask().any()
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0
    with pytest.raises(IllegalAction) as caught:
        state.apply_action(0)
    assert caught.value.reasons == tuple(state.explain(0))
    assert caught.value.rule == "phase"
    assert state.explain(10**6)[0].rule == "BadMove"
    with pytest.raises(ValueError, match="over"):
        choose(state, Stream(0))


@each_game
def test_types(which: Game) -> None:
    state = start(which)
    assert state.legal_actions().dtype == np.int32
    assert state.legal_actions_mask().dtype == np.bool_
    assert state.scores().dtype == np.int32
    assert state.returns().dtype == np.float64
    assert type(state.is_terminal()) is type(state.is_chance_node()) is bool
    assert state.engine == "reference"
    assert state.game is which


@each_game
def test_masks_say_what_is_legal(which: Game) -> None:
    state = played(which, 7)
    mask = state.legal_actions_mask()
    assert np.flatnonzero(mask).tolist() == state.legal_actions().tolist()
    out = np.ones_like(mask)
    assert state.legal_actions_mask(out) is out
    assert np.array_equal(out, mask)
    assert state.legal_actions_mask(out=out) is out


def test_a_mask_at_a_chance_node_has_its_outcomes() -> None:
    state = start(GAMES[1])
    assert state.current_player() == CHANCE
    assert state.legal_actions_mask().tolist() == [True] * 6
    assert state.chance_outcomes() == [(die, 1 / 6) for die in range(6)]
    state.push("die=1")
    assert state.chance_outcomes() == []
    assert state.legal_actions_mask().shape == (960,)


def test_bad_masks() -> None:
    state = start(GAMES[1])
    for wrong in ([False] * 6, bytearray(6), "mask"):
        with pytest.raises(TypeError, match="out must be a numpy array"):
            state.legal_actions_mask(wrong)  # type: ignore[arg-type]
    for dtype in (np.int8, np.uint8, np.float64, object):
        with pytest.raises(TypeError, match="out must be an array of bool_"):
            state.legal_actions_mask(np.zeros(6, dtype))
    for shape in ((5,), (7,), (6, 1), ()):
        with pytest.raises(ValueError, match=r"shape \(6,\)"):
            state.legal_actions_mask(np.zeros(shape, np.bool_))
    with pytest.raises(ValueError, match="C-contiguous"):
        state.legal_actions_mask(np.zeros(12, np.bool_)[::2])
    frozen = np.zeros(6, np.bool_)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        state.legal_actions_mask(frozen)
    assert not frozen.any()


@each_game
def test_numbers_of_any_integer_type(which: Game) -> None:
    state = start(which)
    action = state.legal_actions()[0]
    assert state.is_legal(action)
    assert state.is_legal(np.uint64(action))
    assert state.explain(action) == []
    state.apply_action(action)
    assert state.history() == [int(action)]
    assert type(state.history()[0]) is int


@each_game
@pytest.mark.parametrize("wrong", [True, np.True_, 1.0, np.float64(1), "1", None, [1]])
def test_no_number(which: Game, wrong: Any) -> None:
    state = start(which)
    methods: list[Any] = [state.is_legal, state.apply_action, state.action_to_string]
    for method in methods:
        with pytest.raises(TypeError, match="must be an integer"):
            method(wrong)
    if not isinstance(wrong, str):
        with pytest.raises(TypeError, match="an action number or a string"):
            state.explain(wrong)
        methods = [state.push, state.string_to_action]
        for method in methods:
            with pytest.raises(TypeError, match="must be a string"):
                method(wrong)


@each_game
@pytest.mark.parametrize("wrong", [-1, -(2**31), 2**31, 2**64, 30_433])
def test_numbers_out_of_range(which: Game, wrong: int) -> None:
    state = played(which, 4)
    key = state.key()
    assert not state.is_legal(wrong)
    [reason] = state.explain(wrong)
    assert reason.rule == "BadMove"
    with pytest.raises(IllegalAction) as caught:
        state.apply_action(wrong)
    assert caught.value.reasons == (reason,)
    with pytest.raises(BadMove):
        state.action_to_string(wrong)
    assert state.key() == key
    assert state.move_number() == 4


@each_game
def test_refused_moves_leave_the_state_alone(which: Game) -> None:
    state = played(which, 5)
    key = state.key()
    illegal = next(action for action in range(1000) if not state.is_legal(action))
    with pytest.raises(IllegalAction):
        state.apply_action(illegal)
    with pytest.raises(BadMove) as caught:
        state.push("nonsense")
    assert caught.value.reasons == tuple(state.explain("nonsense"))
    assert state.key() == key
    assert state.move_number() == 5


@each_game
def test_equality_and_hash_see_the_position(which: Game) -> None:
    state, twin = played(which, 4), played(which, 4).clone(history=False)
    assert state == twin
    assert hash(state) == hash(twin)
    assert len({state, twin}) == 1
    twin.apply_action(int(twin.legal_actions()[0]))
    assert state != twin
    assert state.position_hash() != twin.position_hash()
    assert state != "a state"
    assert start(Blokus(players=2)) != start(Blokus(players=4))


@each_game
def test_hash_is_the_position_hash_as_a_signed_number(which: Game) -> None:
    seen = set()
    for entries in range(12):
        state = played(which, entries)
        unsigned = state.position_hash()
        assert 0 <= unsigned < 2**64
        assert unsigned == position_hash(state.key())
        assert hash(state) == (unsigned if unsigned < 2**63 else unsigned - 2**64)
        seen.add(unsigned >> 63)
    assert seen == {0, 1}


def test_position_hash_pads_the_last_word() -> None:
    word = int.from_bytes(b"\1\2\3\4\5\6\7\10", "little")
    assert position_hash(b"\1\2\3\4\5\6\7\10\11") == mix64(mix64(mix64(9) ^ word) ^ 9)
    assert position_hash(b"\1\0") != position_hash(b"\1")


def test_returns_by_rank() -> None:
    assert returns_by_rank([3, 1]) == [1, -1]
    assert returns_by_rank([1, 1, 1, 1]) == [0, 0, 0, 0]
    assert returns_by_rank([7, 7, 2]) == [0.5, 0.5, -1]
    assert returns_by_rank([-9, -5, -9, -1]) == pytest.approx([-2 / 3, 1 / 3, -2 / 3, 1])


@each_game
def test_play_takes_one_draw_for_each_entry(which: Game) -> None:
    state = start(which)
    stream, twin = Stream(8, 3), Stream(8, 3)
    length = play(state, stream, ["greedy"] * which.num_players())
    assert length == state.move_number()
    for _ in range(length):
        twin.next_u64()
    assert stream.next_u64() == twin.next_u64()


def test_greedy_beats_random() -> None:
    """Far too few games for a figure, but enough to see a policy that does nothing."""
    for which, games in ((GAMES[0], 6), (CasaGrande(), 12)):
        total = 0.0
        for number in range(games):
            seats = ["greedy", "random"] if number % 2 else ["random", "greedy"]
            state = start(which)
            play(state, Stream(6, number), seats)
            total += state.returns()[seats.index("greedy")]
        assert total >= games / 2


def test_bad_policies() -> None:
    state = start(GAMES[0])
    with pytest.raises(ValueError, match="no policy 'clever'"):
        play(state, Stream(0), "clever")
    with pytest.raises(ValueError, match="2 players but 3 policies"):
        play(state, Stream(0), ["random"] * 3)
    with pytest.raises(ValueError, match="no policy 'clever'"):
        choose(state, Stream(0), "clever")
    assert state.move_number() == 0
