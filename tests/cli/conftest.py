"""The command line as a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def call(*args: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zellige", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, **options)


@pytest.fixture
def run() -> Run:
    """Runs a command line whatever comes of it."""
    return call


@pytest.fixture
def succeed() -> Callable[..., str]:
    """Runs a command line that must succeed without a word on standard error; its output."""

    def succeed(*args: str) -> str:
        done = call(*args)
        assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout

    return succeed


@pytest.fixture
def succeed_json(succeed: Callable[..., str]) -> Callable[..., Any]:
    """The same for ``--json``; the one object that is printed."""

    def succeed_json(*args: str) -> Any:
        output = succeed(*args, "--json")
        assert output.count("\n") == 1
        return json.loads(output)

    return succeed_json


@pytest.fixture
def fail() -> Callable[..., str]:
    """Runs a command line that must fail with one sentence and nothing else; the sentence."""

    def fail(*args: str, status: int = 2) -> str:
        done = call(*args)
        assert done.returncode == status, done
        assert done.stdout == ""
        assert done.stderr.startswith("zellige")
        assert done.stderr.count("\n") == 1
        assert "Traceback" not in done.stderr
        assert len(done.stderr) < 700
        return done.stderr

    return fail
