"""Who plays the other seats, and which seat is the agent's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from ..options import one_of
from ..reference.play import choose
from ..reference.rng import Stream, mix64
from ..simulate import POLICIES
from ..state import State

__all__ = ["Opponent", "Seat", "check_illegal_action", "choose_action", "read_opponents", "read_seat", "seat_of"]

Opponent = str | Callable[[State], int]
"""``"random"``, ``"greedy"``, or a function that takes a copy of the state and gives a legal action."""

Seat = int | Literal["random"]
"""A player's number, or ``"random"`` for one that is drawn for each episode."""


def read_opponents(opponents: Opponent | Sequence[Opponent | None], players: int) -> tuple[Opponent | None, ...]:
    """One opponent per seat.

    Args:
        opponents: One for all seats, or a sequence with one per seat; that of the agent's own seat is not asked and may
            be ``None``.
        players: Number of seats.

    Raises:
        TypeError: Something is neither a name nor a function.
        ValueError: A name is unknown, or there is not one per seat.

    >>> read_opponents("greedy", 3)
    ('greedy', 'greedy', 'greedy')
    """
    given = [opponents] * players if isinstance(opponents, str) or callable(opponents) else opponents
    if not isinstance(given, (list, tuple)):
        raise TypeError(f"opponents must be a name, a function or a list of these, not {type(opponents).__name__}")
    if len(given) != players:
        raise ValueError(f"opponents must have one entry per seat, {players}, not {len(given)}")
    for entry in given:
        if isinstance(entry, str) and entry not in POLICIES:
            raise ValueError(f"an opponent must be {one_of(map(repr, POLICIES))} or a function, not {entry!r}")
        if not (entry is None or isinstance(entry, str) or callable(entry)):
            raise TypeError(f"an opponent must be a name or a function, not {type(entry).__name__}")
    return tuple(given)


def read_seat(seat: object, opponents: tuple[Opponent | None, ...]) -> Seat:
    """Checks the agent's seat, and that all others are taken.

    Raises:
        TypeError: It is neither an integer nor a string.
        ValueError: There is no such seat, or another seat has no opponent.
    """
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer, str)):
        raise TypeError(f"seat must be a player's number or 'random', not {type(seat).__name__}")
    if isinstance(seat, str):
        if seat != "random":
            raise ValueError(f"seat must be a player's number or 'random', not {seat!r}")
    elif not 0 <= seat < len(opponents):
        raise ValueError(f"seat must be from 0 to {len(opponents) - 1}, not {seat}")
    for player, opponent in enumerate(opponents):
        if opponent is None and player != seat:
            raise ValueError(f"seat {player} has no opponent")
    return "random" if isinstance(seat, str) else int(seat)


def seat_of(seat: Seat, seed: int, number: int, players: int) -> int:
    """The agent's seat in game ``number`` of a seed; a random one has a stream of its own.

    >>> [seat_of("random", 7, number, 2) for number in range(8)]
    [0, 0, 1, 1, 0, 1, 1, 1]
    """
    return seat if isinstance(seat, int) else Stream(mix64(seed), number).below(players)


def choose_action(state: State, opponent: Opponent | None, stream: Stream) -> int:
    """What an opponent plays, or ``"random"`` at a chance node; named opponents take one draw of the stream."""
    if callable(opponent):
        return opponent(state.clone())
    assert opponent is not None
    return choose(state, stream, opponent)


def check_illegal_action(value: object) -> None:
    """Refuses a treatment of illegal actions that does not exist."""
    if value not in ("lose", "raise"):
        raise ValueError(f"illegal_action must be 'lose' or 'raise', not {value!r}")
