"""The single-agent environment."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..errors import IllegalAction
from ..game import Game
from ..observations import Observation
from ..reference.rng import Stream
from ..spaces import RENDER_MODES, as_game, check_render_mode, observation_space, rendered
from ..state import CHANCE, TERMINAL, State
from .opponents import Opponent, Seat, check_illegal_action, choose_action, read_opponents, read_seat, seat_of

__all__ = ["ZelligeEnv"]


class ZelligeEnv(gymnasium.Env[Any, Any]):
    """One player of a game; the others and the dice are played inside `step`.

    The observation is ``state.observation(seat)``. ``info`` holds ``"action_mask"``, an int8 array with 1 for each
    legal action (all zeros at the end), and ``"seat"``. The reward is 0 until the game ends and then the player's
    return, in [-1, 1]. Games always end, so that nothing is truncated.

    After ``reset(seed=s)`` the episode is game number 0 of seed ``s``: dice and named opponents draw from its stream as
    in `zellige.simulate`. Every ``reset()`` without a seed goes on to the next number;
    ``reset(options={"game_number": i})`` plays number ``i``.

    Args:
        game: A game, or a text as `zellige.load_game` reads it.
        seat: The agent's seat (default 0), or ``"random"`` for one that is drawn for each episode.
        opponents: ``"random"`` (default), ``"greedy"`` or a function that takes a state and gives a legal action; or a
            list with one of these per seat, in which the agent's own may be ``None``.
        illegal_action: ``"lose"`` (default): the episode ends with the reward -1, and ``info["illegal_action"]`` is the
            id of the violated rule. ``"raise"``: `step` raises `zellige.IllegalAction` and nothing changes.
        render_mode: ``"ansi"`` for text from ``render()``, ``"human"`` to print it at every step, ``"rgb_array"`` for
            pixels (extra ``[png]``), or ``None``.
        **options: Options of the game, if it is given as a text.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: An argument has a value that does not exist or that the game does not allow.

    >>> env = ZelligeEnv("blokus", variant="duo")
    >>> observation, info = env.reset(seed=0)
    >>> observation, reward, terminated, truncated, info = env.step(0)
    >>> reward, terminated, info["illegal_action"]
    (-1.0, True, 'B11')
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as in Gymnasium

    def __init__(
        self,
        game: Game | str,
        seat: Seat = 0,
        opponents: Opponent | Sequence[Opponent | None] = "random",
        illegal_action: str = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        check_illegal_action(illegal_action)
        self.game = as_game(game, options)
        self.opponents = read_opponents(opponents, self.game.num_players())
        self.seat = read_seat(seat, self.opponents)
        self.illegal_action = illegal_action
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())
        self._seed: int | None = None
        self._number = -1
        self._over = True

    @property
    def position(self) -> State:
        """A copy of the position, such as for search.

        Raises:
            gymnasium.error.ResetNeeded: `reset` was not called yet.
        """
        return self._begun().clone()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode and plays to the agent's first decision.

        Args:
            seed: 0 to 2**64 - 1; ``None`` for the next game of the seed so far, or of a drawn one.
            options: ``{"game_number": i}`` to play the ``i``-th game of the seed.

        Raises:
            TypeError: The seed or the number is no integer.
            ValueError: The seed or the number is out of range.
        """
        number = (options or {}).get("game_number", 0 if seed is not None else self._number + 1)
        word = self._seed if seed is None else seed
        if word is None:
            word = int(self.np_random.integers(2**64, dtype=np.uint64))
        stream = Stream(word, number)
        super().reset(seed=seed)
        self._seed, self._number, self._stream = int(word), int(number), stream
        self._player = seat_of(self.seat, self._seed, self._number, self.game.num_players())
        self._state = self.game.new_initial_state()
        self._play_others()
        self._over = self._state.is_terminal()
        if self.render_mode == "human":
            self.render()
        return self._state.observation(self._player), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays the agent's action, then everybody else's until the agent is to move again or the game is over.

        Raises:
            IllegalAction: The agent's action is illegal and ``illegal_action`` is ``"raise"``, or an opponent's is;
                nothing has changed.
            TypeError: The action is no integer.
            gymnasium.error.ResetNeeded: The episode is over, or was never begun.
        """
        state = self._begun()
        if self._over:
            raise gymnasium.error.ResetNeeded("the episode is over; call reset()")
        reward, rule = 0.0, None
        try:
            state.apply_action(action)
        except IllegalAction as why:
            if self.illegal_action == "raise":
                raise
            reward, rule, self._over = -1.0, why.rule, True
        else:
            self._play_others(undo=1)
            self._over = state.is_terminal()
            if self._over:
                reward = float(state.returns()[self._player])
        if self.render_mode == "human":
            self.render()
        info = self._info() if rule is None else self._info() | {"illegal_action": rule}
        return state.observation(self._player), reward, self._over, False, info

    def render(self) -> Any:
        """The board as text or pixels, or ``None`` after printing it in the mode ``"human"``."""
        return rendered(self._begun(), self.render_mode)

    def _begun(self) -> State:
        try:
            return self._state
        except AttributeError:
            raise gymnasium.error.ResetNeeded("call reset() before anything else") from None

    def _play_others(self, undo: int = 0) -> None:
        """Plays until the agent is to move or the game is over; if that fails, takes back that and ``undo`` moves."""
        state = self._state
        stream = copy.copy(self._stream)
        played = undo
        try:
            while (player := state.current_player()) not in (self._player, TERMINAL):
                opponent = "random" if player == CHANCE else self.opponents[player]
                state.apply_action(choose_action(state, opponent, self._stream))
                played += 1
        except BaseException:
            for _ in range(played):
                state.undo_action()
            self._stream = stream
            raise

    def _info(self) -> dict[str, Any]:
        mask: npt.NDArray[np.int8]
        if self._over:
            mask = np.zeros(self.game.num_distinct_actions(), np.int8)
        else:
            mask = self._state.legal_actions_mask().view(np.int8)
        return {"action_mask": mask, "seat": self._player}
