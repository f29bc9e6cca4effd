"""What stands under the tops of Casa Grande, which only the history tells."""

from __future__ import annotations

import itertools

import zellige as zl
from zellige.draw.casa_grande_surface import Item, lane, stacks
from zellige.reference.casa_grande.board import Block
from zellige.reference.casa_grande.board import lane as lane_by_rules


def test_stacks_are_those_of_the_reference_engine(state: zl.State, twin: zl.State) -> None:
    if not isinstance(state, zl.CasaGrandeState):
        return
    found = stacks(state)
    position = twin.position  # type: ignore[attr-defined]
    for cell, stack in enumerate(position.stacks):
        shown = found.get((cell % 8, cell // 8), [])
        assert len(shown) == len(stack)
        for item, thing in zip(shown, stack, strict=True):
            assert item.owner == thing.owner
            assert (item.platform < 0) == isinstance(thing, Block)
            assert isinstance(thing, Block) or item.top == thing.level


def test_without_history_the_tops_are_right(state: zl.State) -> None:
    if not isinstance(state, zl.CasaGrandeState):
        return
    bare = state.clone(history=False)
    assert isinstance(bare, zl.CasaGrandeState)
    found = stacks(bare)
    for y in range(8):
        for x in range(8):
            stack: list[Item] = found.get((x, y), [])
            assert (stack[-1].top if stack else 0) == state.height()[y, x]
            assert (stack[-1].owner if stack else -1) == state.owner()[y, x]
            assert all(below.top <= above.bottom for below, above in itertools.pairwise(stack))
    assert bare.to_svg(view="isometric").count("<path") > 5


def test_a_history_that_begins_later_is_used() -> None:
    state = zl.CasaGrande().new_initial_state()
    for move in ("die=3", "step=0", "c5", "die=5", "step=0"):
        state.push(move)
    later = state.clone(history=False)
    for move in ("die=4", "step=0", "d4", "O4/0@c4"):
        later.push(move)
    assert isinstance(later, zl.CasaGrandeState)
    assert stacks(later) == {
        (2, 3): [Item(0, 1, 1, 0)],
        (3, 3): [Item(0, 0, 1, -1), Item(0, 1, 1, 0)],
        (2, 4): [Item(0, 0, 1, -1), Item(0, 1, 1, 0)],
        (3, 4): [Item(0, 1, 1, 0)],
    }


def test_lanes_are_those_of_the_rules() -> None:
    for space in range(20):
        assert {y * 8 + x for x, y in lane(space)} == set(lane_by_rules(space))
