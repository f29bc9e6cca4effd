"""One comparison of the two engines: ask both the same, and see whether the answers are the same."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import numpy as np

from .._json import shorten
from ..errors import BadMove, IllegalAction, Reason
from ..state import State

__all__ = ["SKIP", "Difference", "Probe", "Raised", "apart", "reasons", "same", "show"]

SKIP: Final = "does not apply here"
"""What a probe answers where its question makes no sense."""
_ANYTHING: Final = object()


@dataclasses.dataclass(frozen=True, slots=True)
class Raised:
    """An exception as an answer: its class, and for a refused move every violated rule with its cells."""

    error: str
    reasons: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    message: str = dataclasses.field(default="", compare=False)

    def __repr__(self) -> str:
        return f"{self.error}{list(self.reasons) or ''}: {shorten(self.message, 200)}"


@dataclasses.dataclass(frozen=True, slots=True)
class Difference:
    """Where the engines part.

    Attributes:
        what: What was asked, such as ``"legal_actions"`` or ``"hand(1)"``.
        ply: How many moves had been played.
        native: The native engine's answer.
        reference: The reference engine's answer.
        expected: What both should have answered, where that is known without either, else ``None``.
    """

    what: str
    ply: int
    native: Any
    reference: Any
    expected: Any = None

    def __str__(self) -> str:
        where, native, reference = apart(self.native, self.reference)
        text = f"{self.what}{where} differs after {self.ply} moves: native {show(native)}, reference {show(reference)}"
        if self.expected is not None and same(self.native, self.reference):
            return (
                f"{self.what} is wrong on both after {self.ply} moves: {show(self.native)}, not {show(self.expected)}"
            )
        only = [_only(self.native, self.reference), _only(self.reference, self.native)]
        for engine, items in zip(("native", "reference"), only, strict=True):
            if items:
                text += f"; only {engine}: {show(items)}"
        return text


@dataclasses.dataclass(frozen=True, slots=True)
class Probe:
    """A question to a state that both engines must answer alike.

    Attributes:
        what: Its name in reports.
        call: Asks a state; exceptions are answers too.
        expected: The right answer, where it is known without the engines.
        may_raise: Whether an exception can be a right answer.
        both: Whether ``call`` takes the other engine's state as well.
        again: What to ask when the game is played again to shrink it, if ``call`` changes the state.
    """

    what: str
    call: Callable[..., Any]
    expected: Any = _ANYTHING
    may_raise: bool = False
    both: bool = False
    again: Probe | None = None

    def compare(self, native: State, reference: State) -> Difference | None:
        """Asks both; the difference, if there is one."""
        ours, theirs = self.ask(native, reference), self.ask(reference, native)
        if same(ours, theirs):
            if same(ours, SKIP) or (isinstance(ours, Raised) and self.may_raise):
                return None
            if not isinstance(ours, Raised) and (self.expected is _ANYTHING or same(ours, self.expected)):
                return None
        expected = None if self.expected is _ANYTHING else self.expected
        return Difference(self.what, native.move_number(), ours, theirs, expected)

    def ask(self, state: State, other: State) -> Any:
        """The answer of one state, or `Raised`; a panic in the native module is an answer as well."""
        try:
            return self.call(state, other) if self.both else self.call(state)
        except (KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except (BadMove, IllegalAction) as why:
            return Raised(type(why).__name__, tuple(reasons(why.reasons)), str(why))
        except BaseException as why:  # PanicException of PyO3 is no Exception
            return Raised(type(why).__name__, (), str(why))


def reasons(found: Iterable[Reason]) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    """What the engines must agree on in a list of reasons: the rules and their cells; each words the rest itself."""
    return [(reason.rule, reason.cells) for reason in found]


def same(a: Any, b: Any) -> bool:
    """Whether two answers are the same: values, types, the order of names, and the shapes and dtypes of arrays.

    >>> same([1, np.zeros(2)], [1, np.zeros(2)]), same(1, True), same(np.zeros(2), np.zeros(2, dtype=np.int8))
    (True, False, False)
    """
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        # Of whole numbers the bytes are compared, which takes a fraction of the time.
        return a.tobytes() == b.tobytes() if a.dtype.kind in "iub" else bool(np.array_equal(a, b))
    if isinstance(a, Mapping):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def show(value: Any, limit: int = 200) -> str:
    """An answer in one short line.

    >>> show(np.array([1, 2], dtype=np.int32))
    '[1, 2] (int32, shape (2,))'
    """
    if isinstance(value, np.ndarray):
        return f"{shorten(str(value.tolist()), limit)} ({value.dtype}, shape {value.shape})"
    return shorten(repr(value), limit)


def apart(a: Any, b: Any) -> tuple[str, Any, Any]:
    """The first place in nested dicts and arrays of one form at which two answers differ, and what stands there.

    >>> apart({"x": 1, "y": np.array([[0, 1]])}, {"x": 1, "y": np.array([[0, 2]])})
    ("['y'][0, 1]", 1, 2)
    """
    if isinstance(a, Mapping) and isinstance(b, Mapping) and list(a) == list(b):
        for key in a:
            if not same(a[key], b[key]):
                where, ours, theirs = apart(a[key], b[key])
                return f"[{key!r}]{where}", ours, theirs
    planes = isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and a.ndim > 1
    if planes and (a.dtype, a.shape) == (b.dtype, b.shape) and not same(a, b):
        index = tuple(int(i) for i in np.argwhere(a != b)[0])
        return f"[{', '.join(map(str, index))}]", a[index].item(), b[index].item()
    return "", a, b


def _only(a: Any, b: Any) -> list[Any]:
    """What of a flat list is not in another one."""
    if not all(isinstance(value, list) or (isinstance(value, np.ndarray) and value.ndim == 1) for value in (a, b)):
        return []
    try:
        other = set(b.tolist() if isinstance(b, np.ndarray) else b)
        return [item for item in (a.tolist() if isinstance(a, np.ndarray) else a) if item not in other]
    except TypeError:
        return []
