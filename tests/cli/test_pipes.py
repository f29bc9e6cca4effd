"""Pipes, terminals and Ctrl-C."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "zellige"]
LONG = ["simulate", "blokus", "--games", "4000000"]


def test_no_progress_bar_in_a_pipe() -> None:
    done = subprocess.run([*COMMAND, "simulate", "blokus", "--games", "2000"], capture_output=True, check=True)
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    done.stdout.decode("ascii")


def test_a_progress_bar_on_a_terminal() -> None:
    main, end = pty.openpty()
    process = subprocess.Popen([*COMMAND, *LONG], stdout=subprocess.DEVNULL, stderr=end)
    os.close(end)
    shown = b""
    try:
        while b" of 4,000,000 games" not in shown:
            shown += os.read(main, 1000)
        assert shown.startswith(b"\r[")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
        os.close(main)


@pytest.mark.parametrize("more", [[], ["--threads", "1"], ["--executor", "process", "--workers", "2"]])
def test_ctrl_c(more: Sequence[str]) -> None:
    process = subprocess.Popen(
        [*COMMAND, *LONG, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True
    )
    time.sleep(4 if "process" in more else 2)
    assert process.poll() is None
    started = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to all processes of the group
    output, errors = process.communicate(timeout=60)
    assert time.monotonic() - started < 5
    assert (process.returncode, output, errors) == (130, "", "zellige simulate: interrupted\n")


def test_a_reader_that_goes_away() -> None:
    process = subprocess.Popen(
        [*COMMAND, "perft", "casbah", "3", "--divide"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141
    assert errors == b""


def test_output_to_a_full_disk() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "perft", "blokus", "1"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left on device" in done.stderr


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system does not list its processes in /proc")
def test_a_worker_that_dies() -> None:
    process = subprocess.Popen(
        [*COMMAND, *LONG, "--executor", "process", "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    children: list[int] = []
    while not children and time.monotonic() < deadline:
        time.sleep(0.2)
        children = [child for child in _children(process.pid) if "spawn_main" in _command(child)]
    assert children
    os.kill(children[0], signal.SIGKILL)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (2, "")
    assert errors == "zellige simulate: a worker process died before its games were done\n"


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()
