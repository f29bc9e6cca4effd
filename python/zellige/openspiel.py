"""The games as OpenSpiel games, for its algorithms (extra ``[openspiel]``).

Importing this module registers ``zellige_blokus``, ``zellige_casbah`` and ``zellige_casa_grande``; their parameters are
the games' options, a size being written ``6x6`` and a tile or platform set by its name or the path of its file.

* Dice are explicit chance nodes. The numbers of actions and outcomes are zellige's.
* The observation tensor is ``game.flatten(state.observation(player))``; an observer also has the arrays by name. The
  information state is the history, and has a string only.
* States clone, serialise and pickle. OpenSpiel's Python games have no undo; `ZelligeState.position` has.
* ``zellige_casbah(players=1)`` is general-sum, everything else zero-sum.

>>> import pyspiel
>>> import zellige.openspiel
>>> game = pyspiel.load_game("zellige_blokus(variant=duo)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(1, 'j5')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from .blokus import Blokus
from .casa_grande import CasaGrande
from .casbah import Casbah
from .game import Game
from .games import parse_value
from .observations import ArraySpec
from .rollout import rollout
from .state import State

try:
    import pyspiel
    from open_spiel.python.algorithms.mcts import Evaluator
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as why:
    raise ImportError("zellige.openspiel needs open_spiel: pip install 'zellige[openspiel]'") from why

__all__ = [
    "NAMES",
    "BlokusGame",
    "CasaGrandeGame",
    "CasbahGame",
    "RolloutEvaluator",
    "ZelligeGame",
    "ZelligeObserver",
    "ZelligeState",
]

_DEFAULTS: dict[type[Game], dict[str, Any]] = {
    # 0 and "" stand for what the variant has, since OpenSpiel does not tell what was given from what was not.
    Blokus: {"players": 0, "corners": "", "scoring": "advanced", "variant": "classic"},
    Casbah: {"size": "6x6", "players": 2, "tiles": "reconstruction", "strict_future": False},
    CasaGrande: {"players": 2, "blocks": 24, "platforms": "reconstruction", "max_rounds": 200},
}

NAMES = tuple(f"zellige_{kind.name}" for kind in _DEFAULTS)
"""The registered names."""


class ZelligeGame(pyspiel.Game):
    """A game of zellige, base of one class for each; ``pyspiel.load_game`` makes it.

    Attributes:
        zellige: The game as zellige has it.

    Args:
        params: OpenSpiel's parameters.

    Raises:
        ValueError: A parameter has a value that the rules do not allow.
    """

    kind: ClassVar[type[Game]]
    """The class of the game."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        kind = self.kind
        given = {key: value for key, value in params.items() if value != _DEFAULTS[kind][key]}
        self.zellige: Game = kind.from_options({key: _option(value) for key, value in given.items()})
        players = self.zellige.num_players()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.zellige.num_distinct_actions(),
            max_chance_outcomes=self.zellige.max_chance_outcomes(),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0 if players > 1 else 0.0,
            utility_sum=0.0 if players > 1 else None,
            max_game_length=self.zellige.max_game_length(),
        )
        super().__init__(_game_type(kind, zero_sum=players > 1), info, given)

    def new_initial_state(self) -> ZelligeState:
        """The position at the start."""
        return ZelligeState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most dice that a game can have."""
        game = self.zellige
        return game.num_players() * game.rules.max_rounds if game.max_chance_outcomes() else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The observer that OpenSpiel asks for: the arrays, or with perfect recall the history."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return ZelligeObserver(self.zellige, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class ZelligeState(pyspiel.State):
    """A position; ``game.new_initial_state()`` makes it."""

    def __init__(self, game: ZelligeGame) -> None:
        super().__init__(game)
        # OpenSpiel keeps the history itself and copies whatever is in `__dict__`.
        self._held = _Held(game.zellige.new_initial_state())

    @property
    def position(self) -> State:
        """The position as zellige has it; to be looked at, for playing on it would not be OpenSpiel's doing."""
        return self._held.state

    def current_player(self) -> int:
        """The player to move, or OpenSpiel's number for chance or the end, which are zellige's too."""
        return self._held.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        del player
        actions: list[int] = self._held.state.legal_actions().tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes and probabilities of a chance node."""
        return self._held.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self._held.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        del player
        return self._held.state.action_to_string(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._held.state.is_terminal()

    def returns(self) -> list[float]:
        """Results by rank in [-1, 1]; zeros during play."""
        results: list[float] = self._held.state.returns().tolist()
        return results

    def __str__(self) -> str:
        # Copies have no history, so that the last move must not show.
        return str(self._held.state.clone(history=False))


class ZelligeObserver:
    """What a player sees, in the form that OpenSpiel wants.

    Attributes:
        tensor: float32, all arrays one after the other, as ``game.flatten`` gives them.
        dict: The arrays by name: views of `tensor` with their shapes.

    Args:
        game: The game.
        params: OpenSpiel's parameters of an observer; there are none.

    Raises:
        ValueError: There are parameters.
    """

    def __init__(self, game: Game, params: Any = None) -> None:
        if params:
            raise ValueError(f"observers have no parameters here, but {', '.join(map(str, params))} came")
        spec = game.observation_spec()
        self.tensor = np.zeros(sum(array.size for array in spec.values()), np.float32)
        self.dict = _views(self.tensor, spec)

    def set_from(self, state: ZelligeState, player: int) -> None:
        """Writes what ``player`` sees into `tensor`."""
        for name, array in state.position.observation(player).items():
            self.dict[name][...] = array

    def string_from(self, state: ZelligeState, player: int) -> str:
        """The board as text and the key of the position, which says all."""
        return f"player {player}\n{state}\n{state.position.key().hex()}"


class RolloutEvaluator(Evaluator):
    """For OpenSpiel's Monte Carlo tree search: the mean result of native playouts from a position.

    It takes the place of OpenSpiel's ``RandomRolloutEvaluator``; like that it thinks all moves equally good beforehand.

    Args:
        playouts: How many playouts a position gets, at least 1.
        seed: 0 to 2**64 - 1; the ``k``-th position that is asked about is played on with seed ``seed + k``.
        policy: Who plays them: ``"random"`` or ``"greedy"``.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: An argument is out of range, or there is no such policy.

    >>> import pyspiel
    >>> state = pyspiel.load_game("zellige_casbah").new_initial_state()
    >>> RolloutEvaluator(100, seed=1).evaluate(state).shape
    (2,)
    """

    def __init__(self, playouts: int = 1, seed: int = 0, policy: str = "random") -> None:
        # Any position shows whether the arguments will do.
        rollout(Blokus(variant="duo").new_initial_state(), playouts, seed, policy, threads=1)
        self.playouts = playouts
        self.seed = seed
        self.policy = policy

    def evaluate(self, state: ZelligeState) -> np.ndarray[Any, Any]:
        """The mean result of each player, float64."""
        result = rollout(state.position, self.playouts, self.seed, self.policy, threads=1)
        self.seed = (self.seed + 1) % 2**64
        return result.returns

    def prior(self, state: ZelligeState) -> list[tuple[int, float]]:
        """Each legal action with the same probability; at a chance node its outcomes."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class _Held:
    """A state that is copied without its history."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> _Held:
        return _Held(self.state.clone(history=False))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_Held, (self.state,))


def _views(tensor: np.ndarray[Any, Any], spec: Mapping[str, ArraySpec]) -> dict[str, np.ndarray[Any, Any]]:
    views, at = {}, 0
    for name, array in spec.items():
        views[name] = tensor[at : at + array.size].reshape(array.shape)
        at += array.size
    return views


def _option(value: Any) -> Any:
    """A parameter as an option: sizes and sets may be texts."""
    if not isinstance(value, str):
        return value
    try:
        return parse_value(value)
    except ValueError:
        return value  # a path


def _game_type(kind: type[Game], zero_sum: bool) -> Any:
    chance = pyspiel.GameType.ChanceMode
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"zellige_{kind.name}",
        long_name=f"{kind.__name__} (zellige)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if kind is CasaGrande else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=1 if kind is Casbah else 2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS[kind],
    )


class BlokusGame(ZelligeGame):
    """``zellige_blokus``: parameters ``players``, ``corners``, ``scoring``, ``variant``."""

    kind = Blokus


class CasbahGame(ZelligeGame):
    """``zellige_casbah``: parameters ``size``, ``players``, ``tiles``, ``strict_future``."""

    kind = Casbah


class CasaGrandeGame(ZelligeGame):
    """``zellige_casa_grande``: parameters ``players``, ``blocks``, ``platforms``, ``max_rounds``."""

    kind = CasaGrande


# Classes and no functions: OpenSpiel lets go of what it was given only after the interpreter has ended.
for _game in (BlokusGame, CasbahGame, CasaGrandeGame):
    if f"zellige_{_game.kind.name}" not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(_game.kind, zero_sum=_game.kind is not Casbah), _game)
