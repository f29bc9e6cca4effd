"""The legal actions of any game from an observation alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy.typing as npt

import zellige as zl

from . import rebuild_blokus, rebuild_casa_grande, rebuild_casbah

Rebuild = Callable[[zl.Game, dict[str, npt.NDArray[Any]]], list[int]]

RULES: dict[str, Rebuild] = {
    "blokus": rebuild_blokus.legal,
    "casbah": rebuild_casbah.legal,
    "casa_grande": rebuild_casa_grande.legal,
}


def legal(game: zl.Game, seen: dict[str, npt.NDArray[Any]]) -> list[int]:
    """The legal action numbers, ascending; the outcomes at a chance node."""
    return RULES[game.name](game, seen)
