"""Random streams (RULES, "Random streams"): what makes a simulation the same everywhere."""

from __future__ import annotations

import operator
from typing import SupportsIndex

__all__ = ["Stream", "mix64"]

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def mix64(v: int) -> int:
    """SplitMix64's output function together with its increment, modulo 2^64.

    >>> hex(mix64(0))
    '0xe220a8397b1dcdaf'
    """
    z = (v + _GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


class Stream:
    """The xoshiro256++ stream of one game, made of a seed and the game's number alone.

    Args:
        seed: 0 to 2^64 - 1.
        number: The game's number, 0 to 2^64 - 1.

    Raises:
        TypeError: ``seed`` or ``number`` is not an integer.
        ValueError: ``seed`` or ``number`` is out of range.

    >>> Stream(0, 0).next_u64()
    4526510421850589242
    """

    __slots__ = ("_words",)

    def __init__(self, seed: SupportsIndex, number: SupportsIndex = 0) -> None:
        h = mix64(mix64(_word("seed", seed)) + _word("number", number))
        self._words = [mix64(h + i * _GAMMA) for i in range(4)]

    def next_u64(self) -> int:
        """One 64-bit draw."""
        a, b, c, d = self._words
        draw = (_rotl((a + d) & _MASK, 23) + a) & _MASK
        c, d = c ^ a, d ^ b
        self._words = [a ^ d, b ^ c, c ^ ((b << 17) & _MASK), _rotl(d, 45)]
        return draw

    def below(self, n: int) -> int:
        """One draw ``u`` as a number in ``0 .. n-1``: ``(u * n) >> 64``.

        Raises:
            ValueError: ``n`` is less than 1.
        """
        if n < 1:
            raise ValueError(f"there is nothing to draw from {n} choices")
        return (self.next_u64() * n) >> 64


def _rotl(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & _MASK


def _word(what: str, value: SupportsIndex) -> int:
    if isinstance(value, bool):
        raise TypeError(f"{what} must be an integer, not bool")
    try:
        word = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}") from None
    if not 0 <= word <= _MASK:
        raise ValueError(f"{what} must be at least 0 and less than 2^64, not {word}")
    return word
