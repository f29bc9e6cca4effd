"""Uniform random loops over zellige's own interfaces; each plays for some seconds and gives plies and time."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

import zellige as zl

__all__ = ["LOOPS", "N", "Lengths", "check"]

N = 1024
"""Games in a batch."""


class Lengths(NamedTuple):
    """What a random game is like: entries of its history, dice included, and decisions of players."""

    plies: float
    decisions: float


def check(game: zl.Game, seed: int) -> Lengths:
    """That a loop of `Batch.sample` and `Batch.step` plays the very games of `simulate`, and how long these are."""
    batch = zl.Batch(game, N, seed=seed, autoreset="DISABLED")
    wanted = zl.simulate(game, N, seed=seed)
    decisions = 0
    while (going := batch.current_players() != zl.TERMINAL).any():
        decisions += int(going.sum())
        batch.step(batch.sample())
    assert (batch.returns() == wanted.returns).all()
    assert (batch.lengths() == wanted.lengths).all()
    return Lengths(float(wanted.lengths.mean()), decisions / N)


def native(game: zl.Game, lengths: Lengths, seconds: float, seed: int) -> tuple[float, float]:
    """`zl.simulate` on one thread: what the engine does by itself."""
    del lengths
    plies, spent, first = 0, 0.0, 0
    while spent < seconds:
        result = zl.simulate(game, 2000, seed=seed, first=first, threads=1)
        plies, spent, first = plies + int(result.lengths.sum()), spent + result.seconds, first + 2000
    return plies, spent


def states(game: zl.Game, lengths: Lengths, seconds: float, seed: int) -> tuple[float, float]:
    """One state after the other, stepped in Python."""
    rng = np.random.default_rng(seed)
    plies, games, started = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        plies, games = plies + state.move_number(), games + 1
    if games > 200:
        assert abs(plies / games / lengths.plies - 1) < 0.05, "other games than those of simulate"
    return plies, spent


def batch_sample(game: zl.Game, lengths: Lengths, seconds: float, seed: int) -> tuple[float, float]:
    """`Batch.sample` and `Batch.step`."""
    batch = zl.Batch(game, N, seed=seed, autoreset="SAME_STEP")
    steps, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        batch.step(batch.sample())
        steps += 1
    return _plies(batch, steps, lengths), spent


def batch_csr(game: zl.Game, lengths: Lengths, seconds: float, seed: int) -> tuple[float, float]:
    """`Batch.legal`, a choice in numpy, `Batch.step`."""
    batch = zl.Batch(game, N, seed=seed, autoreset="SAME_STEP")
    rng = np.random.default_rng(seed)
    steps, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        offsets, actions = batch.legal()
        picks = rng.random(N) * (offsets[1:] - offsets[:-1])
        batch.step(actions[offsets[:-1] + picks.astype(np.int64)])
        steps += 1
    return _plies(batch, steps, lengths), spent


def batch_observe(game: zl.Game, lengths: Lengths, seconds: float, seed: int) -> tuple[float, float]:
    """`Batch.observe` into the same arrays, `Batch.sample` and `Batch.step`."""
    batch = zl.Batch(game, N, seed=seed, autoreset="SAME_STEP")
    steps, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        batch.observe()
        batch.step(batch.sample())
        steps += 1
    return _plies(batch, steps, lengths), spent


def _plies(batch: zl.Batch, steps: int, lengths: Lengths) -> float:
    """Plies of so many steps, dice that were rolled inside included; games must have ended as often as they should."""
    ended = float(batch.episodes().sum())
    wanted = steps * N / lengths.decisions
    # The games that are under way at the end have not ended yet.
    assert wanted - N <= ended + 0.05 * wanted, "games do not end as they should"
    assert ended <= 1.05 * wanted, "games do not end as they should"
    return steps * N * lengths.plies / lengths.decisions


LOOPS = {
    "`zl.simulate`": native,
    "`Batch`: `sample`, `step`": batch_sample,
    "`Batch`: `legal` (CSR), `step`": batch_csr,
    "`Batch`: `observe`, `sample`, `step`": batch_observe,
    "one state in Python": states,
}
"""All loops; the first one is what the others are compared with."""
