"""Bonus points and money (G6, G8, G11, G12), and who wins (G14)."""

from __future__ import annotations

from .board import Position

__all__ = ["CORNER_POINTS", "add_points", "payout", "rank_keys"]

CORNER_POINTS = 3
PAYING_SPACE = 9
PAID = 9


def add_points(position: Position, player: int, points: int) -> None:
    """Gives bonus points to a player; a marker that reaches 9 or more pays 9 at once and goes to 0 (G12)."""
    position.markers[player] += points
    if position.markers[player] >= PAYING_SPACE:
        position.money[player] += PAID
        position.markers[player] = 0


def payout(squares: int, level: int) -> int:
    """What a platform pays: its number of squares times its level (G11)."""
    return squares * level


def rank_keys(position: Position) -> list[tuple[int, int]]:
    """By what players are ranked: money, then marker (G14)."""
    return list(zip(position.money, position.markers, strict=True))
