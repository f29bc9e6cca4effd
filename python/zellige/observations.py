"""What an observation looks like: the arrays of a game, and how they become one."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["ArraySpec", "Observation", "flatten"]

Observation = dict[str, npt.NDArray[Any]]
"""Named arrays, uint8 or int32, in the order of ``game.observation_spec()``."""


@dataclasses.dataclass(frozen=True)
class ArraySpec:
    """One array of an observation.

    Attributes:
        shape: Its shape.
        dtype: ``uint8`` or ``int32``.
        low: No element is ever below.
        high: No element is ever above.

    >>> import zellige as zl
    >>> zl.Blokus().observation_spec()["board"]
    ArraySpec(shape=(4, 20, 20), dtype=dtype('uint8'), low=0, high=1)
    """

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    low: int
    high: int

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)


def flatten(
    spec: Mapping[str, ArraySpec], observation: Mapping[str, npt.NDArray[Any]], dtype: npt.DTypeLike
) -> npt.NDArray[Any]:
    """Joins the arrays of an observation in the order of the spec; see `Game.flatten`."""
    kind = _checked_dtype(spec, dtype)
    if not isinstance(observation, Mapping):
        raise TypeError(f"an observation must be a dict of arrays, not {type(observation).__name__}")
    for name in observation:
        if name not in spec:
            raise ValueError(f"an observation of this game has no array {name!r}; it has {', '.join(spec)}")
    lead: tuple[int, ...] | None = None
    for name, wanted in spec.items():
        if name not in observation:
            raise ValueError(f"the observation lacks the array {name!r}")
        here = _leading_axis(name, observation[name], wanted)
        lead = here if lead is None else lead
        if here != lead:
            raise ValueError(
                f"array {name!r} has the shape {observation[name].shape}, which is no batch like the others"
            )
    lead = lead or ()
    out = np.empty((*lead, sum(wanted.size for wanted in spec.values())), dtype=kind)
    at = 0
    for name, wanted in spec.items():
        out[..., at : at + wanted.size] = observation[name].reshape((*lead, wanted.size))
        at += wanted.size
    return out


def _checked_dtype(spec: Mapping[str, ArraySpec], dtype: npt.DTypeLike) -> np.dtype[Any]:
    """The dtype of the joined array, which must hold every number that the game can give."""
    kind = np.dtype(dtype)
    if kind.kind not in "iuf":
        raise TypeError(f"dtype must be a type of whole or floating-point numbers, not {kind}")
    if kind.kind != "f":
        limits = np.iinfo(kind)
        for name, array in spec.items():
            if array.low < limits.min or array.high > limits.max:
                raise ValueError(f"{kind} cannot hold the array {name!r}, which goes from {array.low} to {array.high}")
    return kind


def _leading_axis(name: str, array: object, wanted: ArraySpec) -> tuple[int, ...]:
    """``()`` for one observation, ``(n,)`` for a batch of them."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"array {name!r} must be a numpy array, not {type(array).__name__}")
    if array.dtype != wanted.dtype:
        raise TypeError(f"array {name!r} must be of {wanted.dtype}, not of {array.dtype}")
    lead: tuple[int, ...] = array.shape[: max(array.ndim - len(wanted.shape), 0)]
    if len(lead) > 1 or array.shape != (*lead, *wanted.shape):
        shapes = f"{wanted.shape}, with or without a batch axis before it"
        raise ValueError(f"array {name!r} must have the shape {shapes}, not {array.shape}")
    return lead
