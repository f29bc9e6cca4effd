"""The examples run, at a small size."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(FOLDER / name), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        # Threads for products of small matrices take longer than they save.
        env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_policy_gradient_learns(tmp_path: Path) -> None:
    picture = tmp_path / "curve.png"
    small = ["--rounds", "8", "--games", "64", "--every", "4", "--evaluate", "200", "--picture", str(picture)]
    output = run("policy_gradient.py", *small)
    shares = [float(share) for share in re.findall(r"^round +\d+: ([\d.]+) of", output, re.MULTILINE)]
    last = re.search(r"([\d.]+) of 256 games won against random, 95 % interval ([\d.]+) to ([\d.]+)", output)
    assert len(shares) == 3
    assert last is not None
    assert float(last[2]) < float(last[1]) < float(last[3])
    assert float(last[1]) > shares[0] + 0.2
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_policy_gradient_plays_itself() -> None:
    output = run(
        "policy_gradient.py", "--rounds", "1", "--games", "64", "--evaluate", "64", "--opponent", "self", "--augment"
    )
    assert "of 64 games won against random" in output


@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="open_spiel has no wheel for this platform")
@pytest.mark.parametrize("more", [[], ["--native", "--playouts", "3"], ["--game", "zellige_casa_grande(max_rounds=3)"]])
def test_openspiel_searches(more: list[str]) -> None:
    output = run("openspiel_mcts.py", "--games", "2", "--simulations", "5", *more)
    assert re.search(r"MCTS won [\d.]+ of 2 games against random", output)
