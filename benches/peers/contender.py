"""What every engine in the comparison offers, and the small things that they share."""

from __future__ import annotations

import abc
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence, Sized

__all__ = [
    "Cells",
    "Contender",
    "Games",
    "ListTimer",
    "Session",
    "clock",
    "games_from_lengths",
    "parse_cells",
    "picker",
]

clock = time.process_time
"""Seconds of processor time: every row runs on one thread, and what else the machine does must not count."""

WIDTH = 20
"""Squares on a side of the Classic board."""

Cells = frozenset[int]
"""A placement as cell indices ``y * 20 + x``, ``a1`` (bottom left) being 0."""


@dataclass(frozen=True)
class Games:
    """How many random games took how many seconds of processor time, and the sums of their lengths and squared lengths.

    A sum is None when the engine does not tell.
    """

    count: int
    seconds: float
    plies: float | None
    squares: float | None


@dataclass(frozen=True)
class ListTimer:
    """How to time a full list of legal placements of one position.

    ``run(n)`` makes the list n times and returns the seconds of processor time taken; ``count`` is its length.
    """

    run: Callable[[int], float]
    count: int
    what: str = "legal placements"


class Session(Protocol):
    """One game of Classic Blokus in one engine, driven from outside."""

    def play(self, cells: Cells) -> None:
        """Plays a legal placement of the colour to move."""
        ...

    def legal(self) -> Sized:
        """All legal placements in the engine's own terms: the call that is timed. Empty at the end."""
        ...

    def placements(self) -> frozenset[Cells]:
        """All legal placements as cells; may be slow."""
        ...


class Contender(abc.ABC):
    """One row of the table."""

    name: str
    """The row's label."""
    rules: tuple[str, ...] = ()
    """Where the rules, or what the API lets one do, differ from zellige's `corners="fixed"` games."""
    uniform: bool = True
    """Whether its random games are the same lottery as ours, so that their mean length must be the same."""

    @abc.abstractmethod
    def play_random_games(self, games: int, seed: int) -> Games:
        """Plays whole games, each ply drawn uniformly from all legal placements, and times them."""

    def untimed_lengths(self, seed: int) -> list[int]:
        """Lengths of some more random games, for an engine whose timed games do not tell theirs."""
        return []

    def session(self) -> Session | None:
        """A new game to be driven placement by placement; None when the API has no such thing."""
        return None

    def list_timer(self, moves: Sequence[Cells]) -> ListTimer | None:
        """The legal list of the position after these placements; None when it cannot be had."""
        session = self.session()
        if session is None:
            return None
        for cells in moves:
            session.play(cells)

        def run(times: int) -> float:
            legal = session.legal
            start = clock()
            for _ in range(times):
                legal()
            return clock() - start

        return ListTimer(run, len(session.legal()))

    def compare(self, oracle: Session, moves: Sequence[Cells], position: int) -> str:
        """Plays a whole game here and in zellige and says in a sentence where the legal placements are the same."""
        session = self.session()
        if session is None:
            return ""
        different = []
        for ply, cells in enumerate(moves):
            if session.placements() != oracle.placements():
                different.append(ply)
            session.play(cells)
            oracle.play(cells)
        if len(session.legal()):
            different.append(len(moves))
        total = len(moves) + 1
        if not different:
            return f"the same legal placements at all {total} positions of the game"
        at = ", ".join(map(str, different))
        fixed = "another list at the position timed" if position in different else "the same list at the position timed"
        return f"other legal placements at {len(different)} of {total} positions (after plies {at}); {fixed}"


def games_from_lengths(lengths: Sequence[int], seconds: float) -> Games:
    """Sums up games of these lengths."""
    return Games(len(lengths), seconds, sum(lengths), sum(n * n for n in lengths))


def picker(seed: int) -> Callable[[int], int]:
    """The cheapest uniform choice from 0 to n - 1 in Python, the same for every loop, so that none pays more."""
    draw = random.Random(seed).random
    return lambda n: int(draw() * n)


def parse_cells(move: str | Iterable[str]) -> Cells:
    """Cells of a placement in the rules' notation (B12).

    >>> sorted(parse_cells("a1,b1,a2"))
    [0, 1, 20]
    """
    names = move.split(",") if isinstance(move, str) else move
    return frozenset((int(name[1:]) - 1) * WIDTH + ord(name[0]) - ord("a") for name in names)
