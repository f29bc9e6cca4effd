"""``zellige play`` in pipes and on a terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import zellige as zl
from zellige.cli import main

COMMAND = [sys.executable, "-m", "zellige", "play"]


def play(*args: str, typed: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """The command with lines from a pipe, in this process, which is quicker than one of its own."""
    lines = typed if isinstance(typed, bytes) else typed.encode()
    output, errors = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(output), redirect_stderr(errors):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="utf-8"))
        status = main(["play", *args])
    assert "\x1b" not in output.getvalue() + errors.getvalue()
    return subprocess.CompletedProcess(args, status, output.getvalue(), errors.getvalue())


def record_of(*args: str, typed: str) -> Any:
    done = play(*args, "--json", typed=typed)
    assert done.returncode == 0
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout)


def test_a_game_by_numbers_and_by_notation() -> None:
    done = play("blokus", "--duo", typed="e9,e10\n1\n#3\nquit\n1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1. player 0: e9,e10" in done.stdout
    assert done.stdout.count("(random): ") == 3
    assert re.search(r"^5\. player 0: ", done.stdout, re.MULTILINE)
    assert not re.search(r"^7\. ", done.stdout, re.MULTILINE)
    assert "B" in done.stdout
    assert done.stdout.startswith("blokus(variant=duo,scoring=advanced)\nyou are player 0; ")


def test_a_whole_game_of_each() -> None:
    for args in (
        ["blokus", "--duo", "--opponent", "greedy"],
        ["casbah", "--size", "3x2"],
        ["casa_grande", "--max-rounds", "2"],
    ):
        done = play(*args, "--seat", "1", typed="1\n" * 40)
        assert (done.returncode, done.stderr) == (0, "")
        assert "win" in done.stdout
        assert "no move is left" in done.stdout
        record = record_of(*args, "--seat", "1", typed="1\n" * 40)
        state = zl.State.from_record(record)
        assert state.is_terminal()
        assert record["scores"] == state.scores().tolist()


def test_dice_are_shown() -> None:
    done = play("casa_grande", "--seed", "3", typed="step=0\n")
    assert re.search(r"1\. player 0 rolls [1-6]\n", done.stdout)
    assert done.stdout == play("casa_grande", "--seed", "3", typed="step=0\n").stdout
    assert "reconstruction: A reconstruction" in done.stdout


def test_both_engines_talk_alike() -> None:
    typed = "1\nmoves\nundo\n2\nexplain 3\n2\n"
    for args in (["casbah", "--size", "3x2"], ["casa_grande"]):
        assert play(*args, typed=typed).stdout == play(*args, "--engine", "reference", typed=typed).stdout


def test_why_a_move_is_illegal() -> None:
    done = play("blokus", "--corners", "fixed", typed="t1,t2\nc4\nexplain b2,b3\nexplain a20\nexplain\nxyzzy\n")
    assert done.returncode == 0
    assert "that move is not legal, and nothing has changed:\n  B3: " in done.stdout
    assert "[t1, t2]" in done.stdout
    assert "[b2, b3]" in done.stdout
    assert "a20 is legal" in done.stdout
    assert 'which move? "explain MOVE"' in done.stdout
    assert '  BadMove: "xyzzy" is no cell' in done.stdout
    assert record_of("blokus", typed="c4\nxyzzy\n")["moves"] == []


def test_moves_are_listed_and_numbered() -> None:
    done = play("blokus", "--duo", typed="moves e12\n2\n")
    listed = re.findall(r"(?<!\S)(\d+)  (\S+)", done.stdout)
    assert listed[0][0] == "1"
    assert all("e12" in move for _, move in listed)
    assert f"1. player 0: {listed[1][1]}\n" in done.stdout
    of_a_piece = re.findall(r"(?<!\S)\d+  (\S+)", play("blokus", "--corners", "fixed", typed="moves v3\n").stdout)
    assert set(of_a_piece) == {"a19,a20,b20", "a19,b19,a20", "b19,a20,b20"}
    assert "414 in all" in play("blokus", "--duo", typed="moves\n").stdout
    assert 'no legal move has "zz" in it' in play("blokus", "--duo", typed="moves zz\n").stdout
    for number in ("0", "415", "#999999999"):
        assert "there is no move number" in play("blokus", "--duo", typed=f"{number}\n").stdout


def test_undo_and_save(tmp_path: Path) -> None:
    path = tmp_path / "my game.jsonl"
    done = play("casa_grande", "--seed", "4", typed=f"undo\n1\nundo\nsave {path}\nsave\nsave {tmp_path}/no/x\n")
    assert "there is no move of yours to take back" in done.stdout
    assert "taken back: " in done.stdout
    assert f"saved to {path}" in done.stdout
    assert 'where to? "save FILE"' in done.stdout
    assert "not saved: " in done.stdout
    (record,) = zl.read_records(path)
    assert len(record.moves) == 1
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_help_and_words_that_nobody_knows() -> None:
    done = play("casbah", typed="help\n:help\n:nope\nHELP\nboard\n\n   \n")
    assert done.stdout.count("take back your last move") == 3
    assert 'there is no command "nope"' in done.stdout


def test_a_tile_may_have_the_name_of_a_command() -> None:
    tiles = zl.TileSet.load("reconstruction").to_dict()
    names = {"DDDD": "undo", "DDDW": "7", "G": "help"}
    tiles["name"] = "odd"
    for tile in tiles["tiles"]:
        tile["name"] = names.get(tile["name"], tile["name"])
    game = f"casbah(size=3x2,tiles={json.dumps(tiles)})"
    assert record_of(game, "--seat", "all", typed="undo\n7\n#1\n:undo\nhelp\n")["moves"] == ["undo", "7", "help"]


@pytest.mark.parametrize(
    "typed",
    [
        b"",
        b"\xff\xfe\x00\n",
        b"\x00" * 100 + b"\n",
        b"a" * 5_000_000 + b"\n",
        b"a" * 5_000_000,
        "\u202e\x1b[31mred\u2028\n".encode(),
        "\u265e\n".encode("utf-16"),
        b"moves \x1b[31m\nexplain \x1b[31m\nsave \x1b\x00\n:\x1b\n#\n:\n",
        b"1\r\n",
    ],
)
def test_odd_input_does_no_harm(typed: bytes) -> None:
    done = play("blokus", "--duo", typed=typed + b"\ne10\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout) < 30_000
    assert "player 0: e10" in done.stdout or "1. player 0: " in done.stdout or typed.endswith(b"a")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("blokus --seat 4", "--seat: there is no player 4; the players are 0 to 3"),
        ("blokus --seat -1", "--seat: '-1' is no player"),
        ("blokus --seat me", "--seat: 'me' is no player such as 0, no list such as 0,2, and not all"),
        ("blokus --seat 0,", "--seat: '0,' is no player"),
        ("blokus --opponent best", "invalid choice: 'best'"),
        ("blokus --port 80", "--port and --no-browser go with --web"),
        ("blokus --no-browser", "--port and --no-browser go with --web"),
        ("blokus --web --port 70000", "--port: it must be at most 65535, not 70000"),
        ("chess", 'there is no game "chess"'),
    ],
)
def test_wrong_arguments(line: str, sentence: str) -> None:
    done = play(*line.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


class Terminal:
    """A pseudo-terminal with the command on it."""

    def __init__(self, *args: str, **environment: str) -> None:
        self.main, end = pty.openpty()
        settings = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self.process = subprocess.Popen(
            [*COMMAND, *args], stdin=end, stdout=end, stderr=end, start_new_session=True, close_fds=True,
            env=settings | {"TERM": "xterm-256color"} | environment,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip
        os.close(end)
        self.seen = ""

    def until(self, text: str) -> None:
        deadline = time.monotonic() + 60
        while text not in self.seen:
            assert time.monotonic() < deadline, self.seen
            try:
                self.seen += os.read(self.main, 65536).decode()
            except OSError:  # the other end was closed
                break
        assert text in self.seen, self.seen

    def type(self, text: str) -> None:
        self.seen = ""
        os.write(self.main, text.encode())

    def end(self) -> int:
        try:
            return self.process.wait(timeout=30)
        finally:
            os.close(self.main)


def test_on_a_terminal_there_are_colours_and_a_prompt() -> None:
    terminal = Terminal("blokus", "--duo")
    terminal.until("player 0> ")
    assert "\x1b[" in terminal.seen
    terminal.type("e10\n")
    terminal.until("1. player 0: e10")
    terminal.until("player 0> ")
    terminal.type("quit\n")
    assert terminal.end() == 0


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_without_colours(setting: dict[str, str]) -> None:
    terminal = Terminal("blokus", "--duo", **setting)
    terminal.until("player 0> ")
    assert "38;5" not in terminal.seen
    terminal.type("\x04")  # Ctrl-D
    assert terminal.end() == 0


def test_ctrl_c_on_a_terminal() -> None:
    terminal = Terminal("casbah")
    terminal.until("player 0> ")
    terminal.seen = ""
    os.killpg(terminal.process.pid, signal.SIGINT)
    terminal.until("zellige play: interrupted")
    assert terminal.end() == 130


def test_a_pipe_into_a_process_of_its_own() -> None:
    done = subprocess.run(
        [*COMMAND, "blokus"], input=b"a20\nxyzzy\nquit\n", capture_output=True, timeout=60, check=True
    )
    assert done.stderr == b""
    assert b"1. player 0: a20" in done.stdout
    assert b"\x1b" not in done.stdout


def test_ctrl_c_in_a_pipe() -> None:
    process = subprocess.Popen(
        [*COMMAND, "blokus"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # What runs in the background of a script has the signal ignored, and would hand that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (130, "zellige play: interrupted\n")
