"""Moves as numbers and as text (G15; RULES, "Action numbers")."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...casa_grande import CasaGrandeRules
from ...errors import Reason
from .platforms import SIDE, Picture, Square, catalogue, picture

__all__ = [
    "DECLINE",
    "DIE_SIDES",
    "FIRST_BLOCK",
    "FIRST_PLATFORM",
    "BlockMove",
    "Decline",
    "Die",
    "Move",
    "PlatformMove",
    "Steps",
    "cell_name",
    "number_of",
    "on_board",
    "outcome_name",
    "read",
    "to_text",
]

DIE_SIDES = 6
MOST_STEPS = 8
FIRST_BLOCK = MOST_STEPS + 1
DECLINE = FIRST_BLOCK + SIDE * SIDE
FIRST_PLATFORM = DECLINE + 1

_CELL = r"[a-z][1-9][0-9]?"


class Die(NamedTuple):
    """A roll, 1 to 6."""

    value: int


class Steps(NamedTuple):
    """Bought steps, any number of them."""

    number: int


class BlockMove(NamedTuple):
    """A block on a plot, which may be off the board."""

    square: Square


class PlatformMove(NamedTuple):
    """A platform with its squares, which may be off the board."""

    type: int
    picture: Picture


class Decline(NamedTuple):
    """No platform."""


Move = Die | Steps | BlockMove | PlatformMove | Decline


def on_board(square: Square) -> bool:
    """Whether a square is on the board."""
    return all(0 <= coordinate < SIDE for coordinate in square)


def cell_name(square: Square) -> str:
    """The name of a cell: a column letter and a row number from 1; beyond column z the coordinates."""
    x, y = square
    return f"{chr(ord('a') + x)}{y + 1}" if x < 26 else f"({x}, {y})"


def outcome_name(outcome: int) -> str | None:
    """The notation of a chance outcome; ``None`` when there is none of that number."""
    return f"die={outcome + 1}" if 0 <= outcome < DIE_SIDES else None


def to_text(rules: CasaGrandeRules, action: int) -> str | None:
    """The notation of an action number; ``None`` when there is none of that number."""
    if 0 <= action <= MOST_STEPS:
        return f"step={action}"
    if FIRST_BLOCK <= action < DECLINE:
        cell = action - FIRST_BLOCK
        return cell_name((cell % SIDE, cell // SIDE))
    if action == DECLINE:
        return "decline"
    table = catalogue(rules.platforms)
    if 0 <= action - FIRST_PLATFORM < len(table.places):
        place = table.places[action - FIRST_PLATFORM]
        return f"{table.types[place.type].name}/{place.rotation}@{cell_name(place.anchor)}"
    return None


def read(rules: CasaGrandeRules, text: str) -> Move | Reason:
    """The move that a text means, legal or not; a reason if it cannot be read."""
    if found := re.fullmatch(r"die=([1-6])", text):
        return Die(int(found[1]))
    if found := re.fullmatch(r"step=([0-9]{1,3})", text):
        return Steps(int(found[1]))
    if text == "decline":
        return Decline()
    if re.fullmatch(_CELL, text):
        return BlockMove(_square(text))
    if found := re.fullmatch(rf"([A-Za-z0-9._-]+)/([0-9]+)@({_CELL})", text):
        name, rotation, anchor = found.groups()
        table = catalogue(rules.platforms)
        if name not in table.type_of:
            return Reason("BadMove", (), f"there is no platform {_short(name)}")
        if rotation not in ("0", "1", "2", "3"):
            return Reason("BadMove", (), f"a platform is turned by 0 to 3 quarters, not by {_short(rotation)}")
        kind = table.type_of[name]
        return PlatformMove(kind, picture(table.types[kind], int(rotation)).at(_square(anchor)))
    return Reason("BadMove", (), f"{_short(text)} is no move; moves are like die=4, step=2, c3, T5/1@b2 and decline")


def number_of(rules: CasaGrandeRules, move: Move) -> int | None:
    """The action number of a move (of a roll: the outcome's number); ``None`` if it has none."""
    match move:
        case Die(value):
            return value - 1
        case Steps(number):
            return number if number <= MOST_STEPS else None
        case BlockMove(square):
            return FIRST_BLOCK + _index(square) if on_board(square) else None
        case Decline():
            return DECLINE
        case PlatformMove(kind, (squares, marks)):
            if not all(map(on_board, squares)):
                return None
            where = (kind, frozenset(map(_index, squares)), frozenset(map(_index, marks)))
            return FIRST_PLATFORM + catalogue(rules.platforms).numbers[where]


def _square(name: str) -> Square:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def _index(square: Square) -> int:
    x, y = square
    return y * SIDE + x


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "...")
