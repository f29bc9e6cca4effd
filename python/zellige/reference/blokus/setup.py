"""Positions that are set up by hand (docs/setup.md)."""

from __future__ import annotations

import re
from typing import Any

from ...blokus import BlokusRules
from ...errors import PositionError, Reason
from ..fields import FieldError, Fields, items, number, quoted, text
from .board import Position, board_of, num_colours
from .moves import CORNERS, DUO_STARTS, can_move
from .notation import at
from .pieces import NAMES, Square, named, piece_of

__all__ = ["describe", "set_up"]

_FIELDS = ("board", "hands", "to_move", "monomino_last")
_CELL = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)
_OPEN = -2
"""``to_move`` when it was left out."""

Part = frozenset[Square]
"""Squares of one colour that hang together by edges."""


def describe(rules: BlokusRules, position: Position) -> dict[str, Any]:
    """A position as a mapping of JSON values."""
    board = board_of(rules)
    signs = {board.square(cell): str(colour) for colour, cells in enumerate(position.squares) for cell in cells}
    side = range(board.side)
    return {
        "board": ["".join(signs.get((x, y), ".") for x in side) for y in reversed(side)],
        "hands": [named(hand) for hand in position.hands],
        "to_move": None if position.colour < 0 else position.colour,
        "monomino_last": sorted(position.single_last),
    }


def set_up(rules: BlokusRules, description: dict[str, Any]) -> Position:
    """The position that a mapping of JSON values describes.

    Raises:
        PositionError: With all reasons.
    """
    colours = num_colours(rules)
    fields = Fields(description, _FIELDS)
    squares: dict[Square, int] = {}
    squares = fields.need("board", lambda board: _read_board(rules, board), squares)
    given = fields.read("hands", lambda hands: [_read_hand(hand) for hand in items(hands, colours)], None)
    to_move = fields.read("to_move", lambda colour: -1 if colour is None else number(colour, 0, colours - 1), _OPEN)
    last: list[int] = []
    last = fields.read("monomino_last", lambda last: _distinct([number(c, 0, colours - 1) for c in items(last)]), last)
    fields.finish()

    own = [{square for square, colour in squares.items() if colour == c} for c in range(colours)]
    parts = [_parts(mine) for mine in own]
    laid = [{piece for part in mine if (piece := piece_of(part)) is not None} for mine in parts]
    everything = set(range(len(NAMES)))
    hands = [everything - pieces for pieces in laid] if given is None else given

    found: list[Reason] = []
    for colour in range(colours):
        found += _pieces_wrong(colour, parts[colour])
        found += _hand_wrong(colour, parts[colour], hands[colour])
        found += _start_wrong(rules, colour, own[colour])
        found += _links_wrong(rules, colour, parts[colour])
    sound = not found
    for colour in range(colours):
        found += _bonus_wrong(rules, colour, parts[colour], hands[colour], colour in last, sound)
    board = board_of(rules)
    position = Position([{board.index(square) for square in mine} for mine in own], hands, -1, set(last))
    if not found:
        found = _give_turn(rules, position, to_move)
    if found:
        found.sort(key=lambda reason: int(reason.rule[1:]))
        raise PositionError(found)
    return position


# ---- Reading ---------------------------------------------------------------------------------------------------------


def _read_board(rules: BlokusRules, value: object) -> dict[Square, int]:
    """The colour of every square that is not empty."""
    side, most = board_of(rules).side, num_colours(rules) - 1
    if isinstance(value, dict):
        return {_read_cell(name, side): number(colour, 0, most) for name, colour in value.items()}
    rows = items(value, side)
    signs = {".": -1} | {str(colour): colour for colour in range(most + 1)}
    if isinstance(rows[0], str):
        for row in rows:
            if len(text(row)) != side or any(sign not in signs for sign in row):
                raise FieldError(f"{quoted(row)} is no row of {side} signs '.' or 0 to {most}")
        numbers = [[signs[sign] for sign in row] for row in reversed(rows)]
    else:
        numbers = [[number(colour, -1, most) for colour in items(row, side)] for row in rows]
    return {(x, y): colour for y, row in enumerate(numbers) for x, colour in enumerate(row) if colour >= 0}


def _read_cell(name: str, side: int) -> Square:
    match = _CELL.fullmatch(name)
    square = (ord(match[1]) - ord("a"), int(match[2]) - 1) if match else (side, side)
    if max(square) >= side:
        raise FieldError(f"{quoted(name)} is no cell of the board")
    return square


def _read_hand(value: object) -> set[int]:
    names = [text(name) for name in items(value)]
    for name in names:
        if name not in NAMES:
            raise FieldError(f"there is no piece {quoted(name)}")
    return {NAMES.index(name) for name in _distinct(names)}


def _distinct(values: list[Any]) -> list[Any]:
    for value in values:
        if values.count(value) > 1:
            raise FieldError(f"{quoted(value)} stands twice")
    return values


# ---- Rules -----------------------------------------------------------------------------------------------------------


def _parts(squares: set[Square]) -> list[Part]:
    """The parts of a colour's squares, by their lowest cells."""
    left, parts = set(squares), []
    while left:
        part, border = set(), {left.pop()}
        while border:
            part |= border
            border = {(x + dx, y + dy) for x, y in border for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left
            left -= border
        parts.append(frozenset(part))
    return sorted(parts, key=_lowest)


def _lowest(squares: Part) -> tuple[int, int]:
    return min((y, x) for x, y in squares)


def _linked(one: Part, other: Part) -> bool:
    return any((x + dx, y + dy) in other for x, y in one for dx in (-1, 1) for dy in (-1, 1))


def _starts(rules: BlokusRules, colour: int) -> list[Square]:
    """The start squares of a colour in ascending cell index."""
    if rules.variant == "duo":
        return [DUO_STARTS[colour]]
    if rules.corners == "fixed":
        return [CORNERS[colour]]
    return sorted(CORNERS, key=lambda square: (square[1], square[0]))


def _pieces_wrong(colour: int, parts: list[Part]) -> list[Reason]:
    """B1: parts that are no piece, pieces that lie more than once."""
    found = [at("B1", part, f"no piece (colour {colour})") for part in parts if piece_of(part) is None]
    for piece, name in enumerate(NAMES):
        same = [part for part in parts if piece_of(part) == piece]
        if len(same) > 1:
            found.append(at("B1", frozenset().union(*same), f"{name} of colour {colour} more than once"))
    return sorted(found, key=lambda reason: (reason.cells[0][1], reason.cells[0][0]))


def _hand_wrong(colour: int, parts: list[Part], hand: set[int]) -> list[Reason]:
    """B2: every piece is either in the hand or on the board."""
    lying = {piece for part in parts if (piece := piece_of(part)) is not None}
    twice, nowhere = hand & lying, set(range(len(NAMES))) - hand - lying
    if not twice and not nowhere:
        return []
    words = [f"{', '.join(named(twice))} in hand and on the board"] if twice else []
    words += [f"{', '.join(named(nowhere))} neither in hand nor on the board"] if nowhere else []
    squares = {square for part in parts if piece_of(part) in hand for square in part}
    return [Reason("B2", at("B2", squares, "").cells, f"colour {colour} has {' and '.join(words)}")]


def _start_wrong(rules: BlokusRules, colour: int, squares: set[Square]) -> list[Reason]:
    """B3, in Duo B11: a colour that has squares has one on a start square."""
    if not squares or squares & set(_starts(rules, colour)):
        return []
    rule = "B11" if rules.variant == "duo" else "B3"
    return [at(rule, squares, f"none of the start squares of colour {colour}")]


def _loose(rules: BlokusRules, colour: int, parts: list[Part]) -> set[Square]:
    """Squares that no chain of links joins to the first part (B5)."""
    if not parts:
        return set()
    covering = [part for start in _starts(rules, colour) for part in parts if start in part]
    joined = {covering[0] if covering else parts[0]}
    while more := {part for part in parts if part not in joined and any(_linked(part, other) for other in joined)}:
        joined |= more
    return {square for part in parts if part not in joined for square in part}


def _links_wrong(rules: BlokusRules, colour: int, parts: list[Part]) -> list[Reason]:
    loose = _loose(rules, colour, parts)
    return [at("B5", loose, f"not linked with the first piece of colour {colour}")] if loose else []


def _bonus_wrong(
    rules: BlokusRules, colour: int, parts: list[Part], hand: set[int], last: bool, sound: bool
) -> list[Reason]:
    """B9: what is said about ``I1`` having been last can be true."""
    if hand:
        message = f"colour {colour} has pieces in hand and has not laid its last one"
        return [Reason("B9", (), message)] if last else []
    if not sound:
        return []

    def can_be_last(part: Part) -> bool:
        others = [other for other in parts if other != part]
        squares = {square for other in others for square in other}
        return not _start_wrong(rules, colour, squares) and not _loose(rules, colour, others)

    single = next(part for part in parts if piece_of(part) == NAMES.index("I1"))
    if last and not can_be_last(single):
        return [at("B9", single, f"I1 cannot have been the last piece of colour {colour}")]
    if not last and not any(can_be_last(part) for part in parts if part != single):
        return [at("B9", single, f"I1 must have been the last piece of colour {colour}")]
    return []


def _give_turn(rules: BlokusRules, position: Position, to_move: int) -> list[Reason]:
    """Sets whose turn it is; B7 if that colour cannot move, B8 if the game is said to be over and is not."""
    able = [colour for colour in range(num_colours(rules)) if can_move(rules, position, colour)]
    if to_move == _OPEN:
        # Fewest pieces laid are most in hand.
        to_move = min(able, key=lambda colour: (-len(position.hands[colour]), colour), default=-1)
    position.colour = to_move
    if to_move >= 0 and to_move not in able:
        return [Reason("B7", (), f"colour {to_move} has no legal placement")]
    if to_move < 0 and able:
        return [Reason("B8", (), f"colour {able[0]} has a legal placement, so the game is not over")]
    return []
