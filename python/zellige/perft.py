"""Counting action sequences."""

from __future__ import annotations

from .state import State

__all__ = ["perft"]


def perft(state: State, depth: int) -> int:
    """Number of action sequences of length ``depth`` from ``state``.

    Chance outcomes count like actions; a sequence that ends earlier is not counted. Runs on the state's own engine; the
    native one releases the GIL and honours Ctrl-C. The state is not changed.

    Args:
        state: The position to start from.
        depth: Length of the sequences, 0 to 1000.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: ``depth`` is out of range, or the count does not fit into 64 bits.

    >>> import zellige as zl
    >>> zl.perft(zl.Blokus(corners="fixed").new_initial_state(), 2)
    3364
    """
    if not isinstance(state, State):
        raise TypeError(f"state must be a zellige state, not {type(state).__name__}")
    if isinstance(depth, bool) or not isinstance(depth, int):
        raise TypeError(f"depth must be an integer, not {type(depth).__name__}")
    if not 0 <= depth <= 1000:
        raise ValueError(f"depth must be from 0 to 1000, not {depth}")
    if state.engine == "native":
        return int(state.game._native.perft(state, depth))
    return _count(state, depth)


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions.tolist():
        child = state.clone(history=False)
        child.apply_action(action)
        total += _count(child, depth - 1)
    return total
