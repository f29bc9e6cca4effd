"""The scores of all players over the course of a game, as a line chart in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from ..draw.canvas import number

__all__ = ["PLACE", "chart"]

WIDTH, HEIGHT = 460, 230
LEFT, RIGHT, TOP, BOTTOM = 40, 318, 12, 192
PLACE = {"left": LEFT, "right": RIGHT, "top": TOP, "bottom": BOTTOM}
"""Where in the picture the lines begin and end: what the page needs to mark a move."""

_DASHES = ("none", "8 4", "2 3", "10 3 2 3")
_APART = 15.0


def chart(scores: Sequence[Sequence[int]], names: Sequence[str]) -> str:
    """A picture of ``scores[ply][player]`` of players with these names; the page colours the classes.

    >>> chart([(0, 0), (2, 0), (2, -1)], ["me", "you"]).count("<polyline")
    2
    """
    every = [score for row in scores for score in row]
    low, high = min(every), max(every)
    step = _step(low, high)
    low, high = low // step * step, -(-high // step) * step
    if low == high:
        high += step

    def x(ply: int) -> float:
        return LEFT + (RIGHT - LEFT) * ply / max(1, len(scores) - 1)

    def y(score: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (score - low) / (high - low)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">']
    for mark in range(low, high + 1, step):
        parts.append(f'<path class="grid" d="M{LEFT} {number(y(mark))}H{RIGHT}"/>')
        parts.append(f'<text class="mark" x="{LEFT - 6}" y="{number(y(mark) + 4)}" text-anchor="end">{mark}</text>')
    parts += [
        f'<text class="mark" x="{number(x(ply))}" y="{BOTTOM + 16}" text-anchor="middle">{ply}</text>'
        for ply in sorted({0, len(scores) // 2, len(scores) - 1})
    ]
    parts.append(f'<text class="mark" x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 3}" text-anchor="middle">moves</text>')
    players = range(len(scores[0]))
    for player in players:
        points = " ".join(f"{number(x(ply))},{number(y(row[player]))}" for ply, row in enumerate(scores))
        parts.append(f'<polyline class="line line-{player}" stroke-dasharray="{_DASHES[player]}" points="{points}"/>')
    for player, at in zip(players, _spread([y(score) for score in scores[-1]]), strict=True):
        parts.append(
            f'<path class="line line-{player}" stroke-dasharray="{_DASHES[player]}" d="M{RIGHT + 6} {number(at)}h16"/>'
        )
        parts.append(f'<text class="name" x="{RIGHT + 26}" y="{number(at + 4)}">{escape(names[player])}</text>')
    parts.append("</svg>")
    return "\n".join(parts)


def _step(low: int, high: int) -> int:
    """A round distance between marks, of which there are to be at most six."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if (high - low) / (factor * size) <= 5:
                return factor * size
        size *= 10


def _spread(wanted: Sequence[float]) -> list[float]:
    """Heights for labels near those wanted, but apart from each other."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    at = [0.0] * len(wanted)
    last = TOP - _APART + 4
    for i in order:
        last = at[i] = max(wanted[i], last + _APART)
    limit = float(BOTTOM)
    for i in reversed(order):
        at[i] = min(at[i], limit)
        limit = at[i] - _APART
    return at
