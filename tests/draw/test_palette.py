"""The colours can be told apart with every kind of colour vision, and letters can be read on them."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
import pytest

from zellige.draw.palette import COLOURS, GROUND, INK, PAPER, PLAYERS, QUIET, SKY, ink_on, luminance, mix

Colour = npt.NDArray[np.float64]

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
VISION = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
RGB_TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                       [0.0193339, 0.1191920, 0.9503041]])  # fmt: skip
WHITE = RGB_TO_XYZ @ np.ones(3)


def lab(colour: str, vision: str) -> Colour:
    """CIE L*a*b* of a colour as somebody sees it."""
    parts = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen = np.clip(VISION[vision] @ linear, 0, 1)
    ratio = RGB_TO_XYZ @ seen / WHITE
    f = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    result: Colour = np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])
    return result


def contrast(one: str, other: str) -> float:
    """WCAG contrast of two colours."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("colours", [(*COLOURS, PAPER), (*PLAYERS, GROUND)], ids=["blokus", "casa grande"])
def test_colours_are_far_apart(colours: tuple[str, ...], vision: str) -> None:
    for one, other in itertools.combinations(colours, 2):
        distance = float(np.linalg.norm(lab(one, vision) - lab(other, vision)))
        assert distance >= 20, (one, other, distance)


def test_the_measure_finds_colours_that_are_not() -> None:
    red, green = "#b04a3a", "#6a7a2a"
    far, near = (float(np.linalg.norm(lab(red, v) - lab(green, v))) for v in ("normal", "deuteranopia"))
    assert far > 50
    assert near < 20


def test_letters_are_readable() -> None:
    for fill in {*COLOURS, *PLAYERS}:
        assert contrast(fill, ink_on(fill)) >= 4.5
        assert contrast(mix(fill, PAPER, 0.35), ink_on(mix(fill, PAPER, 0.35))) >= 4.5
        assert contrast(mix(fill, PAPER, 0.75), INK) >= 7
    assert contrast(QUIET, PAPER) >= 4.5
    assert contrast(mix(SKY, PAPER, 0.35), INK) >= 7
