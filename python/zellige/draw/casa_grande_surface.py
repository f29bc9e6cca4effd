"""What the drawings of Casa Grande read off a position: tops, platforms, stacks, the track and the latest turn."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from ..casa_grande import CasaGrandeState, LaidPlatform
from ..state import TERMINAL
from .request import move_cells, past
from .shapes import Cell

if TYPE_CHECKING:
    from ..casa_grande import CasaGrande, CasaGrandeRules

__all__ = [
    "LETTERS", "SIDE", "SPACES", "Item", "Latest", "Surface", "lane", "latest_moves", "rules_of", "stacks", "status",
    "surface",
]  # fmt: skip

SIDE: Final = 8
SPACES: Final = 20
LETTERS: Final = "ABCD"
"""How players 0 to 3 are called in a drawing, where numbers are heights."""


class Surface(NamedTuple):
    """The tops of all plots, lists indexed ``[y][x]``."""

    height: list[list[int]]
    kind: list[list[int]]
    owner: list[list[int]]
    platform: list[list[int]]
    """Number in `platforms` of the topmost platform of a plot, blocks on it or not; -1 if there is none."""
    platforms: list[LaidPlatform]


class Item(NamedTuple):
    """A block, or a plot's share of a platform, from one height to another; owner -1 if it cannot be known."""

    owner: int
    bottom: int
    top: int
    platform: int
    """Number of the platform; -1 for a block."""


class Latest(NamedTuple):
    """What was laid in the latest turn in which something was, and the die of the turn that is being played."""

    block: str | None
    platform: str | None
    die: int | None


def surface(state: CasaGrandeState) -> Surface:
    """Reads off the tops."""
    platforms = state.platforms()
    topmost = [[-1] * SIDE for _ in range(SIDE)]
    for number, platform in enumerate(platforms):
        for x, y in platform.cells:
            topmost[y][x] = number
    return Surface(state.height().tolist(), state.kind().tolist(), state.owner().tolist(), topmost, platforms)


@functools.cache
def lane(space: int) -> frozenset[Cell]:
    """The plots of the lane beside a space of the track (G2); none at a corner."""
    corner, step = divmod(space, 5)
    if not step:
        return frozenset()
    first = 2 * (step - 1) if corner in (0, 1) else 8 - 2 * step
    rows = range(first, first + 2)
    return frozenset((x, y) if corner in (0, 2) else (y, x) for y in rows for x in range(SIDE))


def latest_moves(state: CasaGrandeState) -> Latest:
    """Looks back for what was laid last and for the die that was rolled."""
    block = platform = die = None
    rolled = False
    for before, move in past(state):
        if move.startswith("die="):
            if not rolled and state.phase() not in ("die", "end"):
                die = int(move[4:])
            rolled = True
            if block or platform:
                break
        elif "/" in move:
            platform = move
        elif before.is_chance_node() is False and len(move) == 2:
            block = move
    return Latest(block, platform, die)


def status(state: CasaGrandeState, die: int | None) -> str:
    """Whose turn it is and what for, or how the game ended, in a line."""
    if state.current_player() == TERMINAL:
        returns = state.returns()
        best = [LETTERS[p] for p in range(len(returns)) if returns[p] == returns.max()]
        return f"The game is over: {' and '.join(best)} {'wins' if len(best) == 1 else 'share the win'}"
    who = LETTERS[state.turn_player()]
    rolled = f" rolled {die} and" if die else ""
    what = {"die": " rolls", "step": " may buy steps", "block": " lays a block", "platform": " may lay a platform"}
    return f"Round {state.round_number()}: {who}{rolled}{what[state.phase()]}"


def stacks(state: CasaGrandeState) -> dict[Cell, list[Item]]:
    """What stands on each plot that is not empty, from the ground up.

    What is built under has left the position, so it is read off the history. Where that begins at a board that is not
    empty, the space under a platform or a block there is filled by items without an owner.
    """
    entries: list[tuple[int, str]] = []
    first = state
    for before, move in past(state):
        first = cast(CasaGrandeState, before)
        entries.append((first.turn_player(), move))
    platforms = state.platforms()
    laid = len(first.platforms())
    found = _from_tops(surface(first))
    for player, move in reversed(entries):
        if "/" in move:
            platform = platforms[laid]
            for cell in platform.cells:
                found.setdefault(cell, []).append(Item(platform.owner, platform.level, platform.level, laid))
            laid += 1
        else:
            for cell in move_cells(state, move):
                stack = found.setdefault(cell, [])
                below = stack[-1].top if stack else 0
                stack.append(Item(player, below, below + 1, -1))
    return found


def _from_tops(top: Surface) -> dict[Cell, list[Item]]:
    found: dict[Cell, list[Item]] = {}
    for number, platform in enumerate(top.platforms):
        for cell in platform.cells:
            stack = found.setdefault(cell, [])
            below = stack[-1].top if stack else 0
            if platform.level > below:
                stack.append(Item(-1, below, platform.level, -1))
            stack.append(Item(platform.owner, platform.level, platform.level, number))
    for y in range(SIDE):
        for x in range(SIDE):
            if top.kind[y][x] == 1:
                stack = found.setdefault((x, y), [])
                below = stack[-1].top if stack else 0
                height = top.height[y][x]
                stack += [Item(-1, level, level + 1, -1) for level in range(below, height - 1)]
                stack.append(Item(top.owner[y][x], height - 1, height, -1))
    return found


def rules_of(state: CasaGrandeState) -> CasaGrandeRules:
    """The options of a state's game."""
    return cast("CasaGrande", state.game).rules
