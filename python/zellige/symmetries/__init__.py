"""Symmetries of the games: ways to turn and mirror a position under which it stays the same game."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..observations import Observation

if TYPE_CHECKING:
    from ..game import Game

__all__ = ["Symmetry", "made"]

Scalar = TypeVar("Scalar", bound=np.generic)


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Symmetry:
    """A symmetry of a game; ``game.symmetries()`` gives them all.

    It takes every position to another position, every legal action to a legal action of that one, and what comes of
    the one to what comes of the other, with the same scores. So a training example stays true when its observation and
    its move (or mask, or probabilities of moves) are mapped by the same symmetry. docs/observations.md says which
    symmetries each game has.

    Attributes:
        game: The game.
        name: Such as ``"identity"``, ``"rotate90"`` (clockwise) or ``"mirror_x"`` (x becomes -x); unique in the game.
        actions: The new number of each action, ``new = actions[old]``; read-only int32 of shape
            ``(game.num_distinct_actions(),)``, a permutation. Outcomes of chance stay as they are.
        sources: For each array of the observation where its elements come from:
            ``new = old.reshape(-1)[sources[name]]``; read-only, of the array's own shape, a permutation.

    >>> import zellige as zl
    >>> game = zl.Blokus()
    >>> turn = game.symmetries()[1]
    >>> turn
    Symmetry(blokus(players=4,corners=any,scoring=advanced), 'rotate90')
    >>> state = game.new_initial_state()
    >>> state.action_to_string(turn.actions[state.string_to_action("a19,a20")])
    's20,t20'
    """

    game: Game
    name: str
    actions: npt.NDArray[np.int32]
    sources: Mapping[str, npt.NDArray[np.intp]]

    def observation(self, observation: Mapping[str, npt.NDArray[Any]]) -> Observation:
        """What the same player would observe in the mapped position; new arrays.

        Args:
            observation: The arrays of ``state.observation()``, or some of them; or of many positions, with an axis (or
                several) before the arrays' own.

        Raises:
            TypeError: Something is no array.
            ValueError: An array is unknown or its last axes have another shape than the spec says.

        >>> import zellige as zl
        >>> game = zl.Blokus()
        >>> state = game.new_initial_state()
        >>> state.push("a19,a20")
        >>> mapped = game.symmetries()[1].observation(state.observation(0))
        >>> mapped["board"][0, 19, 18:].tolist()
        [1, 1]
        """
        if not isinstance(observation, Mapping):
            raise TypeError(f"an observation must be a dict of arrays, not {type(observation).__name__}")
        return {name: self._array(name, array) for name, array in observation.items()}

    def mask(self, mask: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
        """The mask of the mapped position; a new array.

        Args:
            mask: A mask of legal actions, or other numbers per action such as probabilities or counts of visits; shape
                ``(..., game.num_distinct_actions())``. The masks of chance nodes need no mapping.

        Raises:
            TypeError: ``mask`` is no array.
            ValueError: Its last axis has another length.

        >>> import zellige as zl
        >>> game = zl.Casbah()
        >>> mask = game.new_initial_state().legal_actions_mask()
        >>> bool((game.symmetries()[1].mask(mask) == mask).all())
        True
        """
        if not isinstance(mask, np.ndarray):
            raise TypeError(f"a mask must be a numpy array, not {type(mask).__name__}")
        if mask.shape[-1:] != self.actions.shape:
            raise ValueError(f"the last axis of a mask must have {len(self.actions)} elements, not {mask.shape}")
        mapped = np.empty_like(mask)
        mapped[..., self.actions] = mask
        return mapped

    def __repr__(self) -> str:
        return f"Symmetry({self.game!r}, {self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (self.game, self.name)

    def _array(self, name: str, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if name not in self.sources:
            known = ", ".join(self.sources)
            raise ValueError(f"an observation of this game has no array {name!r}; it has {known}")
        if not isinstance(array, np.ndarray):
            raise TypeError(f"array {name!r} must be a numpy array, not {type(array).__name__}")
        source = self.sources[name]
        lead = array.ndim - source.ndim
        if lead < 0 or array.shape[lead:] != source.shape:
            raise ValueError(f"the last axes of array {name!r} must be {source.shape}, not {array.shape}")
        return array.reshape(*array.shape[:lead], source.size)[..., source]


def made(
    game: Game, name: str, actions: npt.NDArray[np.integer], sources: Mapping[str, npt.NDArray[np.integer]]
) -> Symmetry:
    """A symmetry that maps some arrays of the observation, by flat indices, and leaves the others as they are.

    Args:
        game: The game.
        name: Name of the symmetry.
        actions: The new number of each action.
        sources: By the name of an array: the old index of each new element.
    """
    numbers = np.array(actions, dtype=np.int32)
    numbers.setflags(write=False)
    whole: dict[str, npt.NDArray[np.intp]] = {}
    for array, spec in game.observation_spec().items():
        source = np.array(sources.get(array, np.arange(spec.size)), dtype=np.intp).reshape(spec.shape)
        source.setflags(write=False)
        whole[array] = source
    return Symmetry(game, name, numbers, MappingProxyType(whole))


def _named(game: Game, name: str) -> Symmetry:
    """A pickled symmetry."""
    return next(symmetry for symmetry in game.symmetries() if symmetry.name == name)
