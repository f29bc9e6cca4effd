"""Texts kept as differences."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from zellige.replay.deltas import packed, unpacked

TEXTS = st.lists(st.lists(st.sampled_from(["a", "b", "c", "<d>", ""]), min_size=1).map("\n".join), max_size=8)


@given(TEXTS)
def test_nothing_is_lost(texts: list[str]) -> None:
    assert unpacked(json.loads(json.dumps(packed(texts)))) == texts


def test_what_stays_is_not_repeated() -> None:
    texts = ["\n".join(f"line {n}" for n in range(500) if n != gone) for gone in range(100)]
    assert len(json.dumps(packed(texts))) < 4 * len(texts[0])
