"""Where pieces land: the boards of finished games, added up."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..blokus import COLOUR_NAMES, Blokus
from ..casbah import Casbah

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..game import Game
    from ..simulate import SimulationResult

__all__ = ["draw_heatmap", "heat"]

MOST = 5000
"""So many games are played over again for a heat map; more would not change the picture."""


def heat(result: SimulationResult, games: int = MOST) -> npt.NDArray[np.float64]:
    """What lies on each cell at the end, on average over the first ``games`` of a simulation.

    Returns:
        float64 ``[y, x]``: Blokus: the share of games in which the square is covered, shape ``(colours, side, side)``
        for each colour. Casbah: the share in which a tile lies there, shape ``(M, 2M - 1)``, the front door in the
        middle of the lowest row. Casa Grande: the mean height, shape ``(8, 8)``.

    Raises:
        ValueError: The histories were not recorded, or there are no games.
    """
    look = _look(result.game)
    total: Any = 0
    count = min(len(result), games)
    for actions in itertools.islice(result.histories(), count):
        # Replayed natively in one go; only the last position is looked at.
        total = total + look(result.game._native.replay(result.game, actions.tolist(), len(actions)))
    if count == 0:
        raise ValueError("a simulation of no games has no heat map")
    return np.asarray(total / count, np.float64)


def draw_heatmap(result: SimulationResult, axes: Axes) -> None:
    """Draws `heat`; for Blokus all colours together."""
    cells = heat(result)
    if isinstance(result.game, Blokus):
        return _draw_blokus(cells, axes)
    casbah = isinstance(result.game, Casbah)
    left = -(cells.shape[1] // 2) if casbah else 0
    extent = (left - 0.5, left + cells.shape[1] - 0.5, -0.5, cells.shape[0] - 0.5)
    label = "% of games with a tile there" if casbah else "mean height at the end"
    image = axes.imshow(100 * cells if casbah else cells, origin="lower", extent=extent, cmap="cividis")
    _bar(axes, image, label)
    axes.set(title="Where tiles lie" if casbah else "Where it was built", xlabel="x", ylabel="y")
    return None


def _draw_blokus(cells: npt.NDArray[np.float64], axes: Axes) -> None:
    covered = 100 * cells.sum(axis=0)
    side = covered.shape[0]
    # The starting corners are nearly always covered and would hide how the others differ.
    top = float(np.quantile(covered, 0.98))
    image = axes.imshow(covered, origin="lower", cmap="cividis", vmax=top)
    _bar(axes, image, "% of games in which it is covered")
    # The colour that lays there most often, by its letter, on every second square.
    for y in range(0, side, 2):
        for x in range(0, side, 2):
            most = int(cells[:, y, x].argmax())
            bright = covered[y, x] > (covered.min() + top) / 2
            axes.text(x, y, COLOUR_NAMES[most][0], ha="center", va="center", fontsize=6, color="k" if bright else "w")
    letters = ", ".join(f"{name[0]} {name}" for name in COLOUR_NAMES[: len(cells)])
    axes.set(title="Where pieces lie, and whose most often", xlabel=letters)
    axes.set_xticks(range(0, side, 2), ["abcdefghijklmnopqrst"[x] for x in range(0, side, 2)])
    axes.set_yticks(range(0, side, 2), [str(y + 1) for y in range(0, side, 2)])


def _bar(axes: Axes, image: Any, label: str) -> None:
    axes.figure.colorbar(image, ax=axes, label=label, shrink=0.85)


def _look(game: Game) -> Callable[[Any], npt.NDArray[Any]]:
    """What to take from the last position of a game."""
    if isinstance(game, Blokus):
        colours = np.arange(game.num_colours())[:, None, None]
        return lambda state: (state.board() == colours).astype(np.int64)
    if isinstance(game, Casbah):
        most = max(game.rules.size)

        def tiles(state: Any) -> npt.NDArray[Any]:
            cells = np.zeros((most, 2 * most - 1), np.int64)
            for tile in state.tiles():
                cells[tile.y, tile.x + most - 1] = 1
            return cells

        return tiles
    return lambda state: state.height().astype(np.int64)
