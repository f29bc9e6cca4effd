"""An observation, whoever it is made for, determines the legal actions."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import zellige as zl
from zellige.games import game_from_options

from . import rebuild, rebuild_blokus
from .own_sets import own_games


def check(game: zl.Game, games: int) -> None:
    rng = np.random.default_rng(3)
    for _ in range(games):
        state = game.new_initial_state()
        while True:
            # One viewer by lot at every ply, or the player to move.
            viewer = rng.choice([None, *range(game.num_players())])
            legal = state.legal_actions()
            assert rebuild.legal(game, state.observation(viewer)) == legal.tolist(), (viewer, state.to_record())
            if state.is_terminal():
                break
            state.apply_action(rng.choice(legal))


def test_every_combination_of_options(game: zl.Game) -> None:
    check(game, 2)


@pytest.mark.parametrize("own", own_games(), ids=lambda game: f"{game.name}-{game.num_players()}")
def test_sets_of_ones_own(own: zl.Game) -> None:
    check(own, 4)


@pytest.mark.parametrize("file", ["blokus/blokus_oracle", "casbah/casbah_oracle", "casa_grande/casa_grande_oracle"])
def test_golden_games(golden: Path, file: str) -> None:
    # Among them are games that were made to reach what random ones seldom do, such as platforms on their twins.
    for line in (golden / f"{file}.jsonl").read_text().splitlines()[::2]:
        record = json.loads(line)
        game = game_from_options(record["game"], record["options"])
        state = game.new_initial_state()
        for ply, move in enumerate(entry["move"] for entry in record["plies"]):
            seen = state.observation(ply % game.num_players())
            assert rebuild.legal(game, seen) == state.legal_actions().tolist(), (ply, record)
            state.push(move)


def test_blokus_planes_are_those_of_the_board() -> None:
    rng = np.random.default_rng(4)
    for game in (zl.Blokus(3), zl.Blokus(2, "fixed"), zl.Blokus(variant="duo")):
        state = game.new_initial_state()
        while not state.is_terminal():
            for player in range(game.num_players()):
                seen = state.observation(player)
                forbidden, corners = rebuild_blokus.planes(game, seen, 0)
                assert np.array_equal(forbidden, seen["forbidden"])
                assert np.array_equal(corners, seen["corners"])
            state.apply_action(rng.choice(state.legal_actions()))
