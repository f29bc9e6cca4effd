"""A missing extra is named."""

from __future__ import annotations

import subprocess
import sys

import pytest

import zellige.pettingzoo  # noqa: F401  # is there, so that what follows says something

SCRIPT = """
import sys
sys.modules[{missing!r}] = None
try:
    import {module}
except ImportError as why:
    print(why)
"""


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("zellige.pettingzoo", "pettingzoo", "rl"),
        ("zellige.pettingzoo", "gymnasium", "rl"),
        ("zellige.gymnasium", "gymnasium", "rl"),
        ("zellige.openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_extra_is_named(module: str, missing: str, extra: str) -> None:
    script = SCRIPT.format(module=module, missing=missing)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert f"pip install 'zellige[{extra}]'" in done.stdout
    assert len(done.stdout.splitlines()) == 1
