"""PettingZoo environments of all games (extra ``[rl]``).

An `AEC <https://pettingzoo.farama.org/api/aec/>`_ environment per game, with agents ``player_0``, ``player_1``, ...:

* An observation is ``{"observation": state.observation(player), "action_mask": int8 array}``; the mask is in
  ``infos[agent]["action_mask"]`` too. It is all zeros for an agent that is not to move and at the end. Arrays are made
  anew at every step and belong to the caller.
* Only agents that have something to decide are selected: skipped players are passed over, and an agent that moves
  several times in a row (Casa Grande) is selected several times in a row.
* Dice are rolled inside, from zellige's own streams: after ``reset(seed=s)`` the episode draws from the stream of
  game 0 of seed ``s``, and each ``reset()`` without a seed goes on to the next game number. Without any seed one is
  drawn.
* Rewards are 0 until the end and then ``state.returns()``.
* `copy.deepcopy` and `pickle` keep the position, the dice to come and everything else.

>>> from zellige import pettingzoo
>>> env = pettingzoo.env("casbah(size=4x4)")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     done = termination or truncation
...     env.step(None if done else env.action_space(agent).sample(info["action_mask"]))
>>> env.agents
[]
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
import numpy.typing as npt

from .game import Game
from .reference.rng import Stream
from .spaces import RENDER_MODES, action_mask_space, as_game, check_render_mode, observation_space, rendered
from .state import State

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as why:
    raise ImportError("zellige.pettingzoo needs pettingzoo: pip install 'zellige[rl]'") from why

__all__ = ["env", "raw_env"]


def env(game: Game | str, render_mode: str | None = None, illegal_action: str = "raise") -> AECEnv:
    """A game as a PettingZoo environment that checks the order of calls.

    Args:
        game: A game, or a text as `zellige.load_game` reads it.
        render_mode: ``"ansi"`` for text from ``render()``, ``"human"`` to print it at every step, ``"rgb_array"`` for
            pixels (extra ``[png]``), or ``None``.
        illegal_action: ``"raise"`` (default): `step` raises `zellige.IllegalAction` and nothing changes.
            ``"terminate"``: as in PettingZoo's own board games the episode ends and the agent gets -1, the others 0;
            a number outside of the action space is an AssertionError.

    Raises:
        TypeError: ``game`` is neither a game nor a text.
        ValueError: There is no such game or option, render mode or treatment of illegal actions.

    >>> import zellige as zl
    >>> duo = env(zl.Blokus(variant="duo"))
    >>> duo.reset(seed=0)
    >>> duo.step(0)
    Traceback (most recent call last):
    ...
    zellige.errors.IllegalAction: a1: B11: the first piece does not cover the colour's starting square
    >>> duo.agent_selection
    'player_0'
    """
    if illegal_action not in ("raise", "terminate"):
        raise ValueError(f"illegal_action must be 'raise' or 'terminate', not {illegal_action!r}")
    environment: AECEnv = raw_env(game, render_mode)
    if illegal_action == "terminate":
        environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
        environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class raw_env(AECEnv):  # noqa: N801  # PettingZoo's name for it
    """A game as a PettingZoo environment, without wrappers: the fastest.

    Args:
        game: A game, or a text as `zellige.load_game` reads it.
        render_mode: ``"ansi"``, ``"human"``, ``"rgb_array"`` or ``None``; see `env`.

    Raises:
        TypeError: ``game`` is neither a game nor a text.
        ValueError: There is no such game, option or render mode.

    >>> environment = raw_env("casa_grande")
    >>> environment.reset(seed=5)
    >>> environment.position.history()  # the first die
    [2]
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # an instance has its own
        "name": "zellige_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.game = as_game(game)
        self.render_mode = render_mode
        self._actions = self.game.num_distinct_actions()
        self.metadata = {**type(self).metadata, "name": f"{self.game.name}_v0"}
        self.possible_agents = [f"player_{player}" for player in range(self.game.num_players())]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": observation_space(self.game), "action_mask": action_mask_space(self.game)}
            )
            for agent in self.possible_agents
        }
        self._seats = {agent: player for player, agent in enumerate(self.possible_agents)}
        self._seed: int | None = None
        self._episode = 0

    @property
    def position(self) -> State:
        """A copy of the position, such as for search.

        Raises:
            RuntimeError: `reset` was not called yet.
        """
        return self._live().clone()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations; the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """``Discrete(game.num_distinct_actions())``; the same object at every call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode.

        Args:
            seed: 0 to 2**64 - 1, the seed of the dice; ``None`` for the next game number of the seed so far.
            options: Not used.

        Raises:
            TypeError: The seed is no integer.
            ValueError: The seed is out of range.
        """
        del options
        if seed is not None:
            word, number = seed, 0
        elif self._seed is not None:
            word, number = self._seed, self._episode + 1
        else:
            word, number = secrets.randbits(64), 0
        self._stream = Stream(word, number)
        self._seed, self._episode = int(word), number
        self._state = self.game.new_initial_state()
        self._skip_agent_selection = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {}
        self._settle()

    def step(self, action: int | None) -> None:
        """Plays the selected agent's action; ``None`` once the agent is terminated.

        Raises:
            IllegalAction: The rules do not allow it; nothing has changed.
            TypeError: The action is no integer.
            RuntimeError: `reset` was not called yet.
        """
        state = self._live()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        state.apply_action(action)  # type: ignore[arg-type]  # None is refused as it should be
        self._cumulative_rewards[agent] = 0.0
        self._settle()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now: its observation and its mask, in arrays of the caller's own."""
        state = self._live()
        info = self.infos.get(agent)
        mask = self._no_mask() if info is None else info["action_mask"].copy()
        return {"observation": state.observation(self._seats[agent]), "action_mask": mask}

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board as text or pixels, or ``None`` after printing it in the mode ``"human"``."""
        return rendered(self._live(), self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _live(self) -> State:
        try:
            return self._state
        except AttributeError:
            raise RuntimeError("call reset() before anything else") from None

    def _settle(self) -> None:
        """Rolls dice until somebody has to decide or the game is over, and selects who is next."""
        state = self._state
        player = state.current_player()
        while player == -1:
            outcomes = state.legal_actions()
            state.apply_action(outcomes[self._stream.below(len(outcomes))])
            player = state.current_player()
        if player < 0:
            results = state.returns().tolist()
            for agent, seat in self._seats.items():
                self.rewards[agent] = results[seat]
                self.terminations[agent] = True
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
            self.infos = {agent: {"action_mask": self._no_mask()} for agent in self.agents}
        else:
            self.agent_selection = self.possible_agents[player]
            infos = {agent: {"action_mask": self._no_mask()} for agent in self.agents}
            infos[self.agent_selection] = {"action_mask": state.legal_actions_mask().view(np.int8)}
            self.infos = infos
        if self.render_mode == "human":
            self.render()

    def _no_mask(self) -> npt.NDArray[np.int8]:
        return np.zeros(self._actions, np.int8)
