"""Checks of option values, the same words in every game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

__all__ = ["check_bool", "check_choice", "check_int", "check_keys", "count", "one_of"]


def check_int(name: str, value: object, allowed: Iterable[int] | range, words: str | None = None) -> None:
    """Refuses what is no plain integer (`TypeError`) or not among ``allowed`` (`ValueError`).

    >>> check_int("players", 5, range(2, 5))
    Traceback (most recent call last):
    ...
    ValueError: players must be 2, 3 or 4, not 5
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    if value not in allowed:
        raise ValueError(f"{name} must be {words or one_of(map(str, allowed))}, not {value}")


def check_bool(name: str, value: object) -> None:
    """Refuses what is neither ``True`` nor ``False`` (`TypeError`)."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {type(value).__name__}")


def check_choice(name: str, value: object, allowed: Iterable[str]) -> None:
    """Refuses what is no string (`TypeError`) or not among ``allowed`` (`ValueError`)."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, not {type(value).__name__}")
    if value not in allowed:
        raise ValueError(f"{name} must be {one_of(map(repr, allowed))}, not {value!r}")


def check_keys(game: str, options: Mapping[str, Any], known: Iterable[str]) -> None:
    """Refuses options that a game does not have."""
    if not isinstance(options, Mapping):
        raise TypeError(f"the options of {game} must be a mapping, not {type(options).__name__}")
    known = tuple(known)
    for key in options:
        if key not in known:
            raise ValueError(f"{game} has no option {key!r}; it has {', '.join(known)}")


def one_of(words: Iterable[str]) -> str:
    """``"a, b or c"``."""
    *head, last = words
    return f"{', '.join(head)} or {last}" if head else last


def count(name: str, value: object, least: int, most: int) -> int:
    """A count as a plain integer, whatever kind of integer was given."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    if not least <= value <= most:
        limit = f"at least {least}" if value < least else f"at most {most}"
        raise ValueError(f"{name} must be {limit}, not {value}")
    return int(value)
