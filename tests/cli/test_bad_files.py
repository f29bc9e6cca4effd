"""Files that are wrong, given to all commands that read games: file, line and reason in a sentence, nothing written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from zellige.cli import main

LINE = b'{"version": 1, "game": "blokus", "options": {}, "moves": ["a1"]}\n'
TREE = b"(;GM[Blokus])\n"

# A process begins with the peak of the one that started it, so that a small one has to stand between.
MEASURED = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:], stdout=sys.stderr)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)
"""

RECORDS = {
    "an illegal move": (
        LINE.replace(b'"a1"', b'"a1", "b2"'),
        "moves[1]: b2: B3: the first piece covers no free corner",
    ),
    "an unknown game": (LINE.replace(b"blokus", b"go"), 'game: there is no game "go"'),
    "a newer version": (LINE.replace(b"1", b"7", 1), "version: 7 is newer than 1"),
    "invalid UTF-8": (b"\xff\xfe\n", "it is not UTF-8 at byte 1"),
}
TREES = {
    "an illegal move": (b"(;GM[Blokus];1[a20];2[b2])", "node 2: 2[b2]: B3: the first piece covers no free corner"),
    "an unknown game": (b"(;GM[Blokus Trigon])", "node 0: GM[Blokus Trigon] is none of the games"),
    "invalid UTF-8": (b"(;GM[Blokus];1[a20]C[\xff])", "node 1: the property C is not UTF-8 at byte 1"),
    "variations that never end": (b"(;GM[Blokus](;1[a20]" * 5000, "it is cut off"),
    "moves in a circle": (b"(;GM[Blokus]" + b";1[a20];2[t20];3[t1];4[a1]" * 50 + b")", "node 5: 1[a20]: B2: "),
    "more than is allowed": (b"(;GM[Blokus]" + b"(;C[x]" * 2000 + b")" * 2001, "node 999: "),
    "blocks without order": (b"(]);[(" * 1000, "it cannot be read from"),
    "no text": (bytes(range(256)) * 100, "it goes on with"),
}
BAD = [("bad.jsonl", LINE + content, reason) for content, reason in RECORDS.values()]
BAD += [("bad.blksgf", TREE + content, reason) for content, reason in TREES.values()]
IDS = [f"{kind}: {name}" for kind, names in (("records", RECORDS), ("trees", TREES)) for name in names]


@pytest.mark.parametrize("command", ["render --game 2 -o out.html", "render --game 2 -o out.svg", "convert", "verify"])
@pytest.mark.parametrize(("name", "content", "reason"), BAD, ids=IDS)
def test_file_line_and_reason_are_named(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    command: str,
    name: str,
    content: bytes,
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(content)
    verb, *options = command.split()
    targets = ["out.jsonl"] if verb == "convert" else []
    assert main([verb, name, *targets, *options]) == 1
    output, errors = capsys.readouterr()
    if verb == "verify":
        sentence = output.splitlines()[0]
        assert errors == ""
    else:
        sentence = errors.removeprefix(f"zellige {verb}: ").rstrip("\n")
        assert (output, errors.count("\n")) == ("", 1)
    assert sentence.startswith(f"{name}, line 2")
    assert reason.removeprefix("moves[1]: ") in sentence.replace("native refuses ", "")
    assert sentence.isprintable()
    assert len(sentence) < 700
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("name", "begin", "command", "reason"),
    [
        ("huge.jsonl", LINE + b'{"version"', ["convert", "out.jsonl"], "line 2: it is longer than 16 MiB"),
        (
            "huge.jsonl",
            LINE + b'{"version"',
            ["render", "--game", "2", "-o", "x.html"],
            "line 2: it is longer than 16 MiB",
        ),
        (
            "huge.blksgf",
            TREE + b"(;GM[Blokus]C[",
            ["convert", "out.jsonl"],
            "line 2: the game tree is longer than 16 MiB",
        ),
    ],
)
def test_a_line_of_a_gigabyte(tmp_path: Path, name: str, begin: bytes, command: list[str], reason: str) -> None:
    with (tmp_path / name).open("wb") as file:
        file.write(begin)
        file.truncate(2**30)  # a hole reads as zeros and takes no room
    verb, *rest = command
    with (tmp_path / "errors").open("wb") as said:
        done = subprocess.run(
            [sys.executable, "-c", MEASURED, sys.executable, "-m", "zellige", verb, name, *rest],
            cwd=tmp_path, stdout=subprocess.PIPE, stderr=said, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    sentence = (tmp_path / "errors").read_text().splitlines()[0]
    assert sentence.removeprefix(f"zellige {verb}: ") == f"{name}, {reason}"
    assert int(done.stdout) < (400 << 20) >> (0 if sys.platform == "darwin" else 10)
    assert {found.name for found in tmp_path.iterdir()} == {name, "errors"}
