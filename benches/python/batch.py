"""Uniform random loops in Python, over `zl.Batch` and state by state, as shares of what `zl.simulate` plays in the same
time on one thread.

Run: ``python benches/python/batch.py [--n 1024] [--seconds 0.3] [--rounds 7] [--markdown]``.

A share is decisions per second of the loop over decisions per second of `simulate`, both taken in turn in each round;
the median of the rounds is printed. (Dice are no decisions: in the batch they are rolled within the steps.) Before
anything is timed, the games of the loop are compared with those of `simulate`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

import zellige as zl
from zellige import _native

GAMES: dict[str, zl.Game] = {
    "Casbah 6x6": zl.Casbah(size=(6, 6), players=2),
    "Casa Grande": zl.CasaGrande(players=2),
    "Blokus": zl.Blokus(),
    "Blokus duo": zl.Blokus(variant="duo"),
}
Loop = Callable[[zl.Batch, int], None]


def sampling(batch: zl.Batch, steps: int) -> None:
    """`sample` and `step`."""
    for _ in range(steps):
        batch.step(batch.sample())


def drawing(batch: zl.Batch, steps: int) -> None:
    """`legal`, a draw by numpy, `step`."""
    rng = np.random.default_rng(0)
    draws = np.empty(len(batch))
    picks = np.empty(len(batch), np.int64)
    for _ in range(steps):
        offsets, actions = batch.legal()
        starts = offsets[:-1]
        rng.random(out=draws)
        draws *= np.subtract(offsets[1:], starts, out=picks)
        picks[:] = draws
        picks += starts
        batch.step(actions[picks])


def observing(batch: zl.Batch, steps: int) -> None:
    """`sample`, `step` and `observe`."""
    for _ in range(steps):
        batch.step(batch.sample())
        batch.observe()


def one_by_one(game: zl.Game, games: int) -> float:
    """Entries per second of games that are played one after the other, state by state."""
    rng = np.random.default_rng(0)
    entries, started = 0, time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        entries += state.move_number()
    return entries / (time.process_time() - started)


LOOPS: dict[str, Loop] = {"sample": sampling, "legal": drawing, "sample and observe": observing}


def check(game: zl.Game, n: int) -> float:
    """Compares the games of a loop with those of `simulate`; gives the number of decisions per entry of a history."""
    batch = zl.Batch(game, n, seed=1, autoreset="SAME_STEP")
    scores = np.zeros(game.num_players(), np.int64)
    steps = 0
    while batch.episodes().min() < 2:
        ended = batch.step(batch.sample())
        steps += 1
        scores += batch.scores()[ended].sum(axis=0)
    episodes = batch.episodes()
    expected = zl.simulate(game, n * int(episodes.max()), seed=1)
    numbers = np.concatenate([np.arange(count) * n + j for j, count in enumerate(episodes.tolist())])
    assert scores.tolist() == expected.scores[numbers].sum(axis=0).tolist(), "the batch plays other games"
    running = sum(batch.state(j).move_number() for j in range(n))
    return steps * n / (running + float(expected.lengths[numbers].sum()))


def measure(game: zl.Game, n: int, seconds: float, rounds: int) -> tuple[float, dict[str, float]]:
    """Entries per second of `simulate`, and the share of each loop."""
    decisions = check(game, n)
    batches = {name: zl.Batch(game, n, autoreset="SAME_STEP") for name in LOOPS}
    steps, games = {}, 256
    for name, loop in LOOPS.items():
        loop(batches[name], 200)  # so that slots stand at all plies
        steps[name] = 20
        while timed(partial(loop, batches[name], steps[name])) < seconds / 2:
            steps[name] *= 2
    while timed(partial(zl.simulate, game, games, threads=1)) < seconds / 2:
        games *= 2
    entries: list[float] = []
    shares: dict[str, list[float]] = {name: [] for name in [*LOOPS, "state by state"]}
    for _ in range(rounds):
        started = time.process_time()
        result = zl.simulate(game, games, threads=1)
        entries.append(float(result.lengths.sum()) / (time.process_time() - started))
        for name, loop in LOOPS.items():
            took = timed(partial(loop, batches[name], steps[name]))
            shares[name].append(steps[name] * n / took / (entries[-1] * decisions))
        shares["state by state"].append(one_by_one(game, max(1, int(2000 * seconds))) / entries[-1])
    return statistics.median(entries), {name: statistics.median(values) for name, values in shares.items()}


def timed(work: Callable[[], object]) -> float:
    """Seconds of processor time that a call takes: other work on the machine does not count."""
    started = time.process_time()
    work()
    return time.process_time() - started


def main() -> int:
    """Measures all games."""
    parser = argparse.ArgumentParser(description="Python loops over zl.Batch as shares of zl.simulate")
    parser.add_argument("--n", type=int, default=1024, help="games per batch")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of one measurement")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--markdown", action="store_true", help="print a table")
    parser.add_argument("--game", choices=GAMES, help="only this one")
    arguments = parser.parse_args()
    if _native.build_profile() == "debug":
        parser.error("the native module is a debug build; install an optimised one: pip install .")
    rows = []
    for name, game in GAMES.items():
        if arguments.game in (None, name):
            entries, shares = measure(game, arguments.n, arguments.seconds, arguments.rounds)
            cells = [f"{share:.0%}" if share > 0.1 else f"{share:.1%}" for share in shares.values()]
            rows.append([name, f"{entries / 1e6:.1f} M", *cells])
    header = ["game", "simulate, plies/s", *LOOPS, "state by state"]
    if arguments.markdown:
        rows = [header, ["---"] * len(header), *rows]
        print("\n".join(f"| {' | '.join(row)} |" for row in rows))
    else:
        for row in rows:
            print(*(f"{key}: {value}" for key, value in zip(header, row, strict=True)), sep="  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
