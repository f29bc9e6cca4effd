"""What a picture is asked to show: checked arguments, the latest moves, the cells of moves."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, SupportsIndex

from ..blokus import BlokusState
from ..casbah import CasbahState
from ..options import check_bool, check_choice, check_int
from ..platforms import PlatformSet
from ..state import State
from .shapes import Cell

__all__ = ["VIEWS", "Legal", "Past", "Request", "View", "cell_name", "move_cells", "past", "requested", "targets"]

View = Literal["plan", "isometric"]
VIEWS: tuple[View, ...] = ("plan", "isometric")
Legal = bool | Iterable[SupportsIndex]


class Past(NamedTuple):
    """An entry of the history: the position before it, and its notation."""

    before: State
    move: str


class Request(NamedTuple):
    """Checked arguments of a drawing."""

    size: int
    highlight_last: bool
    actions: dict[int, str]
    """The legal actions to be shown, with their notation."""
    data: bool
    view: View


def requested(state: State, size: int, highlight_last: bool, legal: Legal, data: bool, view: str) -> Request:
    """Checks the arguments of a drawing.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: The size or the view does not exist, or an action is not legal.
    """
    check_int("size", size, range(50, 10_001), "from 50 to 10,000 pixels")
    check_bool("highlight_last", highlight_last)
    check_bool("data", data)
    check_choice("view", view, VIEWS)
    return Request(size, highlight_last, shown_actions(state, legal), data, "plan" if view == "plan" else "isometric")


def shown_actions(state: State, legal: Legal) -> dict[int, str]:
    """The actions that ``legal`` speaks of, ascending, with their notation.

    Raises:
        TypeError: It is neither a bool nor a sequence of whole numbers.
        ValueError: One of the numbers is no legal action.
    """
    if isinstance(legal, bool):
        return {int(a): state.action_to_string(a) for a in state.legal_actions()} if legal else {}
    try:
        numbers = sorted({operator.index(action) for action in legal})
    except TypeError:
        raise TypeError("legal must be True, False or a sequence of action numbers") from None
    for action in numbers:
        if not state.is_legal(action):
            raise ValueError(f"action {action} is not legal here, so that it cannot be shown")
    return {action: state.action_to_string(action) for action in numbers}


def past(state: State) -> Iterator[Past]:
    """The entries of the history, the latest first."""
    history = state.history()
    before = state.clone()
    for action in reversed(history):
        before.undo_action()
        yield Past(before, before.action_to_string(action))


def cell_name(x: int, y: int) -> str:
    """The name of a cell of a board with letters and numbers.

    >>> cell_name(0, 0), cell_name(19, 19)
    ('a1', 't20')
    """
    return f"{chr(ord('a') + x)}{y + 1}"


def move_cells(state: State, move: str) -> list[Cell]:
    """The cells that a move covers, by its notation; none if it lays nothing.

    >>> import zellige as zl
    >>> move_cells(zl.Blokus().new_initial_state(), "a19,a20")
    [(0, 18), (0, 19)]
    >>> move_cells(zl.CasaGrande().new_initial_state(), "T4/0@b2")
    [(1, 2), (2, 1), (2, 2), (3, 2)]
    """
    if isinstance(state, CasbahState):
        found = re.search(r"@(-?\d+),(-?\d+)$", move)
        return [(int(found[1]), int(found[2]))] if found else []
    if isinstance(state, BlokusState):
        return [_square(name) for name in move.split(",")]
    name, slash, rest = move.partition("/")
    if slash:
        r, _, anchor = rest.partition("@")
        x0, y0 = _square(anchor)
        return sorted((x0 + x, y0 + y) for x, y in platform_cells(state.game.rules.platforms, name, int(r)))
    return [_square(move)] if re.fullmatch(r"[a-h][1-8]", move) else []


def _square(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def platform_cells(platforms: PlatformSet, name: str, r: int) -> frozenset[Cell]:
    """The squares of a platform turned clockwise by ``r`` quarters, moved so that its lowest ``x`` and ``y`` are 0."""
    rows: Sequence[Sequence[str]] = next(entry.rows for entry in platforms.platforms if entry.name == name)
    for _ in range(r):
        rows = list(zip(*reversed(rows), strict=True))
    return frozenset((x, len(rows) - 1 - y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != ".")


def targets(state: State, legal: Legal = True) -> dict[str, list[int]]:
    """Where a click can mean which action: the cells and other places of a picture, each with its legal actions.

    Keys are what ``data-cell`` holds in a picture that is made with ``data=True``: ``"c3"``, in Casbah ``"-1,2"``. What
    covers no cell is found under its notation: ``"step=2"``, ``"die=4"``, ``"decline"``, and the types of the draft.

    Args:
        state: A position.
        legal: ``True`` for all legal actions, or some of them.

    Raises:
        TypeError: ``legal`` is neither a bool nor a sequence of whole numbers.
        ValueError: One of the numbers is no legal action.

    >>> import zellige as zl
    >>> state = zl.CasaGrande().new_initial_state()
    >>> state.push("die=1")
    >>> state.push("step=1")
    >>> targets(state)["h3"], len(targets(state))
    ([32], 16)
    """
    found: dict[str, list[int]] = {}
    for action, move in shown_actions(state, legal).items():
        cells = move_cells(state, move)
        for name in [target_name(state, cell) for cell in cells] or [move]:
            found.setdefault(name, []).append(action)
    return found


def target_name(state: State, cell: Cell) -> str:
    """The name of a cell in ``data-cell``."""
    return f"{cell[0]},{cell[1]}" if isinstance(state, CasbahState) else cell_name(*cell)


def action_attribute(actions: Sequence[int] | None) -> dict[str, Any]:
    """``data-action`` for a place that stands for just one action, ``data-actions`` (how many) for more."""
    if not actions:
        return {}
    return {"data_action": str(actions[0])} if len(actions) == 1 else {"data_actions": str(len(actions))}
