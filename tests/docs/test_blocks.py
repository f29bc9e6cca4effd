"""Every code block of the pages is run: Python by the doctests, commands here, and other files are read."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)(?: title=\"([\w.-]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS

# What installs and measures the project is run by the jobs of CI, not by its tests.
INSTALLING = (
    "python3 -m venv",
    "pip ",
    "python -m pip",
    ".venv/bin/pip",
    "nox",
    "maturin",
    "cargo ",
    "pytest",
    "git ",
    "cd ",
)
MEASURING = ("python benches/", "python -m benches")
# Run at a small size by tests/rl/test_examples.py.
EXAMPLES = ("python examples/",)


class Block(NamedTuple):
    kind: str
    title: str
    text: str


def blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in FENCE.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_blocks_are_of_a_kind_that_is_run(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.count("```") == 2 * len(blocks(page)), "a fence that cannot be read"
    for block in blocks(page):
        assert block.kind in ("python", "console", "sh", "toml", "json", "text"), block
        if block.kind == "python":
            # tests/run_doctests.py runs what has a prompt, and nothing else.
            assert block.text.startswith(">>> "), block.text
        elif block.kind == "text":
            assert block.title, "a file for the commands of the page, or a block that nothing runs"
        elif block.kind == "toml":
            assert tomllib.loads(block.text)
        elif block.kind == "sh":
            for line in commands(block.text):
                assert line.startswith((*INSTALLING, *MEASURING, *EXAMPLES, "zellige ")), line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_print_what_the_page_says(page: Path, tmp_path: Path) -> None:
    for block in blocks(page):
        if block.title:
            (tmp_path / block.title).write_text(block.text, encoding="utf-8")
    for block in blocks(page):
        if block.kind == "sh":
            for line in commands(block.text):
                if line.endswith(" --web"):
                    assert serves(line), line
                elif line.startswith("zellige "):
                    _, status = run(line, tmp_path)
                    assert status in (0, 1), line
        elif block.kind == "console":
            for command, wanted in sessions(block.text):
                output, status = run(command, tmp_path)
                assert status in (0, 1), output
                checker = doctest.OutputChecker()
                assert checker.check_output(wanted, output, FLAGS), f"{command}\n{output}"


def run(line: str, folder: Path) -> tuple[str, int]:
    name, *arguments = shlex.split(line, comments=True)
    assert name == "zellige", line
    done = subprocess.run(
        [sys.executable, "-m", "zellige", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout + done.stderr, done.returncode


def serves(line: str) -> bool:
    """Whether a command that runs until it is stopped says where its page is."""
    arguments = [sys.executable, "-m", *shlex.split(line), "--no-browser"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.terminate()
    return "http://127.0.0.1:" in first


def commands(text: str) -> list[str]:
    joined = text.replace("\\\n", " ")
    return [line.strip() for line in joined.splitlines() if line.strip() and not line.startswith("#")]


def sessions(text: str) -> list[tuple[str, str]]:
    """Commands and what they print."""
    found = re.split(r"^\$ (.*)$", text, flags=re.MULTILINE)
    assert found[0].strip() == "", "a console block begins with a command"
    return [(command, output.lstrip("\n")) for command, output in zip(found[1::2], found[2::2], strict=True)]
