"""The pages keep their word: every rule that is named can be looked up, and pictures are those that a command makes."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RULE = re.compile(r"`([BHG][0-9]+[a-e]?)`")
IMAGE = re.compile(r"!\[[^\]]+\]\(([^)]+)\)|<img src=\"([^\"]+)\"")


def rules_page() -> str:
    """The rules with the anchors that they have on the site."""
    spec = importlib.util.spec_from_file_location("rule_ids", DOCS / "hooks" / "rule_ids.py")
    assert spec is not None
    assert spec.loader is not None
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    page = SimpleNamespace(file=SimpleNamespace(src_path="rules.md"))
    return str(hook.on_page_markdown((DOCS / "rules.md").read_text(encoding="utf-8"), page))


@pytest.mark.parametrize("page", ["reasons.md", "setup.md", "check-casbah.md"])
def test_every_rule_that_is_named_has_its_place(page: str) -> None:
    anchors = re.findall(r'<a id="(\w+)"></a>\*\*\1\*\*', rules_page())
    assert len(anchors) == len(set(anchors))
    named = set(RULE.findall((DOCS / page).read_text(encoding="utf-8")))
    assert named
    assert named <= set(anchors)


def test_each_game_has_its_picture_among_the_rules() -> None:
    parts = (DOCS / "rules.md").read_text(encoding="utf-8").split("\n## ")
    for game in ("Blokus", "Casbah", "Casa Grande"):
        (part,) = (part for part in parts if part.startswith(game))
        assert "images/drawing/" in part


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted(DOCS.glob("*.md"))], ids=lambda page: page.name)
def test_pictures_are_there(page: Path) -> None:
    for found in IMAGE.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / "".join(found)).is_file()


def test_the_readme_shows_what_its_command_makes() -> None:
    plot = pytest.importorskip("zellige.plot")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (folder,) = re.findall(r"zellige simulate .*--plot (\S+)", text)
    shown = re.findall(rf'<img src="{folder}/(\w+)\.png"', text)
    assert len(shown) == len(set(shown)) == 3
    assert set(shown) <= set(plot.KINDS)


def test_the_readme_is_one_screen() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 90
