"""Names and colours of what is counted: players, and the colours of Blokus."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..simulate import SimulationResult

__all__ = ["COLOURS", "player_colours", "player_names"]

COLOURS = ("#0072B2", "#E69F00", "#D55E00", "#009E73")
"""Blue, yellow-orange, red-orange and green that colour-blind people can tell apart (Okabe and Ito)."""


def player_names(result: SimulationResult) -> list[str]:
    """A label per player; with several policies each has its own in it."""
    players = range(result.game.num_players())
    if len(set(result.policies)) > 1:
        return [f"player {p}\n{result.policies[p]}" for p in players]
    return [f"player {p}" for p in players]


def player_colours(result: SimulationResult) -> list[str]:
    """A colour per player."""
    return list(COLOURS[: result.game.num_players()])
