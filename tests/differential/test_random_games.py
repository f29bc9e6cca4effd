"""Both engines side by side over random games; hypothesis draws moves as indices, so that failures shrink."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import zellige as zl


def test_crosscheck_finds_no_difference(game: zl.Game) -> None:
    report = zl.crosscheck(game, games=3, seed=2026)
    assert report, report


@settings(max_examples=8)
@given(data=st.data())
def test_walks_chosen_move_by_move(game: zl.Game, data: st.DataObject) -> None:
    native = game.new_initial_state()
    twin = game.new_initial_state(engine="reference")
    for _ in range(data.draw(st.integers(0, 30), label="plies")):
        legal = native.legal_actions()
        assert legal.tolist() == twin.legal_actions().tolist()
        if not len(legal):
            break
        action = int(legal[data.draw(st.integers(0, len(legal) - 1), label="index")])
        native.apply_action(action)
        twin.apply_action(action)
        assert native.current_player() == twin.current_player()
        assert native.key() == twin.key()
        assert native == twin
        assert hash(native) == hash(twin)
        assert native.scores().tolist() == twin.scores().tolist()
    assert native.to_record() == twin.to_record()
    while native.history():
        native.undo_action()
        twin.undo_action()
        assert native.key() == twin.key()
