"""What may be done at each node, and what comes of it (G4 to G10, G13)."""

from __future__ import annotations

from collections.abc import Iterator

from ...casa_grande import CasaGrandeRules
from .board import CORNERS, SPACES, Block, Laid, Position, has_block, height, lane, top_platform
from .platforms import Place, catalogue
from .score import CORNER_POINTS, add_points, payout

__all__ = [
    "decline",
    "fits",
    "fitting",
    "is_open",
    "is_twin",
    "lay_block",
    "lay_platform",
    "level_of",
    "open_plots",
    "own_tops",
    "roll",
    "take_steps",
]


# ---- What is allowed -------------------------------------------------------------------------------------------------


def is_open(position: Position, cell: int) -> bool:
    """Whether the player may lay a block on a plot: empty ground, a block of his own, or any platform (G7)."""
    stack = position.stacks[cell]
    return not stack or isinstance(stack[-1], Laid) or stack[-1].owner == position.player


def open_plots(position: Position) -> list[int]:
    """The plots of the pawn's lane on which the player may lay a block, ascending (G7)."""
    return [cell for cell in lane(position.pawns[position.player]) if is_open(position, cell)]


def own_tops(position: Position) -> set[int]:
    """The plots whose top is a block of the player's."""
    return {cell for cell, stack in enumerate(position.stacks) if has_block(stack, position.player)}


def level_of(position: Position, place: Place) -> int:
    """The level at which a platform would lie: the height of its marked squares, if they are all alike (G10)."""
    return max(height(position.stacks[cell]) for cell in place.marks)


def is_twin(position: Position, squares: frozenset[int]) -> bool:
    """Whether a platform on these plots would lie straight on a twin (G10e)."""
    return any(
        laid.squares == squares and all(top_platform(position.stacks[cell]) == laid for cell in squares)
        for laid in position.laid
    )


def fits(position: Position, place: Place) -> bool:
    """Whether the player may lay a platform at a place (G10 a, b, d, e; all places are on the board)."""
    level = level_of(position, place)
    for cell in place.squares:
        stack = position.stacks[cell]
        if cell in place.marks:
            if not (has_block(stack, position.player) and height(stack) == level):
                return False
        elif not (height(stack) < level or (height(stack) == level and has_block(stack))):
            return False
    return position.stocks[position.player][place.type] > 0 and not is_twin(position, place.squares)


def fitting(rules: CasaGrandeRules, position: Position) -> Iterator[tuple[int, Place]]:
    """All places, with their numbers, at which the player may lay a platform (G9, G10)."""
    tops = own_tops(position)
    for number, place in enumerate(catalogue(rules.platforms).places):
        # That all marks are on own blocks is part of `fits`; asked first because it is seldom so.
        if place.marks <= tops and fits(position, place):
            yield number, place


# ---- What comes of it ------------------------------------------------------------------------------------------------


def roll(rules: CasaGrandeRules, position: Position, die: int) -> None:
    """Moves the pawn by the die (G4). With the marker on 0 there are no steps to choose (G5)."""
    _move_pawn(position, die)
    if position.markers[position.player] == 0:
        _after_steps(rules, position)
    else:
        position.node = "step"


def take_steps(rules: CasaGrandeRules, position: Position, steps: int) -> None:
    """Buys steps with points of the marker (G5)."""
    position.markers[position.player] -= steps
    _move_pawn(position, steps)
    _after_steps(rules, position)


def lay_block(rules: CasaGrandeRules, position: Position, cell: int) -> None:
    """Lays a block on an open plot (G7); another player's platform below it earns him points (G8)."""
    stack = position.stacks[cell]
    if stack and isinstance(stack[-1], Laid) and stack[-1].owner != position.player:
        add_points(position, stack[-1].owner, stack[-1].level)
    stack.append(Block(position.player))
    position.blocks[position.player] -= 1
    if position.blocks[position.player] == 0:
        position.last_round = True
    _after_block(rules, position)


def lay_platform(rules: CasaGrandeRules, position: Position, number: int) -> None:
    """Lays a platform that fits, and pays for it (G11)."""
    place = catalogue(rules.platforms).places[number]
    laid = Laid(place.type, position.player, level_of(position, place), place.squares, place.marks)
    for cell in laid.squares:
        position.stacks[cell].append(laid)
    position.laid.append(laid)
    position.stocks[position.player][place.type] -= 1
    position.money[position.player] += payout(len(laid.squares), laid.level)
    _end_turn(rules, position)


def decline(rules: CasaGrandeRules, position: Position) -> None:
    """Lays no platform (G9)."""
    _end_turn(rules, position)


def _move_pawn(position: Position, spaces: int) -> None:
    position.pawns[position.player] = (position.pawns[position.player] + spaces) % SPACES


def _after_steps(rules: CasaGrandeRules, position: Position) -> None:
    if position.pawns[position.player] in CORNERS:
        add_points(position, position.player, CORNER_POINTS)
        _end_turn(rules, position)
    elif open_plots(position):
        position.node = "block"
    else:
        _after_block(rules, position)


def _after_block(rules: CasaGrandeRules, position: Position) -> None:
    if any(True for _ in fitting(rules, position)):
        position.node = "platform"
    else:
        _end_turn(rules, position)


def _end_turn(rules: CasaGrandeRules, position: Position) -> None:
    """Gives the die to the next player; ends the game after the last round (G13)."""
    if position.player < rules.players - 1:
        position.player += 1
        position.node = "die"
    elif position.last_round or position.round >= rules.max_rounds:
        position.node = "end"
    else:
        position.player = 0
        position.round += 1
        position.node = "die"
