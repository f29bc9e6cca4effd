"""The vector environment, held against single ones in Gymnasium's own vector environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import zellige as zl
from zellige.gymnasium import ZelligeEnv, ZelligeVectorEnv
from zellige.gymnasium.streams import Streams
from zellige.reference.rng import Stream

GAMES = [
    "casbah(size=4x4)",
    "casbah(size=3x2)",
    "casa_grande(players=3,blocks=18)",
    "blokus(players=3)",
    "blokus(variant=duo)",
]


class Numbered(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Plays, in its ``e``-th episode, the game that slot ``slot`` of ``slots`` plays."""

    def __init__(self, env: ZelligeEnv, slot: int, slots: int, seed: int) -> None:
        super().__init__(env)
        self.slot, self.slots, self.seed, self.episode = slot, slots, seed, 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        number = self.episode * self.slots + self.slot
        self.episode += 1
        return self.env.reset(seed=self.seed, options={"game_number": number})


def last_legal(state: zl.State) -> int:
    return int(state.legal_actions()[-1])


def same(a: Any, b: Any) -> bool:
    """Like `data_equivalence`, but object arrays may hold dicts, and ``None`` where the mask says so."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, np.ndarray) and a.dtype == object:
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return bool(data_equivalence(a, b, exact=True))


@pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.name)
@pytest.mark.parametrize("opponents", ["random", "greedy", last_legal])
@pytest.mark.parametrize("text", GAMES)
def test_it_does_what_single_environments_do(text: str, opponents: Any, mode: AutoresetMode) -> None:
    slots, seed, steps = 5, 3, 40
    seat: Any = "random" if mode is AutoresetMode.NEXT_STEP else 1
    game = zl.load_game(text)

    def single(slot: int) -> Any:
        return lambda: Numbered(ZelligeEnv(game, seat, opponents), slot, slots, seed)

    theirs = SyncVectorEnv([single(slot) for slot in range(slots)], autoreset_mode=mode)
    ours = ZelligeVectorEnv(slots, game, seat, opponents, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is mode
    (a, a_infos), (b, b_infos) = theirs.reset(), ours.reset(seed=seed)
    assert same(a, b)
    assert same(a_infos, b_infos)
    rng = np.random.default_rng(seed)
    endings = losses = 0
    for step in range(steps):
        masks = b_infos["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        if step % 9 == 5:  # now and then an illegal one
            actions[rng.integers(slots)] = rng.integers(game.num_distinct_actions() + 3) - 1
        (a, *a_rest, a_infos), (b, *b_rest, b_infos) = theirs.step(actions), ours.step(actions)
        assert all((x == y).all() and x.dtype == y.dtype for x, y in zip(a_rest, b_rest, strict=True))
        assert same(a, b)
        assert same(a_infos, b_infos)
        endings += int(b_rest[1].sum())
        losses += "illegal_action" in b_infos or "illegal_action" in b_infos.get("final_info", {})
        if mode is AutoresetMode.DISABLED and b_rest[1].any():
            a, a_infos = theirs.reset(options={"reset_mask": b_rest[1].copy()})
            b, b_infos_new = ours.reset(options={"reset_mask": b_rest[1].copy()})
            assert same(a, b)
            mask = b_rest[1]
            assert (b_infos_new["action_mask"][mask] == a_infos["action_mask"][mask]).all()
            b_infos = b_infos_new
    assert endings > 0
    assert losses > 0


def test_make_vec_makes_it() -> None:
    envs = gymnasium.make_vec("zellige.gymnasium:zellige/Casbah-v0", num_envs=4, size="4x4", seat=1)
    assert isinstance(envs.unwrapped, ZelligeVectorEnv)
    observations, _ = envs.reset(seed=1)
    assert observations in envs.observation_space
    again, _ = gymnasium.make_vec("zellige/Casbah-v0", num_envs=4, size="4x4", seat=1).reset(seed=1)
    assert same(observations, again)
    envs.close()


def test_arrays_are_new_at_every_step() -> None:
    envs = ZelligeVectorEnv(3, "casbah(size=4x4)")
    observations, infos = envs.reset(seed=0)
    kept = {name: array.copy() for name, array in observations.items()}
    mask = infos["action_mask"].copy()
    envs.step(infos["action_mask"].argmax(axis=1))
    assert same(observations, kept)
    assert (infos["action_mask"] == mask).all()


def test_raised_illegal_actions_change_nothing() -> None:
    envs = ZelligeVectorEnv(3, "casbah(size=4x4)", illegal_action="raise")
    _, infos = envs.reset(seed=0)
    before = [envs.position(slot) for slot in range(3)]
    actions = infos["action_mask"].argmax(axis=1)
    actions[2] = 400
    with pytest.raises(zl.IllegalAction) as caught:
        envs.step(actions)
    assert caught.value.index == 2
    assert [envs.position(slot) for slot in range(3)] == before


def test_an_opponent_that_fails_leaves_everything_as_it_was() -> None:
    fail = False

    def moody(state: zl.State) -> int:
        if fail and state.move_number() % 3 == 1:
            raise RuntimeError("not today")
        return last_legal(state)

    envs = ZelligeVectorEnv(4, "casa_grande", opponents=moody)
    _, infos = envs.reset(seed=2)
    fail = True
    failed = False
    while not failed:
        before = [envs.position(slot).history() for slot in range(4)]
        try:
            *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
        except RuntimeError:
            failed = True
    assert [envs.position(slot).history() for slot in range(4)] == before


def test_bad_calls() -> None:
    envs = ZelligeVectorEnv(2, "casbah(size=4x4)", autoreset_mode="DISABLED")
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(2, np.int64))
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset(seed=0)
    with pytest.raises(TypeError, match="whole numbers"):
        envs.step(np.zeros(2))
    with pytest.raises(ValueError, match="shape"):
        envs.step(np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="seed"):
        envs.reset(seed=-1)
    for mask, error in (
        ([True, True], TypeError),
        (np.ones(3, np.bool_), ValueError),
        (np.zeros(2, np.bool_), ValueError),
    ):
        with pytest.raises(error, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    envs.step(np.full(2, 455))
    with pytest.raises(gymnasium.error.ResetNeeded, match="game 0 is over"):
        envs.step(np.zeros(2, np.int64))
    with pytest.raises(ValueError, match="autoreset_mode"):
        ZelligeVectorEnv(2, "casbah", autoreset_mode="LATER")
    with pytest.raises(TypeError, match="autoreset_mode"):
        ZelligeVectorEnv(2, "casbah", autoreset_mode=1)  # type: ignore[arg-type]


def test_streams_draw_what_single_streams_draw() -> None:
    numbers = [0, 5, 2**63, 7]
    streams = Streams(4)
    streams.begin(np.ones(4, np.bool_), 99, numbers)
    singles = [Stream(99, number) for number in numbers]
    rng = np.random.default_rng(0)
    for _ in range(200):
        where = rng.random(4) < 0.6
        counts = rng.integers(1, 40_000, where.sum())
        wanted = [singles[slot].below(int(n)) for slot, n in zip(np.flatnonzero(where), counts, strict=True)]
        assert streams.below(where, counts).tolist() == wanted
