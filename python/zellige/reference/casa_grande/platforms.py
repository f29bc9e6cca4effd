"""Pictures of the platforms, and all places where one can lie on the board (G1; RULES, "Action numbers")."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import NamedTuple

from ...platforms import Platform, PlatformSet

__all__ = ["SIDE", "Catalogue", "Picture", "Place", "Square", "catalogue", "picture"]

SIDE = 8
"""Plots in a row of the board."""

Square = tuple[int, int]
"""``(x, y)``, ``y`` up; may lie off the board."""


class Picture(NamedTuple):
    """A platform turned by some ``r``, its bounding box at (0, 0)."""

    squares: frozenset[Square]
    marks: frozenset[Square]

    def at(self, anchor: Square) -> Picture:
        """The same picture with the lower left cell of its bounding box at ``anchor``."""
        return Picture(_moved(self.squares, *anchor), _moved(self.marks, *anchor))


class Place(NamedTuple):
    """A platform of some type at some place of the board."""

    type: int
    rotation: int
    """The smallest rotation of its picture."""
    anchor: Square
    squares: frozenset[int]
    """Cell indices of all its squares."""
    marks: frozenset[int]
    """Cell indices of its marked squares."""


class Catalogue:
    """All that the rules need to know of a platform set.

    Args:
        platforms: The set.
    """

    def __init__(self, platforms: PlatformSet) -> None:
        self.types = platforms.platforms
        self.type_of = {platform.name: number for number, platform in enumerate(self.types)}
        """Number of the type with each name."""
        self.places = [place for number, platform in enumerate(self.types) for place in _places(number, platform)]
        """All places, by type, distinct rotation and anchor, only those at which the bounding box is on the board."""
        self.numbers = {(place.type, place.squares, place.marks): number for number, place in enumerate(self.places)}
        """Where in `places` a type with certain squares and marks is."""


@functools.cache
def catalogue(platforms: PlatformSet) -> Catalogue:
    """The catalogue of a set, made once."""
    return Catalogue(platforms)


def picture(platform: Platform, rotation: int) -> Picture:
    """A platform turned clockwise by a number of quarters.

    >>> sorted(picture(PlatformSet.load("reconstruction").platforms[4], 1).marks)
    [(0, 1), (2, 0), (2, 2)]
    """
    signs = {(x, -y): sign for y, row in enumerate(platform.rows) for x, sign in enumerate(row)}
    squares = [square for square, sign in signs.items() if sign != "."]
    marks = [square for square, sign in signs.items() if sign == "O"]
    for _ in range(rotation):
        squares = [(y, -x) for x, y in squares]
        marks = [(y, -x) for x, y in marks]
    left, bottom = (min(square[axis] for square in squares) for axis in (0, 1))
    return Picture(_moved(squares, -left, -bottom), _moved(marks, -left, -bottom))


def _moved(squares: Iterable[Square], dx: int, dy: int) -> frozenset[Square]:
    return frozenset((x + dx, y + dy) for x, y in squares)


def _places(number: int, platform: Platform) -> list[Place]:
    places = []
    seen = set()
    for rotation in range(4):
        turned = picture(platform, rotation)
        if turned in seen:
            continue
        seen.add(turned)
        for cell in range(SIDE * SIDE):
            anchor = (cell % SIDE, cell // SIDE)
            squares, marks = turned.at(anchor)
            if all(x < SIDE and y < SIDE for x, y in squares):
                places.append(Place(number, rotation, anchor, _indices(squares), _indices(marks)))
    return places


def _indices(squares: Iterable[Square]) -> frozenset[int]:
    return frozenset(y * SIDE + x for x, y in squares)
