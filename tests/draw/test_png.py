"""Pictures as PNG: real ones, of the size that was asked for, with letters in them on any machine."""

from __future__ import annotations

import re
import struct
import sys
from pathlib import Path

import numpy as np
import pytest

import zellige as zl
from zellige.draw.png import pixels, render
from zellige.game import Engine

pytest.importorskip("resvg_py")


def test_bytes_file_and_pixels(kind: type[zl.Game], engine: Engine, tmp_path: Path) -> None:
    state = kind().new_initial_state(engine)
    file = tmp_path / "board.png"
    picture = state.to_png(file, 300)
    assert file.read_bytes() == picture == state.to_png(size=300) == zl.draw.png(state, None, 300)
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    array = zl.draw.rgb(state, 300)
    assert array.shape == (height, width, 3)
    assert array.dtype == np.uint8
    assert width == 300
    assert array.flags.writeable
    assert not np.array_equal(zl.draw.rgb(state, 300), array * 0 + 255)


def test_letters_are_drawn_without_fonts_of_the_machine() -> None:
    svg = zl.Blokus().new_initial_state().to_svg(size=600)
    without = re.sub(r"<text.*?</text>", "", svg)
    letters = pixels(render(svg)) != pixels(render(without))
    assert letters.any(axis=2).sum() > 1500
    # A font that lacks a letter draws the same box for each such letter.
    shapes = set()
    for char in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-+:(),_":
        head = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="5" y="30" font-size="30">'
        shapes.add(render(f"{head}{char}</text></svg>"))
    assert len(shapes) == 70


def test_every_picture_can_be_rendered(state: zl.State, views: tuple[str, ...]) -> None:
    for view in views:
        array = zl.draw.rgb(state, 150, view=view, legal=True)
        assert array.shape[1:] == (150, 3)
        assert len(np.unique(array.reshape(-1, 3), axis=0)) > 20


def test_the_extra_is_named_when_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"pip install 'zellige\[png\]'"):
        zl.Casbah().new_initial_state().to_png()


def test_bad_arguments(engine: Engine, tmp_path: Path) -> None:
    state = zl.Casbah().new_initial_state(engine)
    with pytest.raises(ValueError, match="size must be from 50 to 10,000 pixels, not 3"):
        state.to_png(size=3)
    with pytest.raises(FileNotFoundError):
        state.to_png(tmp_path / "nowhere" / "board.png")
    with pytest.raises(TypeError):
        state.to_png(3.5)  # type: ignore[arg-type]
