"""Blokus positions set up by hand: what is derived and what is refused."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import zellige as zl
from zellige.game import Engine
from zellige.reference.blokus.pieces import piece_of

DUO = zl.Blokus(variant="duo")
FIXED = zl.Blokus(corners="fixed")
NAMES = zl.Blokus().new_initial_state().hand(0)


def reasons(game: zl.Game, position: dict[str, Any], engine: Engine) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    with pytest.raises(zl.PositionError) as caught:
        game.state_from(position, engine)
    return [(reason.rule, reason.cells) for reason in caught.value.reasons]


def cells(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((ord(cell[0]) - 97, int(cell[1:]) - 1) for cell in text.split(","))


def board(**colours: str) -> dict[str, int]:
    numbers = {"blue": 0, "yellow": 1, "red": 2, "green": 3}
    return {cell: numbers[colour] for colour, text in colours.items() for cell in text.split(",")}


def test_the_three_forms_of_a_board(engine: Engine) -> None:
    by_name = board(blue="e10,f10", yellow="j5")
    array = np.full((14, 14), -1)
    array[9, 4:6], array[4, 9] = 0, 1
    rows = ["." * 14] * 14
    rows[14 - 10], rows[14 - 5] = "....00........", ".........1...."
    states = [DUO.state_from({"board": form}, engine) for form in (by_name, array, array.tolist(), rows)]
    assert len({state.key() for state in states}) == 1
    assert states[0].board().tolist() == array.tolist()
    assert states[0].to_position()["board"] == rows


def test_hands_and_turn_are_derived(engine: Engine) -> None:
    state = FIXED.state_from({"board": board(blue="a19,a20", yellow="t20")}, engine)
    assert isinstance(state, zl.BlokusState)
    assert state.hand(0) == [name for name in NAMES if name != "I2"]
    assert state.hand(1) == NAMES[1:]
    assert state.current_colour() == 2
    assert FIXED.state_from({"board": board(red="t1")}, engine).current_player() == 0


def test_an_empty_board_is_the_start(engine: Engine) -> None:
    for game in (DUO, FIXED, zl.Blokus(players=3)):
        assert game.state_from({"board": {}}, engine) == game.new_initial_state(engine)


def test_parts_that_are_no_pieces(engine: Engine) -> None:
    position = {"board": board(blue="a20,b20,c20,d20,e20,f20,a18", red="t1,s2")}
    assert reasons(FIXED, position, engine) == [
        ("B1", cells("a20,b20,c20,d20,e20,f20")),
        ("B1", cells("t1,s2")),
        ("B5", cells("a18")),
    ]


def test_hand_against_board(engine: Engine) -> None:
    hands = [NAMES[1:], NAMES, NAMES, NAMES[:-1]]
    position = {"board": board(blue="a20", red="s1,t1"), "hands": hands}
    assert reasons(FIXED, position, engine) == [("B2", cells("s1,t1")), ("B2", ())]
    wrong = {"board": board(blue="a20"), "hands": [NAMES, NAMES, NAMES, NAMES]}
    assert reasons(FIXED, wrong, engine) == [("B2", cells("a20"))]


def test_first_pieces(engine: Engine) -> None:
    position = {"board": board(blue="t20", yellow="a20")}
    assert reasons(FIXED, position, engine) == [("B3", cells("t20")), ("B3", cells("a20"))]
    assert zl.Blokus().state_from(position, engine).current_player() == 2
    assert reasons(DUO, {"board": board(blue="j5")}, engine) == [("B11", cells("j5"))]


def test_pieces_without_a_link(engine: Engine) -> None:
    position = {"board": board(blue="a20,b19,c19,f10,g9,g8")}
    assert reasons(FIXED, position, engine) == [
        ("B1", cells("g8,g9,b19,c19")),
        ("B1", cells("f10,a20")),
        ("B5", cells("g8,g9,f10")),
    ]


def test_who_is_to_move(engine: Engine) -> None:
    full = DUO.new_initial_state().to_position()
    assert reasons(DUO, full | {"to_move": None}, engine) == [("B8", ())]
    # Yellow's starting square is taken, so that it can never begin (B11).
    blocked = {"board": board(blue="e10,e9,e8,e7,e6,f5,g5,h4,i5,j5,k5")}
    assert DUO.state_from(blocked, engine).current_player() == 0
    assert reasons(DUO, blocked | {"to_move": 1}, engine) == [("B7", ())]


def test_the_monomino_last_of_a_full_hand(engine: Engine) -> None:
    position = DUO.new_initial_state().to_position() | {"monomino_last": [1]}
    assert reasons(DUO, position, engine) == [("B9", ())]


def test_a_first_piece_was_not_the_last(engine: Engine) -> None:
    order = ["I1", *(name for name in reversed(NAMES) if name != "I1")]
    position = blue_alone(order, seed=1, chain=False)
    state = FIXED.state_from(position, engine)
    assert isinstance(state, zl.BlokusState)
    assert (state.hand(0), state.colour_scores()[0]) == ([], 15)
    assert reasons(FIXED, position | {"monomino_last": [0]}, engine) == [("B9", cells("a20"))]


def test_the_end_of_a_chain_was_the_last(engine: Engine) -> None:
    position = blue_alone(list(reversed(NAMES)), seed=1, chain=True)
    state = FIXED.state_from(position | {"monomino_last": [0]}, engine)
    assert isinstance(state, zl.BlokusState)
    assert (state.hand(0), state.colour_scores()[0]) == ([], 20)
    ((rule, single),) = reasons(FIXED, position, engine)
    assert rule == "B9"
    assert len(single) == 1


def test_without_the_monomino_somebody_else_may_have_been_last(engine: Engine) -> None:
    position = blue_alone(list(reversed(NAMES)), seed=2, chain=False)
    scores = [FIXED.state_from(position | {"monomino_last": last}, engine).scores()[0] for last in ([], [0])]
    assert scores == [15, 20]


def blue_alone(order: list[str], seed: int, chain: bool) -> dict[str, Any]:
    """A position in which Blue has laid all in this order, with ``chain`` each linked with no other but the last."""
    rng = random.Random(seed)
    while True:
        laid: list[set[tuple[int, int]]] = []
        for _ in order:
            lays = [set(cells(move)) for move in _moves(laid, order[len(laid)])]
            if chain:
                lays = [lay for lay in lays if not any(_linked(lay, other) for other in laid[:-1])]
            if not lays:
                break
            laid.append(rng.choice(lays))
        if len(laid) == len(order):
            return {"board": _board_of(laid), "to_move": 1}


def _moves(laid: list[set[tuple[int, int]]], name: str) -> list[str]:
    """Where Blue may lay a piece next, on a board where nobody else lays."""
    lying = FIXED.state_from({"board": _board_of(laid), "to_move": 0})
    size = int(name[1])
    return [move for move in lying.legal_moves() if move.count(",") == size - 1 and _name(cells(move)) == name]


def _board_of(laid: list[set[tuple[int, int]]]) -> dict[str, int]:
    return {f"{chr(97 + x)}{y + 1}": 0 for lay in laid for x, y in lay}


def _name(squares: tuple[tuple[int, int], ...]) -> str:
    piece = piece_of(squares)
    assert piece is not None
    return NAMES[piece]


def _linked(one: set[tuple[int, int]], other: set[tuple[int, int]]) -> bool:
    return any((x + dx, y + dy) in other for x, y in one for dx in (-1, 1) for dy in (-1, 1))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("board", None),
        ("board", "a1"),
        ("board", []),
        ("board", {"a21": 0}),
        ("board", {"a01": 0}),
        ("board", {"a1": 4}),
        ("board", {"a1": True}),
        ("board", {"a1": 0.0}),
        ("board", ["." * 20] * 19),
        ("board", ["." * 20] * 19 + ["." * 19]),
        ("board", ["." * 20] * 19 + ["." * 19 + "4"]),
        ("board", ["." * 20] * 19 + [[-1] * 20]),
        ("board", [[-1] * 20] * 19 + [[-2] * 20]),
        ("board", [[-1] * 20] * 19 + ["." * 20]),
        ("hands", [NAMES] * 3),
        ("hands", [NAMES] * 3 + [["X1"]]),
        ("hands", [NAMES] * 3 + [["I1", "I1"]]),
        ("hands", [NAMES] * 3 + [[1]]),
        ("to_move", 4),
        ("to_move", -1),
        ("to_move", "0"),
        ("monomino_last", [0, 0]),
        ("monomino_last", 0),
        ("colour", 1),
    ],
)
def test_fields_that_cannot_be_read(field: str, value: object, engine: Engine) -> None:
    position: dict[str, Any] = {"board": {}, field: value}
    with pytest.raises(zl.PositionError) as caught:
        zl.Blokus().state_from(position, engine)
    (reason,) = caught.value.reasons
    assert reason.rule == "BadPosition"
    assert reason.cells == ()
    assert field in reason.message


def test_every_bad_field_is_named(engine: Engine) -> None:
    with pytest.raises(zl.PositionError) as caught:
        zl.Blokus().state_from({"x": 1, "to_move": 7, "hands": 3}, engine)
    words = ("board is missing", "hands: ", "to_move: ", 'there is no field "x"')
    assert all(word in reason.message for word, reason in zip(words, caught.value.reasons, strict=True))
