"""Many texts that hardly differ, kept as the lines of the first and what changes from each to the next."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Any

__all__ = ["packed", "unpacked"]


def packed(texts: Iterable[str]) -> dict[str, Any]:
    r"""The texts as JSON values.

    Returns:
        ``lines``: every different line once. ``frames``: for each text a list of changes ``[at, removed, added]`` that
        make it out of the one before, the first out of nothing: from line ``at`` on ``removed`` lines go, and those
        with the numbers ``added`` come. The changes of a text stand from its end to its start, so that no change moves
        the place of the next.

    >>> packed(["a\nb\nc", "a\nx\nc"])
    {'lines': ['a', 'b', 'c', 'x'], 'frames': [[[0, 0, [0, 1, 2]]], [[1, 1, [3]]]]}
    """
    numbers: dict[str, int] = {}
    before: list[int] = []
    frames = []
    for text in texts:
        after = [numbers.setdefault(line, len(numbers)) for line in text.split("\n")]
        frames.append(_changes(before, after))
        before = after
    return {"lines": list(numbers), "frames": frames}


def unpacked(pack: dict[str, Any]) -> list[str]:
    r"""The texts again, as the page makes them too.

    >>> unpacked(packed(["a\nb", "b", "b\nb\na"]))
    ['a\nb', 'b', 'b\nb\na']
    """
    texts: list[str] = []
    lines: list[int] = []
    for changes in pack["frames"]:
        for at, removed, added in changes:
            lines[at : at + removed] = added
        texts.append("\n".join(pack["lines"][number] for number in lines))
    return texts


def _changes(before: list[int], after: list[int]) -> list[list[Any]]:
    # What both have at their ends is most of them, and need not be compared at length.
    start, most = 0, min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    matched = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changes = [[start + i, j - i, new[k:m]] for what, i, j, k, m in matched if what != "equal"]
    return changes[::-1]
