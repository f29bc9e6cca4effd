"""The reference engine's Blokus: golden games ply by ply, and each rule by example."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from zellige.blokus import Blokus
from zellige.errors import BadMove, IllegalAction
from zellige.perft import perft
from zellige.reference import blokus
from zellige.reference.blokus import BlokusState
from zellige.reference.blokus.board import Position, board_of
from zellige.reference.blokus.pieces import NAMES, SIZES, orientations, piece_of
from zellige.reference.play import choose, play
from zellige.reference.rng import Stream

GOLDEN = Path(__file__).parents[1] / "golden"
CLASSIC = Blokus()
FIXED = Blokus(corners="fixed")
DUO = Blokus(variant="duo")


def golden_games() -> list[Any]:
    return [
        pytest.param(json.loads(line), id=f"{file.stem}-{number}")
        for file in sorted((GOLDEN / "blokus").glob("*.jsonl"))
        for number, line in enumerate(file.read_text().splitlines(), 1)
    ]


def of_blokus(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in lines if line["game"] == "blokus"]


def start(which: Blokus) -> BlokusState:
    return cast("BlokusState", which.new_initial_state("reference"))


def played(which: Blokus, *moves: str) -> BlokusState:
    state = start(which)
    for move in moves:
        state.push(move)
    return state


def rules_of(state: BlokusState, move: str) -> dict[str, tuple[tuple[int, int], ...]]:
    return {reason.rule: reason.cells for reason in state.explain(move)}


# ---- Against other programs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", golden_games())
def test_golden_games(line: dict[str, Any]) -> None:
    state = start(Blokus.from_options(line["options"]))
    for ply in line["plies"]:
        moves = state.legal_moves()
        assert state.current_player() == ply["player"]
        assert len(moves) == ply["n"]
        assert hashlib.sha1(";".join(sorted(moves)).encode()).hexdigest()[:16] == ply["h"]
        state.push(ply["move"])
    assert state.is_terminal()
    assert state.scores().tolist() == line["scores"]


@pytest.mark.parametrize(
    "line", of_blokus(json.loads((GOLDEN / "perft.json").read_text())), ids=lambda d: str(d["options"])
)
def test_perft(line: dict[str, Any]) -> None:
    state = start(Blokus.from_options(line["options"]))
    for depth, count in line["perft"].items():
        assert perft(state, int(depth)) == count


@pytest.mark.parametrize(
    "line",
    of_blokus([json.loads(line) for line in (GOLDEN / "simulate.jsonl").read_text().splitlines()]),
    ids=lambda d: f"{d['options']}-{d['number']}",
)
def test_random_games_of_simulate(line: dict[str, Any]) -> None:
    state = start(Blokus.from_options(line["options"]))
    play(state, Stream(line["seed"], line["number"]))
    assert state.to_record()["moves"] == line["moves"]
    assert state.scores().tolist() == line["scores"]


# ---- Components ------------------------------------------------------------------------------------------------------


def test_b1_pieces() -> None:
    assert len(NAMES) == 21
    assert [SIZES.count(size) for size in (1, 2, 3, 4, 5)] == [1, 1, 2, 5, 12]
    assert all(int(name[1]) == size for name, size in zip(NAMES, SIZES, strict=True))
    forms = [form for piece in range(21) for form in orientations(piece)]
    assert len(forms) == len(set(forms)) == 91
    by_name = {name: len(orientations(piece)) for piece, name in enumerate(NAMES)}
    assert by_name["I1"] == by_name["O4"] == by_name["X5"] == 1
    assert by_name["F5"] == by_name["N5"] == by_name["P5"] == by_name["L5"] == by_name["Y5"] == 8
    assert by_name["W5"] == by_name["Z5"] == by_name["V5"] == by_name["T5"] == 4


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("F5", "b1,a2,b2,b3,c3"),
        ("N5", "a1,a2,b2,b3,b4"),
        ("P5", "a1,a2,b2,a3,b3"),
        ("U5", "a1,b1,c1,a2,c2"),
        ("W5", "a1,a2,b2,b3,c3"),
        ("Y5", "a1,b1,c1,d1,b2"),
        ("Z5", "a1,b1,b2,b3,c3"),
        ("S4", "a1,b1,b2,c2"),
    ],
)
def test_b1_names(name: str, cells: str) -> None:
    squares = [(ord(cell[0]) - ord("a"), int(cell[1:]) - 1) for cell in cells.split(",")]
    piece = piece_of(squares)
    assert piece is not None
    assert NAMES[piece] == {"S4": "Z4"}.get(name, name)


@pytest.mark.parametrize(
    ("which", "count", "checksum"),
    [
        (CLASSIC, 30_433, "a7fa4a5097582538a8e4d4a32be1fc3b316cba83"),
        (DUO, 13_729, "0d78e3eeada7979a27e2ed76be897f5b5c1967e0"),
    ],
    ids=str,
)
def test_action_numbers_never_change(which: Blokus, count: int, checksum: str) -> None:
    state = start(which)
    assert blokus.num_distinct_actions(which.rules) == which.num_distinct_actions() == count
    names = [state.action_to_string(action) for action in range(count)]
    assert len(set(names)) == count
    assert hashlib.sha1("\n".join(names).encode()).hexdigest() == checksum
    assert all(state.string_to_action(name) == action for action, name in enumerate(names))


def test_action_numbers_go_by_piece_and_then_by_cells() -> None:
    placements = board_of(CLASSIC.rules).placements
    assert placements == sorted(placements)
    assert start(CLASSIC).action_to_string(0) == "a1"
    assert start(CLASSIC).action_to_string(400) == "a1,b1"
    assert start(CLASSIC).action_to_string(401) == "a1,a2"


# ---- What is legal ---------------------------------------------------------------------------------------------------


def literally_legal(state: BlokusState) -> set[int]:
    """B2 to B5 and B11, asked of every placement of the board in the words of the rules."""
    board = state.board()
    side = len(board)
    colour = state.current_colour()
    rules = state.game.rules
    empty = {(x, y) for y in range(side) for x in range(side) if board[y, x] < 0}
    own = {(x, y) for y in range(side) for x in range(side) if board[y, x] == colour}
    if rules.variant == "duo":
        starts = {[(4, 9), (9, 4)][colour]}
    elif rules.corners == "fixed":
        starts = {[(0, 19), (19, 19), (19, 0), (0, 0)][colour]}
    else:
        starts = {(0, 19), (19, 19), (19, 0), (0, 0)} & empty
    touched = {(x + dx, y + dy) for x, y in own for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    diagonal = {(x + dx, y + dy) for x, y in own for dx in (-1, 1) for dy in (-1, 1)}
    legal = set()
    for action, (piece, cells) in enumerate(board_of(rules).placements):
        squares = {(cell % side, cell // side) for cell in cells}
        if NAMES[piece] in state.hand(colour) and squares <= empty:
            if own and not squares & touched and squares & diagonal:
                legal.add(action)
            if not own and squares & starts:
                legal.add(action)
    return legal


@pytest.mark.parametrize("which", [CLASSIC, FIXED, Blokus(players=2), Blokus(players=3), DUO], ids=str)
def test_legal_is_what_the_rules_say_of_every_placement(which: Blokus) -> None:
    state = start(which)
    stream = Stream(21)
    while not state.is_terminal():
        if state.move_number() % 12 in (0, 1):
            assert set(state.legal_actions().tolist()) == literally_legal(state)
        state.apply_action(choose(state, stream))


@pytest.mark.parametrize("which", [CLASSIC, FIXED, DUO], ids=str)
def test_explain_is_empty_exactly_for_legal_moves(which: Blokus) -> None:
    state = start(which)
    stream = Stream(22)
    while not state.is_terminal():
        legal = set(state.legal_actions().tolist())
        sample = {stream.below(which.num_distinct_actions()) for _ in range(40)}
        sample |= {stream.below(400) for _ in range(40)} | set(list(legal)[:10])
        for action in sample:
            assert (state.explain(action) == []) == (action in legal)
        state.apply_action(choose(state, stream))


def test_b2_board_and_cells() -> None:
    state = played(FIXED, "a19,a20", "t19,t20")
    assert rules_of(state, "u1,t1") == {"B2": ((20, 0),)}
    state = played(CLASSIC, "a19,a20")
    assert rules_of(state, "a19,b19") == {"B2": ((0, 18),), "B3": ((0, 18), (1, 18))}
    assert rules_of(state, "a20,b20") == {"B2": ((0, 19),), "B3": ((0, 19), (1, 19))}
    assert rules_of(state, "t20,t21") == {"B2": ((19, 20),)}


def test_b2_a_piece_is_laid_once() -> None:
    state = played(DUO, "e10,f10", "j5,i5")
    assert state.hand(0) == [name for name in NAMES if name != "I2"]
    assert rules_of(state, "g11,g12") == {"B2": ((6, 10), (6, 11))}
    assert rules_of(state, "g11") == {}


def test_b3_any_free_corner() -> None:
    state = start(CLASSIC)
    for corner in ("a1", "t1", "a20", "t20"):
        assert state.explain(corner) == []
    assert rules_of(state, "a2,a3") == {"B3": ((0, 1), (0, 2))}
    state.push("a1,a2")
    assert state.explain("t20") == []
    assert len(state.legal_actions()) == 232 - 58


def test_b3_own_corner() -> None:
    state = start(FIXED)
    for corner in ("a20", "t20", "t1", "a1"):
        assert len(state.legal_actions()) == 58
        wrong = "a20" if corner != "a20" else "a1"
        assert "B3" in rules_of(state, wrong)
        state.push(corner)


def test_b4_b5_own_colour() -> None:
    state = played(FIXED, "a19,a20", "t20", "t1", "a1")
    assert rules_of(state, "b20") == {"B4": ((1, 19),)}
    assert rules_of(state, "a18") == {"B4": ((0, 17),), "B5": ((0, 17),)}
    assert rules_of(state, "b18") == {}
    assert rules_of(state, "b18,b19,c19") == {"B4": ((1, 18),)}
    assert rules_of(state, "c15") == {"B5": ((2, 14),)}
    assert rules_of(state, "a18,b18,c18") == {"B4": ((0, 17),)}


def test_b6_other_colours_do_not_matter() -> None:
    state = played(DUO, "e10,f10,g10,h10,i10", "j5,j6,j7,j8,j9", "j11,j12")
    assert state.current_colour() == 1
    assert state.explain("k10,k11") == []  # beside j11, corner to corner with j9
    assert rules_of(state, "k13") == {"B5": ((10, 12),)}  # corner to corner with j12 only
    assert rules_of(state, "i10,j10") == {"B2": ((8, 9),), "B4": ((9, 9),)}


def test_b1_no_piece() -> None:
    state = start(CLASSIC)
    assert rules_of(state, "a1,a3") == {"B1": ((0, 0), (0, 2))}
    assert rules_of(state, "c3,a1,b2") == {"B1": ((0, 0), (1, 1), (2, 2))}
    assert rules_of(state, "a1,b1,c1,d1,e1,f1") == {"B1": tuple((x, 0) for x in range(6))}
    assert rules_of(state, "b2,b4") == {"B1": ((1, 1), (1, 3)), "B3": ((1, 1), (1, 3))}


def test_all_rules_are_judged_whatever_the_others_say() -> None:
    state = played(FIXED, "a19,a20", "t20", "t1", "a1")
    assert rules_of(state, "a20,b20,b22") == {
        "B1": ((0, 19), (1, 19), (1, 21)),
        "B2": ((0, 19), (1, 21)),
        "B4": ((0, 19), (1, 19)),
    }
    reasons = state.explain("a20,a18,a17,a21")
    assert [reason.rule for reason in reasons] == ["B1", "B2", "B4", "B5"]
    assert [reason.rule for reason in state.explain("a18,a16")] == ["B1", "B4", "B5"]


def test_b7_b8_skipping_is_permanent() -> None:
    for number in range(4):
        state = start(FIXED)
        stream = Stream(31, number)
        blocked: set[int] = set()
        while not state.is_terminal():
            colour = state.current_colour()
            state.apply_action(choose(state, stream))
            following = state.current_colour()
            steps = (following - colour - 1) % 4 if following >= 0 else 4
            blocked |= {(colour + 1 + step) % 4 for step in range(steps)}
            assert following not in blocked
        assert blocked == {0, 1, 2, 3}
        for colour in range(4):
            end = state.copy_position()
            end.colour = colour
            assert literally_legal(BlokusState(FIXED, end)) == set()


# ---- Points and players ----------------------------------------------------------------------------------------------


def with_hands(which: Blokus, *hands: str, single_last: tuple[int, ...] = ()) -> BlokusState:
    sets = [{NAMES.index(name) for name in hand.split()} for hand in hands]
    return BlokusState(which, Position([{colour} for colour in range(len(sets))], sets, -1, set(single_last)))


BOOK = ("", "O4 I4", "V3 I4 L4 T4 Z4 X5", "I3 L4 T4 Z4 W5")


def test_b9_the_picture_of_the_rulebook() -> None:
    state = with_hands(CLASSIC, *BOOK, single_last=(0,))
    assert state.scores().tolist() == state.colour_scores().tolist() == [20, -8, -24, -20]
    assert state.returns().tolist() == pytest.approx([1, 1 / 3, -1, -1 / 3])


def test_b9_bonus() -> None:
    assert with_hands(CLASSIC, *BOOK).scores().tolist() == [15, -8, -24, -20]
    basic = with_hands(Blokus(scoring="basic"), *BOOK, single_last=(0,))
    assert basic.scores().tolist() == [0, -8, -24, -20]
    assert start(CLASSIC).scores().tolist() == [-89] * 4


@pytest.mark.parametrize(("last", "score"), [("I1", 20), ("I2", 15)])
def test_b9_what_was_laid_last(last: str, score: int) -> None:
    piece = NAMES.index(last)
    others = {0: set(range(21)), 1: set(range(21)), 2: set(range(21))}
    state = BlokusState(FIXED, Position([{380}, set(), set(), set()], [{piece}, *others.values()], 0))
    state.push("b19" if last == "I1" else "b18,b19")
    assert state.colour_scores()[0] == score
    assert state.key()[-1] == (1 if last == "I1" else 0)
    assert state.current_colour() == 1


def test_b10_two_players_own_two_colours_each() -> None:
    state = with_hands(Blokus(players=2), *BOOK, single_last=(0,))
    assert state.colour_scores().tolist() == [20, -8, -24, -20]
    assert state.scores().tolist() == [-4, -28]
    state = start(Blokus(players=2))
    seen = []
    for corner in ("a20", "t20", "t1", "a1"):
        seen.append((state.current_player(), state.current_colour()))
        state.push(corner)
    assert seen == [(0, 0), (1, 1), (0, 2), (1, 3)]


def test_b10_three_players_lay_green_in_turn() -> None:
    state = start(Blokus(players=3))
    stream = Stream(41)
    green, others = [], set()
    while not state.is_terminal():
        if state.current_colour() == 3:
            green.append(state.current_player())
        else:
            others.add((state.current_colour(), state.current_player()))
        state.apply_action(choose(state, stream))
    assert len(green) > 6
    assert green == [turn % 3 for turn in range(len(green))]
    assert others == {(0, 0), (1, 1), (2, 2)}
    assert state.scores().tolist() == state.colour_scores()[:3].tolist()


def test_b11_duo() -> None:
    state = start(DUO)
    assert state.board().shape == (14, 14)
    assert state.explain("e10") == []
    assert rules_of(state, "j5,j6") == {"B11": ((9, 4), (9, 5))}
    assert rules_of(state, "a1") == {"B11": ((0, 0),)}
    assert rules_of(state, "o1") == {"B2": ((14, 0),), "B11": ((14, 0),)}
    assert rules_of(state, "e10,e12") == {"B1": ((4, 9), (4, 11))}
    state.push("e10")
    assert rules_of(state, "e10") == {"B2": ((4, 9),), "B11": ((4, 9),)}
    state.push("j5")
    assert state.current_colour() == 0
    assert state.colour_scores().tolist() == [-88, -88]


# ---- Notation, keys, accessors ---------------------------------------------------------------------------------------


def test_b12_any_order_on_input() -> None:
    state = start(CLASSIC)
    assert state.string_to_action("b20,a20,a19") == state.string_to_action("a19,a20,b20")
    state.push("b20,a20,a19")
    assert state.to_record()["moves"] == ["a19,a20,b20"]


NO_CELLS = ["", "a", "1", "A1", "a0", "a01", "a100", "a1\n", "a1 ", "ä1", "a\u0661"]
NO_LISTS = ["a1,", ",a1", "a1,,a2", "a1, a2", "a1;a2", "a1,a1"]


@pytest.mark.parametrize("text", NO_CELLS + NO_LISTS)
def test_texts_that_are_no_move(text: str) -> None:
    state = start(CLASSIC)
    [reason] = state.explain(text)
    assert (reason.rule, reason.cells) == ("BadMove", ())
    with pytest.raises(BadMove):
        state.push(text)
    with pytest.raises(BadMove):
        state.string_to_action(text)
    play(state, Stream(0))
    assert state.explain(text)[0].rule == "BadMove"


def test_a_long_text_is_not_repeated_in_the_message() -> None:
    [reason] = start(CLASSIC).explain("x" * 10**6)
    assert len(reason.message) < 200


def test_moves_without_a_number() -> None:
    state = start(CLASSIC)
    for text, rule in (("a1,a3", "B1"), ("u20,t20", "B2")):
        with pytest.raises(IllegalAction) as caught:
            state.string_to_action(text)
        assert caught.value.rule == rule
    assert state.string_to_action("c3") == 42
    play(state, Stream(0))
    assert state.string_to_action("c3") == 42
    # Why there is no number has nothing to do with the position.
    with pytest.raises(IllegalAction, match="B2: u20: off the board"):
        state.string_to_action("t20,u20")
    assert [reason.rule for reason in state.explain("c3")] == ["phase"]
    assert [reason.rule for reason in state.explain("a1,a3")] == ["phase"]


def test_an_illegal_move_names_rule_and_cells() -> None:
    state = played(FIXED, "a19,a20", "t20", "t1", "a1")
    with pytest.raises(IllegalAction, match="B4: b20: edge-adjacent to a square of the same colour") as caught:
        state.push("b20")
    assert (caught.value.rule, caught.value.cells) == ("B4", ((1, 19),))
    assert caught.value.reasons == tuple(state.explain(state.string_to_action("b20")))


def test_key_layout() -> None:
    state = played(CLASSIC, "a1,a2", "t20")
    cells = bytearray(400)
    cells[0] = cells[20] = 1
    cells[399] = 2
    full = (1 << 21) - 1
    hands = [full & ~2, full & ~1, full, full]
    assert state.key() == bytes(cells) + b"".join(hand.to_bytes(4, "little") for hand in hands) + bytes([2, 0])
    play(state, Stream(1))
    assert state.key()[-2] == 255
    assert len(start(DUO).key()) == 14 * 14 + 2 * 4 + 2


def test_positions_that_are_reached_by_other_moves_are_equal() -> None:
    rest = ["t20", "t1", "a1"], ["s18,s19", "s2,s3", "b2,b3"]
    start_piece, first, second = "a19,a20,b20", "c19,d19", "b16,b17,b18"
    one = played(FIXED, start_piece, *rest[0], first, *rest[1])
    two = played(FIXED, start_piece, *rest[0], second, *rest[1])
    assert one != two
    one.push(second)
    two.push(first)
    assert one == two
    assert hash(one) == hash(two)
    assert one.key() == two.key()
    assert one.history() != two.history()
    assert one.legal_moves() == two.legal_moves()


def test_accessors() -> None:
    state = played(CLASSIC, "a1,a2", "t20")
    board = state.board()
    assert board.dtype == np.int8
    assert board.shape == (20, 20)
    assert (board[0, 0], board[1, 0], board[19, 19], board[0, 1]) == (0, 0, 1, -1)
    board[:] = 7
    assert state.board()[0, 0] == 0
    assert state.current_colour() == 2
    assert state.hand(0)[:3] == ["I1", "I3", "V3"]
    assert state.hand(2) == list(NAMES)
    assert state.colour_scores().dtype == np.int32
    assert state.colour_scores().tolist() == [-87, -88, -89, -89]
    for wrong in (-1, 4):
        with pytest.raises(ValueError, match=f"no colour {wrong}"):
            state.hand(wrong)
    with pytest.raises(ValueError, match="no colour 2"):
        start(DUO).hand(2)
    with pytest.raises(TypeError, match="colour must be an integer"):
        state.hand(True)
    play(state, Stream(0))
    assert state.current_colour() == -1


def test_greedy_scores() -> None:
    """1,000 for each square, and the cells from which the colour could then start."""
    state = start(FIXED)
    scores = dict(zip(state.legal_moves(), state._greedy_scores(state.legal_actions().tolist()), strict=True))
    assert scores["a20"] == 1001
    assert scores["a19,a20"] == 2001
    assert scores["a18,a19,a20,b20,c20"] == 5002
    assert scores["a19,c19,a20,b20,c20"] == 5002
    state = played(DUO, "e10", "j5")
    scores = dict(zip(state.legal_moves(), state._greedy_scores(state.legal_actions().tolist()), strict=True))
    assert scores["f11,f12"] == 2000 + len({"d9", "d11", "f9", "e13", "g13", "g10"})


def test_a_whole_game_is_quick() -> None:
    """The cross-check stays cheap: measured 0.06 s a game; the bound leaves room for a busy machine."""
    seconds = []
    for number in range(5):
        before = time.process_time()
        play(start(FIXED), Stream(1, number))
        seconds.append(time.process_time() - before)
    assert min(seconds) < 0.5
