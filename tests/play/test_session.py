"""One game between people and policies."""

from __future__ import annotations

import pytest

import zellige as zl
from zellige.play import Session
from zellige.reference.rng import Stream


def game_of(kind: type[zl.Game]) -> zl.Game:
    return {"casbah": zl.Casbah((4, 4)), "casa_grande": zl.CasaGrande(max_rounds=4)}.get(kind.name) or kind()


def test_only_people_are_asked(kind: type[zl.Game]) -> None:
    for seat in range(2):
        session = Session(game_of(kind), {seat}, "greedy", seed=5)
        while not session.state.is_terminal():
            assert session.state.current_player() == seat
            moves = session.state.legal_moves()
            before = len(session.log)
            entries = session.play(moves[len(moves) // 2])
            assert (entries[0].player, entries[0].by, entries[0].ply) == (seat, "person", before + 1)
            assert all(entry.by != "person" for entry in entries[1:])
        assert [entry.move for entry in session.log] == session.record()["moves"]
        assert all((entry.by == "die") == entry.move.startswith("die=") for entry in session.log)
        assert {entry.player for entry in session.log if entry.by == "person"} == {seat}
        assert zl.State.from_record(session.record()) == session.state


def test_undo_goes_back_to_the_last_move_of_a_person(kind: type[zl.Game], engine: str) -> None:
    session = Session(game_of(kind), {0}, "random", seed=5, engine=engine)  # type: ignore[arg-type]
    keys, logs = [session.state.key()], [list(session.log)]
    for _ in range(4):
        session.play(session.state.legal_moves()[0])
        keys.append(session.state.key())
        logs.append(list(session.log))
    for key, log in zip(keys[-2::-1], logs[-2::-1], strict=True):
        assert session.undo() > 0
        assert (session.state.key(), session.log) == (key, log)
    assert session.undo() == 0
    # The dice and the others do the same again, and the two engines do the same at all.
    for key in keys[1:]:
        session.play(session.state.legal_moves()[0])
        assert session.state.key() == key


def test_the_seed_makes_the_game() -> None:
    games = [Session(zl.CasaGrande(), {0}, "random", seed).log[0].move for seed in range(30)]
    assert games == [Session(zl.CasaGrande(), {0}, "greedy", seed).log[0].move for seed in range(30)]
    assert games == [f"die={1 + Stream(seed).below(6)}" for seed in range(30)]


def test_all_seats_and_solo() -> None:
    session = Session(zl.Casbah((3, 2)), {0, 1})
    while not session.state.is_terminal():
        session.play(session.state.legal_moves()[0])
    assert {entry.by for entry in session.log} == {"person"}
    assert Session(zl.Casbah((6, 6), 1), {0}).state.legal_moves() == ["F/2@0,0"]


def test_a_refused_move_changes_nothing() -> None:
    session = Session(zl.Blokus(), {1}, seed=3)
    before = (session.state.key(), list(session.log))
    for move in ("a1,a2,a3,a4,a5,a6", "f6", "x", ""):
        with pytest.raises(zl.ZelligeError):
            session.play(move)
        assert (session.state.key(), session.log) == before


def test_moves_are_written_as_the_rules_write_them() -> None:
    session = Session(zl.Blokus(), {0, 1, 2, 3})
    assert session.play("b20,a20,a19")[0].move == "a19,a20,b20"
    casbah = Session(zl.Casbah((6, 6), 1), {0})
    casbah.play("F/2@0,0")
    assert casbah.play("DDDD/3@0,1")[0].move == "DDDD/0@0,1"


@pytest.mark.parametrize("seats", [[], [4], [-1], [0, 7]])
def test_seats_that_do_not_exist(seats: list[int]) -> None:
    with pytest.raises(ValueError, match="a seat is one of the players 0 to 3 of blokus"):
        Session(zl.Blokus(), seats)
    with pytest.raises(ValueError, match="there is no opponent 'best'"):
        Session(zl.Blokus(), [0], "best")
