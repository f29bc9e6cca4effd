"""Positions that nodes set up."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zellige as zl
from zellige import blksgf

PUBLISHED = "AB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]AW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]"
"""The example of the format's description."""


def setup_of(text: str) -> tuple[dict[str, Any], list[str]]:
    [game] = blksgf.loads(text)
    record = game.record
    for engine in ("native", "reference"):
        assert zl.State.from_record(record, engine) == game.replay()
    return record["setup"], record["moves"]


@pytest.mark.parametrize(("to_move", "colour"), [("", 0), ("PL[B]", 0), ("PL[W]", 1), ("PL[2]", 1)])
def test_a_position_in_the_root(to_move: str, colour: int) -> None:
    setup, moves = setup_of(f"(;GM[Blokus Duo]{PUBLISHED}{to_move})")
    assert sum(row.count("0") for row in setup["board"]) == 10
    assert sum(row.count("1") for row in setup["board"]) == 10
    assert [len(hand) for hand in setup["hands"]] == [19, 19]
    assert (setup["to_move"], moves) == (colour, [])


def test_moves_go_on_from_there() -> None:
    assert setup_of(f"(;GM[Blokus Duo]{PUBLISHED};B[c9];W[k6])")[1] == ["c9", "k6"]
    assert setup_of(f"(;GM[Blokus Duo]{PUBLISHED};W[k6];B[c9])")[0]["to_move"] == 1
    with pytest.raises(zl.RecordError, match=r"node 1: W\[k6\]: phase: colour 0 is to move, not colour 1"):
        blksgf.loads(f"(;GM[Blokus Duo]{PUBLISHED}PL[B];W[k6])")


def test_a_set_up_after_moves() -> None:
    text = "(;GM[Blokus Duo];B[e8,e9,f9,d10,e10]C[kept];AB[g6,f7,g7,h7,g8]AW[i4,h5,i5,j5,i6];W[j7,j8,j9,k9,j10])"
    setup, moves = setup_of(text)
    assert setup["to_move"] == 1
    assert moves == ["j7,j8,j9,k9,j10"]
    [game] = blksgf.loads(text)
    assert blksgf.dumps(game) == text
    assert game.comments == {1: "kept"}


def test_pieces_are_taken_away() -> None:
    setup, _ = setup_of("(;GM[Blokus Duo];B[e8,e9,f9,d10,e10];W[j5];AE[e9,e8,f9,d10,e10])")
    assert "I1" not in setup["hands"][1]
    assert len(setup["hands"][0]) == 21
    setup, _ = setup_of("(;GM[Blokus];1[a20];2[t20];AE[a20][t20]A3[t1])")
    assert [len(hand) for hand in setup["hands"]] == [21, 21, 20, 21]


def test_who_is_to_move() -> None:
    setup, moves = setup_of("(;GM[Blokus]PL[3];3[t1];4[a1])")
    assert (setup["to_move"], moves) == (2, ["t1", "a1"])
    [game] = blksgf.loads("(;GM[Blokus]PL[1];1[a20]PL[4];PL[2];2[t20])")  # nothing that is not so anyway
    assert "setup" not in game.record
    setup, moves = setup_of("(;GM[Blokus];1[a20];PL[1]C[again];1[b19,c19])")
    assert (setup["to_move"], moves) == (0, ["b19,c19"])


@pytest.mark.parametrize(
    ("setup", "corners"),
    [("A1[a20][b19,c19]A4[a1]", "fixed"), ("A1[a1]", "any"), ("A1[a20];2[t1]", "any"), ("A1[a20];2[t20]", "fixed")],
)
def test_corners(setup: str, corners: str) -> None:
    [game] = blksgf.loads(f"(;GM[Blokus]{setup})")
    assert game.record["options"]["corners"] == corners


@pytest.mark.parametrize(
    ("setup", "node", "message"),
    [
        ("AB[e10][e11]", 0, "B4: pieces of colour 0 that are set up touch each other at edges"),
        ("AB[a1]", 0, "the position that is set up is not legal: B11: "),
        ("AB[e10][g12]", 0, "the position that is set up is not legal: B1: "),
        ("AB[e10]AW[e10]", 0, "AW[e10]: B2: e10 is occupied already"),
        (";B[e10];AW[e10]", 2, "AW[e10]: B2: e10 is occupied already"),
        (";B[e10];AE[f9]", 2, "AE[f9] takes away a piece that does not lie there"),
        ("A3[e10]", 0, "A3 adds pieces of a colour that the game does not have"),
        ("AB[z1]", 0, "AB[z1]: B2: "),
        ("AB[]", 0, "AB[]: BadMove: "),
        ("AB[e10,e12]", 0, "AB[e10,e12]: B1: "),
        (";AB[e10]PL[4]", 1, "PL[4] names no colour"),
    ],
)
def test_what_is_refused(setup: str, node: int, message: str) -> None:
    with pytest.raises(zl.RecordError) as caught:
        blksgf.loads(f"(;GM[Blokus Duo]{setup})")
    assert caught.value.field == f"node {node}"
    assert caught.value.message.startswith(message)


GAMES = [zl.Blokus(players, corners) for players in (2, 3, 4) for corners in ("any", "fixed")]
GAMES.append(zl.Blokus(variant="duo"))


@settings(max_examples=60)
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32), before=st.integers(1, 90), after=st.integers(0, 9))
def test_a_random_position_comes_back(game: zl.Blokus, seed: int, before: int, after: int) -> None:
    rng = random.Random(seed)
    state = game.new_initial_state()
    for plies in (before, after):
        while not state.is_terminal() and len(state.history()) < plies:
            state.apply_action(rng.choice(state.legal_actions().tolist()))
        if plies == before:
            state = game.state_from(state.to_position() | {"monomino_last": []})
    text = blksgf.dumps(state)
    [again] = blksgf.loads(text)
    assert again.record == state.to_record()
    assert zl.State.from_record(again.record, "reference").key() == state.key()
    assert blksgf.dumps(again) == text


def test_a_last_monomino_cannot_be_expressed(golden: Path) -> None:
    [game] = blksgf.read(golden / "blksgf" / "classic_all_laid.blksgf")
    end = game.replay()
    position = end.to_position()
    assert position["monomino_last"] == [0]
    with pytest.raises(ValueError, match="cannot express a set-up in which a colour has laid all its pieces and I1"):
        blksgf.dumps(end.game.state_from(position))
    other = end.game.state_from(position | {"monomino_last": []})
    assert blksgf.loads(blksgf.dumps(other))[0].record == other.to_record()


def test_the_start_as_a_set_up_is_the_start() -> None:
    state = zl.Blokus(3, "fixed").state_from({"board": {}})
    [game] = blksgf.loads(blksgf.dumps(state))
    assert "setup" not in game.record
    assert game.replay() == state
