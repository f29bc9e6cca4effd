"""A uniform random loop over `zl.Batch`, beside those of other packages."""

from __future__ import annotations

import time
from typing import NamedTuple

import zellige as zl

__all__ = ["N", "Lengths", "batch_sample", "check"]

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


def batch_sample(game: zl.Game, lengths: Lengths, seconds: float, seed: int) -> tuple[float, float]:
    """`Batch.sample` and `Batch.step`."""
    batch = zl.Batch(game, N, seed=seed, autoreset="SAME_STEP")
    steps, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
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
