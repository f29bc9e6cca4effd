"""Casbah, Casa Grande and Blokus: fast native rules engines, each with a plain-Python twin to hold it against.

>>> import zellige as zl
>>> state = zl.Blokus(players=4, corners="fixed").new_initial_state()
>>> len(state.legal_actions())
58
>>> result = zl.simulate(zl.Blokus(), 100, seed=1)
>>> len(result)
100
"""

from __future__ import annotations

from importlib.metadata import version as _version

from . import blksgf, casbah, draw
from .batch import Batch
from .blokus import Blokus, BlokusRules, BlokusState
from .casa_grande import CasaGrande, CasaGrandeRules, CasaGrandeState
from .casbah import Casbah, CasbahRules, CasbahState
from .crosscheck import CrosscheckReport, crosscheck
from .errors import (
    BadMove,
    BusyError,
    DataError,
    IllegalAction,
    NothingToUndo,
    PositionError,
    Reason,
    RecordError,
    ZelligeError,
)
from .game import Game
from .games import GAMES, load_game
from .observations import ArraySpec
from .perft import perft
from .platforms import PlatformSet
from .record import Record, read_records, write_records
from .replay import to_html
from .rollout import RolloutResult, rollout
from .simulate import SimulationResult, simulate
from .state import CHANCE, TERMINAL, State
from .summary import Summary
from .symmetries import Symmetry
from .tiles import TileSet
from .verify import VerifyReport, verify

__all__ = [
    "CHANCE",
    "GAMES",
    "TERMINAL",
    "ArraySpec",
    "BadMove",
    "Batch",
    "Blokus",
    "BlokusRules",
    "BlokusState",
    "BusyError",
    "CasaGrande",
    "CasaGrandeRules",
    "CasaGrandeState",
    "Casbah",
    "CasbahRules",
    "CasbahState",
    "CrosscheckReport",
    "DataError",
    "Game",
    "IllegalAction",
    "NothingToUndo",
    "PlatformSet",
    "PositionError",
    "Reason",
    "Record",
    "RecordError",
    "RolloutResult",
    "SimulationResult",
    "State",
    "Summary",
    "Symmetry",
    "TileSet",
    "VerifyReport",
    "ZelligeError",
    "blksgf",
    "casbah",
    "crosscheck",
    "draw",
    "load_game",
    "perft",
    "read_records",
    "rollout",
    "simulate",
    "to_html",
    "verify",
    "write_records",
]

__version__ = _version("zellige")
