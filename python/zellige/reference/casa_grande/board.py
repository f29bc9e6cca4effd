"""The track, the stacks on the plots, and the position (G2, G3, G10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...casa_grande import CasaGrandeRules
from .platforms import SIDE, catalogue

__all__ = [
    "CORNERS",
    "NODES",
    "SPACES",
    "Block",
    "Laid",
    "Position",
    "Stack",
    "has_block",
    "height",
    "lane",
    "start",
    "top_platform",
]

SPACES = 20
CORNERS = (0, 5, 10, 15)
START_MARKER = 5
START_SPACES = {2: (0, 10), 3: (0, 5, 10), 4: (0, 5, 10, 15)}
"""Where the pawns start, by the number of players (G3)."""
NODES = ("die", "step", "block", "platform", "end")
"""Kinds of node in the order of the key."""


class Block(NamedTuple):
    """A block in a stack."""

    owner: int


class Laid(NamedTuple):
    """A platform that has been laid; it lies in the stack of each of its plots."""

    type: int
    owner: int
    level: int
    squares: frozenset[int]
    marks: frozenset[int] = frozenset()
    """The marked squares; only its notation depends on which they are."""


Stack = Sequence[Block | Laid]
"""What stands on a plot, from the ground up."""


def height(stack: Stack) -> int:
    """Height of a plot: a block makes it one higher, a platform sets it to its level (G10)."""
    blocks = 0
    for thing in stack:
        blocks = thing.level if isinstance(thing, Laid) else blocks + 1
    return blocks


def has_block(stack: Stack, owner: int | None = None) -> bool:
    """Whether a block, of a certain player or anybody's, is on top."""
    return bool(stack) and isinstance(stack[-1], Block) and owner in (None, stack[-1].owner)


def top_platform(stack: Stack) -> Laid | None:
    """The topmost platform of a plot, blocks on it or not; ``None`` if there is none."""
    for thing in reversed(stack):
        if isinstance(thing, Laid):
            return thing
    return None


def lane(space: int) -> list[int]:
    """Cell indices of the lane that a space of the track borders, ascending; nothing for a corner (G2).

    >>> lane(6)[:4], lane(14) == lane(1) == list(range(16))
    ([0, 1, 8, 9], True)
    """
    side, step = divmod(space, 5)
    if step == 0:
        return []
    pair = step - 1 if side in (0, 1) else 4 - step
    columns, rows = range(SIDE), range(SIDE)
    if side in (0, 2):
        rows = range(2 * pair, 2 * pair + 2)
    else:
        columns = range(2 * pair, 2 * pair + 2)
    return [y * SIDE + x for y in rows for x in columns]


@dataclass
class Position:
    """Everything that lies on the table, and what comes next."""

    pawns: list[int]
    markers: list[int]
    money: list[int]
    blocks: list[int]
    """Blocks that each player has left."""
    stocks: list[list[int]]
    """Platforms that each player has left, by type."""
    stacks: list[list[Block | Laid]] = field(default_factory=lambda: [[] for _ in range(SIDE * SIDE)])
    """The stack of each plot by cell index."""
    laid: list[Laid] = field(default_factory=list)
    """All platforms in the order in which they were laid."""
    node: str = "die"
    """One of `NODES`."""
    player: int = 0
    """Whose turn it is; at the end the player who had the last turn."""
    round: int = 1
    last_round: bool = False
    """Whether a player has laid his last block (G13)."""

    def copy(self) -> Position:
        """An independent copy."""
        return Position(
            list(self.pawns),
            list(self.markers),
            list(self.money),
            list(self.blocks),
            [list(stock) for stock in self.stocks],
            [list(stack) for stack in self.stacks],
            list(self.laid),
            self.node,
            self.player,
            self.round,
            self.last_round,
        )


def start(rules: CasaGrandeRules) -> Position:
    """No money, marker on 5, pawns on corners (G3)."""
    stock = [platform.count for platform in catalogue(rules.platforms).types]
    return Position(
        pawns=list(START_SPACES[rules.players]),
        markers=[START_MARKER] * rules.players,
        money=[0] * rules.players,
        blocks=[rules.blocks] * rules.players,
        stocks=[list(stock) for _ in range(rules.players)],
    )
