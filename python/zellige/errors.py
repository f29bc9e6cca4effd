"""Exceptions of the package; the native module raises the same classes. All of them pickle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = [
    "BadMove",
    "BusyError",
    "DataError",
    "IllegalAction",
    "NothingToUndo",
    "PositionError",
    "Reason",
    "RecordError",
    "ZelligeError",
]


class Reason(NamedTuple):
    """One violated rule.

    Attributes:
        rule: Rule id such as ``"B4"``, or ``"BadMove"`` or ``"phase"``.
        cells: The cells ``(x, y)`` that violate it, in ascending cell index; empty when the rule is not about cells.
        message: One sentence without the rule id.

    >>> print(Reason("B4", ((0, 1),), "a2 touches an edge of its own colour"))
    B4: a2 touches an edge of its own colour
    """

    rule: str
    cells: tuple[tuple[int, int], ...]
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


class ZelligeError(Exception):
    """Base of all errors that only this package raises."""


class _MoveError(ZelligeError, ValueError):
    """A move that was refused.

    Args:
        move: The move as text.
        reasons: Every violated rule, at least one.
    """

    def __init__(self, move: str, reasons: Sequence[Reason | tuple[str, tuple[tuple[int, int], ...], str]]) -> None:
        self.move = move
        self.reasons: tuple[Reason, ...] = tuple(Reason(*reason) for reason in reasons)
        super().__init__(move, self.reasons)

    @property
    def rule(self) -> str:
        """Id of the first violated rule."""
        return self.reasons[0].rule

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """Cells of the first violated rule."""
        return self.reasons[0].cells

    def __str__(self) -> str:
        return f"{self.move}: " + "; ".join(map(str, self.reasons))


class IllegalAction(_MoveError):
    """A move that the rules do not allow here. ``rule``, ``cells`` and ``reasons`` say why; the state is untouched.

    Args:
        move: The move as text.
        reasons: Every violated rule, at least one.
        index: Which game of a batch it was meant for, if it was for one of a batch.

    >>> error = IllegalAction("a2", [Reason("B3", ((0, 1),), "it covers no free corner")])
    >>> error.rule, error.cells, str(error)
    ('B3', ((0, 1),), 'a2: B3: it covers no free corner')
    >>> str(IllegalAction("a2", error.reasons, index=17))
    'game 17: a2: B3: it covers no free corner'
    """

    def __init__(
        self,
        move: str,
        reasons: Sequence[Reason | tuple[str, tuple[tuple[int, int], ...], str]],
        index: int | None = None,
    ) -> None:
        super().__init__(move, reasons)
        self.index = index
        self.args = (move, self.reasons, index)

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.index is None else f"game {self.index}: {text}"


class BadMove(_MoveError):
    """A move that cannot be read: malformed, an unknown name, a rotation outside 0 to 3."""


class BusyError(ZelligeError, RuntimeError):
    """A state or a batch that another call is working on, in another thread or further out; nothing has been done."""


class NothingToUndo(ZelligeError, IndexError):
    """``undo_action()`` on a state whose history is empty."""


class PositionError(ZelligeError, ValueError):
    """A position that cannot be set up: it cannot be read (``BadPosition``), or the rules do not allow it.

    Args:
        reasons: Everything that is wrong, at least one, in the order of the rules' ids.

    >>> error = PositionError([Reason("B7", (), "colour 0 has no legal placement")])
    >>> error.reasons[0].rule, str(error)
    ('B7', 'B7: colour 0 has no legal placement')
    """

    def __init__(self, reasons: Sequence[Reason | tuple[str, tuple[tuple[int, int], ...], str]]) -> None:
        self.reasons: tuple[Reason, ...] = tuple(Reason(*reason) for reason in reasons)
        super().__init__(self.reasons)

    def __str__(self) -> str:
        return "; ".join(map(str, self.reasons))


class RecordError(ZelligeError, ValueError):
    """A record that cannot be read or replayed.

    Args:
        message: What is wrong.
        file: Path of the file, if the record came from one.
        line: Line number from 1, if the record came from a file.
        field: The field of the record, such as ``"moves[12]"``.

    >>> str(RecordError("B4: a2 touches its own colour", file="x.jsonl", line=3, field="moves[12]"))
    'x.jsonl, line 3, moves[12]: B4: a2 touches its own colour'
    """

    def __init__(
        self, message: str, file: str | None = None, line: int | None = None, field: str | None = None
    ) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.field = field
        super().__init__(message, file, line, field)

    def __str__(self) -> str:
        where = [self.file, None if self.line is None else f"line {self.line}", self.field]
        place = ", ".join(part for part in where if part)
        return f"{place}: {self.message}" if place else self.message


class DataError(ZelligeError, ValueError):
    """A tile or platform file that is not what the rules allow; the message names file, line and entry."""
