"""The random streams of many games at once (RULES, "Random streams"), as numpy sees them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..reference.rng import Stream

__all__ = ["Streams"]

Words = npt.NDArray[np.uint64]


class Streams:
    """One stream per slot; slot ``j`` of ``n`` draws what ``Stream(seed, number_j)`` draws.

    >>> streams = Streams(2)
    >>> streams.begin(np.array([True, True]), 7, [0, 1])
    >>> streams.below(np.array([True, True]), np.array([100, 100]))
    array([32, 44])
    >>> [Stream(7, number).below(100) for number in (0, 1)]
    [32, 44]
    """

    def __init__(self, n: int) -> None:
        self._words: Words = np.zeros((4, n), np.uint64)

    def copy(self) -> Streams:
        """An independent copy."""
        twin = Streams(0)
        twin._words = self._words.copy()
        return twin

    def begin(self, where: npt.NDArray[np.bool_], seed: int, numbers: list[int]) -> None:
        """Starts the streams of some slots with these game numbers, one per slot that is meant."""
        for slot, number in zip(np.flatnonzero(where).tolist(), numbers, strict=True):
            self._words[:, slot] = Stream(seed, number)._words

    def below(self, where: npt.NDArray[np.bool_], counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """One draw for each slot that is meant, below its entry of ``counts``, which has one per such slot."""
        a, b, c, d = self._words[:, where]
        drawn = _rotl(a + d, 23) + a
        c, d = c ^ a, d ^ b
        self._words[:, where] = a ^ d, b ^ c, c ^ (b << np.uint64(17)), _rotl(d, 45)
        # (draw * count) >> 64 in two halves; counts are far below 2^32.
        n, half = counts.astype(np.uint64), np.uint64(32)
        low = (drawn & np.uint64(0xFFFFFFFF)) * n
        picks: npt.NDArray[np.int64] = (((drawn >> half) * n + (low >> half)) >> half).astype(np.int64)
        return picks


def _rotl(words: Words, by: int) -> Words:
    return (words << np.uint64(by)) | (words >> np.uint64(64 - by))
