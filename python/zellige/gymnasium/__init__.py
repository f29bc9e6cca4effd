"""Gymnasium environments of all games (extra ``[rl]``): one player against built-in opponents.

Importing this module registers ``zellige/Blokus-v0``, ``zellige/BlokusDuo-v0``, ``zellige/Casbah-v0`` and
``zellige/CasaGrande-v0``; ``gymnasium.make("zellige.gymnasium:zellige/Casbah-v0")`` imports it by itself. Options of
the game are keyword arguments beside those of `ZelligeEnv`, and ``gymnasium.make_vec`` gives a `ZelligeVectorEnv`,
which steps many games at once.

>>> import gymnasium
>>> env = gymnasium.make("zellige.gymnasium:zellige/Casbah-v0", size="4x4", opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> reward, terminated = 0.0, False
>>> while not terminated:
...     action = int(info["action_mask"].argmax())  # the first legal one
...     observation, reward, terminated, truncated, info = env.step(action)
>>> reward in (-1.0, 0.0, 1.0)
True
"""

from __future__ import annotations

try:
    import gymnasium as _gymnasium
except ImportError as why:
    raise ImportError("zellige.gymnasium needs gymnasium: pip install 'zellige[rl]'") from why

from .env import ZelligeEnv
from .opponents import Opponent
from .vector import ZelligeVectorEnv

__all__ = ["IDS", "Opponent", "ZelligeEnv", "ZelligeVectorEnv"]

IDS = {
    "zellige/Blokus-v0": "blokus",
    "zellige/BlokusDuo-v0": "blokus(variant=duo)",
    "zellige/Casbah-v0": "casbah",
    "zellige/CasaGrande-v0": "casa_grande",
}
"""The registered ids and the game of each."""

for _id, _game in IDS.items():
    if _id not in _gymnasium.registry:
        _gymnasium.register(
            _id,
            entry_point="zellige.gymnasium:ZelligeEnv",
            vector_entry_point="zellige.gymnasium:ZelligeVectorEnv",
            kwargs={"game": _game},
        )
