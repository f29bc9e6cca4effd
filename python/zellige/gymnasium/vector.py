"""Many single-agent environments at once, over `zellige.Batch`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import error, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..batch import Batch
from ..errors import IllegalAction
from ..game import Game
from ..observations import Observation
from ..reference.rng import Stream
from ..spaces import as_game, observation_space
from ..state import CHANCE, State
from .opponents import Opponent, Seat, check_illegal_action, choose_action, read_opponents, read_seat, seat_of
from .streams import Streams

__all__ = ["ZelligeVectorEnv"]

Slots = npt.NDArray[np.bool_]


class ZelligeVectorEnv(VectorEnv[Observation, npt.NDArray[Any], npt.NDArray[Any]]):
    """``num_envs`` games of `ZelligeEnv`, stepped together; ``gymnasium.make_vec`` makes it.

    After ``reset(seed=s)`` slot ``j`` plays, in its ``e``-th episode, game number ``e * num_envs + j`` of seed ``s``,
    the very game that a `ZelligeEnv` plays after ``reset(seed=s, options={"game_number": e * num_envs + j})``.
    Observations, rewards and infos are new arrays at every call and are laid out as in Gymnasium's own vector
    environments.

    Args:
        num_envs: How many games.
        game: A game, or a text as `zellige.load_game` reads it.
        seat: As for `ZelligeEnv`.
        opponents: As for `ZelligeEnv`; ``"random"`` is fast, others are asked game by game.
        illegal_action: As for `ZelligeEnv`; a raised `zellige.IllegalAction` has the slot as ``index``.
        autoreset_mode: When a finished game begins anew: a member of ``gymnasium.vector.AutoresetMode`` or its name.
        threads: Native threads.
        **options: Options of the game, if it is given as a text.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: An argument has a value that does not exist or that the game does not allow.

    >>> envs = ZelligeVectorEnv(3, "casbah", size="4x4")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["room"].shape, infos["action_mask"].shape
    ((3, 4, 7), (3, 456))
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminations, truncations, infos = envs.step(actions)
    >>> rewards
    array([0., 0., 0.])
    """

    def __init__(
        self,
        num_envs: int,
        game: Game | str,
        seat: Seat = 0,
        opponents: Opponent | Sequence[Opponent | None] = "random",
        illegal_action: str = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        **options: Any,
    ) -> None:
        check_illegal_action(illegal_action)
        self.game = as_game(game, options)
        self.opponents = read_opponents(opponents, self.game.num_players())
        self.seat = read_seat(seat, self.opponents)
        self.illegal_action = illegal_action
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self._batch = Batch(self.game, num_envs, threads=threads, autoreset="DISABLED", chance="external")
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.num_distinct_actions())
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._streams = Streams(num_envs)
        self._seed: int | None = None
        self._episodes = np.full(num_envs, -1, np.int64)
        self._players = np.zeros(num_envs, np.int32)
        self._over = np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode in every slot, or in those of ``options["reset_mask"]``.

        Args:
            seed: 0 to 2**64 - 1; episodes then count from 0 again. ``None`` goes on with the seed so far, or draws one.
            options: ``{"reset_mask": bool array}`` to begin only there; not together with a seed.

        Raises:
            TypeError: The seed is no integer, or the mask no bool array.
            ValueError: The seed is out of range, or the mask has another shape, is empty or comes with a seed.
        """
        where = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            where = self._checked_mask(options["reset_mask"])
            if seed is not None or self._seed is None:
                raise ValueError("reset_mask goes on with the seed so far; call reset(seed=...) for all games first")
        if seed is not None or self._seed is None:
            word = secrets.randbits(64) if seed is None else seed
            Stream(word)  # refuses what is no seed
            super().reset(seed=seed)
            self._seed = int(word)
            self._episodes[:] = -1
        self._begin(where)
        return self._observe(), self._infos()

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Plays an action in every game, then everybody else's moves.

        Args:
            actions: One per slot, shape ``(num_envs,)``, whole numbers. With ``NEXT_STEP`` that of a finished game is
                ignored and the game begins anew.

        Raises:
            IllegalAction: An action is illegal and ``illegal_action`` is ``"raise"``, or an opponent's is; nothing has
                changed.
            TypeError: The actions are no whole numbers.
            ValueError: They have another shape.
            gymnasium.error.ResetNeeded: `reset` was not called, or a game is over and the mode is ``DISABLED``.
        """
        chosen = self._checked_actions(actions)
        was_over = self._over.copy()
        if self.autoreset_mode is AutoresetMode.DISABLED and was_over.any():
            slot = int(was_over.argmax())
            raise error.ResetNeeded(f"game {slot} is over; call reset() with a reset_mask")
        rules = self._violations(chosen, ~was_over)
        lost = np.array([rule is not None for rule in rules], np.bool_)
        done = self._play(chosen, ~(was_over | lost))
        rewards = np.where(lost, -1.0, 0.0)
        rewards[done] = self._batch.returns()[done, self._players[done]]
        ended = lost | done
        self._over |= ended
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._begin(was_over)
        if self.autoreset_mode is not AutoresetMode.SAME_STEP or not ended.any():
            infos = self._infos(rules)
            return self._observe(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos
        final = self._finals(ended, rules)
        self._begin(ended)
        return self._observe(), rewards, ended, np.zeros(self.num_envs, np.bool_), self._infos() | final

    def position(self, slot: int) -> State:
        """A copy of one game's position."""
        return self._batch.state(slot)

    # ---- Playing -----------------------------------------------------------------------------------------------------

    def _begin(self, where: Slots) -> None:
        """Begins the next episode in some slots and plays to the agents' first decisions."""
        if not where.any():
            return
        assert self._seed is not None
        self._episodes[where] += 1
        slots = np.flatnonzero(where).tolist()
        numbers = [int(self._episodes[slot]) * self.num_envs + slot for slot in slots]
        self._streams.begin(where, self._seed, numbers)
        seats = [seat_of(self.seat, self._seed, number, self.game.num_players()) for number in numbers]
        self._players[where] = seats
        self._batch.reset(mask=where)
        self._over[where] = False
        self._over |= self._play_others(where)

    def _play(self, moves: npt.NDArray[np.int64], where: Slots) -> Slots:
        """Plays some agents' moves and all others'; the games that are over by it. If that fails nothing changes."""
        asked = any(callable(opponent) for opponent in self.opponents)
        saved = (self._batch.clone(), self._streams.copy()) if asked else None
        try:
            done = self._batch.step(moves, where).copy()
            done |= self._play_others(where & ~done)
        except BaseException:
            if saved is not None:
                self._batch, self._streams = saved
            raise
        return done

    def _play_others(self, where: Slots) -> Slots:
        """Plays dice and opponents in some slots until their agents are to move or their games are over: these."""
        over = np.zeros(self.num_envs, np.bool_)
        named = np.array([opponent == "random" for opponent in self.opponents], np.bool_)
        while True:
            players = self._batch.current_players()
            waiting = where & ~over & (players != self._players)
            if not waiting.any():
                return over
            moves = np.zeros(self.num_envs, np.int32)
            drawn = waiting & ((players == CHANCE) | named[np.maximum(players, 0)])
            if drawn.any():
                offsets, actions = self._batch.legal()
                picks = self._streams.below(drawn, np.diff(offsets)[drawn])
                moves[drawn] = actions[offsets[:-1][drawn] + picks]
            for slot in np.flatnonzero(waiting & ~drawn).tolist():
                moves[slot] = self._asked(slot, self.opponents[players[slot]])
            over |= self._batch.step(moves, waiting)

    def _asked(self, slot: int, opponent: Opponent | None) -> int:
        """What an opponent plays who is asked game by game."""
        state = self._batch.state(slot)
        if callable(opponent):
            action = opponent(state.clone())
            state.apply_action(action)  # refuses what is illegal before anything is played
            return int(action)
        one = np.arange(self.num_envs) == slot
        stream = _OneSlot(self._streams, one)
        return choose_action(state, opponent, stream)

    def _violations(self, chosen: npt.NDArray[np.int64], where: Slots) -> list[str | None]:
        """The violated rule of each illegal action, ``None`` for the others."""
        rules: list[str | None] = [None] * self.num_envs
        offsets, actions = self._batch.legal()
        width = self.game.num_distinct_actions()
        # Slot and action as one number: the lists one after the other are ascending, so that a search finds it.
        slots = np.arange(self.num_envs)
        keys = np.repeat(slots * width, np.diff(offsets)) + actions
        wanted = slots * width + np.clip(chosen, 0, width - 1)
        found = keys.take(np.searchsorted(keys, wanted), mode="clip") == wanted if len(keys) else where & False
        found &= (chosen >= 0) & (chosen < width)
        for slot in np.flatnonzero(where & ~found).tolist():
            state = self._batch.state(slot)
            try:
                state.apply_action(int(chosen[slot]))
            except IllegalAction as why:
                if self.illegal_action == "raise":
                    raise IllegalAction(why.move, why.reasons, index=slot) from None
                rules[slot] = why.rule
        return rules

    # ---- What is handed out ------------------------------------------------------------------------------------------

    def _observe(self) -> Observation:
        """Every agent's observation, in new arrays."""
        observations = {name: array.copy() for name, array in self._batch.observe().items()}
        for slot in np.flatnonzero(self._batch.current_players() != self._players).tolist():  # games that are over
            for name, array in self._batch.state(slot).observation(int(self._players[slot])).items():
                observations[name][slot] = array
        return observations

    def _infos(self, rules: Sequence[str | None] = (), where: Slots | None = None) -> dict[str, Any]:
        """The infos of some slots (default: all), each with the mask of the slots that have it."""
        where = np.ones(self.num_envs, np.bool_) if where is None else where
        mask = self._batch.mask().view(np.int8).copy()
        mask[self._over | ~where] = 0
        infos: dict[str, Any] = {
            "action_mask": mask,
            "_action_mask": where.copy(),
            "seat": np.where(where, self._players, 0).astype(np.int64),
            "_seat": where.copy(),
        }
        if any(rule is not None for rule in rules):
            infos["illegal_action"] = np.array(rules, object)
            infos["_illegal_action"] = np.array([rule is not None for rule in rules], np.bool_)
        return infos

    def _finals(self, ended: Slots, rules: Sequence[str | None]) -> dict[str, Any]:
        """The last observations and infos of games that ended and are about to begin anew."""
        last = np.full(self.num_envs, None, object)
        for slot in np.flatnonzero(ended).tolist():
            last[slot] = self._batch.state(slot).observation(int(self._players[slot]))
        return {
            "final_obs": last,
            "_final_obs": ended.copy(),
            "final_info": self._infos(rules, ended),
            "_final_info": ended.copy(),
        }

    # ---- What comes in -----------------------------------------------------------------------------------------------

    def _checked_actions(self, actions: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        if self._seed is None:
            raise error.ResetNeeded("call reset() before anything else")
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {chosen.dtype}")
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"actions must have the shape {(self.num_envs,)}, not {chosen.shape}")
        return chosen.astype(np.int64)

    def _checked_mask(self, mask: object) -> Slots:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("reset_mask must be a numpy array of bool")
        if mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask must have the shape {(self.num_envs,)}, not {mask.shape}")
        if not mask.any():
            raise ValueError("reset_mask must name at least one game")
        return mask


class _OneSlot(Stream):
    """The stream of one slot, for policies that draw from a `Stream`."""

    __slots__ = ("_all", "_slot")

    def __init__(self, streams: Streams, slot: Slots) -> None:
        self._all, self._slot = streams, slot

    def below(self, n: int) -> int:
        return int(self._all.below(self._slot, np.array([n]))[0])


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    """The autoreset mode of a member, its name or its value."""
    if isinstance(mode, AutoresetMode):
        return mode
    if not isinstance(mode, str):
        raise TypeError(f"autoreset_mode must be an AutoresetMode or its name, not {type(mode).__name__}")
    for member in AutoresetMode:
        if mode in (member.name, member.value):
            return member
    names = ", ".join(member.name for member in AutoresetMode)
    raise ValueError(f"autoreset_mode must be one of {names}, not {mode!r}")
