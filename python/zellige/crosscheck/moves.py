"""Random moves, most of them illegal: action numbers, and strings made from real moves by small changes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from ..state import State

__all__ = ["random_moves"]

_ODD = (
    *("", " ", ",", "@", "/", "=", "\0", "\n", "a", "1", "a0", "a01", "a1,", ",a1", "a1,a1", "A1", "a1 ", "a1,b1 "),
    *("z26", "z99", "a100", "é1", "\uff41\uff11", "\N{SUPERSCRIPT TWO}", "a1," * 400 + "b1"),
    *("die=0", "die=1", "die=7", "die=", "step=0", "step=9", "step=1000", "step=-1", "step=+1", "decline", "Decline"),
    *("T5/1@b2", "T5/1@z9", "T5/9@b2", "t5/1@b2", "T5/1@b0"),
    *("F/2@0,0", "F/4@0,0", "F/2@-0,0", "F/2@1000,0", "F/2@0,-1", "F/+2@0,0", "nothing/0@0,0"),
)
_ODD_NUMBERS = (-1, -(2**31), 2**31, 2**32, 2**63, 2**64, -(10**30), 10**30)
_CELL = re.compile(r"([a-z])([1-9][0-9]?)(?![0-9])")
_NUMBER = re.compile(r"-?[0-9]+")


def random_moves(rng: random.Random, state: State, pool: Sequence[str], count: int) -> list[int | str]:
    """Draws moves to ask the engines about.

    Moves that cannot be read or belong to another phase are easily made and soon tell nothing new, so that most of them
    are drawn again.

    Args:
        rng: The source of chance.
        state: The position that they are for.
        pool: Moves that are or were legal in this game, at any kind of node.
        count: How many moves to draw.
    """
    game = state.game
    numbers = game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions()
    legal = state.legal_actions().tolist()
    moves = []
    for _ in range(count):
        move = _one(rng, legal, pool, numbers)
        for _ in range(3):
            if rng.random() < 0.3 or not _dull(state, move):
                break
            move = _one(rng, legal, pool, numbers)
        moves.append(move)
    return moves


def _dull(state: State, move: int | str) -> bool:
    try:
        return any(reason.rule in ("BadMove", "phase") for reason in state.explain(move))
    except Exception:  # worth asking both engines about
        return False


def _one(rng: random.Random, legal: Sequence[int], pool: Sequence[str], numbers: int) -> int | str:
    kind = rng.random()
    if kind < 0.15 and legal:
        return rng.choice(legal) + rng.randint(-12, 12)  # the same piece on another cell, or turned
    if kind < 0.3:
        return rng.randrange(-2, numbers + 2)
    if kind < 0.32:
        return rng.choice(_ODD_NUMBERS)
    if kind < 0.38 or not pool:
        return rng.choice(_ODD)
    text = rng.choice(pool)
    if kind < 0.5:
        return text  # a move of another phase, or onto what has been laid since
    for _ in range(rng.choice((1, 1, 2))):
        text = rng.choice(_CHANGES)(rng, text)
    return text if kind < 0.97 else f"{text},{rng.choice(pool)}"


def _shift_cells(rng: random.Random, text: str) -> str:
    """All cells moved alike, so that the form stays the same; they may leave the board."""
    dx, dy = rng.randint(-3, 3), rng.randint(-3, 3)

    def moved(cell: re.Match[str]) -> str:
        return f"{chr(min(max(ord(cell[1]) + dx, ord('a')), ord('z')))}{max(int(cell[2]) + dy, 1)}"

    return _CELL.sub(moved, text)


def _shift_one_cell(rng: random.Random, text: str) -> str:
    """One cell moved to a neighbour: another form, or none."""
    cells = list(_CELL.finditer(text))
    if not cells:
        return text
    cell = rng.choice(cells)
    return text[: cell.start()] + _shift_cells(rng, cell[0]) + text[cell.end() :]


def _shift_number(rng: random.Random, text: str) -> str:
    numbers = list(_NUMBER.finditer(text))
    if not numbers:
        return text
    number = rng.choice(numbers)
    return f"{text[: number.start()]}{int(number[0]) + rng.randint(-3, 3)}{text[number.end() :]}"


def _drop_part(rng: random.Random, text: str) -> str:
    parts = text.split(",")
    del parts[rng.randrange(len(parts))]
    return ",".join(parts)


def _shuffle_parts(rng: random.Random, text: str) -> str:
    parts = text.split(",")
    rng.shuffle(parts)
    return ",".join(parts)


def _spoil_character(rng: random.Random, text: str) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice("ab1029,@/=-+ .WDFGé") + text[at + rng.randint(0, 1) :]


_CHANGES: tuple[Callable[[random.Random, str], str], ...] = (
    _shift_cells,
    _shift_cells,
    _shift_one_cell,
    _shift_number,
    _shift_number,
    _drop_part,
    _shuffle_parts,
    _spoil_character,
)
