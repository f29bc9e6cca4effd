"""Measure the speed of both engines here, in a few seconds a game.

zellige bench
zellige bench blokus --seconds 5

The native engine plays uniform random whole games on one thread and on all; the reference plays the same games.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

from .. import _native
from ..game import Game
from ..games import GAMES, load_game
from ..reference.play import choose, play
from ..reference.rng import Stream
from ..simulate import simulate
from ..state import State
from .options import add_common
from .output import print_game, print_json, print_table, rate

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=f"games as in 'blokus(corners=fixed)' (default {', '.join(GAMES)})"
    )
    parser.add_argument(
        "--seconds", type=_seconds, default=1.0, metavar="S", help="about how long each measurement takes"
    )
    add_common(parser, "seed of the games")


def run(args: argparse.Namespace) -> int:
    """Measures and prints."""
    games = [load_game(text) for text in args.games or GAMES]
    if _native.build_profile() == "debug":
        raise ValueError("the native module is a debug build, whose speed says nothing; build it with --release")
    measured = [_measure(game, args.seed, args.seconds) for game in games]
    if args.json:
        print_json({"seed": args.seed, "measurements": measured})
        return 0
    for game, facts in zip(games, measured, strict=True):
        print_game(game)
        print_table(_rows(facts))
        print()
    return 0


def _measure(game: Game, seed: int, seconds: float) -> dict[str, Any]:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    one_games, one_plies, one_seconds = _native_games(game, seed, seconds, 1)
    all_games, _, all_seconds = _native_games(game, seed, seconds, cores)
    slow_games, slow_plies, slow_seconds = _reference_games(game, seed, seconds)
    legal, count = _legal_list(game, seed, seconds)
    native, reference = rate(one_plies, one_seconds), rate(slow_plies, slow_seconds)
    return {
        "game": str(game),
        "native_games_per_second": rate(one_games, one_seconds),
        "native_plies_per_second": native,
        "threads": cores,
        "all_threads_games_per_second": rate(all_games, all_seconds),
        "threads_ratio": rate(rate(all_games, all_seconds), rate(one_games, one_seconds)),
        "legal_actions_nanoseconds": legal,
        "legal_actions_mean_count": count,
        "reference_games_per_second": rate(slow_games, slow_seconds),
        "reference_plies_per_second": reference,
        "native_to_reference_ratio": rate(native, reference),
    }


def _native_games(game: Game, seed: int, seconds: float, threads: int) -> tuple[int, int, float]:
    """Plays ever more games until they take long enough; how many, with how many plies, in what time."""
    games = 1
    while True:
        result = simulate(game, games, seed=seed, threads=threads)
        if result.seconds >= seconds:
            return games, int(result.lengths.sum(dtype="int64")), result.seconds
        games = max(2 * games, int(games * 1.2 * seconds / result.seconds) if result.seconds > seconds / 50 else 0)


def _reference_games(game: Game, seed: int, seconds: float) -> tuple[int, int, float]:
    games = plies = 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        state: Any = game.new_initial_state("reference")
        plies += play(state, Stream(seed, games))
        games += 1
    return games, plies, time.perf_counter() - started


def _legal_list(game: Game, seed: int, seconds: float) -> tuple[float, float]:
    """Nanoseconds of ``legal_actions()`` in the middle of random games, and how many actions there are on average."""
    states = [_middle(game, seed, number) for number in range(20)]
    counts = [len(state.legal_actions()) for state in states]
    best, ends = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < ends:
        started = time.perf_counter_ns()
        for state in states:
            for _ in range(50):
                state.legal_actions()
        best = min(best, (time.perf_counter_ns() - started) / (50 * len(states)))
    return best, sum(counts) / len(counts)


def _middle(game: Game, seed: int, number: int) -> State:
    length = int(simulate(game, 1, seed=seed, first=number, threads=1).lengths[0])
    state, stream = game.new_initial_state(), Stream(seed, number)
    for _ in range(length // 2):
        state.apply_action(choose(state, stream))
    return state


def _rows(facts: dict[str, Any]) -> list[tuple[str, ...]]:
    return [
        ("", "games/s", "plies/s", "ratio"),
        _row("native, 1 thread", facts["native_games_per_second"], facts["native_plies_per_second"], None),
        _row(
            f"native, {facts['threads']} threads", facts["all_threads_games_per_second"], None, facts["threads_ratio"]
        ),
        _row("reference", facts["reference_games_per_second"], facts["reference_plies_per_second"], None),
        ("native to reference", "", "", f"{facts['native_to_reference_ratio']:,.0f}"),
        (
            f"legal_actions(), {facts['legal_actions_mean_count']:.0f} actions",
            "",
            "",
            f"{facts['legal_actions_nanoseconds']:,.0f} ns",
        ),
    ]


def _row(name: str, games: float, plies: float | None, ratio: float | None) -> tuple[str, ...]:
    digits = 0 if games >= 100 else 2
    cells = ("" if plies is None else f"{plies:,.0f}", "" if ratio is None else f"{ratio:.2f}")
    return (name, f"{games:,.{digits}f}", *cells)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.01 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number of seconds from 0.01 to 3600")
    return value
