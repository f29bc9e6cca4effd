"""``zellige convert`` and ``zellige verify`` of Pentobi's files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import zellige as zl
from zellige.cli import main

Text = Callable[..., str]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    zl.simulate(zl.Blokus(variant="duo"), 2, seed=1, record=True).save(tmp_path / "games.jsonl")
    return tmp_path / "games.jsonl"


def test_convert_and_verify(succeed: Text, games: Path, tmp_path: Path) -> None:
    target = tmp_path / "games.blksgf"
    assert succeed("convert", str(games), str(target)) == f"2 games written to {target}\n"
    assert succeed("verify", str(target)).startswith("2 records, 0 vectors, ")


def test_what_is_left_out_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, target = tmp_path / "game.blksgf", tmp_path / "game.jsonl"
    path.write_text("(;GM[Blokus]P1[Ann](;1[a20]C[x])(;1[b20,a20]))")
    assert main(["convert", str(path), str(target)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"1 game written to {target}"
    assert lines[1:] == [
        f"left out, as there is no place for them: {name} of 1 game"
        for name in ("comments", "properties", "variations")
    ]
    assert main(["convert", str(path), str(target), "--variations", "--force", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found == {
        "in": str(path),
        "out": str(target),
        "games": 2,
        "left_out": {"comments": 1, "properties": 2},
    }


def status_and_error(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    status = main(list(args))
    output, error = capsys.readouterr()
    assert output == ""
    assert error.startswith("zellige convert: ")
    assert error.count("\n") == 1
    return status, error


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"(;GM[Blokus]\n;1[a20]\n;2[b2])", "bad.blksgf, line 3, node 2: 2[b2]: B3: "),
        (b"(;GM[Blokus]", "bad.blksgf, line 1: it is cut off"),
        (b"(;GM[Blokus]C[\xff])", "bad.blksgf, line 1, node 0: the property C is not UTF-8"),
        (b"\0" * 1000, "bad.blksgf, line 1: the file begins with"),
        (b"(;" * 100_000, "bad.blksgf, line 1"),
    ],
)
def test_bad_files(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, place: str) -> None:
    path = tmp_path / "bad.blksgf"
    path.write_bytes(content)
    status, error = status_and_error(capsys, "convert", str(path), str(tmp_path / "out.jsonl"))
    assert status == 1
    assert place in error
    assert len(error) < 700
    assert [file.name for file in tmp_path.iterdir()] == ["bad.blksgf"]
    assert main(["verify", str(path)]) == 1
    output = capsys.readouterr().out
    assert place in output
    assert output.endswith("1 wrong\n")
    assert output.count("\n") == 2


def test_bad_arguments(capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path) -> None:
    for args, message in (
        ((str(games), str(games)), "it exists already, and is replaced only with --force"),
        ((str(games), str(games), "--force"), "would be converted to itself"),
        ((str(games), "out.csv"), "out.csv: the files that are written end in"),
        ((str(tmp_path / "nowhere.npz"), str(tmp_path / "out.jsonl")), "nowhere.npz: No such file or directory"),
        ((str(games), str(tmp_path / "nowhere" / "out.jsonl")), "out.jsonl: No such file or directory"),
        ((str(games),), "the following arguments are required: OUT"),
    ):
        status, error = status_and_error(capsys, "convert", *args)
        assert status == 2
        assert message in error


def test_a_folder_that_is_there_stays_what_it_is(succeed: Text, games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir(mode=0o750)
    before = folder.stat()
    assert succeed("convert", str(games), str(folder)) == f"2 games written to {folder}\n"
    assert (folder.stat().st_ino, folder.stat().st_mode) == (before.st_ino, before.st_mode)
    assert sorted(path.name for path in folder.iterdir()) == ["000001.blksgf", "000002.blksgf"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.jsonl", "mine"]


def test_a_folder_named_like_a_file_and_no_name_at_all(
    capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "folder.jsonl"
    folder.mkdir()
    for name, message in ((str(folder), "folder.jsonl: Is a directory"), ("", "the name of the target is empty")):
        status, error = status_and_error(capsys, "convert", str(games), name, "--force")
        assert status == 2
        assert message in error
    assert list(folder.iterdir()) == []


def test_what_is_no_npz_is_said_without_advice(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(b"\x93 no such thing")
    _, error = status_and_error(capsys, "convert", str(path), str(tmp_path / "out.jsonl"))
    assert error == f"zellige convert: {path}: it is no .npz file or damaged\n"


def test_a_binary_file_gives_one_message(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for content in (b"\x89PNG\r\n\x1a\n\0\n\n", b"PK\x03\x04\n\0\n\xff\n", b"%PDF-1.4\n\xe2\xe3\n1 0 obj\n"):
        path = tmp_path / "bad.jsonl"
        path.write_bytes(content)
        assert main(["verify", str(path)]) == 1
        output = capsys.readouterr().out
        assert output.startswith(f"{path}, line 1: it is not ")
        assert output.count("\n") == 2
