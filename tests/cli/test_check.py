"""``zellige check casbah``: a table of tiles from a file, judged and drawn."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zellige.casbah import validate
from zellige.cli import main
from zellige.cli.check import MOST_BYTES
from zellige.tiles import TileSet

FINISHED = "DDWW/1 DDDW/1 DDWW/2\nDDWW/0 F/2 DDWW/3\n"
SPOILED = "--      DDDW/0  --\nDDWW/0  F/2     DDWW/3\n"
NOTE = "set reconstruction: A reconstruction: 40 rooms, 5 gardens, values 1 to 15 and the front door worth 1 are"

Check = Callable[..., tuple[int, str]]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Checks a table that is in a file; status and output."""

    def check(table: str | bytes, *args: str) -> tuple[int, str]:
        path = tmp_path / "table.txt"
        path.write_bytes(table.encode() if isinstance(table, str) else table)
        status = main(["check", "casbah", str(path), *args])
        output = capsys.readouterr()
        assert output.err == ""
        return status, output.out

    return check


@pytest.fixture
def refuse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Checks a table that cannot be judged; the sentence without the file's name."""

    def refuse(table: str | bytes, *args: str) -> str:
        path = tmp_path / "table.txt"
        path.write_bytes(table.encode() if isinstance(table, str) else table)
        assert main(["check", "casbah", str(path), *args]) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.count("\n") == 1
        assert "Traceback" not in output.err
        return output.err.replace(f"{path}: ", "", 1).removeprefix("zellige check: ").rstrip()

    return refuse


def test_a_legal_table(check: Check) -> None:
    status, output = check(FINISHED)
    assert status == 0
    lines = output.splitlines()
    assert lines[0] == "casbah 3x2, 6 tiles of the set reconstruction"
    assert lines[1].startswith(NOTE)
    assert lines[-1] == "no rule is violated"
    assert "!" not in output
    assert check(FINISHED, "--complete")[0] == 0


def test_what_is_wrong_is_listed_and_drawn(check: Check) -> None:
    status, output = check(SPOILED, "--size", "3x3")
    assert status == 1
    assert output.partition("completed.\n")[2] == (
        """
  +-----------+-----------+
  |           !     D     |
1 |    H8     !W  DDDW/0 D|
  |           !     D     |
  +!!!!!!!!!!!+-----------+-----------+
  |     D     |     D     |     D     |
0 |W  DDWW/0 D|D   F/2   D|D  DDWW/3 W|
  |     W     |     F     |     W     |
  +-----------+-----------+-----------+
        0           1           2

name/rotation inside, sides around it: D door, W french window, F front door, G garden, . wall, ? unknown
! marks the sides, and the id of a rule marks the cells, that violate a rule

H8: the empty (0,1) faces a door from (0,0) and a french window from (1,1) [(0,1); sides (0,0)N (1,1)W]
1 violation
"""
    )


def test_the_page_shows_what_is_printed(check: Check) -> None:
    page = (Path(__file__).parents[2] / "docs" / "check-casbah.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"```(text|console)[^\n]*\n(.*?)```", page, re.DOTALL))
    command, _, output = blocks["console"].partition("\n")
    assert command == "$ zellige check casbah table.txt --size 3x3"
    assert check(blocks["text"], "--size", "3x3") == (1, output)


def test_the_page_has_a_tile_set_that_loads(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "check-casbah.md").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[0])
    assert TileSet.load(path).total == 7


def test_it_says_what_validate_says(check: Check) -> None:
    table = "-- G/0 odd/1 --\nDDWW/0 F/2 -- F/1\n-- -- -- G/0"
    for engine in ("native", "reference"):
        for strict in (False, True):
            violations = validate(table, size="4x3", complete=True, strict_future=strict, engine=engine)
            options = ["--size", "4x3", "--complete", "--engine", engine, *(["--strict-future"] if strict else [])]
            status, output = check(table, *options)
            assert status == 1
            listed = [line.partition(" [")[0] for line in output.splitlines() if line.startswith("H")]
            assert listed == list(map(str, violations))
            assert output.splitlines()[-1] == f"{len(violations)} violations"
            facts = json.loads(check(table, *options, "--json")[1])
            found = [(entry["rule"], entry["message"], entry["cells"], entry["sides"]) for entry in facts["violations"]]
            assert found == [
                (v.rule, v.message, list(map(list, v.cells)), [{"cell": list(cell), "side": d} for cell, d in v.sides])
                for v in violations
            ]


def test_json(check: Check) -> None:
    status, output = check(FINISHED, "--json")
    facts = json.loads(output)
    assert facts.pop("file").endswith("table.txt")
    assert facts.pop("note").startswith("A reconstruction: ")
    assert facts == {
        "game": "casbah",
        "options": {"size": [3, 2], "tiles": "reconstruction", "strict_future": False},
        "complete": False,
        "engine": "native",
        "ok": True,
        "violations": [],
    }
    assert (status, output.count("\n")) == (0, 1)


def test_complete(check: Check) -> None:
    table = FINISHED.replace("DDWW/1", "--")
    assert check(table, "--size", "2x3")[0] == 0
    status, output = check(table, "--size", "2x3", "--complete")
    assert status == 1
    assert "H11: (0,1) is empty [(0,1)]\n1 violation\n" in output


def test_strict_future(check: Check) -> None:
    table = "-- -- G/0\n-- DDDW/1 DDDW/1\n-- F/2 --"
    assert check(table, "--size", "6x6")[0] == 0
    assert "H8" in check(table, "--size", "6x6", "--strict-future")[1]


def test_tiles_of_ones_own(check: Check, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    lines = ['name = "mine"', 'note = "All my\\u001b[31m own."']
    for name, sides, count in (("door", "DWFW", 1), ("room", "DWDW", 9), ("end", "WWDW", 2)):
        lines += ["[[tiles]]", f'name = "{name}"', f'sides = "{sides}"', "value = 1", f"count = {count}"]
    path.write_text("\n".join(lines))
    status, output = check("end/0 end/0\ndoor/0 room/0", "--tiles", str(path))
    assert status == 1
    assert output.splitlines()[:2] == [
        "casbah 2x2, 4 tiles of the set mine",
        "set mine: All my [31m own.",
    ]
    assert "H6: a french window of (0,0) touches a french window of (1,0)" in output
    assert json.loads(check("end/0", "--size", "2x3", "--tiles", str(path), "--json")[1])["options"]["tiles"]["tiles"]


@pytest.mark.parametrize("form", ["\ufeff{}", "\n\n  {}\n\n", "{}"])
def test_forms_of_text(check: Check, form: str) -> None:
    for text in (FINISHED, FINISHED.replace("\n", "\r\n"), FINISHED.replace(" ", "\t \t"), FINISHED.rstrip()):
        assert check(form.format(text))[0] == 0


def test_standard_input() -> None:
    command = [sys.executable, "-m", "zellige", "check", "casbah", "-"]
    done = subprocess.run(command, input=FINISHED.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    done.stdout.decode("ascii")
    done = subprocess.run([*command, "--size", "3x3"], input=b"G/0\n\xe9", capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (
        b"zellige check: standard input: row 2, column 1: it is not UTF-8 (byte 0xe9 cannot stand there)\n"
    )


def on_terminal(path: Path, **environment: str) -> bytes:
    main_end, end = pty.openpty()
    command = [sys.executable, "-m", "zellige", "check", "casbah", str(path), "--size", "3x3"]
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    process = subprocess.Popen(command, stdout=end, env=plain | {"TERM": "xterm"} | environment)
    os.close(end)
    shown = b""
    try:
        while chunk := os.read(main_end, 4096):
            shown += chunk
    except OSError:  # the other end is closed
        pass
    os.close(main_end)
    assert process.wait() == 1
    return shown


def test_marks_are_red_on_a_terminal_that_wants_colours(tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text(SPOILED)
    shown = on_terminal(path)
    assert b"1 |    \x1b[1;31mH8\x1b[0m     \x1b[1;31m!\x1b[0mW  DDDW/0 D|" in shown
    assert shown.count(b"\x1b[1;31m") == shown.count(b"\x1b[0m") == 5
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert b"\x1b" not in on_terminal(path, **environment)


def test_a_table_that_is_too_large_to_draw_is_judged(check: Check) -> None:
    status, output = check("F/2 " + "-- " * 70 + "G/0", "--size", "6x6")
    assert status == 1
    assert "the table has more than 64 rows or columns and is not drawn\n" in output
    assert "H5: the tile on (71,0)" in output
    assert "+--" not in output


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("DDDD/0 --\nF/2", "row 2 has 1 cells but row 1 has 2: column 2 is missing (-- is an empty cell)"),
        ("DDDD/0\nF/2 --", "row 2 has 2 cells but row 1 has 1: column 2 is too much (-- is an empty cell)"),
        ("F/2 DDDD", "row 1, column 2: 'DDDD' is neither a tile such as 'DDWW/1' nor -- for an empty cell"),
        ("-- --\nF/2 D\u00c9/0", "row 2, column 2: 'D\u00c9/0' is neither"),
        ("-- --\n-- \x1b[31m", "row 2, column 2: '\\x1b[31m' is neither"),
        ("-- --\n-- \x00", "row 2, column 2: '\\x00' is neither"),
        ("F/4", "row 1, column 1: the rotation of 'F/4' is not 0, 1, 2 or 3"),
        (b"-- --\nF/2 D\xe9/0", "row 2, column 2: it is not UTF-8 (byte 0xe9 cannot stand there)"),
        (b"\n\n -- \xc3", "row 1, column 2: it is not UTF-8 (byte 0xc3 cannot stand there)"),
        ("F/2".encode("utf-16"), "row 1, column 1: it is not UTF-8 (byte 0xff cannot stand there)"),
        ("F/2 --", "so the size must be given (as in --size 6x6)"),
        ("", "so the size must be given (as in --size 6x6)"),
        ("G/0 " * 60 + ("\n" + "G/0 " * 60) * 5, "the sides make 66 together, more than 64"),
        ("-- " * (MOST_BYTES // 3 + 1), "it is longer than 65,536 bytes, and a table of tiles is not"),
    ],
)
def test_tables_that_cannot_be_read(refuse: Callable[..., str], table: str | bytes, sentence: str) -> None:
    assert sentence in refuse(table)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("--size 6", "--size: size must look like '6x6', not '6'"),
        ("--size 6x9", "a 6x9 casbah needs 54 tiles, and the set reconstruction has 45 (H2)"),
        ("--size 2x2", "no 2x2 frame can hold the front door"),
        ("--size 1x9", "each side of size must be from 2 to 62 (H2), not 1"),
        ("--tiles nothing", "there is no tile set 'nothing'"),
        ("--tiles nowhere.toml", "nowhere.toml: there is no such file"),
        ("--engine remote", "invalid choice: 'remote'"),
        ("--complete=1", "ignored explicit argument '1'"),
        ("--seed -1", "--seed: it must be at least 0, not -1"),
    ],
)
def test_wrong_options(refuse: Callable[..., str], args: str, sentence: str) -> None:
    assert sentence in refuse(FINISHED, *args.split())


def test_other_wrong_arguments(fail: Callable[..., str]) -> None:
    assert "invalid choice: 'blokus'" in fail("check", "blokus", "table.txt")
    assert "the following arguments are required: FILE" in fail("check", "casbah")
    assert "nowhere.txt: No such file or directory" in fail("check", "casbah", "nowhere.txt")
    assert "/: Is a directory" in fail("check", "casbah", "/")
    assert "longer than 65,536 bytes" in fail("check", "casbah", "/dev/zero")


def test_a_closed_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["check", "casbah", "-"]) == 2
    assert capsys.readouterr().err == "zellige check: standard input: it is closed\n"


def test_the_default_sets_are_called_reconstructions(succeed: Callable[..., str], run: Any) -> None:
    for command in ("check", "simulate", "crosscheck", "perft"):
        told = " ".join(run(command, "--help").stdout.split())
        assert "reconstructions: the rulebook gives 40 rooms" in told.replace("reconstruc- tions", "reconstructions")
    assert NOTE in succeed("simulate", "casbah", "--games", "2")
    assert NOTE in succeed("perft", "casbah", "1")
    assert NOTE in succeed("crosscheck", "casbah", "--size", "2x3", "--games", "1")
    assert "set reconstruction: A reconstruction: 17 platforms per colour" in succeed("simulate", "casa_grande")
