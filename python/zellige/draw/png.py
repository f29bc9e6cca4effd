"""Pictures as PNG and as arrays of pixels, by the extra ``png``.

The letters come from the font that Pillow carries, so that they are there, and are the same, on every machine.
"""

from __future__ import annotations

import functools
import io
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["pixels", "render"]


def render(svg: str) -> bytes:
    """The PNG of an SVG at its own size.

    Raises:
        ImportError: The extra ``png`` is not installed.
    """
    resvg, _ = _libraries()
    family, content = _font()
    with tempfile.TemporaryDirectory() as folder:
        font = Path(folder) / "font.ttf"
        font.write_bytes(content)
        families = {f"{kind}_family": family for kind in ("font", "sans_serif", "serif", "monospace")}
        return bytes(
            resvg.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[os.fspath(font)], **families)
        )


def pixels(png: bytes) -> npt.NDArray[np.uint8]:
    """The pixels of a PNG as red, green and blue, shape (height, width, 3)."""
    _, image = _libraries()
    with image.open(io.BytesIO(png)) as opened:
        return np.array(opened.convert("RGB"), dtype=np.uint8)


def _libraries() -> tuple[Any, Any]:
    try:
        import resvg_py
        from PIL import Image
    except ImportError as why:
        raise ImportError("PNG pictures need the extra png: pip install 'zellige[png]'") from why
    return resvg_py, Image


@functools.cache
def _font() -> tuple[str, bytes]:
    from PIL import ImageFont

    font: Any = ImageFont.load_default(12)
    if not hasattr(font, "font_bytes"):
        raise ImportError("PNG pictures need a Pillow that was built with FreeType, as its wheels are")
    return str(font.getname()[0]), bytes(font.font_bytes)
