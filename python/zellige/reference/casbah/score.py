"""Scores (H10, H11)."""

from __future__ import annotations

from ...tiles import TileSet
from .position import Position

__all__ = ["hand_value", "scores", "solo_score"]


def hand_value(tiles: TileSet, hand: list[int]) -> int:
    """Face value of the tiles in a hand."""
    return sum(tile.value * count for tile, count in zip(tiles.tiles, hand, strict=True))


def scores(tiles: TileSet, position: Position) -> list[int]:
    """Chips minus hand per player (H10)."""
    return [chips - hand_value(tiles, hand) for chips, hand in zip(position.chips, position.hands, strict=True)]


def solo_score(tiles: TileSet, size: tuple[int, int], position: Position) -> int:
    """The score of a finished solo game (H11): minus the tiles left over, or minus the whole set if incomplete."""
    complete = len(position.laid) == size[0] * size[1]
    return -hand_value(tiles, position.hands[0]) if complete else -tiles.face_value
