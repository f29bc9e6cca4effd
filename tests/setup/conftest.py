"""Random positions, and the same with something changed."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import zellige as zl

Walk = Callable[[zl.Game, int], Iterator[zl.State]]
Outcome = Callable[[zl.Game, Any, str], object]


@pytest.fixture
def walk() -> Walk:
    """Plays a random native game and yields the state before each move and at the end; it is one and the same state."""

    def plies(game: zl.Game, seed: int) -> Iterator[zl.State]:
        rng = random.Random(seed)
        state = game.new_initial_state()
        while True:
            yield state
            legal = state.legal_actions().tolist()
            if not legal:
                return
            state.apply_action(rng.choice(legal))

    return plies


@pytest.fixture
def outcome() -> Outcome:
    """What an engine makes of a position: its key, or rule and cells of every reason."""

    def call(game: zl.Game, position: Any, engine: str) -> object:
        try:
            return game.state_from(position, engine).key()  # type: ignore[arg-type]
        except zl.PositionError as why:
            return [(reason.rule, reason.cells) for reason in why.reasons]

    return call


@pytest.fixture
def mutate() -> Callable[[random.Random, dict[str, Any]], dict[str, Any]]:
    """A position with one or two values somewhere in it changed."""

    def call(rng: random.Random, position: dict[str, Any]) -> dict[str, Any]:
        changed = copy.deepcopy(position)
        for _ in range(rng.randint(1, 2)):
            _change(rng, changed)
        return changed

    return call


def _change(rng: random.Random, root: dict[str, Any]) -> None:
    places = [(root, key) for key in root]
    holder, key = rng.choice(places)
    while isinstance(holder[key], (dict, list)) and holder[key] and rng.random() < 0.9:
        inner = holder[key]
        holder, key = inner, rng.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
    holder[key] = _other(rng, holder[key], root)
    if rng.random() < 0.1:
        if isinstance(holder, dict):
            del holder[key]
        else:
            holder.insert(rng.randrange(len(holder)), holder[key])


def _other(rng: random.Random, value: Any, root: dict[str, Any]) -> Any:
    """Another value that may well be of the same kind."""
    if rng.random() < 0.03:
        return rng.choice([None, True, -1, 1.5, 10**6, 2**62, "", "x", [], {}, [[]], {"a1": 0}])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([-3, -2, -1, 1, 2, 3])
    if value is None:
        return rng.randrange(3)
    if isinstance(value, str) and value:
        parts = re.split("([/@])", value)
        if len(parts) > 1 and rng.random() < 0.8:  # a tile or platform: another name, rotation or cell
            others = [other for text in _texts(root) if len(other := re.split("([/@])", text)) == len(parts)]
            at = 2 * rng.randrange(len(parts) // 2 + 1)
            turned = parts[at].isdecimal() and rng.random() < 0.7
            return "".join([*parts[:at], rng.choice("0123") if turned else rng.choice(others)[at], *parts[at + 1 :]])
        at = rng.randrange(len(value))
        texts = "".join(text for text in _texts(root) if len(text) == len(value)) or value
        return value[:at] + rng.choice(texts) + value[at + 1 :]
    if isinstance(value, list) and value:
        changed = list(value)
        rng.shuffle(changed)
        return changed if rng.random() < 0.5 else changed[1:]
    return copy.deepcopy(rng.choice(list(root.values())))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)
