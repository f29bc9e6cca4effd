"""The pages of the API name everything that is public, and nothing that is not there."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import zellige as zl

PAGES = Path(__file__).parents[2] / "docs" / "reference"
ENTRY = re.compile(r"^::: ([\w.]+)$(?:\n    options: \{ members: \[([\w, ]+)\] \})?", re.MULTILINE)

INNER = {"cli", "datafile", "faults", "files", "layouts", "options", "play", "reference", "setup", "sizes", "spaces"}
"""Modules of the package's own, whose names are for nobody else."""
INNER_NAMES = {
    "zellige.games.game_from_options",
    "zellige.games.parse_game",
    "zellige.games.parse_value",
    "zellige.symmetries.made",
}
EXTRAS = {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "openspiel": "pyspiel", "spaces": "gymnasium"}

ENTRIES = [found for page in sorted(PAGES.glob("*.md")) for found in ENTRY.findall(page.read_text(encoding="utf-8"))]
MODULES = [
    "zellige",
    *(
        f"zellige.{found.name}"
        for found in pkgutil.iter_modules(zl.__path__)
        if not found.name.startswith("_") and found.name not in INNER
    ),
]


def resolve(path: str) -> Any:
    """What a path of the pages names."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        try:
            found: Any = importlib.import_module(name)
        except ModuleNotFoundError as why:
            if why.name == name:
                continue
            if why.name in EXTRAS.values():
                pytest.skip(f"{why.name} is not installed")
            raise
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise LookupError(path)


def documented() -> Iterator[tuple[str, Any]]:
    """The names on the pages with what they stand for; a module stands for all that it offers."""
    for path, members in ENTRIES:
        if path.split(".")[1] in EXTRAS and not _there(EXTRAS[path.split(".")[1]]):
            continue
        found = resolve(path)
        yield path.rpartition(".")[2], found
        if isinstance(found, ModuleType):
            for name in members.split(", ") if members else found.__all__:
                yield name, getattr(found, name)


def _there(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


@pytest.mark.parametrize("name", MODULES)
def test_all_that_is_public_is_on_the_pages(name: str) -> None:
    module = resolve(name)
    shown = list(documented())
    missing = [
        public
        for public in module.__all__
        if f"{name}.{public}" not in INNER_NAMES
        and not isinstance(found := getattr(module, public), ModuleType)
        and not any(public == other and found is thing for other, thing in shown)
    ]
    assert missing == []


@pytest.mark.parametrize("path", [path for path, _ in ENTRIES])
def test_what_the_pages_name_is_there(path: str) -> None:
    found = resolve(path)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert found.__doc__, "without a docstring there is nothing to show"


def test_nothing_is_named_twice() -> None:
    paths = [path for path, _ in ENTRIES]
    assert sorted(set(paths)) == sorted(paths)


def test_what_is_not_shown_exists() -> None:
    assert {found.name for found in pkgutil.iter_modules(zl.__path__)} >= INNER
    assert all(resolve(path) for path in INNER_NAMES)
