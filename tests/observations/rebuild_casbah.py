"""The legal picks and lays of Casbah from nothing but an observation and the options, without either engine."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import zellige as zl

Array = npt.NDArray[Any]

CODES = " DWFG."
DOOR, WINDOW, FRONT, GARDEN, WALL = range(1, 6)
MATCHING = {(DOOR, DOOR), (WINDOW, GARDEN), (GARDEN, WINDOW), (GARDEN, GARDEN), (WALL, WALL)}
OUTSIDE = {WINDOW, GARDEN, FRONT}
NORTH, EAST, SOUTH, WEST = range(4)
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class Picture(NamedTuple):
    """A type in one of its distinct rotations."""

    kind: int
    sides: tuple[int, ...]
    """Codes clockwise from north."""
    first: int
    """Number of its lay in the lowest left cell of the area."""


@functools.cache
def pictures(game: zl.Game) -> list[Picture]:
    """All pictures but the front door's, numbered as they come; the front door takes one number."""
    tiles = game.rules.tiles.tiles
    reach = max(game.rules.size)
    number, found = len(tiles), []
    for kind, tile in enumerate(tiles):
        if "F" in tile.sides:
            number += 1
            continue
        sides = [CODES.index(letter) for letter in tile.sides]
        for picture in dict.fromkeys(tuple(sides[-r:] + sides[:-r]) for r in range(4)):
            found.append(Picture(kind, picture, number))
            number += reach * (2 * reach - 1)
    return found


@functools.cache
def frames(game: zl.Game) -> list[tuple[int, int, int]]:
    """Left column (of the area), columns and rows of each frame, in the order of the page."""
    reach = max(game.rules.size)
    shapes = sorted({tuple(game.rules.size), tuple(game.rules.size)[::-1]})
    return [(reach - w + left, w, h) for w, h in shapes for left in range(w)]


def legal(game: zl.Game, seen: dict[str, Array]) -> list[int]:
    """The legal action numbers, ascending."""
    draft, lay, _ = seen["phase"].tolist()
    if draft:
        return draft_picks(game, seen)
    return lays(game, seen) if lay else []


def draft_picks(game: zl.Game, seen: dict[str, Array]) -> list[int]:
    front, (w, h) = front_door(game), game.rules.size
    if seen["pool"][front] and seen["hands"].sum() == w * h - 1:
        return [front]
    return np.flatnonzero(seen["pool"]).tolist()


def lays(game: zl.Game, seen: dict[str, Array]) -> list[int]:
    hand = seen["hands"][int(np.flatnonzero(seen["turn"])[0])].tolist()
    front, sides, facing = front_door(game), seen["sides"].tolist(), seen["facing"].tolist()
    if not seen["sides"].any():
        first = len(hand)
        for picture in pictures(game):
            if picture.kind < front:
                first = picture.first + len(sides[0]) * len(sides[0][0])
        return [first] if hand[front] else []
    open_frames = [frame for frame, still in zip(frames(game), seen["frames"].tolist(), strict=True) if still]
    found = []
    for y, x in np.argwhere(seen["facing"].any(axis=0)).tolist():
        faced = [facing[d][y][x] for d in range(4)]
        found += [
            picture.first + y * len(sides[0][0]) + x
            for picture in pictures(game)
            if hand[picture.kind]
            and matches(picture.sides, faced)
            and not spoils(game, sides, facing, x, y, picture.sides)
            and any(fits(frame, x, y, picture.sides) for frame in open_frames)
        ]
    return sorted(found)


def matches(laid: tuple[int, ...], faced: list[int]) -> bool:
    """H6."""
    return all(not other or (mine, other) in MATCHING for mine, other in zip(laid, faced, strict=True))


def front_door(game: zl.Game) -> int:
    return next(kind for kind, tile in enumerate(game.rules.tiles.tiles) if "F" in tile.sides)


def spoils(game: zl.Game, sides: Any, facing: Any, x: int, y: int, laid: tuple[int, ...]) -> bool:
    """H8: whether a new tile faces an empty cell that can then never be filled."""
    clashing = {DOOR, WALL, GARDEN} if game.rules.strict_future else {DOOR, WALL}
    for d, (dx, dy) in enumerate(STEPS):
        column, row = x + dx, y + dy
        if not (0 <= row < len(sides[0]) and 0 <= column < len(sides[0][0])):
            continue  # no tile can lie there, as no frame reaches it
        if any(sides[side][row][column] for side in range(4)):
            continue
        kinds = {laid[d], *(facing[side][row][column] for side in range(4))}
        if WINDOW in kinds and kinds & clashing:
            return True
    return False


def fits(frame: tuple[int, int, int], x: int, y: int, laid: tuple[int, ...]) -> bool:
    """H7: whether a new tile leaves a frame possible."""
    left, w, h = frame
    if not (left <= x < left + w and y < h):
        return False
    out = {WEST: x == left, EAST: x == left + w - 1, SOUTH: y == 0, NORTH: y == h - 1}
    return all(laid[d] in OUTSIDE for d in range(4) if out[d])
