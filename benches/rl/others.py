"""Random loops of OpenSpiel and pgx on games of theirs of like size; the games differ, so only the scale is told."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

import zellige.openspiel  # registers our games

__all__ = ["OPENSPIEL", "PGX", "openspiel", "pgx"]

OPENSPIEL = ("zellige_casbah", "zellige_blokus(variant=duo)", "chess", "go(board_size=9)", "amazons")
PGX = ("chess", "go_9x9")


def openspiel(name: str, seconds: float, seed: int) -> tuple[float, float, float]:
    """OpenSpiel's loop in Python, one state after the other: plies, time, plies of a game."""
    game = pyspiel.load_game(name)
    assert game.num_distinct_actions() > 0
    assert zellige.openspiel.NAMES
    rng = np.random.default_rng(seed)
    plies = games = 0
    started = time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        assert abs(sum(state.returns())) < 1e-9
        plies, games = plies + len(state.history()), games + 1
    return plies, spent, plies / games


def pgx(python: str, name: str, seconds: float, batch: int) -> dict[str, Any]:
    """pgx's loop over a batch on the processor, run by a Python that has pgx: plies, seconds, games, length."""
    script = Path(__file__).with_name("pgx_loop.py")
    command = [python, str(script), name, str(seconds), str(batch)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr[-2000:]}")
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result
