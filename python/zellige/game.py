"""What every game can do; a game is its options and is immutable."""

from __future__ import annotations

import abc
import dataclasses
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, cast

import numpy as np
import numpy.typing as npt

from .observations import ArraySpec, flatten
from .setup import plain_position
from .state import State
from .symmetries import Symmetry

if TYPE_CHECKING:
    from .reference.base import ReferenceState

__all__ = ["ENGINES", "Engine", "Game"]

Engine = Literal["native", "reference"]
"""The name of an engine: the one in Rust or the one in plain Python."""
ENGINES: tuple[Engine, ...] = ("native", "reference")
"""The engines, the usual one first."""


class Game(abc.ABC):
    """A game with its options; immutable, hashable, picklable.

    >>> import zellige as zl
    >>> game = zl.Blokus(players=2)
    >>> game
    blokus(players=2,corners=any,scoring=advanced)
    >>> game == zl.load_game("blokus(players=2)"), game.num_distinct_actions()
    (True, 30433)
    """

    __slots__ = ("_native", "_spec", "rules")

    name: ClassVar[str]
    """The name in records and on the command line."""

    rules: Any
    """The options as a frozen dataclass."""
    _native: Any
    _spec: dict[str, ArraySpec]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a game cannot be changed; make another one ({name!r} was to be set)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a game cannot be changed; make another one ({name!r} was to be deleted)")

    @abc.abstractmethod
    def options(self) -> dict[str, Any]:
        """The options as JSON values, as they stand in a record: all of them, in a fixed order."""

    @classmethod
    @abc.abstractmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The game of a record's options; defaults may be left out.

        Raises:
            ValueError: An option is unknown or has a value that the rules do not allow.
            TypeError: An option has the wrong type.
        """

    @abc.abstractmethod
    def new_initial_state(self, engine: Engine = "native") -> State:
        """The position at the start.

        Args:
            engine: ``"native"`` (Rust) or ``"reference"`` (pure Python).

        Raises:
            ValueError: There is no such engine.
        """

    def state_from(self, position: Mapping[str, Any], engine: Engine = "native") -> State:
        """A position that was set up by hand; ``history()`` starts there (docs/setup.md).

        Args:
            position: The position, laid out as ``state.to_position()`` writes it; some fields may be left out.
            engine: ``"native"`` or ``"reference"``.

        Raises:
            PositionError: It cannot be read or the rules do not allow it; ``reasons`` lists everything that is wrong.
            TypeError: It is no mapping of JSON values.
            ValueError: There is no such engine.

        >>> import zellige as zl
        >>> state = zl.Blokus(variant="duo").state_from({"board": {"e10": 0, "j5": 1}, "to_move": 1})
        >>> state.current_player(), state.history()
        (1, [])
        >>> zl.Blokus().state_from({"board": {"b2": 0}})
        Traceback (most recent call last):
        ...
        zellige.errors.PositionError: B3: ...
        """
        check_engine(engine)
        plain = plain_position(position)
        if engine == "native":
            return cast(State, self._native.state_from(self, json.dumps(plain)))
        start = cast("ReferenceState", self.new_initial_state("reference"))
        return start.set_up(plain)

    @abc.abstractmethod
    def num_players(self) -> int:
        """Number of players."""

    @abc.abstractmethod
    def num_distinct_actions(self) -> int:
        """Number of action numbers; chance outcomes have their own."""

    @abc.abstractmethod
    def max_chance_outcomes(self) -> int:
        """The most outcomes that a chance node has; 0 in a game without chance."""

    @abc.abstractmethod
    def max_game_length(self) -> int:
        """An upper bound on the length of a history, chance outcomes included."""

    @abc.abstractmethod
    def observation_spec(self) -> dict[str, ArraySpec]:
        """Shape, dtype and bounds of each array of ``state.observation()``, in their order; a new dict.

        >>> import zellige as zl
        >>> spec = zl.CasaGrande(players=3).observation_spec()
        >>> spec["block"].shape, spec["marker"].dtype, spec["marker"].high
        ((3, 8, 8), dtype('int32'), 8)
        """

    def flatten(
        self, observation: Mapping[str, npt.NDArray[Any]], dtype: npt.DTypeLike = np.float32
    ) -> npt.NDArray[Any]:
        """Joins the arrays of an observation, each in C order, in the order of `observation_spec`.

        Args:
            observation: The arrays of ``state.observation()``; or of many positions, every array with an axis of the
                same length ``n`` before its own.
            dtype: Of the result, a type of whole or floating-point numbers.

        Returns:
            A new array of shape ``(size,)``, or ``(n, size)``.

        Raises:
            TypeError: Something is no array, has another dtype than the spec says, or ``dtype`` is no type of numbers.
            ValueError: An array is missing, unknown or of another shape, or ``dtype`` cannot hold what it may contain.

        >>> import zellige as zl
        >>> game = zl.Blokus(variant="duo")
        >>> game.flatten(game.new_initial_state().observation()).shape
        (836,)
        """
        return flatten(self.observation_spec(), observation, dtype)

    @abc.abstractmethod
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the game, the identity first, always the same objects; more training data from each game.

        docs/observations.md says what they are and where the limits lie.
        """

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return type(self) is type(other) and bool(self.rules == other.rules)

    def __hash__(self) -> int:
        return hash((self.name, self.rules))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self).from_options, (self.options(),))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __repr__(self) -> str:
        return f"{self.name}({','.join(f'{key}={_plain(value)}' for key, value in self.options().items())})"


def _plain(value: object) -> str:
    """An option's value as `load_game` reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)) and all(isinstance(item, int) for item in value):
        return "x".join(map(str, value))
    if isinstance(value, (str, int)):
        return str(value)
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def seal(game: Game, rules: object, native: object) -> None:
    """Sets the fields of a new game, which refuses assignment from then on."""
    assert dataclasses.is_dataclass(rules)
    object.__setattr__(game, "rules", rules)
    object.__setattr__(game, "_native", native)
    object.__setattr__(game, "_spec", _read_spec(native))


def _read_spec(native: Any) -> dict[str, ArraySpec]:
    arrays = native.observation_spec()
    return {name: ArraySpec(tuple(shape), np.dtype(dtype), low, high) for name, shape, dtype, low, high in arrays}


def restore_native(game: Game, actions: list[int], cut: int, setup: str | None = None) -> State:
    """A pickled native state: replays its actions, the first ``cut`` of which lie before its history."""
    state: State = game._native.replay(game, actions, cut, setup)
    return state


def check_engine(engine: object) -> None:
    """Refuses an engine that does not exist."""
    if engine not in ENGINES:
        raise ValueError(f"engine must be 'native' or 'reference', not {engine!r}")


class NativeCounts(Game):
    """The counts of a game, asked from its native side."""

    __slots__ = ()

    def num_players(self) -> int:
        return int(self._native.num_players())

    def num_distinct_actions(self) -> int:
        return int(self._native.num_distinct_actions())

    def max_chance_outcomes(self) -> int:
        return int(self._native.max_chance_outcomes())

    def max_game_length(self) -> int:
        return int(self._native.max_game_length())

    def observation_spec(self) -> dict[str, ArraySpec]:
        return dict(self._spec)
