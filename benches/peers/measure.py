"""Timing: repeats of all rows taken in turn, so that a slow spell of the machine hits all of them alike."""

from __future__ import annotations

import math
import os
import statistics
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from .contender import Cells, Contender, Games, ListTimer, clock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Result", "measure_games", "measure_lists"]


@dataclass
class Result:
    """What was measured of one row."""

    contender: Contender
    games: int = 0
    rates: list[float] = field(default_factory=list)
    """Games per second, one figure per repeat."""
    plies: float | None = None
    """Mean length of the random games."""
    plies_error: float | None = None
    """Its standard error."""
    lists: int = 0
    list_seconds: list[float] = field(default_factory=list)
    """Seconds for a legal list, one figure per repeat."""
    list_count: int | None = None
    list_what: str = ""
    agreement: str = ""
    """Where its legal placements are ours."""

    @property
    def rate(self) -> float | None:
        """Median games per second."""
        return statistics.median(self.rates) if self.rates else None

    @property
    def list_time(self) -> float | None:
        """Median seconds for a legal list."""
        return statistics.median(self.list_seconds) if self.list_seconds else None


def measure_games(
    results: Sequence[Result], seconds: float, repeats: int, seed: int, note: Callable[[str], None]
) -> None:
    """Plays about ``seconds`` of random games per row and repeat; fills in rates and lengths."""
    counts = []
    for result in results:
        note(f"warming up {result.contender.name}")
        counts.append(_enough(partial(_play, result.contender, seed), seconds))
    played: list[list[Games]] = [[] for _ in results]
    for repeat in range(repeats):
        for result, count, games in zip(results, counts, played, strict=True):
            note(f"games, repeat {repeat + 1} of {repeats}: {result.contender.name}")
            games.append(result.contender.play_random_games(count, seed + 1 + repeat))
    for result, games in zip(results, played, strict=True):
        result.games = sum(some.count for some in games)
        result.rates = [some.count / some.seconds for some in games]
        _lengths(result, games, seed)


def _play(contender: Contender, seed: int, count: int) -> object:
    return contender.play_random_games(count, seed)


def _lengths(result: Result, games: Sequence[Games], seed: int) -> None:
    plies = [some.plies for some in games if some.plies is not None]
    squares = [some.squares for some in games if some.squares is not None]
    count, total, total_squares = result.games, sum(plies), sum(squares)
    if not plies:
        lengths = result.contender.untimed_lengths(seed)
        count, total, total_squares = len(lengths), sum(lengths), sum(n * n for n in lengths)
    if not count:
        return
    result.plies = total / count
    if total_squares and count > 1:
        result.plies_error = math.sqrt(max(0.0, total_squares / count - result.plies**2) / (count - 1))


def measure_lists(
    results: Sequence[Result], moves: Sequence[Cells], seconds: float, repeats: int, note: Callable[[str], None]
) -> None:
    """Makes the legal list of the position after ``moves`` again and again; fills in times and counts."""
    timers: list[tuple[Result, ListTimer, int]] = []
    for result in results:
        note(f"setting up the position in {result.contender.name}")
        timer = result.contender.list_timer(moves)
        if timer is not None:
            result.list_count, result.list_what = timer.count, timer.what
            timers.append((result, timer, _enough(timer.run, seconds)))
    for repeat in range(repeats):
        for result, timer, count in timers:
            note(f"legal lists, repeat {repeat + 1} of {repeats}: {result.contender.name}")
            result.list_seconds.append(timer.run(count) / count)
            result.lists += count


def _enough(run: Callable[[int], object], seconds: float) -> int:
    """How many turns of ``run`` take about so many seconds of processor time; warms up on the way."""
    run(1)
    count = 1
    while True:
        start = _spent()
        run(count)
        took = _spent() - start
        if took >= seconds / 8:
            return max(1, round(count * seconds / took))
        count *= 2


def _spent() -> float:
    """Processor time of this process and of the programs that it ran."""
    times = os.times()
    return clock() + times.children_user + times.children_system
