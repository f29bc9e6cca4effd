"""Checks of what callers give to the methods of a state."""

from __future__ import annotations

import operator

import numpy as np
import numpy.typing as npt

__all__ = ["as_number", "as_text", "checked_index", "checked_mask"]


def as_number(value: object, demand: str = "an action must be an integer") -> int:
    """An integer of any kind as an ``int``.

    Raises:
        TypeError: It is not an integer; truth values are not taken for numbers.
    """
    if not isinstance(value, (bool, np.bool_)):
        try:
            return operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise TypeError(f"{demand}, not {type(value).__name__}")


def checked_index(value: object, what: str, count: int) -> int:
    """The number of a player, a colour or the like.

    Raises:
        TypeError: It is not an integer.
        ValueError: It is not in ``0 .. count-1``.
    """
    number = as_number(value, f"a {what} must be an integer")
    if not 0 <= number < count:
        raise ValueError(f"there is no {what} {number}; they go from 0 to {count - 1}")
    return number


def as_text(move: object) -> str:
    """A move's string.

    Raises:
        TypeError: It is no string.
    """
    if not isinstance(move, str):
        raise TypeError(f"a move must be a string, not {type(move).__name__}")
    # Half a surrogate pair is no character: it could not be printed, nor written to a record.
    return move.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def checked_mask(out: object, size: int) -> npt.NDArray[np.bool_]:
    """A caller's buffer for a mask of ``size`` entries.

    Raises:
        TypeError: It is no ``bool_`` array.
        ValueError: It has another shape, is not contiguous or cannot be written to.
    """
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be a numpy array of bool_, not {type(out).__name__}")
    if out.dtype != np.bool_:
        raise TypeError(f"out must be an array of bool_, not of {out.dtype}")
    if out.shape != (size,):
        raise ValueError(f"out must have the shape ({size},), not {out.shape}")
    if not out.flags.c_contiguous:
        raise ValueError("out must be C-contiguous")
    if not out.flags.writeable:
        raise ValueError("out must be writable")
    return out
