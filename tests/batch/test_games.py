"""The games that a batch plays are those of `simulate` and of a loop over states."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import zellige as zl

N = 5


def histories(game: zl.Game, games: int, seed: int = 0) -> list[list[int]]:
    result = zl.simulate(game, games, seed=seed, record=True)
    return [result.history(i).tolist() for i in range(games)]


def test_sampling_plays_the_games_of_simulate(game: zl.Game) -> None:
    """Two episodes of every slot: histories, scores, returns and lengths."""
    compare_with_simulate(game, "sampled")


def test_so_it_does_with_dice_of_ones_own() -> None:
    compare_with_simulate(zl.CasaGrande(3), "external")


def compare_with_simulate(game: zl.Game, chance: str) -> None:
    expected = zl.simulate(game, 2 * N, seed=3, record=True)
    batch = zl.Batch(game, N, seed=3, chance=chance)
    seen: dict[int, list[int]] = {}
    while len(seen) < 2 * N:
        episodes = batch.episodes().copy()
        ended = batch.step(batch.sample()).copy()
        for j in np.flatnonzero(ended).tolist():
            number = int(episodes[j]) * N + j
            if number >= 2 * N:
                continue
            seen[number] = batch.state(j).history()
            assert seen[number] == expected.history(number).tolist()
            np.testing.assert_array_equal(batch.scores()[j], expected.scores[number])
            np.testing.assert_array_equal(batch.returns()[j], expected.returns[number])
            assert batch.lengths()[j] == expected.lengths[number]


@pytest.mark.parametrize("autoreset", ["NEXT_STEP", "SAME_STEP", "DISABLED"])
@pytest.mark.parametrize("chance", ["sampled", "external"])
def test_every_ply_is_that_of_a_state(kind: type[zl.Game], autoreset: str, chance: str) -> None:
    """All that a batch says at every ply, beside states that are stepped one at a time."""
    game: Any = kind() if kind is not zl.Casbah else zl.Casbah((4, 4), 2)
    batch = zl.Batch(game, 3, seed=9, autoreset=autoreset, chance=chance)
    rng = np.random.default_rng(1)
    states = [Twin(game, 9, j, 3, chance == "external") for j in range(3)]
    how = ["legal", "sample", "mask", "nothing"]
    for ply in range(180 if kind is zl.CasaGrande else 80):
        check(batch, states)
        actions = [int(rng.choice(twin.state.legal_actions())) if not twin.over else -1 for twin in states]
        if how[ply // 7 % 4] == "sample":
            sampled = batch.sample()
            assert sampled.tolist() == [twin.draw() for twin in states]
            actions = sampled.tolist()
        elif how[ply // 7 % 4] == "mask":
            batch.mask()
        elif how[ply // 7 % 4] == "legal":
            batch.legal()
        ended = batch.step(actions)
        assert ended.tolist() == [twin.step(action, autoreset) for twin, action in zip(states, actions, strict=True)]


class Twin:
    """A slot of a batch in plain Python."""

    def __init__(self, game: zl.Game, seed: int, slot: int, n: int, external: bool) -> None:
        self.game, self.seed, self.slot, self.n, self.external = game, seed, slot, n, external
        self.episode = -1
        self.left: zl.State | None = None
        self.begin()

    @property
    def over(self) -> bool:
        return self.state.is_terminal()

    def begin(self) -> None:
        from zellige.reference.rng import Stream

        self.episode += 1
        self.state = self.game.new_initial_state()
        self.stream = Stream(self.seed, self.episode * self.n + self.slot)
        self.roll()

    def roll(self) -> None:
        while not self.external and self.state.is_chance_node():
            self.state.apply_action(self.draw())

    def draw(self) -> int:
        legal = self.state.legal_actions()
        return int(legal[self.stream.below(len(legal))]) if len(legal) else -1

    def step(self, action: int, autoreset: str) -> bool:
        self.left = None
        if self.over:
            if autoreset != "DISABLED":
                self.begin()
            return False
        self.state.apply_action(action)
        self.roll()
        if not self.over:
            return False
        if autoreset == "SAME_STEP":
            self.left = self.state
            self.begin()
        return True


def check(batch: zl.Batch, twins: list[Twin]) -> None:
    offsets, actions = batch.legal()
    mask, packed = batch.mask(), batch.packed_mask()
    np.testing.assert_array_equal(packed, np.packbits(mask, axis=1, bitorder="little"))
    players, scores, returns = batch.current_players(), batch.scores(), batch.returns()
    lengths, episodes, seen = batch.lengths(), batch.episodes(), batch.observe()
    assert offsets[0] == 0
    assert offsets[-1] == len(actions)
    for j, twin in enumerate(twins):
        legal = twin.state.legal_actions()
        np.testing.assert_array_equal(actions[offsets[j] : offsets[j + 1]], legal)
        np.testing.assert_array_equal(np.flatnonzero(mask[j]), legal)
        assert players[j] == twin.state.current_player()
        results = twin.left or twin.state
        np.testing.assert_array_equal(scores[j], results.scores())
        np.testing.assert_array_equal(returns[j], results.returns())
        assert lengths[j] == results.move_number()
        assert episodes[j] == twin.episode
        assert batch.state(j) == twin.state
        for name, array in twin.state.observation().items():
            np.testing.assert_array_equal(seen[name][j], array, strict=True)
        assert batch.state(j).history() == twin.state.history()


@pytest.mark.parametrize("autoreset", ["NEXT_STEP", "SAME_STEP"])
def test_threads_do_not_show(kind: type[zl.Game], autoreset: str) -> None:
    """Two threads work on 2,048 games and more."""
    game: Any = kind()
    one, two = (zl.Batch(game, 2500, seed=5, threads=threads, autoreset=autoreset) for threads in (1, 2))
    for ply in range(70):
        if ply % 5 == 4:
            for mine, theirs in zip(one.legal(), two.legal(), strict=True):
                np.testing.assert_array_equal(mine, theirs)
        np.testing.assert_array_equal(one.sample(), two.sample())
        np.testing.assert_array_equal(one.step(one.sample()), two.step(two.sample()))
    np.testing.assert_array_equal(one.episodes(), two.episodes())
    np.testing.assert_array_equal(one.scores(), two.scores())
    for (name, mine), theirs in zip(one.observe().items(), two.observe().values(), strict=True):
        np.testing.assert_array_equal(mine, theirs, err_msg=name)


def test_sampling_twice_draws_twice(kind: type[zl.Game]) -> None:
    batch = zl.Batch(kind(), 50)
    twin = [Twin(batch.game, 0, j, 50, False) for j in range(50)]
    for _ in range(3):
        assert batch.sample().tolist() == [slot.draw() for slot in twin]
    batch.legal()
    assert batch.sample().tolist() == [slot.draw() for slot in twin]


def test_finished_games(kind: type[zl.Game]) -> None:
    """With DISABLED all games come to their end and stay there."""
    batch = zl.Batch(kind(), 8, autoreset="DISABLED")
    steps = 0
    while (batch.current_players() != zl.TERMINAL).any():
        batch.step(batch.sample())
        steps += 1
        assert steps < 5000
    assert (batch.sample() == -1).all()
    assert not batch.step(batch.sample()).any()
    assert batch.legal()[0].tolist() == [0] * 9
    assert not batch.mask().any()
    result = zl.simulate(batch.game, 8)
    np.testing.assert_array_equal(batch.scores(), result.scores)
    batch.reset(mask=np.arange(8) < 3)
    assert batch.episodes().tolist() == [1, 1, 1, 0, 0, 0, 0, 0]
    assert ((batch.current_players() == zl.TERMINAL) == (np.arange(8) >= 3)).all()


def test_reset(kind: type[zl.Game]) -> None:
    batch = zl.Batch(kind(), 4, seed=1)
    first = [batch.state(j) for j in range(4)]
    batch.reset()
    assert batch.episodes().tolist() == [0] * 4
    batch.step(batch.sample())
    batch.reset()
    assert batch.episodes().tolist() == [1] * 4
    second = [batch.state(j).history() for j in range(4)]
    batch.reset(seed=1)
    assert [batch.state(j) for j in range(4)] == first
    assert batch.episodes().tolist() == [0] * 4
    batch.step(batch.sample())
    batch.reset()
    assert [batch.state(j).history() for j in range(4)] == second
    batch.reset(seed=2)
    assert batch.seed == 2
    batch.step(batch.sample())
    games = histories(batch.game, 4, seed=2)
    for j in range(4):
        history = batch.state(j).history()
        assert history == games[j][: len(history)]
