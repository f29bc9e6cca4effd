"""One panel each: scores, wins, lengths, the first player's advantage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..summary import wilson_band
from .seats import player_colours, player_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..simulate import SimulationResult

__all__ = ["draw_first_player", "draw_lengths", "draw_scores", "draw_wins"]

BINS = 40


def draw_scores(result: SimulationResult, axes: Axes) -> None:
    """How often each player reached each score: one line per player, the mean as a dashed one."""
    edges = bin_edges(result.scores)
    for player, (name, colour) in enumerate(zip(player_names(result), player_colours(result), strict=True)):
        scores = result.scores[:, player]
        counts, _ = np.histogram(scores, edges)
        label = f"{name.replace(chr(10), ', ')}: mean {scores.mean():.1f}"
        axes.stairs(100 * counts / len(scores), edges, color=colour, linewidth=1.6, label=label)
        axes.axvline(float(scores.mean()), color=colour, linestyle="--", linewidth=1)
    axes.set(xlabel="score", ylabel="% of games", title="Scores")
    axes.legend(fontsize=8)


def draw_wins(result: SimulationResult, axes: Axes) -> None:
    """Share of wins per player with its 95 % interval, beside an equal share."""
    summary = result.summary()
    names, shares = player_names(result), 100 * np.array(summary.win_shares)
    low, high = (100 * np.array(summary.win_intervals)).T
    errors = np.clip(np.stack([shares - low, high - shares]), 0, None)
    axes.bar(names, shares, yerr=errors, color=player_colours(result), capsize=5, ecolor="black")
    for x, (share, top) in enumerate(zip(shares, high, strict=True)):
        axes.annotate(
            f"{share:.1f} %",
            (x, top),
            (0, 3),
            textcoords="offset points",
            ha="center",
            fontsize=9,
            bbox={"facecolor": "white", "alpha": 0.7, "edgecolor": "none", "pad": 0.5},
        )
    axes.axhline(100 / len(shares), color="0.35", linestyle="--", linewidth=1, label="equal shares")
    axes.set(ylabel="% of wins", title="Wins, with 95 % intervals", ylim=(0, max(1.0, 1.12 * float(high.max()))))
    axes.legend(fontsize=8, loc="lower right")


def draw_lengths(result: SimulationResult, axes: Axes) -> None:
    """How long the games were, in entries of the history (rolls of the die included)."""
    edges = bin_edges(result.lengths)
    counts, _ = np.histogram(result.lengths, edges)
    axes.stairs(100 * counts / len(result), edges, fill=True, color="#56B4E9")
    mean = float(result.lengths.mean())
    axes.axvline(mean, color="black", linestyle="--", linewidth=1, label=f"mean {mean:.1f}")
    axes.set(xlabel="plies", ylabel="% of games", title="Length")
    axes.legend(fontsize=8)


def draw_first_player(result: SimulationResult, axes: Axes) -> None:
    """How far the first player's share of wins lies above an equal share, as more and more games are counted."""
    games, players = len(result), result.game.num_players()
    won = result.winners[:, 0] / result.winners.sum(axis=1)
    at = np.unique(np.geomspace(1, games, num=min(games, 200)).astype(np.int64))
    share = np.cumsum(won)[at - 1] / at
    low, high = wilson_band(share, at)
    above = 100 * (share - 1 / players)
    axes.fill_between(at, 100 * (low - 1 / players), 100 * (high - 1 / players), color="#0072B2", alpha=0.25, lw=0)
    axes.plot(at, above, color="#0072B2", linewidth=1.6, label=f"{above[-1]:+.1f} points after {games:,} games")
    axes.axhline(0, color="0.35", linestyle="--", linewidth=1)
    # What the first few games say is noise, and would squeeze the rest flat.
    shown = at >= min(20, games)
    spread = 100 * float(max(np.abs(low - 1 / players)[shown].max(), np.abs(high - 1 / players)[shown].max()))
    axes.set(
        xscale="log", xlabel="games", ylabel="% of wins above an equal share", ylim=(-1.05 * spread, 1.05 * spread)
    )
    axes.set_title("First player's advantage")
    axes.legend(fontsize=8)


def bin_edges(values: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    """Edges of equal bins of whole width that hold all values, about `BINS` of them.

    >>> bin_edges(np.array([3, 5], np.int32)).tolist()
    [2.5, 3.5, 4.5, 5.5]
    """
    low, high = int(values.min()), int(values.max())
    width = max(1, -(-(high - low + 1) // BINS))
    bins = -(-(high - low + 1) // width)
    return np.asarray(low - 0.5 + width * np.arange(bins + 1), np.float64)
