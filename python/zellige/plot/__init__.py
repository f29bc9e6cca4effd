"""Pictures of a simulation (extra ``[viz]``): scores, wins, lengths, the first player's advantage, where pieces land.

`SimulationResult.plot` is the way in; the functions here draw one panel each into an axes of matplotlib's.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import atomic_write, needs
from ..options import one_of
from .heat import draw_heatmap
from .panels import draw_first_player, draw_lengths, draw_scores, draw_wins

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..simulate import SimulationResult

__all__ = ["KINDS", "plot", "save_plots"]

KINDS: Mapping[str, Callable[..., None]] = {
    "scores": draw_scores,
    "wins": draw_wins,
    "lengths": draw_lengths,
    "first_player": draw_first_player,
    "heatmap": draw_heatmap,
}
"""The panels by name, in the order in which an overview shows them."""


def plot(
    result: SimulationResult, kind: str | None = None, path: str | os.PathLike[str] | None = None, dpi: int = 120
) -> Figure:
    """See `SimulationResult.plot`."""
    if kind is not None and kind not in KINDS:
        raise ValueError(f"kind must be {one_of(map(repr, KINDS))}, not {kind!r}")
    if len(result) == 0:
        raise ValueError("a simulation of no games has no picture")
    target = None if path is None else _target(path)
    figures = needs("matplotlib.figure", "viz")
    kinds = [kind] if kind is not None else [name for name in KINDS if name != "heatmap" or result.actions is not None]
    columns = min(len(kinds), 3)
    rows = -(-len(kinds) // columns)
    size = (5.6, 4.0) if len(kinds) == 1 else (4.6 * columns, 3.8 * rows)
    figure: Figure = figures.Figure(figsize=size, layout="constrained", dpi=dpi)
    for i, name in enumerate(kinds):
        KINDS[name](result, figure.add_subplot(rows, columns, i + 1))
    if len(kinds) > 1:
        figure.suptitle(f"{result.game!r}, {len(result):,} games", fontsize=11)
    if target is not None:
        _write(figure, target)
    return figure


def save_plots(
    result: SimulationResult, folder: str | os.PathLike[str], ending: str = ".png", dpi: int = 120
) -> list[Path]:
    """Writes one file per panel, such as ``wins.png``, into a folder that is made if need be; gives their paths.

    Without recorded histories there is no heat map.

    Raises:
        ImportError: matplotlib is missing (extra ``[viz]``).
        ValueError: There are no games, or the ending is not ``.png``, ``.svg`` or ``.pdf``.
        OSError: A file cannot be written.
    """
    kinds = [name for name in KINDS if name != "heatmap" or result.actions is not None]
    paths = [_target(Path(folder) / f"{name}{ending}") for name in kinds]
    needs("matplotlib.figure", "viz")
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, path in zip(kinds, paths, strict=True):
        plot(result, name, path, dpi)
    return paths


def _target(path: str | os.PathLike[str]) -> Path:
    target = Path(path)
    if target.suffix not in (".png", ".svg", ".pdf"):
        raise ValueError(f"a picture is saved as .png, .svg or .pdf, not {target.suffix or 'without an ending'!r}")
    return target


def _write(figure: Figure, target: Path) -> None:
    # The same games give the same file: no date, and no random ids in SVG.
    metadata = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}[target.suffix]
    with needs("matplotlib", "viz").rc_context({"svg.hashsalt": "zellige"}), atomic_write(target) as file:
        figure.savefig(file, format=target.suffix[1:], metadata=metadata)
