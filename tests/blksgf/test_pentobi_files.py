"""Games that Pentobi 31 saved: they load, replay on both engines and come back byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

import zellige as zl
from zellige import blksgf
from zellige.blksgf import SgfGame

GAMES = {
    "classic": zl.Blokus(4, "fixed"),
    "classic_2": zl.Blokus(2, "fixed"),
    "classic_3": zl.Blokus(3, "fixed"),
    "classic_all_laid": zl.Blokus(4, "fixed"),
    "classic_unfinished": zl.Blokus(4, "fixed"),
    "duo": zl.Blokus(variant="duo"),
}


def path_of(golden: Path, name: str) -> Path:
    return golden / "blksgf" / f"{name}.blksgf"


def test_all_files_are_here(golden: Path) -> None:
    assert {path.stem for path in (golden / "blksgf").glob("*.blksgf")} == GAMES.keys()


@pytest.mark.parametrize("name", GAMES)
def test_load_and_replay(golden: Path, name: str, engine: str) -> None:
    [game] = blksgf.read(path_of(golden, name))
    expected = GAMES[name]
    lines = path_of(golden, name).read_text().splitlines()
    moves = [line[3:-1] for line in lines if line[:3] in (";1[", ";2[", ";3[", ";4[", ";B[", ";W[")]
    state = zl.State.from_record(game.record, engine)
    assert state.game == expected
    assert game.record["moves"] == moves
    assert state.is_terminal() == (name != "classic_unfinished")
    assert ("scores" in game.record) == state.is_terminal()
    assert len(game.path) == len(moves) + 1
    assert not game.comments
    assert not game.properties
    assert state == game.replay()


def test_a_colour_that_laid_all_its_pieces(golden: Path) -> None:
    [game] = blksgf.read(path_of(golden, "classic_all_laid"))
    assert game.replay().hand(0) == []
    assert game.record["scores"][0] == 20 - (0 if game.record["moves"][-1] == "c14" else 5)


@pytest.mark.parametrize("name", GAMES)
def test_byte_for_byte(golden: Path, tmp_path: Path, name: str) -> None:
    path = path_of(golden, name)
    games = blksgf.read(path)
    assert blksgf.dumps(games).encode() == path.read_bytes()
    assert blksgf.dumps(games[0].record).encode() == path.read_bytes()
    assert blksgf.dumps(games[0].replay()).encode() == path.read_bytes()
    assert blksgf.dumps(SgfGame.from_record(zl.Record.from_dict(games[0].record))).encode() == path.read_bytes()
    assert blksgf.write(tmp_path / "again.blksgf", games) == 1
    assert (tmp_path / "again.blksgf").read_bytes() == path.read_bytes()


def test_a_collection(golden: Path, tmp_path: Path) -> None:
    paths = [path_of(golden, name) for name in GAMES]
    together = tmp_path / "all.blksgf"
    together.write_bytes(b"\n".join(path.read_bytes() for path in paths))
    games = blksgf.read(together)
    assert [len(game.record["moves"]) for game in games] == [len(path.read_text().splitlines()) - 3 for path in paths]
    assert [game.line for game in games][:2] == [2, len(paths[0].read_text().splitlines()) + 3]
    assert blksgf.dumps(games).encode() == b"".join(path.read_bytes() for path in paths)


def test_verify(golden: Path) -> None:
    report = zl.verify([path_of(golden, name) for name in GAMES])
    assert report
    assert (report.records, report.vectors) == (len(GAMES), 0)
    assert report.plies == sum(len(path_of(golden, name).read_text().splitlines()) - 3 for name in GAMES)
