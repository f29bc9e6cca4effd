"""Making a game that shows a difference as short as a reader would like it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from ..state import State
from .compare import Difference, Probe

__all__ = ["Pair", "shrink"]

Pair = tuple[State, State]
"""The native and the reference state of one position."""

_TRIES = 60
"""How many ends are played anew before the shortest game is thought to be found."""


def shrink(
    start: Callable[[], Pair], actions: Sequence[int], probe: Probe, seed: str, seconds: float
) -> tuple[list[int], Difference]:
    """Looks for a shorter game in which a probe still sees a difference.

    Moves are dropped (those that become illegal by it fall away too), then games are ended earlier by any other move,
    or played on anew at random.

    Args:
        start: Makes a new pair of start positions.
        actions: A game after which the probe sees a difference.
        probe: The question.
        seed: What the random moves are made of.
        seconds: How long it may take; what is shortest by then is what is given.

    Raises:
        LookupError: The difference does not show again when the game is played again.
    """
    search = _Search(start, probe.again or probe, seconds)
    found = search.first(actions)
    if found is None:
        raise LookupError("the difference does not show when the game is played again")
    rng = random.Random(seed)
    best, length = _drop(search, found), None
    while search.left() and len(best[0]) != length:
        length = len(best[0])
        best = _drop(search, _play_anew(search, _end_otherwise(search, best, rng), rng))
    return best


class _Search:
    def __init__(self, start: Callable[[], Pair], probe: Probe, seconds: float) -> None:
        self.start = start
        self.probe = probe
        self.deadline = time.monotonic() + seconds

    def left(self) -> bool:
        """Whether there is time to go on."""
        return time.monotonic() < self.deadline

    def first(self, actions: Sequence[int], rng: random.Random | None = None, more: int = 0) -> _Found | None:
        """Plays what is legal on both up to the first difference; then, with ``rng``, up to ``more`` random moves."""
        native, reference = self.start()
        played: list[int] = []
        queue = list(reversed(actions))
        while True:
            difference = self.probe.compare(native, reference)
            if difference is not None:
                return played, difference
            if queue:
                action = queue.pop()
            elif rng is not None and more > 0 and len(legal := native.legal_actions()):
                action, more = int(rng.choice(legal)), more - 1
            else:
                return None
            if _legal(native, action) and _legal(reference, action):
                native.apply_action(action)
                reference.apply_action(action)
                played.append(action)


_Found = tuple[list[int], Difference]


def _drop(search: _Search, best: _Found) -> _Found:
    """Drops ever smaller runs of moves for as long as that helps."""
    size = max(len(best[0]) // 2, 1)
    while True:
        before, at = len(best[0]), 0
        while at < len(best[0]) and search.left():
            found = search.first(best[0][:at] + best[0][at + size :])
            if found is not None and len(found[0]) < len(best[0]):
                best = found
            else:
                at += size
        if size > 1:
            size //= 2
        elif len(best[0]) == before:
            return best


def _end_otherwise(search: _Search, best: _Found, rng: random.Random) -> _Found:
    """Tries every other move as the last one, after ever longer beginnings."""
    for keep in range(len(best[0]) - 1):
        native, reference = search.start()
        for action in best[0][:keep]:
            native.apply_action(action)
            reference.apply_action(action)
        legal = [action for action in native.legal_actions().tolist() if _legal(reference, action)]
        for action in rng.sample(legal, len(legal)):
            if not search.left():
                return best
            twins = native.clone(), reference.clone()
            for twin in twins:
                twin.apply_action(action)
            if search.probe.compare(*twins) is not None and (found := search.first([*best[0][:keep], action])):
                return found
    return best


def _play_anew(search: _Search, best: _Found, rng: random.Random) -> _Found:
    """Keeps a beginning of random length and plays on at random."""
    for _ in range(_TRIES):
        if not best[0] or not search.left():
            break
        keep = rng.randrange(len(best[0]))
        found = search.first(best[0][:keep], rng, len(best[0]) - 1 - keep)
        if found is not None and len(found[0]) < len(best[0]):
            best = found
    return best


def _legal(state: State, action: int) -> bool:
    try:
        return state.is_legal(action)
    except Exception:
        return False
