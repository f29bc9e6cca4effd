"""PettingZoo environments, stepped by a random player: ours and PettingZoo's own chess."""

from __future__ import annotations

import statistics
import time
import warnings
from typing import Any

import numpy as np

import zellige as zl
from zellige import pettingzoo

__all__ = ["check", "environments", "steps"]


def environments() -> dict[str, Any]:
    """The environments without wrappers, by name; chess only if it can be made."""
    made: dict[str, Any] = {f"zellige {name}": pettingzoo.raw_env(name) for name in ("casbah", "casa_grande", "blokus")}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            from pettingzoo.classic.chess.chess import raw_env
        except ImportError:
            print("PettingZoo's chess needs: pip install 'pettingzoo' chess pygame-ce")
        else:
            made["PettingZoo chess_v6"] = raw_env()
    return made


def steps(environment: Any, seconds: float, seed: int) -> tuple[list[float], list[float]]:
    """Seconds of each `step` and of each `last` with its observation, for about so long."""
    rng = np.random.default_rng(seed)
    environment.reset(seed=seed)
    stepping, observing = [], []
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        if not environment.agents:
            environment.reset()
        before = time.perf_counter()
        observation, _, termination, truncation, _ = environment.last()
        observing.append(time.perf_counter() - before)
        if termination or truncation:
            environment.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        action = int(legal[rng.integers(len(legal))])
        before = time.perf_counter()
        environment.step(action)
        stepping.append(time.perf_counter() - before)
    return stepping, observing


def check(seed: int) -> None:
    """That what an environment of ours plays is a game by the rules, ply by ply on the reference engine."""
    for name, kind in zl.GAMES.items():
        environment = pettingzoo.raw_env(name)
        environment.reset(seed=seed)
        rng = np.random.default_rng(seed)
        while not any(environment.terminations.values()):
            legal = np.flatnonzero(environment.infos[environment.agent_selection]["action_mask"])
            environment.step(int(legal[rng.integers(len(legal))]))
        twin = kind().new_initial_state(engine="reference")
        for action in environment.position.history():
            twin.apply_action(action)
        assert twin.is_terminal()
        assert twin.returns().tolist() == list(environment.rewards.values())


def microseconds(times: list[float]) -> float:
    """The median."""
    return statistics.median(times) * 1e6
