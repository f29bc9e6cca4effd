"""What every position of every game can do, on either engine."""

from __future__ import annotations

import abc
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

import numpy as np
import numpy.typing as npt

from .errors import Reason
from .observations import Observation

if TYPE_CHECKING:
    from .game import Game

__all__ = ["CHANCE", "TERMINAL", "State"]

CHANCE: Final = -1
"""What ``current_player()`` gives at a chance node."""
TERMINAL: Final = -4
"""What ``current_player()`` gives when the game is over."""


class State(abc.ABC):
    """A position with its history; made by ``game.new_initial_state()`` or ``game.state_from(position)``.

    The native classes and the pure-Python reference classes have these methods alike, and ``isinstance(state, State)``
    holds for both. Methods change the state in place only where they say so.

    >>> import zellige as zl
    >>> state = zl.Blokus().new_initial_state()
    >>> isinstance(state, zl.State), state.current_player(), len(state.legal_actions())
    (True, 0, 232)
    """

    __slots__ = ()

    @property
    @abc.abstractmethod
    def game(self) -> Game:
        """The game that this is a position of."""

    @property
    @abc.abstractmethod
    def engine(self) -> str:
        """``"native"`` or ``"reference"``."""

    @abc.abstractmethod
    def current_player(self) -> int:
        """The player to move, `CHANCE` or `TERMINAL`."""

    @abc.abstractmethod
    def is_terminal(self) -> bool:
        """Whether the game is over."""

    @abc.abstractmethod
    def is_chance_node(self) -> bool:
        """Whether a chance event comes next."""

    @abc.abstractmethod
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes and probabilities of a chance node; empty elsewhere."""

    @abc.abstractmethod
    def legal_actions(self) -> npt.NDArray[np.int32]:
        """All legal action numbers, ascending, shape ``(n,)``; the outcomes at a chance node; empty at the end."""

    @abc.abstractmethod
    def legal_actions_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """True for each legal action, shape ``(game.num_distinct_actions(),)``, all false at the end.

        At a chance node the shape is ``(game.max_chance_outcomes(),)``.

        Args:
            out: A writable C-contiguous ``bool_`` array of that shape to be filled and returned.

        Raises:
            TypeError: ``out`` is no ``bool_`` array.
            ValueError: ``out`` has another shape, is not contiguous or cannot be written to.
        """

    @abc.abstractmethod
    def legal_moves(self) -> list[str]:
        """All legal actions in the rules' notation, in the order of `legal_actions`."""

    @abc.abstractmethod
    def is_legal(self, action: SupportsIndex) -> bool:
        """Whether an action number is legal now; false for numbers out of range."""

    @abc.abstractmethod
    def explain(self, move: SupportsIndex | str) -> list[Reason]:
        """Every violated rule of a move, in the order of the rules' ids; empty when it is legal."""

    @abc.abstractmethod
    def apply_action(self, action: SupportsIndex) -> None:
        """Plays an action (or chance outcome) in place.

        Raises:
            IllegalAction: The action is not legal; the state is untouched.
        """

    @abc.abstractmethod
    def push(self, move: str) -> None:
        """Plays a move given in the rules' notation.

        Raises:
            BadMove: It cannot be read.
            IllegalAction: It is not legal; the state is untouched.
        """

    @abc.abstractmethod
    def undo_action(self) -> None:
        """Takes back the last entry of `history` in place.

        Raises:
            NothingToUndo: The history is empty.
        """

    @abc.abstractmethod
    def action_to_string(self, action: SupportsIndex) -> str:
        """The notation of an action number, read by the kind of the current node.

        Raises:
            BadMove: The number is out of range.
        """

    @abc.abstractmethod
    def string_to_action(self, move: str) -> int:
        """The action number of a move, legal or not.

        Raises:
            BadMove: It cannot be read.
            IllegalAction: It can be read but has no action number (off the board, no piece of that form).
        """

    @abc.abstractmethod
    def scores(self) -> npt.NDArray[np.int32]:
        """The game's own points per player, shape ``(num_players,)``, at any time."""

    @abc.abstractmethod
    def returns(self) -> npt.NDArray[np.float64]:
        """Results by rank in [-1, 1], shape ``(num_players,)``, ties shared; zeros during play."""

    @abc.abstractmethod
    def observation(self, player: SupportsIndex | None = None) -> Observation:
        """The position as named arrays, seen by one player; new arrays at every call, the same on both engines.

        docs/observations.md says what each array means; names, shapes, dtypes and order are those of
        ``game.observation_spec()``, and ``game.flatten`` joins the arrays.

        Args:
            player: Whose point of view; ``None`` is the player to move, or player 0 at a chance node and at the end.

        Raises:
            TypeError: ``player`` is no integer.
            ValueError: There is no such player.
        """

    @abc.abstractmethod
    def history(self) -> list[int]:
        """All actions and chance outcomes so far."""

    @abc.abstractmethod
    def move_number(self) -> int:
        """Length of `history`, counted on by a clone without history."""

    @abc.abstractmethod
    def clone(self, history: bool = True) -> State:
        """An independent copy; ``history=False`` leaves the history out and is small and fast."""

    @abc.abstractmethod
    def key(self) -> bytes:
        """The position as bytes, the same on both engines and every machine (docs/positions.md)."""

    @abc.abstractmethod
    def position_hash(self) -> int:
        """A 64-bit hash of `key`, at least 0."""

    @abc.abstractmethod
    def to_position(self) -> dict[str, Any]:
        """The position as a mapping of JSON values, from which ``game.state_from`` makes an equal one (docs/setup.md).

        >>> import zellige as zl
        >>> state = zl.Blokus(players=2).new_initial_state()
        >>> state.game.state_from(state.to_position()) == state
        True
        """

    @abc.abstractmethod
    def to_record(self) -> dict[str, Any]:
        """The game so far as a record (RULES, "Records").

        Raises:
            ValueError: The state was cloned without its history.
        """

    def __str__(self) -> str:
        """The position in letters; `zellige.draw.text` adds colours."""
        from . import draw

        return draw.text(self, colour=False)

    def to_svg(
        self,
        size: int = 480,
        *,
        highlight_last: bool = True,
        legal: bool | Iterable[SupportsIndex] = False,
        data: bool = False,
        view: str = "plan",
    ) -> str:
        """The position as an SVG document; `zellige.draw.svg` says what the arguments mean.

        Raises:
            TypeError: An argument has the wrong type.
            ValueError: The size is out of range, the game has no such view, or an action is not legal.
        """
        from . import draw

        return draw.svg(self, size, highlight_last=highlight_last, legal=legal, data=data, view=view)

    def to_png(
        self,
        path: str | os.PathLike[str] | None = None,
        size: int = 800,
        *,
        highlight_last: bool = True,
        legal: bool | Iterable[SupportsIndex] = False,
        view: str = "plan",
    ) -> bytes:
        """The position as the bytes of a PNG, written to a file as well if a path is given; needs the extra ``png``.

        Raises:
            ImportError: The extra is not installed.
            TypeError: An argument has the wrong type.
            ValueError: The size is out of range, the game has no such view, or an action is not legal.
            OSError: The file cannot be written.
        """
        from . import draw

        return draw.png(self, path, size, highlight_last=highlight_last, legal=legal, view=view)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.to_svg()

    @staticmethod
    def from_record(record: Mapping[str, Any] | str, engine: str = "native") -> State:
        """Replays a record to its last position.

        Args:
            record: A record as a mapping or as its JSON text.
            engine: ``"native"`` or ``"reference"``.

        Raises:
            RecordError: A field is missing, of the wrong type or unknown, a move is illegal, or the scores differ.

        >>> import zellige as zl
        >>> state = zl.State.from_record({"version": 1, "game": "blokus", "options": {}, "moves": ["a19,a20"]})
        >>> state.move_number()
        1
        """
        from .record import replay

        return replay(record, engine=engine)
