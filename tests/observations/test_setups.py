"""Positions that were set up by hand are observed like any other."""

from __future__ import annotations

import numpy as np
import pytest

import zellige as zl
from zellige.crosscheck.compare import same
from zellige.game import Engine

from . import rebuild
from .own_sets import own_games

BLOKUS = [zl.Blokus(), zl.Blokus(3), zl.Blokus(2, "fixed"), zl.Blokus(3, "fixed"), zl.Blokus(variant="duo")]


OTHERS = [zl.CasaGrande(3), zl.Casbah((4, 9), 3, "reconstruction-walls"), zl.Casbah(players=1), *own_games()]


@pytest.mark.parametrize("own", [*BLOKUS, *OTHERS], ids=lambda game: f"{game.name}-{game.num_players()}")
def test_written_and_set_up_again(own: zl.Game, engine: Engine) -> None:
    """A set-up has no history, nor what lies under platforms."""
    rng = np.random.default_rng(9)
    state = own.new_initial_state()
    while not state.is_terminal():
        if rng.random() < 0.1:
            twin = own.state_from(state.to_position(), engine)
            for viewer in (None, *range(own.num_players())):
                assert same(twin.observation(viewer), state.observation(viewer))
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("own", BLOKUS, ids=str)
def test_pieces_that_no_game_left_like_this(own: zl.Blokus) -> None:
    """Takes pieces away from a random position, so that colours have laid what they could not have in turn."""
    rng = np.random.default_rng(8)
    accepted = 0
    for _ in range(25):
        state = own.new_initial_state()
        for _ in range(rng.integers(1, 40)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        board = state.board()
        moves = state.history()
        for action in rng.choice(
            np.array(moves, dtype=int), size=min(len(moves), int(rng.integers(0, 5))), replace=False
        ):
            for square in state.action_to_string(action).split(","):
                board[int(square[1:]) - 1, ord(square[0]) - ord("a")] = -1
        try:
            native = own.state_from({"board": board})
        except zl.PositionError:
            continue
        accepted += 1
        reference = own.state_from({"board": board}, "reference")
        for viewer in (None, *range(own.num_players())):
            seen = native.observation(viewer)
            assert same(seen, reference.observation(viewer))
            assert rebuild.legal(own, seen) == native.legal_actions().tolist()
            for symmetry in own.symmetries():
                mapped = np.sort(symmetry.actions[native.legal_actions()])
                assert rebuild.legal(own, symmetry.observation(seen)) == mapped.tolist()
    assert accepted >= 5
