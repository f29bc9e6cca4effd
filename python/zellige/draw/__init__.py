"""Positions as text, SVG and PNG (docs/drawing.md).

>>> import zellige as zl
>>> state = zl.Blokus(variant="duo").new_initial_state()
>>> print(zl.draw.text(state).splitlines()[0])
Blue to move (player 0)
>>> state.to_svg(size=300)[:38]
'<svg xmlns="http://www.w3.org/2000/svg'
"""

from __future__ import annotations

import os

import numpy as np
import numpy.typing as npt

from .. import blokus, casa_grande, casbah
from ..files import atomic_write
from ..state import State
from . import (
    blokus_svg,
    blokus_text,
    casa_grande_isometric,
    casa_grande_plan,
    casa_grande_text,
    casbah_svg,
    casbah_text,
)
from .png import pixels, render
from .request import Legal, requested, targets
from .terminal import wants_colours

__all__ = ["png", "rgb", "svg", "targets", "text"]


def text(state: State, colour: bool | None = None) -> str:
    """A position as lines of text, the highest row on top.

    Args:
        state: A position of any game on either engine.
        colour: Whether to add colours by escape sequences; ``None`` (default): if the standard output is a terminal,
            unless ``NO_COLOR`` is set or ``TERM`` is ``dumb``. The letters are the same.

    Raises:
        TypeError: ``state`` is no position, or ``colour`` is neither a bool nor ``None``.
    """
    if colour is not None and not isinstance(colour, bool):
        raise TypeError(f"colour must be True, False or None, not {type(colour).__name__}")
    colours = wants_colours() if colour is None else colour
    match state:
        case blokus.BlokusState():
            return blokus_text.draw(state).text(colours)
        case casbah.CasbahState():
            return casbah_text.draw(state, colours)
        case casa_grande.CasaGrandeState():
            return casa_grande_text.draw(state, colours)
    raise TypeError(f"there is no drawing of {type(state).__name__}")


def svg(
    state: State,
    size: int = 480,
    *,
    highlight_last: bool = True,
    legal: Legal = False,
    data: bool = False,
    view: str = "plan",
) -> str:
    """A position as an SVG document, the same for both engines; what `State.to_svg` does.

    The picture is laid out for a width of 300 px, at which its smallest letters are 8 px high, and scaled from there.

    Args:
        state: A position of any game on either engine.
        size: Width in pixels, 50 to 10,000.
        highlight_last: Whether to mark what was laid last.
        legal: ``True``: mark where legal actions lead; some action numbers: those only. A single lay is drawn itself.
        data: Whether every cell has an element of its own with ``data-cell``, and what stands for a legal action
            ``data-action``, so that a page can react to clicks; see `targets`.
        view: ``"plan"``, or for Casa Grande also ``"isometric"``.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: The size is out of range, the game has no such view, or an action is not legal.
    """
    if not isinstance(state, State):
        raise TypeError(f"there is no drawing of {type(state).__name__}")
    request = requested(state, size, highlight_last, legal, data, view)
    if isinstance(state, casa_grande.CasaGrandeState):
        if request.view == "isometric":
            return casa_grande_isometric.draw(state, request)
        return casa_grande_plan.draw(state, request)
    if request.view != "plan":
        raise ValueError(f"only casa_grande has an isometric view, not {state.game.name}")
    match state:
        case blokus.BlokusState():
            return blokus_svg.draw(state, request)
        case casbah.CasbahState():
            return casbah_svg.draw(state, request)
    raise TypeError(f"there is no drawing of {type(state).__name__}")


def png(
    state: State,
    path: str | os.PathLike[str] | None = None,
    size: int = 800,
    *,
    highlight_last: bool = True,
    legal: Legal = False,
    view: str = "plan",
) -> bytes:
    """A position as the bytes of a PNG; needs ``pip install 'zellige[png]'``.

    Args:
        state: A position of any game on either engine.
        path: A file to write as well.
        size: Width in pixels, 50 to 10,000.
        highlight_last: As for `svg`.
        legal: As for `svg`.
        view: As for `svg`.

    Raises:
        ImportError: The extra ``png`` is not installed.
        OSError: The file cannot be written.
    """
    picture = render(svg(state, size, highlight_last=highlight_last, legal=legal, view=view))
    if path is not None:
        with atomic_write(path) as file:
            file.write(picture)
    return picture


def rgb(
    state: State, size: int = 800, *, highlight_last: bool = True, legal: Legal = False, view: str = "plan"
) -> npt.NDArray[np.uint8]:
    """A position as pixels, a new array of shape (height, width, 3), red, green and blue; needs the extra ``png``."""
    return pixels(png(state, None, size, highlight_last=highlight_last, legal=legal, view=view))
