"""Arguments, errors, arrays, copies and threads of a batch."""

from __future__ import annotations

import copy
import enum
import os
import pickle
import threading
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import zellige as zl
from zellige.errors import BusyError

DUO = zl.Blokus(variant="duo")


class AutoresetMode(enum.Enum):
    """Gymnasium's, as far as it matters here."""

    NEXT_STEP = "NextStep"
    DISABLED = "Disabled"


def test_what_it_is() -> None:
    batch = zl.Batch(DUO, 3, seed=4, autoreset=AutoresetMode.DISABLED, chance="external")
    assert len(batch) == 3
    assert batch.game is DUO
    assert (batch.seed, batch.threads, batch.autoreset, batch.chance) == (4, 1, "DISABLED", "external")
    assert repr(batch) == f"<Batch of 3 games of {DUO!r}, seed 4, autoreset DISABLED, chance external>"
    assert zl.Batch(DUO, 1, threads=None).threads >= 1


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"game": "blokus"}, TypeError, "game must be a zellige game, not str"),
        ({"n": 0}, ValueError, "n must be at least 1, not 0"),
        ({"n": 2**30}, ValueError, "n must be at most"),
        ({"n": 2.0}, TypeError, "n must be an integer, not float"),
        ({"n": True}, TypeError, "n must be an integer, not bool"),
        ({"seed": -1}, ValueError, "seed must be at least 0"),
        ({"seed": 2**64}, ValueError, "seed must be at most"),
        ({"threads": 0}, ValueError, "threads must be at least 1"),
        ({"autoreset": "never"}, ValueError, "autoreset must be 'NEXT_STEP', 'SAME_STEP' or 'DISABLED', not 'never'"),
        ({"autoreset": 1}, TypeError, "autoreset must be 'NEXT_STEP', 'SAME_STEP' or 'DISABLED', not int"),
        ({"chance": "mine"}, ValueError, "chance must be 'sampled' or 'external', not 'mine'"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        zl.Batch(**{"game": DUO, "n": 2, **arguments})


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        (np.zeros(3), TypeError, "not dtype float64"),
        (np.zeros(3, np.bool_), TypeError, "not dtype bool"),
        (np.zeros(3, np.uint32), TypeError, "not dtype uint32"),
        (np.zeros(3, ">i4"), TypeError, "not dtype >i4"),
        (np.zeros((3, 1), np.int32), TypeError, r"of shape \(3, 1\)"),
        (np.zeros(2, np.int32), ValueError, "one number for each of the 3 games, not 2"),
        (np.zeros(4, np.int64), ValueError, "one number for each of the 3 games, not 4"),
        ([0, 0], ValueError, "one number for each of the 3 games, not 2"),
        ([0, 0, 0.0], TypeError, "an action is an integer, not float"),
        ([0, 0, True], TypeError, "an action is an integer, not a bool"),
        (range(3), TypeError, "list of integers, not range"),
        (None, TypeError, "list of integers, not NoneType"),
        ("abc", TypeError, "list of integers, not str"),
    ],
)
def test_bad_actions(actions: Any, error: type[Exception], words: str) -> None:
    batch = zl.Batch(DUO, 3)
    before = pickle.dumps(batch)
    with pytest.raises(error, match=words):
        batch.step(actions)
    assert pickle.dumps(batch) == before


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_actions_of_every_kind(dtype: type) -> None:
    batch = zl.Batch(DUO, 3, seed=1)
    actions: npt.NDArray[Any] = batch.sample().astype(dtype)
    twins = [batch.clone() for _ in range(4)]
    given: list[Any] = [actions, actions.tolist(), tuple(actions), np.repeat(actions, 2)[::2]]
    for twin, kind in zip(twins, given, strict=True):
        twin.step(kind)
        assert [twin.state(j).history() for j in range(3)] == [[action] for action in actions.tolist()]
    read_only = actions.copy()
    read_only.flags.writeable = False
    batch.step(read_only)
    assert batch.lengths().tolist() == [1, 1, 1]


@pytest.mark.parametrize("form", ["<i4", "<i8"])
def test_actions_that_are_not_aligned(form: str) -> None:
    """A field of packed records, whose stride is no multiple of its size, and an array at an odd address."""
    batch = zl.Batch(DUO, 5, seed=1)
    actions = batch.sample().copy()
    record = np.zeros(5, [("before", "i1"), ("action", form)])
    record["action"] = actions
    odd = np.zeros(5 * np.dtype(form).itemsize + 1, np.uint8)[1:].view(form)
    odd[:] = actions
    for given in (record["action"], odd, record["action"][::-1][::-1]):
        assert not given.flags.aligned
        twin = batch.clone()
        twin.step(given)
        assert [twin.state(j).history() for j in range(5)] == [[action] for action in actions.tolist()]


def test_the_mask_may_be_what_the_last_step_gave() -> None:
    batch = zl.Batch(zl.Casbah((3, 2), 2), 8)
    while not (ended := batch.step(batch.sample())).any():
        pass
    over = ended.copy()
    assert not batch.step(batch.sample(), mask=ended).any()
    assert batch.episodes().tolist() == over.astype(int).tolist()


def test_observation_arrays_that_cannot_be_filled() -> None:
    """Not aligned, given twice, or overlapping: refused, nothing is filled, and the batch goes on."""
    batch = zl.Batch(DUO, 3)
    spec = DUO.observation_spec()
    out = {name: np.full((3, *array.shape), 77, array.dtype) for name, array in spec.items()}
    odd = np.zeros(3 * 2 * 4 + 1, np.uint8)[1:].view(np.int32).reshape(3, 2)
    memory = np.zeros(3 * 14 * 14 + 100, np.uint8)
    first, second = memory[:-100].reshape(3, 14, 14), memory[100:].reshape(3, 14, 14)
    for changed, words in (
        ({"scores": odd}, "must be aligned"),
        ({"forbidden": first, "corners": first}, "not in use elsewhere"),
        ({"forbidden": first, "corners": second}, "not in use elsewhere"),
    ):
        with pytest.raises(ValueError, match=words):
            batch.observe({**out, **changed})
        assert all((array == 77).all() for array in out.values())
        assert not memory.any()
    assert (batch.observe()["turn"] == [1, 0]).all()


@pytest.mark.parametrize("action", [-1, -2, 2**31 - 1, 30_000])
@pytest.mark.parametrize("form", [np.int32, np.int64, list])
def test_numbers_out_of_range(action: int, form: Any) -> None:
    batch = zl.Batch(DUO, 3)
    actions = batch.sample().tolist()
    actions[1] = action
    with pytest.raises(
        zl.IllegalAction, match=f"game 1: {action}: BadMove: action {action} is not from 0 to"
    ) as caught:
        batch.step(actions if form is list else np.array(actions, form))
    assert (caught.value.index, caught.value.rule) == (1, "BadMove")


def test_games_can_stay_as_they_are(kind: type[zl.Game]) -> None:
    batch = zl.Batch(kind(), 4, seed=5)
    twin = batch.clone()
    wrong = np.full(4, 10**9)
    for _ in range(30):
        actions = batch.sample().copy()
        twin.sample()
        ended = batch.step(actions).copy()
        first = np.array([True, False, False, True])
        done = twin.step(np.where(first, actions, wrong), mask=first).copy()
        assert not done[1:3].any()
        done |= twin.step(np.where(first, wrong, actions), mask=~first)
        assert (ended == done).all()
        assert [batch.state(j).history() for j in range(4)] == [twin.state(j).history() for j in range(4)]
        batch, twin = batch.clone(), batch.clone()
    before = pickle.dumps(batch)
    assert not batch.step(wrong, np.zeros(4, np.bool_)).any()
    assert pickle.dumps(batch) == before
    with pytest.raises(zl.IllegalAction) as caught:
        batch.step(wrong, np.array([False, False, True, True]))
    assert caught.value.index == 2
    with pytest.raises(TypeError, match="numpy array of bool_, not int64"):
        batch.step(actions, np.ones(4, np.int64))
    with pytest.raises(ValueError, match=r"the shape \(4,\), not \(3,\)"):
        batch.step(actions, np.ones(3, np.bool_))
    for number in (2**32 - 1, 2**32 - 2, 2**32 - 3, -2, -3):
        for form in (np.array, list):
            with pytest.raises(zl.IllegalAction, match=f"action {number} is not from 0"):
                batch.step(form([number] * 4))
    assert pickle.dumps(batch) == before


def test_huge_numbers() -> None:
    batch = zl.Batch(DUO, 2)
    for action in (2**32, 2**40, -(2**40)):
        with pytest.raises(zl.IllegalAction, match=f"action {action} is not from 0"):
            batch.step(np.array([action, 0]))
    for action in (2**70, -(2**70)):
        with pytest.raises(zl.IllegalAction, match=f"action {action} is not from 0"):
            batch.step([action, 0])


@pytest.mark.parametrize("ask", ["sample", "legal", "mask", "current_players"])
def test_an_illegal_action_leaves_every_game_untouched(kind: type[zl.Game], ask: str) -> None:
    game = kind()
    batch = zl.Batch(game, 6, seed=2)
    twin = batch.clone()
    for _ in range(12):
        batch.step(batch.sample())
        twin.step(twin.sample())
    getattr(batch, ask)()
    if ask == "sample":
        twin.sample()
    before = pickle.dumps(batch)
    state = batch.state(4)
    illegal = next(a for a in range(game.num_distinct_actions()) if not state.is_legal(a))
    actions = [int(batch.state(j).legal_actions()[-1]) for j in range(6)]
    bad = [*actions[:4], illegal, actions[5]]
    with pytest.raises(zl.IllegalAction) as caught:
        batch.step(np.array(bad))
    reasons = state.explain(illegal)
    error = caught.value
    assert (error.index, error.reasons) == (4, tuple(reasons))
    assert str(error) == f"game 4: {state.action_to_string(illegal)}: " + "; ".join(map(str, reasons))
    copied = pickle.loads(pickle.dumps(error))
    assert (copied.index, str(copied)) == (4, str(error))
    assert pickle.dumps(batch) == before
    np.testing.assert_array_equal(batch.step(actions), twin.step(actions))
    for _ in range(20):
        np.testing.assert_array_equal(batch.sample(), twin.sample())
        np.testing.assert_array_equal(batch.step(batch.sample()), twin.step(twin.sample()))


def test_stepping_a_finished_game(kind: type[zl.Game]) -> None:
    batch = zl.Batch(kind(), 2, autoreset="DISABLED")
    while not (over := batch.current_players() == zl.TERMINAL).any():
        batch.step(batch.sample())
    actions = batch.sample().copy()
    index = int(np.flatnonzero(over)[0])
    for action in (0, -2):
        actions[index] = action
        with pytest.raises(zl.IllegalAction) as caught:
            batch.step(actions)
        assert caught.value.index == index
    assert caught.value.rule == "BadMove"
    again = zl.Batch(kind(), 2)
    while not again.step(again.sample()).any():
        pass
    again.step([-77 if action == -1 else action for action in again.sample().tolist()])
    assert again.episodes().max() == 1


def test_arrays_are_made_once() -> None:
    batch = zl.Batch(DUO, 4)
    for name in ("sample", "current_players", "returns", "scores", "lengths", "episodes", "mask", "packed_mask"):
        first = getattr(batch, name)()
        assert getattr(batch, name)() is first, name
        assert first.flags.c_contiguous
    assert batch.step(batch.sample()) is batch.step(batch.sample())
    assert batch.legal()[0] is batch.legal()[0]
    assert np.shares_memory(batch.legal()[1], batch.legal()[1])


def test_dtypes_and_shapes() -> None:
    batch = zl.Batch(zl.CasaGrande(3), 4)
    actions = zl.CasaGrande(3).num_distinct_actions()
    expected = {
        "sample": (np.int32, (4,)),
        "current_players": (np.int32, (4,)),
        "returns": (np.float64, (4, 3)),
        "scores": (np.int32, (4, 3)),
        "lengths": (np.int32, (4,)),
        "episodes": (np.int64, (4,)),
        "mask": (np.bool_, (4, actions)),
        "packed_mask": (np.uint8, (4, -(-actions // 8))),
    }
    for name, (dtype, shape) in expected.items():
        array = getattr(batch, name)()
        assert (array.dtype, array.shape) == (dtype, shape), name
    assert [array.dtype for array in batch.legal()] == [np.int64, np.int32]
    assert batch.step(batch.sample()).dtype == np.bool_


@pytest.mark.parametrize(("method", "dtype"), [("mask", np.bool_), ("packed_mask", np.uint8)])
def test_buffers(method: str, dtype: type) -> None:
    batch = zl.Batch(DUO, 3)
    width = DUO.num_distinct_actions()
    width = width if method == "mask" else -(-width // 8)
    fill = getattr(batch, method)
    out: npt.NDArray[Any] = np.ones((3, width), dtype)
    assert fill(out) is out
    np.testing.assert_array_equal(out, fill())
    locked = out.copy()
    locked.flags.writeable = False
    wrong: list[tuple[Any, type[Exception], str]] = [
        (np.ones((3, width)), TypeError, "not dtype float64"),
        ([], TypeError, "not list"),
        (np.ones((2, width), dtype), ValueError, "shape"),
        (np.ones(3 * width, dtype), ValueError, "shape"),
        (np.ones((3, 2 * width), dtype)[:, ::2], ValueError, "C-contiguous"),
        (np.ones((width, 3), dtype).T, ValueError, "C-contiguous"),
        (locked, ValueError, "writable"),
    ]
    for array, error, words in wrong:
        with pytest.raises(error, match=words):
            fill(array)


def test_observation_buffers(kind: type[zl.Game]) -> None:
    batch = zl.Batch(kind(), 3)
    spec = batch.game.observation_spec()
    own = batch.observe()
    assert list(own) == list(spec)
    assert all(again is own[name] for name, again in batch.observe().items())
    out = {name: np.ones((3, *array.shape), array.dtype) for name, array in spec.items()}
    assert batch.observe(out) is out
    for name, array in own.items():
        np.testing.assert_array_equal(out[name], array, strict=True)
    name = next(iter(spec))
    shape = out[name].shape
    locked = out[name].copy()
    locked.flags.writeable = False
    wrong: list[tuple[Any, type[Exception], str]] = [
        (np.ones(shape), TypeError, "not dtype float64"),
        (None, TypeError, "not NoneType"),
        (out[name][:2].copy(), ValueError, "shape"),
        (np.ones((*shape[:-1], 2 * shape[-1]), out[name].dtype)[..., ::2], ValueError, "C-contiguous"),
        (locked, ValueError, "writable"),
    ]
    for array, error, words in wrong:
        with pytest.raises(error, match=words):
            batch.observe({**out, name: array})
    with pytest.raises(ValueError, match=f"out lacks the array {name!r}".replace("'", '"')):
        batch.observe({other: array for other, array in out.items() if other != name})
    with pytest.raises(ValueError, match="out has arrays"):
        batch.observe({**out, "more": locked})
    with pytest.raises(TypeError, match="out must be a dict of arrays, not list"):
        batch.observe([])  # type: ignore[arg-type]


def test_reset_arguments() -> None:
    batch = zl.Batch(DUO, 3)
    for mask, error in (([True] * 3, TypeError), (np.ones(3), TypeError), (np.ones(2, np.bool_), ValueError)):
        with pytest.raises(error, match="mask must"):
            batch.reset(mask=mask)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="does not combine"):
        batch.reset(1, np.ones(3, np.bool_))
    with pytest.raises(TypeError, match="seed must be an integer"):
        batch.reset(1.0)  # type: ignore[arg-type]


def test_states_are_independent() -> None:
    batch = zl.Batch(DUO, 3)
    batch.step(batch.sample())
    state = batch.state(np.int64(1))
    state.undo_action()
    state.apply_action(state.legal_actions()[-1])
    assert batch.state(1) != state
    assert pickle.loads(pickle.dumps(batch.state(1))).history() == batch.state(1).history()
    for index in (3, -1, 2**70):
        with pytest.raises(IndexError, match="there is no game"):
            batch.state(index)
    with pytest.raises(TypeError, match="an index must be an integer"):
        batch.state(1.0)  # type: ignore[arg-type]


@pytest.mark.parametrize("how", ["clone", "copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("autoreset", ["NEXT_STEP", "SAME_STEP", "DISABLED"])
def test_copies_go_on_alike(kind: type[zl.Game], how: str, autoreset: str) -> None:
    batch = zl.Batch(kind(), 7, seed=3, autoreset=autoreset)
    makers: dict[str, Any] = {
        "clone": zl.Batch.clone,
        "copy": copy.copy,
        "deepcopy": copy.deepcopy,
        "pickle": lambda batch: pickle.loads(pickle.dumps(batch)),
    }
    while not batch.step(batch.sample()).any():
        pass
    twin: zl.Batch = makers[how](batch)
    assert repr(twin) == repr(batch)
    np.testing.assert_array_equal(twin.scores(), batch.scores())
    np.testing.assert_array_equal(twin.returns(), batch.returns())
    np.testing.assert_array_equal(twin.lengths(), batch.lengths())
    assert not np.shares_memory(twin.sample(), batch.sample())
    for _ in range(40):
        np.testing.assert_array_equal(twin.step(twin.sample()), batch.step(batch.sample()))
        assert [twin.state(j).history() for j in range(7)] == [batch.state(j).history() for j in range(7)]
    twin.step(twin.sample())
    assert (twin.lengths() != batch.lengths()).any() or autoreset == "DISABLED"


def test_two_threads_in_one_batch() -> None:
    """The second call is refused and changes nothing; the batch goes on as if it had not been."""
    batch = zl.Batch(zl.Blokus(), 4000, seed=1)
    twin = batch.clone()
    refused = []
    stop = threading.Event()

    def disturb() -> None:
        while not stop.is_set():
            try:
                batch.current_players()
            except BusyError as error:
                refused.append(error)

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        steps = 0
        while steps < 10 or not refused:
            try:
                batch.step(batch.sample())
            except BusyError:
                batch = twin.clone()
                steps = 0
                continue
            steps += 1
            assert steps < 3000
    finally:
        stop.set()
        thread.join()
    assert isinstance(refused[0], zl.ZelligeError)
    assert str(refused[0]) == "the batch is in use by another call"


def test_a_call_within_a_call() -> None:
    batch = zl.Batch(DUO, 2)

    class Sly:
        def __index__(self) -> int:
            batch.sample()
            return 0

    with pytest.raises(BusyError):
        batch.step([0, Sly()])  # type: ignore[list-item]
    assert batch.lengths().tolist() == [0, 0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_after_fork() -> None:
    batch = zl.Batch(zl.Casbah((4, 4), 2), 2500, threads=2)
    batch.step(batch.sample())
    batch.step(batch.sample())
    expected = batch.clone().sample().copy()
    child = os.fork()
    if child == 0:
        os._exit(0 if (batch.sample() == expected).all() and batch.step(batch.sample()).shape == (2500,) else 1)
    assert os.waitpid(child, 0)[1] == 0
