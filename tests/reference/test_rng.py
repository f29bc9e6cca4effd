"""The random streams of the reference engine (RULES, "Random streams")."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zellige.reference.rng import Stream, mix64

STREAMS = json.loads((Path(__file__).parents[1] / "golden" / "streams.json").read_text())


@pytest.mark.parametrize("case", STREAMS, ids=lambda case: f"{case['seed']}-{case['number']}")
def test_first_draws(case: dict[str, Any]) -> None:
    stream = Stream(case["seed"], case["number"])
    assert [str(stream.next_u64()) for _ in range(4)] == case["first"]


def test_mix64_is_splitmix64() -> None:
    # SplitMix64 started at 0 and at 1234567: published first outputs of the generator.
    assert mix64(0) == 0xE220A8397B1DCDAF
    assert mix64(1234567) == 6457827717110365317
    assert mix64(2**64) == mix64(0)


def test_below_is_the_high_word_of_the_product() -> None:
    twin = Stream(3, 4)
    stream = Stream(3, 4)
    for n in [1, 2, 3, 7, 1084, 30433] * 20:
        assert stream.below(n) == twin.next_u64() * n // 2**64


def test_below_reaches_every_number() -> None:
    stream = Stream(1, 1)
    assert {stream.below(6) for _ in range(200)} == set(range(6))


def test_numpy_integers_are_integers() -> None:
    assert Stream(np.uint64(2**64 - 1), np.int8(5)).next_u64() == 4411834894193351684


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seed_out_of_range(seed: int) -> None:
    with pytest.raises(ValueError, match="seed must be at least 0 and less than 2"):
        Stream(seed)
    with pytest.raises(ValueError, match="number must be at least 0 and less than 2"):
        Stream(0, seed)


@pytest.mark.parametrize("seed", [True, 1.0, "1", None])
def test_seed_of_another_type(seed: Any) -> None:
    with pytest.raises(TypeError, match="seed must be an integer"):
        Stream(seed)


def test_nothing_to_draw_from() -> None:
    with pytest.raises(ValueError, match="0 choices"):
        Stream(0).below(0)
