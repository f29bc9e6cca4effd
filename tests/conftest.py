"""What the tests of all games share."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import zellige as zl

# A shell starts what runs in the background with the interrupt ignored; the tests of Ctrl-C would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

GOLDEN = Path(__file__).parent / "golden"

# A whole game of the reference engine is slow for hypothesis, and how slow says nothing about its being right.
settings.register_profile("zellige", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("zellige")


def option_combinations() -> list[zl.Game]:
    """Every combination of options that changes the rules."""
    games: list[zl.Game] = [
        zl.Blokus(players=players, corners=corners, scoring=scoring)
        for players in (2, 3, 4)
        for corners in ("any", "fixed")
        for scoring in ("advanced", "basic")
    ]
    games += [zl.Blokus(variant="duo", scoring=scoring) for scoring in ("advanced", "basic")]
    games += [
        zl.Casbah(size, players, tiles, strict)
        for tiles in ("reconstruction", "reconstruction-walls")
        for strict in (False, True)
        for size, players in (((6, 6), 1), ((6, 6), 2), ((4, 9), 3), ((5, 8), 4), ((5, 9), 3), ((3, 2), 2))
    ]
    games += [zl.CasaGrande(players, blocks) for players in (2, 3, 4) for blocks in (24, 20, 18)]
    games.append(zl.CasaGrande(max_rounds=2))
    return games


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with an argument ``game`` runs for every combination of options, one with ``kind`` for every game."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", option_combinations(), ids=str)
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", list(zl.GAMES.values()), ids=list(zl.GAMES))
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", ["native", "reference"])


@pytest.fixture
def golden() -> Path:
    """The folder of golden files."""
    return GOLDEN


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A headless Chromium, as playwright's ``Browser``; it resolves no name but the one of an attacker.

    ``ZELLIGE_CHROMIUM`` names the program if it is not in the path. Without a browser the test is skipped, or fails
    where ``ZELLIGE_REQUIRE_BROWSER`` is set. Only for a module at a time: while playwright runs, asyncio does not.
    """
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    path = os.environ.get("ZELLIGE_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        _no_browser("no Chromium is installed (apt-get install chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _no_browser("playwright is not installed (pip install playwright)")
    rules = "MAP evil.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
    arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", f"--host-resolver-rules={rules}"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


def _no_browser(why: str) -> None:
    if os.environ.get("ZELLIGE_REQUIRE_BROWSER"):
        pytest.fail(f"ZELLIGE_REQUIRE_BROWSER is set, but {why}")
    pytest.skip(why)
