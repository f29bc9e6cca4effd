"""What a simulation says, with its uncertainty."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .simulate import SimulationResult

__all__ = ["Interval", "Summary", "summarise", "wilson"]

Interval = tuple[float, float]
"""Lower and upper end of a confidence interval."""
Z95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""


@dataclasses.dataclass(frozen=True)
class Summary:
    """Means and shares of a simulation, each with its 95 % interval ``(low, high)``.

    Attributes:
        games: Number of games.
        mean_scores: Mean points per player.
        score_intervals: Their intervals (normal).
        win_shares: Share of wins per player; of k winners each has 1/k of the win.
        win_intervals: Their intervals (Wilson; with shared wins the shares count as successes).
        mean_length: Mean number of entries of the history.
        length_interval: Its interval (normal).
        mean_colour_scores: Mean points per colour for Blokus, else empty.
        colour_score_intervals: Their intervals.
    """

    games: int
    mean_scores: list[float]
    score_intervals: list[Interval]
    win_shares: list[float]
    win_intervals: list[Interval]
    mean_length: float
    length_interval: Interval
    mean_colour_scores: list[float]
    colour_score_intervals: list[Interval]

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return dataclasses.asdict(self)


def summarise(result: SimulationResult) -> Summary:
    """The summary of a simulation's columns.

    Raises:
        ValueError: There are no games.
    """
    games = len(result)
    if games == 0:
        raise ValueError("a simulation of no games has no summary")
    wins = (result.winners / result.winners.sum(axis=1, keepdims=True)).sum(axis=0)
    scores, score_intervals = _means(result.scores)
    colours, colour_intervals = ([], []) if result.colour_scores is None else _means(result.colour_scores)
    lengths, length_intervals = _means(result.lengths[:, np.newaxis])
    return Summary(
        games=games,
        mean_scores=scores,
        score_intervals=score_intervals,
        win_shares=(wins / games).tolist(),
        win_intervals=[wilson(float(won), games) for won in wins],
        mean_length=lengths[0],
        length_interval=length_intervals[0],
        mean_colour_scores=colours,
        colour_score_intervals=colour_intervals,
    )


def wilson(won: float, games: int) -> Interval:
    """The 95 % Wilson interval of a share.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    low, high = wilson_band(np.array([won / games]), np.array([games]))
    return float(low[0]), float(high[0])


def wilson_band(
    share: npt.NDArray[np.float64], games: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The 95 % Wilson interval of each of many shares: the lower and the upper ends."""
    z2 = Z95 * Z95
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    # A share of wins that were shared may come out above 1 by a rounding.
    spread = np.maximum(share * (1 - share), 0) / games + z2 / (4 * games * games)
    half = Z95 * np.sqrt(spread) / (1 + z2 / games)
    low, high = np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)
    return np.asarray(low, np.float64), np.asarray(high, np.float64)


def _means(columns: npt.NDArray[Any]) -> tuple[list[float], list[Interval]]:
    """Mean of each column with its normal interval; a single game has an interval of no width."""
    games = len(columns)
    mean = columns.mean(axis=0)
    spread = columns.std(axis=0, ddof=1) if games > 1 else np.zeros(columns.shape[1])
    half = Z95 * spread / math.sqrt(games)
    intervals = [(float(m - h), float(m + h)) for m, h in zip(mean, half, strict=True)]
    return mean.tolist(), intervals
