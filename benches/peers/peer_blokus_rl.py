"""blokus-rl: a Rust engine behind a PettingZoo environment; both are timed, the engine class being the faster."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .contender import Cells, Contender, Games, Session, clock, games_from_lengths, picker

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["contenders"]

_RULES = (
    "Rules and scores are ours with fixed corners. The mover's view of the board has his own corner at the top left.",
    "36,400 action numbers (91 orientations x 400 squares), 30,433 of which can occur.",
    "A colour that cannot move must be passed over by hand: step(None).",
    "No legal list: a mask of 36,400 bytes, which costs a whole observation; the list is its non-zero places.",
)


class _Session:
    """One game in the engine class; which cells an action covers is found by trying it on a copy."""

    def __init__(self, engine: Any) -> None:
        self._game = engine()

    def _pass_over(self) -> None:
        game = self._game
        while not game.is_over and game.terminations[game.agent_selection]:
            game.step(None)

    def _laid(self, game: Any, colour: int) -> npt.NDArray[np.bool_]:
        # Agent 0's view is the board as it lies, top row first; rows are turned over to count from the bottom.
        planes = np.frombuffer(game.observe(0).observation, dtype=bool).reshape(4, 20, 20)
        laid: npt.NDArray[np.bool_] = planes[colour, ::-1].ravel()
        return laid

    def _actions(self) -> dict[Cells, int]:
        self._pass_over()
        colour = self._game.agent_selection
        before = self._laid(self._game, colour)
        actions = {}
        for action in self.legal():
            copy = self._game.copy()
            copy.step(int(action))
            actions[frozenset(np.flatnonzero(self._laid(copy, colour) & ~before).tolist())] = int(action)
        return actions

    def play(self, cells: Cells) -> None:
        self._game.step(self._actions()[cells])
        self._pass_over()

    def legal(self) -> npt.NDArray[np.intp]:
        game = self._game
        return np.frombuffer(game.observe(game.agent_selection).action_mask, dtype=bool).nonzero()[0]

    def placements(self) -> frozenset[Cells]:
        return frozenset(self._actions())


class _Engine(Contender):
    name = "blokus-rl, engine class"
    rules = _RULES

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def play_random_games(self, games: int, seed: int) -> Games:
        pick = picker(seed)
        frombuffer = np.frombuffer
        lengths = []
        start = clock()
        for _ in range(games):
            game = self._engine()
            while not game.is_over:
                agent = game.agent_selection
                if game.terminations[agent]:
                    game.step(None)
                    continue
                # A bool view is ten times faster to scan than the bytes as int8.
                actions = frombuffer(game.observe(agent).action_mask, dtype=bool).nonzero()[0]
                game.step(int(actions[pick(len(actions))]))
            lengths.append(game.ply)
        return games_from_lengths(lengths, clock() - start)

    def session(self) -> Session:
        return _Session(self._engine)


class _Env(Contender):
    name = "blokus-rl, PettingZoo env"
    rules = ("The same engine through its documented interface, reset() between games.",)

    def __init__(self, env: Any) -> None:
        self._env = env

    def play_random_games(self, games: int, seed: int) -> Games:
        pick = picker(seed)
        env = self._env()
        lengths = []
        start = clock()
        for _ in range(games):
            env.reset()
            plies = 0
            for agent in env.agent_iter():
                if env.terminations[agent]:
                    env.step(None)
                    continue
                actions = env.observe(agent)["action_mask"].view(bool).nonzero()[0]
                env.step(int(actions[pick(len(actions))]))
                plies += 1
            lengths.append(plies)
        return games_from_lengths(lengths, clock() - start)


def contenders() -> Sequence[Contender]:
    """The engine class that the environment wraps, and the environment."""
    return [
        _Engine(importlib.import_module("blokus_rl._blokus").PyBlokus),
        _Env(importlib.import_module("blokus_rl").BlokusEnv),
    ]
