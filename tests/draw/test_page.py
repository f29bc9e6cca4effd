"""The pictures of docs/drawing.md are those that the drawing makes now."""

from __future__ import annotations

import runpy
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs" / "images" / "drawing"


def test_the_pictures_are_up_to_date() -> None:
    pictures = runpy.run_path(str(FOLDER / "make.py"))["pictures"]()
    assert set(pictures) == {file.name for file in FOLDER.glob("*.svg")}
    for name, picture in pictures.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == picture, f"run {FOLDER / 'make.py'}"
