"""What the reference states of all games have in common: everything that is not a rule of one game."""

from __future__ import annotations

import abc
import copy
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from ..errors import BadMove, IllegalAction, NothingToUndo, Reason
from ..observations import Observation
from ..state import CHANCE, TERMINAL, State
from .arguments import as_number, as_text, checked_index, checked_mask
from .rng import mix64

if TYPE_CHECKING:
    from ..game import Game

__all__ = ["ReferenceState", "position_hash", "returns_by_rank"]


class ReferenceState(State):
    """A position in plain Python with its history; a game fills in the abstract methods whose names begin with ``_``.

    The position is always *settled*: players who cannot act have been skipped already.

    Args:
        game: The game with its options.
        position: A position of that game, taken over as it is; ``None`` for the start.
    """

    position: Any
    """The game's own mutable position; change it only through the methods."""

    def __init__(self, game: Game, position: object | None = None) -> None:
        self._game = game
        self._history: list[int] = []
        self._names: list[str] = []
        self._past: list[Any] = []
        self._earlier = 0
        self._setup: dict[str, Any] | None = None
        self._known: list[int] | None = None
        self.position = self._start() if position is None else position

    # ---- What a game supplies ----------------------------------------------------------------------------------------

    @abc.abstractmethod
    def _start(self) -> Any:
        """The position at the start, settled."""

    @abc.abstractmethod
    def _set_up(self, position: dict[str, Any]) -> Any:
        """The position that a mapping of JSON values describes; `PositionError` with all reasons if it is none."""

    @abc.abstractmethod
    def _describe(self) -> dict[str, Any]:
        """The position as a new mapping of JSON values (docs/setup.md)."""

    @abc.abstractmethod
    def _copy(self, position: Any) -> Any:
        """An independent copy of a position."""

    @abc.abstractmethod
    def _turn(self) -> int:
        """The player to move, `CHANCE` or `TERMINAL`."""

    @abc.abstractmethod
    def _legal(self) -> list[int]:
        """All legal action numbers, ascending; the outcomes at a chance node; nothing at the end."""

    @abc.abstractmethod
    def _apply(self, action: int) -> None:
        """Plays a legal action in place and settles."""

    @abc.abstractmethod
    def _scores(self) -> list[int]:
        """The game's own points per player."""

    @abc.abstractmethod
    def _key(self) -> bytes:
        """The position as bytes (docs/positions.md)."""

    @abc.abstractmethod
    def _name(self, action: int) -> str | None:
        """The notation of a number at this kind of node; ``None`` when it is out of range."""

    @abc.abstractmethod
    def _number(self, text: str) -> int | Reason:
        """The action number of a move, or the reason why it cannot be read or has none."""

    @abc.abstractmethod
    def _reasons(self, text: str) -> list[Reason]:
        """Every violated rule of a move, in the order of the ids (docs/reasons.md)."""

    @abc.abstractmethod
    def _greedy_scores(self, actions: list[int]) -> list[int]:
        """Score of each of some legal actions for the greedy policy (RULES, "Policies")."""

    @abc.abstractmethod
    def _observe(self, player: int) -> Observation:
        """The position as ``player`` sees it: an array for each name of the spec, in its order."""

    def _rank_keys(self) -> list[Any]:
        """By what players are ranked at the end, higher is better; the scores unless a game says otherwise."""
        return self._scores()

    def _returns(self) -> list[float]:
        """The results of a finished game."""
        return returns_by_rank(self._rank_keys())

    # ---- Reading -----------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that this is a position of."""
        return self._game

    @property
    def engine(self) -> str:
        """``"reference"``."""
        return "reference"

    def current_player(self) -> int:
        """The player to move, `CHANCE` or `TERMINAL`."""
        return self._turn()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._turn() == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether a chance event comes next."""
        return self._turn() == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes and probabilities of a chance node, all alike; empty elsewhere."""
        outcomes = self._legal_now() if self.is_chance_node() else []
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def legal_actions(self) -> npt.NDArray[np.int32]:
        """All legal action numbers, ascending, shape ``(n,)``; the outcomes at a chance node; empty at the end."""
        return np.array(self._legal_now(), dtype=np.int32)

    def legal_actions_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """True for each legal action; see `State.legal_actions_mask`.

        Raises:
            TypeError: ``out`` is no ``bool_`` array.
            ValueError: ``out`` has another shape, is not contiguous or cannot be written to.
        """
        mask = np.zeros(self._range(), dtype=np.bool_) if out is None else checked_mask(out, self._range())
        mask[:] = False
        mask[self._legal_now()] = True
        return mask

    def legal_moves(self) -> list[str]:
        """All legal actions in the rules' notation, in the order of `legal_actions`."""
        return [self._named(action) for action in self._legal_now()]

    def is_legal(self, action: SupportsIndex) -> bool:
        """Whether an action number is legal now; false for numbers out of range."""
        return as_number(action) in self._legal_now()

    def explain(self, move: SupportsIndex | str) -> list[Reason]:
        """Every violated rule of a move, in the order of the rules' ids; empty when it is legal."""
        if isinstance(move, str):
            return self._reasons(move)
        number = as_number(move, "a move must be an action number or a string")
        name = self._name(number)
        return [self._out_of_range(number)] if name is None else self._reasons(name)

    def action_to_string(self, action: SupportsIndex) -> str:
        """The notation of an action number, read by the kind of the current node.

        Raises:
            BadMove: The number is out of range.
        """
        number = as_number(action)
        name = self._name(number)
        if name is None:
            raise BadMove(str(number), [self._out_of_range(number)])
        return name

    def string_to_action(self, move: str) -> int:
        """The action number of a move, legal or not.

        Raises:
            BadMove: It cannot be read.
            IllegalAction: It can be read but has no action number.
        """
        number = self._number(as_text(move))
        if isinstance(number, Reason):
            raise _refusal(move, [number])
        return number

    def scores(self) -> npt.NDArray[np.int32]:
        """The game's own points per player, shape ``(num_players,)``, at any time."""
        return np.array(self._scores(), dtype=np.int32)

    def returns(self) -> npt.NDArray[np.float64]:
        """Results by rank in [-1, 1], shape ``(num_players,)``, ties shared; zeros during play."""
        if not self.is_terminal():
            return np.zeros(self._game.num_players(), dtype=np.float64)
        return np.array(self._returns(), dtype=np.float64)

    def observation(self, player: SupportsIndex | None = None) -> Observation:
        """The position as named arrays, seen by one player; see `State.observation`.

        Raises:
            TypeError: ``player`` is no integer.
            ValueError: There is no such player.
        """
        if player is None:
            return self._observe(max(self._turn(), 0))
        return self._observe(checked_index(player, "player", self._game.num_players()))

    # ---- Playing -----------------------------------------------------------------------------------------------------

    def apply_action(self, action: SupportsIndex) -> None:
        """Plays an action (or chance outcome) in place.

        Raises:
            IllegalAction: The action is not legal; the state is untouched.
        """
        number = as_number(action)
        if number not in self._legal_now():
            name = self._name(number)
            reasons = [self._out_of_range(number)] if name is None else self._reasons(name)
            raise IllegalAction(name or str(number), reasons)
        self._play(number)

    def push(self, move: str) -> None:
        """Plays a move given in the rules' notation.

        Raises:
            BadMove: It cannot be read.
            IllegalAction: It is not legal; the state is untouched.
        """
        number = self._number(as_text(move))
        if isinstance(number, Reason) or number not in self._legal_now():
            raise _refusal(move, self._reasons(move))
        self._play(number)

    def undo_action(self) -> None:
        """Takes back the last entry of `history` in place.

        Raises:
            NothingToUndo: The history is empty.
        """
        if not self._history:
            raise NothingToUndo("there is no move to take back")
        self._history.pop()
        self._names.pop()
        # A clone may hold the same past position, so that it must not be changed by what is played from here.
        self.position = self._copy(self._past.pop())
        self._known = None

    # ---- History and copies ------------------------------------------------------------------------------------------

    def history(self) -> list[int]:
        """All actions and chance outcomes so far."""
        return list(self._history)

    def move_number(self) -> int:
        """Length of `history`, counted on by a clone without history."""
        return self._earlier + len(self._history)

    def copy_position(self) -> Any:
        """An independent copy of the position."""
        return self._copy(self.position)

    def clone(self, history: bool = True) -> Self:
        """An independent copy; ``history=False`` leaves the history out."""
        twin = type(self)(self._game, self.copy_position())
        twin._known = self._known
        twin._setup = self._setup
        if history:
            twin._history = list(self._history)
            twin._names = list(self._names)
            twin._past = list(self._past)
            twin._earlier = self._earlier
        else:
            twin._earlier = self.move_number()
        return twin

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    # ---- Identity and records ----------------------------------------------------------------------------------------

    def key(self) -> bytes:
        """The position as bytes, the same on both engines and every machine (docs/positions.md)."""
        return self._key()

    def position_hash(self) -> int:
        """A 64-bit hash of `key`, at least 0."""
        return position_hash(self._key())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._game == other.game and self._key() == other.key()

    def __hash__(self) -> int:
        number = self.position_hash()
        return number - (1 << 64) if number >> 63 else number

    def __repr__(self) -> str:
        return f"<{self._game.name} position after {self.move_number()} moves, reference engine>"

    def set_up(self, position: dict[str, Any]) -> Self:
        """A state of the same game at a position that was set up by hand; its history starts there.

        Args:
            position: Plain JSON values, as ``zellige.setup.plain_position`` makes them.

        Raises:
            PositionError: It cannot be read or the rules do not allow it.
        """
        twin = type(self)(self._game, self._set_up(position))
        twin._setup = twin._describe()
        return twin

    def to_position(self) -> dict[str, Any]:
        """The position as a mapping of JSON values, from which ``game.state_from`` makes an equal one."""
        return self._describe()

    def to_record(self) -> dict[str, Any]:
        """The game so far as a record (RULES, "Records").

        Raises:
            ValueError: The state was cloned without its history.
        """
        if self._earlier:
            raise ValueError("a state that was cloned without its history has no record")
        record: dict[str, Any] = {
            "version": 1,
            "game": self._game.name,
            "options": self._game.options(),
        }
        if self._setup is not None:
            record["setup"] = copy.deepcopy(self._setup)
        record["moves"] = list(self._names)
        if self.is_terminal():
            record["scores"] = self._scores()
        return record

    # ---- Helpers -----------------------------------------------------------------------------------------------------

    def _legal_now(self) -> list[int]:
        """`_legal`, worked out once per position."""
        if self._known is None:
            self._known = self._legal()
        return self._known

    def _play(self, action: int) -> None:
        name = self._named(action)
        before = self.copy_position()
        self._apply(action)
        self._known = None
        self._history.append(action)
        self._names.append(name)
        self._past.append(before)

    def _named(self, action: int) -> str:
        name = self._name(action)
        assert name is not None
        return name

    def _range(self) -> int:
        """How many numbers there are at this kind of node."""
        return self._game.max_chance_outcomes() if self.is_chance_node() else self._game.num_distinct_actions()

    def _out_of_range(self, number: int) -> Reason:
        what = "outcome" if self.is_chance_node() else "action"
        return Reason("BadMove", (), f"{number} is no {what} number; they go from 0 to {self._range() - 1}")


def position_hash(key: bytes) -> int:
    """The 64-bit hash of a key (docs/positions.md).

    >>> position_hash(b"") == mix64(0)
    True
    """
    h = mix64(len(key))
    for start in range(0, len(key), 8):
        h = mix64(h ^ int.from_bytes(key[start : start + 8], "little"))
    return h


def returns_by_rank(keys: list[Any]) -> list[float]:
    """``1 - 2 * place / (n - 1)``, places from 0; tied players share the mean of their places.

    >>> returns_by_rank([5, 9, 5])
    [-0.5, 1.0, -0.5]
    """
    n = len(keys)
    results = []
    for key in keys:
        better = sum(other > key for other in keys)
        equal = sum(other == key for other in keys)
        results.append(1 - 2 * (better + (equal - 1) / 2) / (n - 1))
    return results


def _refusal(move: str, reasons: list[Reason]) -> BadMove | IllegalAction:
    """The error for a move that is refused for these reasons."""
    kind = BadMove if reasons[0].rule == "BadMove" else IllegalAction
    return kind(move, reasons)
