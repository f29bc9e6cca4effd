"""The reference engine's Casa Grande: golden games ply by ply, and each rule by example."""

from __future__ import annotations

import hashlib
import json
import struct
import time
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from zellige.casa_grande import CasaGrande
from zellige.errors import BadMove, IllegalAction
from zellige.perft import perft
from zellige.reference import casa_grande
from zellige.reference.casa_grande import CasaGrandeState
from zellige.reference.casa_grande.board import Block, Laid, Position, lane, start
from zellige.reference.play import choose, play
from zellige.reference.rng import Stream
from zellige.state import CHANCE, TERMINAL

GOLDEN = Path(__file__).parents[1] / "golden"
TWO = CasaGrande()
FOUR = CasaGrande(players=4)
TYPES = [platform.name for platform in TWO.rules.platforms.platforms]


def lines_of(file: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in (GOLDEN / file).read_text().splitlines()]
    return [line for line in lines if line["game"] == "casa_grande"]


def begin(which: CasaGrande = TWO) -> CasaGrandeState:
    return cast("CasaGrandeState", which.new_initial_state("reference"))


def played(*moves: str, which: CasaGrande = TWO) -> CasaGrandeState:
    state = begin(which)
    for move in moves:
        state.push(move)
    return state


def cell(name: str) -> int:
    return (int(name[1]) - 1) * 8 + ord(name[0]) - ord("a")


class Table:
    """A position set up by hand: player 0 to lay a block or a platform."""

    def __init__(self, which: CasaGrande = TWO, node: str = "platform") -> None:
        self.which = which
        self.position: Position = start(which.rules)
        self.position.node = node
        self.position.pawns[0] = 1

    def block(self, player: int, *names: str, times: int = 1) -> Table:
        for name in names:
            self.position.stacks[cell(name)] += [Block(player)] * times
        return self

    def platform(self, player: int, level: int, *names: str, kind: str = "I3") -> Table:
        laid = Laid(TYPES.index(kind), player, level, frozenset(map(cell, names)))
        for name in names:
            self.position.stacks[cell(name)].append(laid)
        self.position.laid.append(laid)
        return self

    def state(self) -> CasaGrandeState:
        return CasaGrandeState(self.which, self.position.copy())

    def reasons(self, move: str) -> dict[str, list[str]]:
        """Rules and names of the cells; also that the number says the same as the text and the legal list agrees."""
        state = self.state()
        found = state.explain(move)
        try:
            number = state.string_to_action(move)
        except IllegalAction:
            assert found
        else:
            assert state.explain(number) == found
            assert state.is_legal(number) == (not found)
        return {reason.rule: [f"{chr(97 + x)}{y + 1}" for x, y in reason.cells] for reason in found}


# ---- Against other programs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", lines_of("casa_grande/casa_grande_oracle.jsonl"), ids=lambda d: d["policy"])
def test_golden_games(line: dict[str, Any]) -> None:
    state = begin(CasaGrande.from_options(line["options"]))
    for ply in line["plies"]:
        moves = state.legal_moves()
        assert state.current_player() == (CHANCE if ply["player"] == "chance" else ply["player"])
        assert len(moves) == ply["n"]
        assert hashlib.sha1(";".join(sorted(moves)).encode()).hexdigest()[:16] == ply["h"]
        state.push(ply["move"])
    assert state.is_terminal()
    assert state.scores().tolist() == line["scores"]


def test_the_golden_games_build_high() -> None:
    """What the vectors promise: levels up to 5, so that a fault in the upper storeys would be seen."""
    levels = set()
    for line in lines_of("casa_grande/casa_grande_oracle.jsonl"):
        state = begin(CasaGrande.from_options(line["options"]))
        for ply in line["plies"]:
            state.push(ply["move"])
        levels |= {laid.level for laid in state.platforms()}
    assert levels == {1, 2, 3, 4, 5}


def test_perft() -> None:
    [line] = [entry for entry in json.loads((GOLDEN / "perft.json").read_text()) if entry["game"] == "casa_grande"]
    state = begin(CasaGrande.from_options(line["options"]))
    for depth in range(1, 6):
        assert perft(state, depth) == line["perft"][str(depth)]


@pytest.mark.parametrize("line", lines_of("simulate.jsonl"), ids=lambda d: f"{d['options']}-{d['number']}")
def test_random_games_of_simulate(line: dict[str, Any]) -> None:
    state = begin(CasaGrande.from_options(line["options"]))
    play(state, Stream(line["seed"], line["number"]))
    assert state.to_record()["moves"] == line["moves"]
    assert state.scores().tolist() == line["scores"]


def test_explain_is_empty_exactly_for_legal_moves() -> None:
    for number in range(3):
        state = begin(CasaGrande(players=2 + number))
        stream = Stream(51, number)
        while not state.is_terminal():
            legal = set(state.legal_actions().tolist())
            numbers = range(6) if state.is_chance_node() else range(960)
            if state.move_number() % (4 if state.phase() == "platform" else 25) == 0:
                assert {action for action in numbers if not state.explain(action)} == legal
            state.apply_action(choose(state, stream, "greedy" if stream.below(2) else "random"))


# ---- Components ------------------------------------------------------------------------------------------------------


def test_action_numbers_never_change() -> None:
    state = played("die=1")
    assert casa_grande.num_distinct_actions(TWO.rules) == TWO.num_distinct_actions() == 960
    names = [state.action_to_string(action) for action in range(960)]
    assert len(set(names)) == 960
    assert names[:2] + names[8:10] + names[72:75] == ["step=0", "step=1", "step=8", "a1", "h8", "decline", "I3/0@a1"]
    assert hashlib.sha1("\n".join(names).encode()).hexdigest() == "5b04556836d7f70c4cc74c6e315145403189f7f0"
    assert all(state.string_to_action(name) == action for action, name in enumerate(names))
    assert [begin().action_to_string(outcome) for outcome in range(6)] == [f"die={die}" for die in range(1, 7)]


def test_g1_platforms_have_their_distinct_rotations_only() -> None:
    state = played("die=1")
    rotations: dict[str, set[str]] = {}
    for action in range(74, 960):
        name, rest = state.action_to_string(action).split("/")
        rotations.setdefault(name, set()).add(rest[0])
    assert {name: len(found) for name, found in rotations.items()} == {
        "I3": 2, "I4": 2, "O4": 2, "T4": 4, "T5": 4, "V5": 4, "X5": 1, "R6": 2, "S9": 1,
    }  # fmt: skip
    # A turned picture that looks the same may be named by any rotation on input.
    assert state.string_to_action("I3/2@c3") == state.string_to_action("I3/0@c3")
    assert state.string_to_action("I3/3@c3") == state.string_to_action("I3/1@c3")
    assert len({state.string_to_action(f"X5/{r}@c3") for r in range(4)}) == 1


def test_g1_rotation_is_clockwise() -> None:
    """T5 has its three marks at the ends of the T; turned once the bar of the T is on the right."""
    table = Table().block(0, "a2", "c1", "c3")
    assert table.reasons("T5/1@a1") == {}
    for rotation in (0, 2, 3):
        assert "G10a" in table.reasons(f"T5/{rotation}@a1")


def test_g2_lanes() -> None:
    def names(space: int) -> tuple[str, str]:
        cells = lane(space)
        assert cells == sorted(cells)
        assert len(cells) == 16
        ends = cells[0], cells[-1]
        return tuple(f"{chr(97 + end % 8)}{end // 8 + 1}" for end in ends)  # type: ignore[return-value]

    assert [names(space) for space in (1, 2, 3, 4)] == [("a1", "h2"), ("a3", "h4"), ("a5", "h6"), ("a7", "h8")]
    assert [names(space) for space in (6, 7, 8, 9)] == [("a1", "b8"), ("c1", "d8"), ("e1", "f8"), ("g1", "h8")]
    assert [lane(space) for space in (11, 12, 13, 14)] == [lane(space) for space in (4, 3, 2, 1)]
    assert [lane(space) for space in (16, 17, 18, 19)] == [lane(space) for space in (9, 8, 7, 6)]
    assert [lane(space) for space in (0, 5, 10, 15)] == [[]] * 4


@pytest.mark.parametrize(("players", "spaces"), [(2, [0, 10]), (3, [0, 5, 10]), (4, [0, 5, 10, 15])])
def test_g3_start(players: int, spaces: list[int]) -> None:
    state = begin(CasaGrande(players=players, blocks=20))
    everybody = range(players)
    assert [state.pawn(player) for player in everybody] == spaces
    assert [state.marker(player) for player in everybody] == [5] * players
    assert [state.money(player) for player in everybody] == [0] * players
    assert [state.blocks(player) for player in everybody] == [20] * players
    assert state.stock(0) == dict.fromkeys(TYPES[:-1], 2) | {"S9": 1}
    assert (state.turn_player(), state.round_number(), state.phase()) == (0, 1, "die")


# ---- A turn ----------------------------------------------------------------------------------------------------------


def test_g4_die() -> None:
    state = begin()
    assert state.chance_outcomes() == [(outcome, 1 / 6) for outcome in range(6)]
    state.push("die=4")
    assert state.pawn(0) == 4
    state = Table(node="die").state()
    state.position.pawns[0] = 17
    state.push("die=5")
    assert state.pawn(0) == 2


def test_g5_steps() -> None:
    state = played("die=4")
    assert state.legal_moves() == [f"step={steps}" for steps in range(6)]
    assert [reason.rule for reason in state.explain("step=6")] == ["G5"]
    state.push("step=3")
    assert (state.pawn(0), state.marker(0), state.phase()) == (7, 2, "block")
    # Stopping on a corner by bought steps earns the points of G6; passing one does not.
    state = played("die=4", "step=1")
    assert (state.pawn(0), state.marker(0), state.turn_player()) == (5, 7, 1)


def test_g5_no_choice_with_the_marker_on_0() -> None:
    table = Table(node="die")
    table.position.markers[0] = 0
    state = table.state()
    state.push("die=2")
    assert (state.phase(), state.pawn(0)) == ("block", 3)
    state = table.state()
    state.push("die=4")
    assert (state.turn_player(), state.marker(0)) == (1, 3)


def test_g6_corner() -> None:
    state = played("die=5", "step=0")
    assert (state.marker(0), state.money(0), state.turn_player(), state.phase()) == (8, 0, 1, "die")
    assert state.blocks(0) == 24


def test_g7_plots_of_the_lane() -> None:
    table = Table(node="block").block(0, "a1").block(1, "b1").platform(0, 1, "c1", "d1").platform(1, 1, "e1", "f1")
    assert table.reasons("a1") == table.reasons("c1") == table.reasons("e1") == table.reasons("h2") == {}
    assert table.reasons("b1") == {"G7": ["b1"]}
    assert table.reasons("a3") == {"G7": ["a3"]}
    assert table.reasons("i1") == {"G7": ["i1"]}
    assert table.reasons("a9") == {"G7": ["a9"]}
    assert len(table.state().legal_actions()) == 15
    table.block(1, "c1")
    assert table.reasons("c1") == {"G7": ["c1"]}


def test_g7_no_open_plot() -> None:
    table = Table(node="step").block(1, *(f"{column}{row}" for column in "abcdefgh" for row in (1, 2)))
    state = table.state()
    state.push("step=0")
    assert (state.turn_player(), state.phase()) == (1, "die")
    state = table.block(0, "a4", "c4").state()
    state.push("step=0")
    assert state.legal_moves() == ["decline", "I3/0@a4"]
    assert state.blocks(0) == 24


def test_g8_lisa() -> None:
    """The rulebook's example: a block on Felix's platform of the second level gives him two points."""
    table = Table(node="block").platform(1, 2, "a1", "b1", "c1")
    state = table.state()
    state.push("b1")
    assert (state.marker(1), state.marker(0)) == (7, 5)
    assert state.height()[0, :4].tolist() == [2, 3, 2, 0]
    # On a platform of his own there is nothing to earn, nor on a block that stands on another's.
    state = Table(node="block").platform(0, 2, "a1", "b1", "c1").state()
    state.push("b1")
    assert (state.marker(1), state.marker(0)) == (5, 5)
    state = table.block(0, "b1").state()
    state.push("b1")
    assert state.marker(1) == 5


def test_g9_platform_is_a_choice() -> None:
    table = Table(node="block").block(0, "a1")
    state = table.state()
    state.push("c1")
    assert state.legal_moves() == ["decline", "I3/0@a1"]
    state.push("decline")
    assert (state.turn_player(), state.platforms()) == (1, [])
    # It need not use the block just laid, and nothing is asked when none fits.
    state = table.block(0, "c1").state()
    state.push("h2")
    assert state.legal_moves() == ["decline", "I3/0@a1"]
    state = Table(node="block").state()
    state.push("a1")
    assert (state.turn_player(), state.phase()) == (1, "die")


# ---- Platforms -------------------------------------------------------------------------------------------------------


def test_g10_height() -> None:
    table = Table().block(0, "a1", times=2).platform(1, 3, "a1", "b1", "c1").block(1, "b1")
    state = table.state()
    assert state.height()[0, :4].tolist() == [3, 4, 3, 0]
    assert state.kind()[0, :4].tolist() == [2, 1, 2, 0]
    assert state.owner()[0, :4].tolist() == [1, 1, 1, -1]


def test_g10a_marks_on_own_blocks_of_one_height() -> None:
    table = Table().block(0, "a1").block(1, "c1")
    assert table.reasons("I3/0@a1") == {"G10a": ["c1"]}
    assert table.reasons("I3/0@e1") == {"G10a": ["e1", "g1"]}
    table = Table().block(0, "a1").block(0, "c1", times=2)
    assert table.reasons("I3/0@a1") == {"G10a": ["a1"]}
    table = Table().block(0, "a1").platform(0, 1, "c1", "d1", "e1")
    assert table.reasons("I3/0@a1") == {"G10a": ["c1"]}
    # Two blocks that are stacked on the ground carry a platform of level 2.
    table = Table().block(0, "a1", "c1", times=2)
    state = table.state()
    state.push("I3/0@a1")
    assert state.platforms()[0].level == 2


def test_g10b_overhang() -> None:
    """Over empty and lower plots, lower bare platforms included, and over anybody's blocks of the same height."""
    table = Table().block(0, "a1", "c1", times=2)
    assert table.reasons("I3/0@a1") == {}
    assert table.block(1, "b1").reasons("I3/0@a1") == {}
    assert Table().block(0, "a1", "c1").reasons("I3/0@a1") == {}
    assert Table().block(0, "a1", "c1").block(1, "b1").reasons("I3/0@a1") == {}
    assert Table().block(0, "a1", "b1", "c1").reasons("I3/0@a1") == {}
    assert Table().block(0, "a1", "c1", times=2).platform(1, 1, "b1", "b2", "b3").reasons("I3/0@a1") == {}


def test_g10b_too_high_or_straight_on_a_platform() -> None:
    assert Table().block(0, "a1", "c1").block(1, "b1", times=2).reasons("I3/0@a1") == {"G10b": ["b1"]}
    table = Table().block(0, "a1", "c1").platform(0, 1, "b1", "b2", "b3")
    assert table.reasons("I3/0@a1") == {"G10b": ["b1"]}
    # A block on it makes the plot too high.
    assert table.block(0, "b1").reasons("I3/0@a1") == {"G10b": ["b1"]}
    # O4 marks two corners of a square; both of the others are wrong here.
    table = Table().block(0, "a2", "b1").block(1, "a1", times=2).platform(1, 1, "b2", "b3", "b4")
    assert table.reasons("O4/0@a1") == {"G10b": ["a1", "b2"]}


def test_g10c_off_the_board() -> None:
    table = Table().block(0, "g8")
    assert table.reasons("I3/0@g8") == {"G10c": ["i8"]}
    assert table.reasons("I3/0@h8") == {"G10a": ["h8"], "G10c": ["i8", "j8"]}
    # Without a mark on the board only G10c is left to say.
    assert table.reasons("X5/0@h8") == {"G10c": ["i8", "h9", "i9", "j9", "i10"]}
    [reason] = table.state().explain("I3/0@z99")
    assert reason.rule == "G10c"
    assert reason.cells == ((25, 98), (26, 98), (27, 98))
    assert reason.message == "z99,(26, 98),(27, 98): off the board"


def test_g10d_stock() -> None:
    table = Table().block(0, "a1", "c1")
    table.position.stocks[0][TYPES.index("I3")] = 0
    assert table.reasons("I3/0@a1") == {"G10d": []}
    assert table.reasons("I3/0@a3") == {"G10a": ["a3", "c3"], "G10d": []}


def test_g10e_twins() -> None:
    table = Table().platform(1, 1, "a1", "b1", "c1").block(0, "a1", "c1")
    assert table.reasons("I3/0@a1") == {"G10e": ["a1", "b1", "c1"]}
    # However many blocks are between.
    assert table.block(0, "a1", "c1").reasons("I3/0@a1") == {"G10e": ["a1", "b1", "c1"]}
    # Not when something else has been laid over a part of it.
    assert table.platform(1, 3, "a1", "a2", "a3").block(0, "a1").block(0, "c1").reasons("I3/0@a1") == {}
    # A copy that is shifted is no twin, and other plots are none.
    table = Table().platform(1, 1, "a1", "b1", "c1").block(0, "b1").block(0, "d1", times=2)
    assert table.reasons("I3/0@b1") == {}
    table = Table().platform(1, 1, "a1", "b1", "c1").block(0, "a1", times=1).block(0, "d1", times=2)
    assert table.reasons("I4/0@a1") == {}


def test_g10e_a_twin_has_the_same_plots_whatever_its_type() -> None:
    own = TWO.rules.platforms.to_dict() | {"name": "mine"}
    own["platforms"] = [{"name": "A", "rows": ["O#O"], "count": 1}, {"name": "B", "rows": ["OO#"], "count": 1}]
    which = CasaGrande(platforms=own)
    table = Table(which).platform(1, 1, "a1", "b1", "c1").block(0, "a1", "b1")
    assert table.reasons("B/0@a1") == {"G10e": ["a1", "b1", "c1"]}
    assert which.options()["platforms"]["name"] == "mine"


def test_g11_felix() -> None:
    """The rulebook's example: a T of five squares on three blocks of the lowest level pays 5 x 1."""
    state = Table(node="block").block(0, "b4", "d4").state()
    state.push("c2")
    state.push("T5/0@b2")
    assert state.scores().tolist() == [5, 0]
    assert state.platforms() == [("T5", 0, 1, ((2, 1), (2, 2), (1, 3), (2, 3), (3, 3)))]
    assert state.stock(0)["T5"] == 1
    assert state.stock(1)["T5"] == 2
    assert state.height()[3].tolist() == [0, 1, 1, 1, 0, 0, 0, 0]
    assert state.kind()[2, 2] == 2


def test_g11_level_times_squares() -> None:
    state = Table().block(0, "a1", "c1", times=3).state()
    state.push("I3/0@a1")
    assert state.money(0) == 9


@pytest.mark.parametrize(("marker", "money", "after"), [(5, 0, 8), (6, 9, 0), (8, 9, 0)])
def test_g12_nine_on_the_bonus_scale(marker: int, money: int, after: int) -> None:
    table = Table(node="step")
    table.position.markers[0] = marker
    table.position.pawns[0] = 5
    state = table.state()
    state.push("step=0")
    assert (state.money(0), state.marker(0)) == (money, after)


def test_g12_in_another_players_turn() -> None:
    table = Table(node="block").platform(1, 2, "a1", "b1", "c1")
    table.position.markers[1] = 7
    state = table.state()
    state.push("a1")
    assert (state.money(1), state.marker(1), state.current_player()) == (9, 0, CHANCE)
    state.undo_action()
    assert (state.money(1), state.marker(1)) == (0, 7)


# ---- The end ---------------------------------------------------------------------------------------------------------


def test_g13_the_round_is_played_to_its_end() -> None:
    table = Table(FOUR, node="block")
    table.position.player = 1
    table.position.pawns[1] = 1
    table.position.blocks[1] = 1
    table.position.round = 30
    state = table.state()
    assert state.key()[2] == 0
    state.push("a1")
    assert state.blocks(1) == 0
    assert state.key()[2] == 1
    for player in (2, 3):
        assert state.turn_player() == player
        state.push("die=5")
        state.push("step=0")
    assert state.is_terminal()
    assert (state.phase(), state.turn_player(), state.round_number()) == ("end", TERMINAL, 30)
    assert state.key()[:2] == bytes([4, 255])


def test_g13_the_last_block_may_still_get_its_platform() -> None:
    table = Table(node="block").block(1, "a1")
    table.position.player = 1
    table.position.pawns[1] = 1
    table.position.blocks[1] = 1
    state = table.state()
    state.push("c1")
    assert state.phase() == "platform"
    state.push("I3/0@a1")
    assert state.is_terminal()
    assert state.scores().tolist() == [0, 3]


def test_g13_max_rounds() -> None:
    state = begin(CasaGrande(max_rounds=2))
    for number in (1, 1, 2, 2):
        assert state.round_number() == number
        state.push("die=5")
        if state.phase() == "step":
            state.push("step=0")
    assert state.is_terminal()
    assert state.round_number() == 2
    assert state.explain("die=1")[0].rule == "phase"


@pytest.mark.parametrize(
    ("money", "markers", "returns"),
    [
        ([5, 7, 5, 9], [0, 8, 0, 0], [-2 / 3, 1 / 3, -2 / 3, 1]),
        ([9, 9, 9, 9], [1, 2, 3, 3], [-1, -1 / 3, 2 / 3, 2 / 3]),
        ([0, 9, 0, 0], [8, 0, 8, 8], [-1 / 3, 1, -1 / 3, -1 / 3]),
    ],
)
def test_g14_money_then_marker(money: list[int], markers: list[int], returns: list[float]) -> None:
    table = Table(FOUR, node="end")
    table.position.money, table.position.markers = money, markers
    state = table.state()
    assert state.returns().tolist() == pytest.approx(returns)
    assert state.scores().tolist() == money


# ---- Notation, phases, keys ------------------------------------------------------------------------------------------

NO_MOVES = [
    "",
    "die=0",
    "die=7",
    "die=",
    "die=11",
    "DIE=1",
    "step=",
    "step=1000",
    "step=-1",
    "step=x",
    "a0",
    "a100",
    "A1",
]
NO_MOVES += [
    "I3",
    "I3/0",
    "I3/0@",
    "I3/4@a1",
    "I3/-1@a1",
    "I3/00@a1",
    "I9/0@a1",
    "I3/0@1,2",
    "i3/0@a1",
    "I3/0@a1\n",
    "a1 ",
]
NO_MOVES += ["decline ", "Decline", "pass", "I3/\u0661@a1", "a\u0661"]


@pytest.mark.parametrize("text", NO_MOVES)
def test_texts_that_are_no_move(text: str) -> None:
    for state in (begin(), played("die=1"), Table().state(), Table(node="end").state()):
        [reason] = state.explain(text)
        assert (reason.rule, reason.cells) == ("BadMove", ())
        with pytest.raises(BadMove):
            state.push(text)
        with pytest.raises(BadMove):
            state.string_to_action(text)


def test_moves_of_another_phase() -> None:
    samples = {"die": ["die=3"], "step": ["step=1"], "block": ["a1"], "platform": ["decline", "I3/0@a1"], "end": []}
    states = {
        "die": begin(),
        "step": played("die=1"),
        "block": Table(node="block").state(),
        "platform": Table().block(0, "a1", "c1").state(),
        "end": Table(node="end").state(),
    }
    for phase, state in states.items():
        assert state.phase() == phase
        for owner, moves in samples.items():
            for move in moves:
                rules = [reason.rule for reason in state.explain(move)]
                assert rules == ([] if owner == phase else ["phase"])
                if owner != phase:
                    with pytest.raises(IllegalAction, match="phase"):
                        state.push(move)


def test_numbers_are_read_by_the_kind_of_node() -> None:
    state = begin()
    assert state.string_to_action("die=4") == 3
    for number in (6, 959, 960):
        assert [reason.rule for reason in state.explain(number)] == ["BadMove"]
    with pytest.raises(BadMove, match="6 is no outcome number; they go from 0 to 5"):
        state.action_to_string(6)
    for move in ("step=1", "a1", "decline"):
        with pytest.raises(IllegalAction) as caught:
            state.string_to_action(move)
        assert caught.value.rule == "phase"
    state.push("die=1")
    assert state.string_to_action("c3") == 9 + 18
    assert state.string_to_action("decline") == 73
    for move, rule in (("step=9", "G5"), ("die=1", "phase"), ("i1", "phase")):
        with pytest.raises(IllegalAction) as caught:
            state.string_to_action(move)
        assert caught.value.rule == rule


def test_key_layout() -> None:
    table = Table(node="platform").block(0, "a1", "c1").block(1, "h8").platform(1, 1, "d1", "e1", "f1")
    table.position.money[1] = 70_000
    table.position.round = 258
    table.platform(0, 1, "a3", "a4", "a5").platform(1, 2, "a5", "b5", "c5").block(0, "b5")
    key = table.state().key()
    plots = bytearray(128)
    for name, height, top in [
        ("a1", 1, 1), ("c1", 1, 1), ("h8", 1, 2), ("d1", 1, 130), ("e1", 1, 130), ("f1", 1, 130),
        ("a3", 1, 129), ("a4", 1, 129), ("a5", 2, 130), ("b5", 3, 1), ("c5", 2, 130),
    ]:  # fmt: skip
        plots[2 * cell(name) : 2 * cell(name) + 2] = bytes([height, top])
    stock = bytes([2] * 8 + [1])
    masks = [(1, ("d1", "e1", "f1")), (2, ("a5", "b5", "c5"))]
    assert key == b"".join(
        [
            bytes([3, 0, 0]),
            struct.pack("<H", 258),
            bytes([1, 10]),
            bytes([5, 5]),
            struct.pack("<2I", 0, 70_000),
            bytes([24, 24]),
            stock,
            stock,
            bytes(plots),
            bytes([2]),
            *(struct.pack("<BQ", level, sum(1 << cell(name) for name in names)) for level, names in masks),
        ]
    )


def test_positions_that_are_reached_by_other_moves_are_equal() -> None:
    corner = ("die=5", "step=0")
    one = played("die=2", "step=0", "a3", *corner, "die=4", "step=0", "b3")
    two = played("die=2", "step=0", "b3", *corner, "die=4", "step=0", "a3")
    assert one == two
    assert hash(one) == hash(two)
    assert one.history() != two.history()
    one.undo_action()
    two.undo_action()
    assert one != two


def test_what_lies_below_does_not_count() -> None:
    """What is built under can never be reached again, so that it is no part of the position."""
    one = Table().platform(0, 1, "a1", "b1", "c1").platform(1, 2, "a1", "a2", "a3").state()
    two = Table().platform(1, 2, "a1", "a2", "a3").state()
    for name in ("b1", "c1"):
        two.position.stacks[cell(name)].append(one.position.stacks[cell(name)][0])
    assert one.key() == two.key()


def test_accessors() -> None:
    state = Table(FOUR).block(3, "h8").state()
    for grid in (state.height(), state.owner(), state.kind()):
        assert grid.dtype == np.int8
        assert grid.shape == (8, 8)
        before = grid.copy()
        grid[:] = 9
        assert (grid != before).all()
    assert (state.height()[7, 7], state.owner()[7, 7], state.kind()[7, 7]) == (1, 3, 1)
    assert (state.height()[0, 0], state.owner()[0, 0], state.kind()[0, 0]) == (0, -1, 0)
    assert state.current_player() == 0
    methods: list[Any] = [state.marker, state.money, state.pawn, state.blocks, state.stock]
    for method in methods:
        for wrong in (-1, 4):
            with pytest.raises(ValueError, match=f"no player {wrong}"):
                method(wrong)
        with pytest.raises(TypeError, match="player must be an integer"):
            method(1.0)


def test_greedy_scores() -> None:
    def scores(state: CasaGrandeState) -> dict[str, int]:
        return dict(zip(state.legal_moves(), state._greedy_scores(state.legal_actions().tolist()), strict=True))

    assert scores(played("die=1")) == {"step=0": 1} | {f"step={steps}": 0 for steps in range(1, 6)}
    table = Table().block(0, "a1", "c1", "a3", "c3", times=2)
    strips, corners = ("I3/0@a1", "I3/1@a1", "I3/0@a3", "I3/1@c1"), (f"V5/{r}@a1" for r in range(4))
    paid = dict.fromkeys(strips, 3 * 2) | dict.fromkeys(corners, 5 * 2) | {"S9/0@a1": 9 * 2}
    assert scores(table.state()) == {"decline": 0} | paid
    table = Table(node="block").block(0, "a2").block(1, "h1")
    found = scores(table.state())
    assert (found["c2"], found["d2"], found["b1"], found["a1"], found["g1"]) == (3, 4, 4, 0, 0)
    assert "h1" not in found


def test_a_whole_game_is_quick() -> None:
    """The cross-check stays cheap: measured 0.02 s a game; the bound leaves room for a busy machine."""
    seconds = []
    for number in range(5):
        before = time.process_time()
        play(begin(), Stream(1, number))
        seconds.append(time.process_time() - before)
    assert min(seconds) < 0.2
