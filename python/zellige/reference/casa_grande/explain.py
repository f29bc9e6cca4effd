"""Why a move is illegal (docs/reasons.md)."""

from __future__ import annotations

from collections.abc import Iterable

from ...casa_grande import CasaGrandeRules
from ...errors import Reason
from .board import Position, has_block, height, lane
from .moves import is_open, is_twin
from .notation import BlockMove, Decline, Die, PlatformMove, Steps, cell_name, on_board, read
from .platforms import SIDE, Square

__all__ = ["reasons"]

_NODE_OF = {Die: "die", Steps: "step", BlockMove: "block", PlatformMove: "platform", Decline: "platform"}
_EXPECTED = {
    "die": "the die is to be rolled",
    "step": "the player has to choose steps",
    "block": "the player has to lay a block",
    "platform": "the player has to lay a platform or to decline",
    "end": "the game is over",
}


def reasons(rules: CasaGrandeRules, position: Position, text: str) -> list[Reason]:
    """Every violated rule of a move, in the order of the ids; empty when it is legal."""
    move = read(rules, text)
    if isinstance(move, Reason):
        return [move]
    if _NODE_OF[type(move)] != position.node:
        return [Reason("phase", (), _EXPECTED[position.node])]
    match move:
        case Steps(number):
            return _steps(position, number)
        case BlockMove(square):
            return _block(position, square)
        case PlatformMove():
            return _platform(rules, position, move)
    return []


def _steps(position: Position, number: int) -> list[Reason]:
    marker = position.markers[position.player]
    return [] if number <= marker else [Reason("G5", (), f"{number} steps, but the marker is on {marker}")]


def _block(position: Position, square: Square) -> list[Reason]:
    x, y = square
    cell = y * SIDE + x
    if not on_board(square):
        return [_reason("G7", [square], "off the board")]
    if cell not in lane(position.pawns[position.player]):
        return [_reason("G7", [square], f"not in the lane of space {position.pawns[position.player]}")]
    if not is_open(position, cell):
        return [_reason("G7", [square], "a block of another player lies on top")]
    return []


def _platform(rules: CasaGrandeRules, position: Position, move: PlatformMove) -> list[Reason]:
    squares, marks = move.picture
    stacks = {square: position.stacks[square[1] * SIDE + square[0]] for square in squares if on_board(square)}
    marked = {square for square in stacks if square in marks}
    levels = [height(stacks[square]) for square in marked if has_block(stacks[square], position.player)]
    found = []

    # Without an own block under any mark there is no level.
    level = max(levels, default=0)
    wrong = [
        square
        for square in marked
        if not (has_block(stacks[square], position.player) and height(stacks[square]) == level)
    ]
    if wrong:
        what = (
            f"not on a block of the player's own at level {level}" if levels else "not on a block of the player's own"
        )
        found.append(_reason("G10a", wrong, what))
    if levels:
        wrong = [
            square
            for square, stack in stacks.items()
            if square not in marks and not (height(stack) < level or (height(stack) == level and has_block(stack)))
        ]
        if wrong:
            found.append(_reason("G10b", wrong, f"too high, or a platform itself, at the platform's level {level}"))
    off = [square for square in squares if square not in stacks]
    if off:
        found.append(_reason("G10c", off, "off the board"))
    if position.stocks[position.player][move.type] == 0:
        name = rules.platforms.platforms[move.type].name
        found.append(Reason("G10d", (), f"the player has no platform {name} left"))
    if levels and not off and is_twin(position, frozenset(y * SIDE + x for x, y in squares)):
        found.append(_reason("G10e", squares, "straight on a platform with the same plots"))
    return found


def _reason(rule: str, squares: Iterable[Square], what: str) -> Reason:
    cells = tuple(sorted(squares, key=lambda square: (square[1], square[0])))
    return Reason(rule, cells, f"{','.join(map(cell_name, cells))}: {what}")
