"""Converting files: every way there and back, and nothing half."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zellige as zl
from zellige import blksgf
from zellige.convert import convert
from zellige.record import read_records, write_records
from zellige.simulation_files import load_simulation

BLOKUS = [zl.Blokus(4), zl.Blokus(3, "fixed"), zl.Blokus(2), zl.Blokus(variant="duo")]


def saved(folder: Path, game: zl.Game, name: str, games: int = 4) -> Path:
    zl.simulate(game, games, seed=11, record=True).save(folder / name)
    return folder / name


@pytest.mark.parametrize("rules", BLOKUS, ids=str)
def test_records_to_pentobi_and_back(tmp_path: Path, rules: zl.Game) -> None:
    records = saved(tmp_path, rules, "games.jsonl")
    report = convert(records, tmp_path / "games.blksgf")
    assert (report.games, report.left_out) == (4, {})
    convert(tmp_path / "games.blksgf", tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == records.read_bytes()
    assert zl.verify(tmp_path / "games.blksgf", ["native"]).records == 4


@pytest.mark.parametrize("ending", ["npz", "parquet"])
def test_simulations_to_records_and_back(tmp_path: Path, kind: type[zl.Game], ending: str) -> None:
    game = kind.from_options({})
    source = saved(tmp_path, game, f"games.{ending}")
    records = saved(tmp_path, game, "games.jsonl")
    convert(source, tmp_path / "made.jsonl")
    assert (tmp_path / "made.jsonl").read_bytes() == records.read_bytes()
    assert convert(records, tmp_path / f"made.{ending}").left_out == {"seeds": 4}
    made, first = load_simulation(tmp_path / f"made.{ending}"), load_simulation(source)
    for name, column in first.columns().items():
        assert (made.columns()[name] == column).all()
        assert made.columns()[name].dtype == column.dtype
    assert list(made.records()) == [{key: record[key] for key in record if key != "seed"} for record in first.records()]


def test_simulations_to_each_other(tmp_path: Path) -> None:
    source = saved(tmp_path, zl.Casbah(), "games.npz")
    convert(source, tmp_path / "games.parquet")
    convert(tmp_path / "games.parquet", tmp_path / "again.npz")
    again = load_simulation(tmp_path / "again.npz")
    assert list(again.records()) == list(load_simulation(source).records())


def test_a_folder_of_games(tmp_path: Path) -> None:
    records = saved(tmp_path, zl.Blokus(variant="duo"), "games.jsonl", 3)
    assert convert(records, f"{tmp_path}/games/").games == 3
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == ["000001.blksgf", "000002.blksgf", "000003.blksgf"]
    assert [blksgf.read(file)[0].record for file in files] == [record.to_dict() for record in read_records(records)]
    assert files[0].stat().st_mode & 0o777 == records.stat().st_mode & 0o777
    with pytest.raises(FileExistsError, match="the folder is not empty"):
        convert(records, tmp_path / "games", force=True)
    (tmp_path / "empty").mkdir()
    assert convert(records, tmp_path / "empty").games == 3
    with pytest.raises(NotADirectoryError):
        convert(records, f"{records}/")


TREE = "(;GM[Blokus Duo]PB[Ann]\n;B[e10](;W[j5]C[x])(;W[i5,j5]))"


def test_variations(tmp_path: Path) -> None:
    path = tmp_path / "game.blksgf"
    path.write_text(TREE)
    report = convert(path, tmp_path / "main.jsonl")
    assert (report.games, report.left_out) == (1, {"comments": 1, "properties": 1, "variations": 1})
    report = convert(path, tmp_path / "all.jsonl", variations=True)
    assert (report.games, report.left_out) == (2, {"comments": 1, "properties": 2})
    assert convert(path, tmp_path / "copy.blksgf", variations=True).games == 1
    assert (tmp_path / "copy.blksgf").read_text() == TREE.replace("\n", "")
    assert convert(path, f"{tmp_path}/copies/", variations=True).games == 1


def test_a_file_that_exists(tmp_path: Path) -> None:
    records = saved(tmp_path, BLOKUS[0], "games.jsonl")
    target = tmp_path / "games.blksgf"
    target.write_text("before")
    with pytest.raises(FileExistsError, match="only with --force"):
        convert(records, target)
    assert target.read_text() == "before"
    convert(records, target, force=True)
    assert len(blksgf.read(target)) == 4
    (tmp_path / "link.jsonl").symlink_to("games.jsonl")
    with pytest.raises(ValueError, match="would be converted to itself"):
        convert(records, tmp_path / "link.jsonl", force=True)
    (tmp_path / "broken.jsonl").symlink_to("nowhere.jsonl")
    with pytest.raises(FileExistsError):
        convert(records, tmp_path / "broken.jsonl")
    assert not (tmp_path / "nowhere.jsonl").exists()


GOOD = {"version": 1, "game": "blokus", "options": {"variant": "duo"}, "moves": ["e10", "j5"]}


@pytest.mark.parametrize(
    ("record", "target", "error", "message"),
    [
        (GOOD | {"moves": ["e10", "a1"]}, "out.blksgf", zl.RecordError, r"in\.jsonl, line 2, moves\[1\]: a1: B11: "),
        (GOOD | {"moves": ["e10", "a1"]}, "out.jsonl", zl.RecordError, r"in\.jsonl, line 2, moves\[1\]: a1: B11: "),
        (GOOD | {"moves": ["e10", "a1"]}, "out/", zl.RecordError, r"in\.jsonl, line 2, moves\[1\]: a1: B11: "),
        (GOOD | {"game": "go"}, "out.blksgf", zl.RecordError, r'line 2, game: there is no game "go"'),
        (GOOD | {"version": 2}, "out.blksgf", zl.RecordError, r"line 2, version: 2 is newer than 1"),
        (GOOD | {"options": {"scoring": "basic"}, "moves": []}, "out.blksgf", ValueError, r"line 2: Pentobi always"),
        (GOOD | {"game": "casbah", "options": {}, "moves": []}, "out/", ValueError, r"line 2: Pentobi's files hold"),
        (GOOD, "out.npz", ValueError, r"line 1: game 0 is not over"),
        (GOOD | {"setup": {"board": {"a1": 0}}}, "out.blksgf", zl.RecordError, r"line 2, setup: B11: "),
    ],
)
def test_nothing_is_written_half(
    tmp_path: Path, record: dict[str, Any], target: str, error: type[Exception], message: str
) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(f"{json.dumps(GOOD)}\n{json.dumps(record)}\n")
    with pytest.raises(error, match=message) as caught:
        convert(path, f"{tmp_path}/{target}")
    assert isinstance(caught.value, zl.RecordError) == (error is zl.RecordError)
    assert [file.name for file in tmp_path.iterdir()] == ["in.jsonl"]


def test_a_game_that_was_set_up(tmp_path: Path) -> None:
    state = zl.Blokus(variant="duo").state_from({"board": {"e10": 0, "j5": 1}, "to_move": 1})
    state.push("i4,h4")
    write_records(tmp_path / "in.jsonl", [state.to_record()])
    convert(tmp_path / "in.jsonl", tmp_path / "there.blksgf")
    convert(tmp_path / "there.blksgf", tmp_path / "back.jsonl")
    assert (tmp_path / "back.jsonl").read_bytes() == (tmp_path / "in.jsonl").read_bytes()
    with pytest.raises(ValueError, match="line 1: game 0 was set up"):
        convert(tmp_path / "in.jsonl", tmp_path / "out.npz")


def test_games_of_several_kinds_are_no_simulation(tmp_path: Path) -> None:
    records = [next(zl.simulate(game, 1, record=True).records()) for game in BLOKUS[:2]]
    write_records(tmp_path / "in.jsonl", records)
    with pytest.raises(ValueError, match=r"line 2: blokus\(players=3.* but a simulation holds games of one kind"):
        convert(tmp_path / "in.jsonl", tmp_path / "out.npz")


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("in.csv", "out.jsonl", "in.csv: the files that are read end in .jsonl, .blksgf, .npz, .parquet"),
        ("in.jsonl", "out.csv", "out.csv: the files that are written end in"),
        ("in.jsonl", "out", "out: the files that are written end in"),
    ],
)
def test_endings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, target: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=message):
        convert(source, target)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for ending in ("jsonl", "blksgf", "npz", "parquet"):
        with pytest.raises(FileNotFoundError):
            convert(tmp_path / f"in.{ending}", tmp_path / "out.jsonl")
    records = saved(tmp_path, BLOKUS[3], "games.jsonl", 1)
    for target in ("nowhere/out.jsonl", "nowhere/out.blksgf", "nowhere/out/"):
        with pytest.raises(FileNotFoundError):
            convert(records, f"{tmp_path}/{target}")
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]


# ---- saved simulations -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["npz", "parquet"])
def test_a_simulation_comes_back(tmp_path: Path, kind: type[zl.Game], ending: str) -> None:
    game = kind.from_options({})
    for record in (False, True):
        result = zl.simulate(game, 5, seed=2, first=3, policy="greedy", record=record)
        result.save(tmp_path / f"x.{ending}")
        again = load_simulation(tmp_path / f"x.{ending}")
        assert (again.game, again.seed, again.first, again.policies) == (game, 2, 3, result.policies)
        assert again.columns().keys() == result.columns().keys()
        for name, column in result.columns().items():
            assert (again.columns()[name] == column).all()
            assert again.columns()[name].dtype == column.dtype
        assert (again.actions is None) == (not record)
        assert not record or list(again.records()) == list(result.records())


@pytest.mark.parametrize("ending", ["npz", "parquet"])
def test_a_simulation_of_no_games(tmp_path: Path, ending: str) -> None:
    zl.simulate(zl.Blokus(), 0, record=True).save(tmp_path / f"x.{ending}")
    assert len(load_simulation(tmp_path / f"x.{ending}")) == 0
    with pytest.raises(zl.RecordError, match="it holds no games"):
        convert(tmp_path / f"x.{ending}", tmp_path / "x.jsonl")


def changed(folder: Path, **changes: Any) -> Path:
    """A saved simulation with other columns; ``None`` leaves one out."""
    path = saved(folder, zl.Blokus(variant="duo"), "x.npz", 2)
    with np.load(path) as file:
        columns = dict(file) | changes
    np.savez(path, **{name: column for name, column in columns.items() if column is not None})
    return path


META: dict[str, Any] = {
    "version": 1,
    "game": "blokus",
    "options": {"variant": "duo"},
    "seed": 1,
    "first": 0,
    "policies": ["random"] * 2,
}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"meta": None}, "it is no simulation that was saved here"),
        ({"meta": np.array("{")}, "meta: it is cut off"),
        ({"meta": np.array("[]")}, "meta: it lacks one of"),
        ({"meta": np.array(json.dumps(META | {"version": 2}))}, "meta.version: .*newer than 1"),
        ({"meta": np.array(json.dumps(META | {"game": "go"}))}, 'meta: there is no game "go"'),
        ({"meta": np.array(json.dumps(META | {"game": ["x"]}))}, "meta: "),
        ({"meta": np.array(json.dumps(META | {"seed": -1}))}, "meta.seed: it is no whole number"),
        ({"meta": np.array(json.dumps(META | {"policies": ["random"]}))}, "meta.policies: 1 policies for 2 players"),
        ({"meta": np.array(json.dumps(META | {"policies": "random"}))}, "meta.policies: it is no list"),
        ({"lengths": None}, "lengths: it is missing"),
        ({"lengths": np.array([1, 2], np.int64)}, "lengths: it has another type"),
        ({"lengths": np.array([1, 2], np.int32)}, "actions: the histories do not have the lengths"),
        ({"lengths": np.array([[1, 2]], np.int32)}, "lengths: its shape is "),
        ({"lengths": np.array([-1, 60], np.int32)}, "lengths: a length is negative"),
        ({"scores": np.zeros((2, 3), np.int32)}, r"scores: its shape is \(2, 3\), not \(2, 2\)"),
        ({"scores": np.array([object()])}, "it is no .npz file or damaged"),
    ],
)
def test_simulations_that_are_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    path = changed(tmp_path, **changes)
    with pytest.raises(zl.RecordError, match=message) as caught:
        load_simulation(path)
    assert caught.value.file == str(path)
    assert str(caught.value).isprintable()


def test_histories_that_are_illegal(tmp_path: Path) -> None:
    path = saved(tmp_path, zl.Blokus(variant="duo"), "x.npz", 2)
    actions = load_simulation(path).actions
    assert actions is not None
    for action, message in ((actions[0], "game 0: .*B2"), (-1, "game 0: "), (2**31 - 1, "game 0: ")):
        wrong = actions.copy()
        wrong[1] = action
        path = changed(tmp_path, actions=wrong)
        with pytest.raises(zl.RecordError, match=message):
            convert(path, tmp_path / "out.jsonl")
    path = changed(tmp_path, scores=np.zeros((2, 2), np.int32))
    with pytest.raises(zl.RecordError, match=r"game 0, scores: \[0, 0\] saved, \["):
        convert(path, tmp_path / "out.jsonl")
    path = changed(tmp_path, actions=None)
    with pytest.raises(zl.RecordError, match="it holds no histories: they are saved with --record"):
        convert(path, tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize("ending", ["npz", "parquet"])
def test_damaged_simulations(tmp_path: Path, ending: str) -> None:
    path = saved(tmp_path, zl.Blokus(variant="duo"), f"x.{ending}", 50)
    content = path.read_bytes()
    for damaged in (b"", b"garbage", content[: len(content) // 2], content[:100] + b"\0" * 20 + content[120:]):
        path.write_bytes(damaged)
        with pytest.raises(zl.RecordError):
            list(load_simulation(path).records())
    with pytest.raises(ValueError, match=r"ends in \.npz or \.parquet, not '\.csv'"):
        load_simulation("x.csv")


# ---- links -----------------------------------------------------------------------------------------------------------


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    real, link = tmp_path / "folder" / "real.jsonl", tmp_path / "link.jsonl"
    for before in (False, True):
        link.unlink(missing_ok=True)
        link.symlink_to("folder/real.jsonl")
        assert real.exists() == before
        write_records(link, [GOOD])
        assert link.is_symlink()
        assert not real.is_symlink()
        assert len(list(read_records(real))) == 1
        assert [file.name for file in (tmp_path / "folder").iterdir()] == ["real.jsonl"]
    with pytest.raises(zl.RecordError):
        write_records(link, [GOOD, {}])
    assert len(list(read_records(real))) == 1


def test_a_link_to_itself_and_to_a_folder(tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to("link.jsonl")
    with pytest.raises(OSError, match=r"link\.jsonl"):
        write_records(link, [GOOD])
    assert link.is_symlink()
    (tmp_path / "to_folder.jsonl").symlink_to(tmp_path)
    with pytest.raises(IsADirectoryError):
        write_records(tmp_path / "to_folder.jsonl", [GOOD])


def test_a_pipe_is_written_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_records(path, [GOOD])
    assert json.loads(os.read(reader, 10_000))["moves"] == ["e10", "j5"]
    os.close(reader)
    assert path.is_fifo()
