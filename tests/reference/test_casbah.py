"""Casbah on the reference engine: golden games, and each rule by an example."""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import zellige as zl
from zellige.casbah import Frame, LaidTile
from zellige.reference.casbah import ReferenceCasbah, score
from zellige.reference.casbah.position import Position
from zellige.reference.casbah.tiles import turned
from zellige.reference.play import play
from zellige.reference.rng import Stream
from zellige.tiles import TileSet

GOLDEN = Path(__file__).parents[1] / "golden"


def lines(name: str) -> list[dict[str, Any]]:
    records = [json.loads(line) for line in (GOLDEN / name).read_text().splitlines()]
    return [record for record in records if record["game"] == "casbah"]


def label(record: dict[str, Any]) -> str:
    return "-".join(str(value) for value in [*record["options"].values(), record.get("policy"), record.get("seed")])


def start(**options: Any) -> ReferenceCasbah:
    state = zl.Casbah(**options).new_initial_state(engine="reference")
    assert isinstance(state, ReferenceCasbah)
    return state


def table(*lays: str, hand: str = "", strict_future: bool = False, size: tuple[int, int] = (4, 4)) -> ReferenceCasbah:
    """A solo position with these tiles laid, whatever the rules say of them, and the given ones in hand."""
    state = start(size=size, players=1, strict_future=strict_future)
    kinds = state.game.rules.tiles.tiles
    names = [tile.name for tile in kinds]
    position = state.position
    for lay in lays:
        name, r, x, y = lay.replace("@", "/").replace(",", "/").split("/")
        position.laid[int(x), int(y)] = names.index(name), int(r)
        position.board[int(x), int(y)] = turned(kinds[names.index(name)].sides, int(r))
    if hand:
        position.hands[0] = [hand.split().count(name) for name in names]
    position.options = state._lays(position)
    return state


def rules_of(state: ReferenceCasbah, move: str | int) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    return [(reason.rule, reason.cells) for reason in state.explain(move)]


# ---- Golden files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("record", lines("casbah/casbah_oracle.jsonl"), ids=label)
def test_every_ply_of_the_golden_games(record: dict[str, Any]) -> None:
    state = zl.Casbah.from_options(record["options"]).new_initial_state(engine="reference")
    for number, ply in enumerate(record["plies"]):
        moves = state.legal_moves()
        digest = hashlib.sha1(";".join(sorted(moves)).encode()).hexdigest()[:16]
        assert (state.current_player(), len(moves), digest) == (ply["player"], ply["n"], ply["h"]), f"ply {number}"
        state.push(ply["move"])
    assert state.is_terminal()
    assert state.scores().tolist() == record["scores"]


@pytest.mark.parametrize("record", lines("simulate.jsonl"), ids=label)
def test_random_games_are_those_of_the_streams(record: dict[str, Any]) -> None:
    state = start(**record["options"])
    play(state, Stream(record["seed"], record["number"]))
    assert state.to_record()["moves"] == record["moves"]
    assert state.scores().tolist() == record["scores"]


def sequences(state: ReferenceCasbah, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions().tolist():
        state.apply_action(action)
        total += sequences(state, depth - 1)
        state.undo_action()
    return total


PERFT = [
    (case["options"], int(depth), count)
    for case in json.loads((GOLDEN / "perft.json").read_text())
    if case["game"] == "casbah"
    for depth, count in case["perft"].items()
    if count < 1000 or (count < 3000 and int(depth) <= 4)
]


@pytest.mark.parametrize(("options", "depth", "count"), PERFT)
def test_perft(options: dict[str, Any], depth: int, count: int) -> None:
    assert sequences(start(**options), depth) == count


# ---- Laws ------------------------------------------------------------------------------------------------------------

PLAYED = [
    {},
    {"size": (4, 5), "players": 4, "tiles": "reconstruction-walls"},
    {"size": (3, 5), "players": 3, "strict_future": True},
    {"size": (5, 4), "players": 1},
]


@pytest.mark.parametrize("options", PLAYED, ids=str)
def test_undo_restores_every_position(options: dict[str, Any]) -> None:
    state = start(**options)
    stream, past = Stream(5, 0), [(state.key(), state.legal_moves(), state.scores().tolist())]
    while not state.is_terminal():
        actions = state.legal_actions().tolist()
        state.apply_action(actions[stream.below(len(actions))])
        past.append((state.key(), state.legal_moves(), state.scores().tolist()))
    while past:
        assert (state.key(), state.legal_moves(), state.scores().tolist()) == past.pop()
        if past:
            state.undo_action()
    with pytest.raises(zl.NothingToUndo):
        state.undo_action()


@pytest.mark.parametrize("options", PLAYED, ids=str)
def test_nothing_is_violated_exactly_when_a_move_is_legal(options: dict[str, Any]) -> None:
    state = start(**options)
    stream = Stream(6, 1)
    while not state.is_terminal():
        actions = state.legal_actions().tolist()
        if len(state.history()) % 5 == 0:
            unviolated = [a for a in range(state.game.num_distinct_actions()) if not state.explain(a)]
            assert unviolated == actions
        state.apply_action(actions[stream.below(len(actions))])
    assert {reason for a in range(state.game.num_distinct_actions()) for reason, _ in rules_of(state, a)} == {"phase"}


def test_numbers_and_names_go_both_ways() -> None:
    for size, tiles in [((6, 6), "reconstruction"), ((3, 5), "reconstruction-walls")]:
        state = start(size=size, players=1, tiles=tiles)
        names = [state.action_to_string(action) for action in range(state.game.num_distinct_actions())]
        assert len(set(names)) == len(names)
        assert [state.string_to_action(name) for name in names] == list(range(len(names)))


def test_copies_are_independent() -> None:
    state = start(size=(3, 4))
    play(state, Stream(1, 1))
    twins = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), state.clone(history=False)]
    key = state.key()
    assert all(twin == state and hash(twin) == hash(state) for twin in twins)
    for _ in range(3):
        state.undo_action()
    assert all(twin.key() == key for twin in twins)
    assert twins[0].history()[:-3] == state.history()
    assert isinstance(state, zl.CasbahState)


# ---- Positions -------------------------------------------------------------------------------------------------------


def test_the_order_of_lays_leaves_no_trace() -> None:
    keys = set()
    draft = ["F", "DDWW", "DDWW", "DDDD", "DDDW", "DDDW", "DDDW", "DDDW", "DDDW"]
    for lays in (["DDWW/3@1,0", "DDWW/0@-1,0"], ["DDWW/0@-1,0", "DDWW/3@1,0"]):
        state = start(size=(3, 3), players=1)
        for move in ["F/2@0,0", *lays]:
            state.push(move)
        keys.add(state.key())
        drafted = start(size=(3, 3), players=3)
        for move in draft:
            drafted.push(move)
        for move in ["F/2@0,0", *lays]:
            drafted.push(move)
        keys.add(drafted.key())
    assert len(keys) == 2, "one position in solo, one with three players: both have laid a corner worth 5"


def test_key_layout() -> None:
    state = start(size=(3, 2), players=2)
    for move in ["F", "DDWW", "DDDD", "DDWW", "G", "G"]:
        assert state.key()[:2] == bytes([0, state.current_player()])
        state.push(move)
    state.push("F/2@0,0")
    key = state.key()
    pictures = 2 * 15  # 5 columns and 3 rows, 16 bits each
    assert len(key) == 2 + 7 + 2 * 7 + pictures + 2 * 4
    assert key[:2] == bytes([1, 1])
    assert key[2:9] == bytes(7), "the pool is empty once the draft is over"
    assert key[9:23] == bytes([0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 1])
    assert key[23 : 23 + pictures] == b"\0" * 4 + bytes([1 + 4 * 0 + 2, 0]) + b"\0" * 24
    assert key[-8:] == bytes([1, 0, 0, 0, 0, 0, 0, 0])
    while not state.is_terminal():
        state.apply_action(int(state.legal_actions()[0]))
    assert state.key()[:2] == bytes([2, 255])


def test_accessors() -> None:
    state = start(size=(3, 2), players=2)
    assert state.phase() == "draft"
    assert state.pool() == {"F": 1, "DDDD": 9, "DDDW": 19, "DDWW": 6, "DWDW": 3, "DWWW": 2, "G": 5}
    assert state.hand(0) == {}
    assert len(state.frames()) == 5
    for move in ["F", "DDWW", "DDDD", "DDWW", "G", "G"]:
        state.push(move)
    assert state.phase() == "lay"
    assert state.pool() == {}
    assert (state.hand(0), state.hand(1)) == ({"F": 1, "DDDD": 1, "G": 1}, {"DDWW": 2, "G": 1})
    state.push("F/2@0,0")
    state.push("DDWW/3@1,0")
    assert state.tiles() == [LaidTile("F", 2, 0, 0), LaidTile("DDWW", 3, 1, 0)]
    assert (state.chips(0), state.chips(1)) == (1, 5)
    assert state.frames() == [Frame(-1, 0, 3, 2)]
    for player in (-1, 2):
        with pytest.raises(ValueError, match="there is no player"):
            state.hand(player)
    with pytest.raises(TypeError, match="a player must be an integer"):
        state.chips("0")  # type: ignore[arg-type]


# ---- Rule by rule ----------------------------------------------------------------------------------------------------


def test_h1_only_distinct_pictures_are_moves() -> None:
    state = start(size=(6, 6), players=1)
    names = {state.action_to_string(a).split("@")[0] for a in range(7, state.game.num_distinct_actions())}
    assert {name for name in names if name[:4] in ("DDDD", "DWDW") or name[0] in "GF"} == {
        "DDDD/0",
        "DWDW/0",
        "DWDW/1",
        "G/0",
        "F/2",
    }
    assert state.string_to_action("DWDW/3@0,0") == state.string_to_action("DWDW/1@0,0")
    assert state.string_to_action("G/3@0,1") == state.string_to_action("G/0@0,1")


def test_h1_a_tile_that_is_not_in_hand() -> None:
    state = table("F/2@0,0", hand="G")
    assert rules_of(state, "DDDD/0@0,1") == [("H1", ((0, 1),))]
    assert rules_of(state, "F/2@0,0") == [("H1", ((0, 0),)), ("H5", ((0, 0),))]


def test_h2_h3_the_draft_goes_round_until_the_casbah_can_be_filled() -> None:
    state = start(size=(3, 4), players=3)
    order = []
    while state.phase() == "draft":
        order.append(state.current_player())
        state.push("F" if len(order) == 5 else "DDDW")
    assert order == [0, 1, 2] * 4
    assert [sum(state.hand(player).values()) for player in range(3)] == [4, 4, 4]
    assert state.current_player() == 1, "who holds the front door begins"


def test_h3_a_type_can_run_out() -> None:
    state = start(size=(6, 6), players=2)
    for _ in range(3):
        state.push("DWDW")
    assert "DWDW" not in state.legal_moves()
    assert rules_of(state, "DWDW") == [("H3", ())]
    with pytest.raises(zl.IllegalAction) as error:
        state.push("DWDW")
    assert error.value.rule == "H3"


def test_h4_the_last_pick_must_be_the_front_door() -> None:
    state = start(size=(3, 2), players=2)
    for _ in range(5):
        assert len(state.legal_moves()) == 7
        state.push("DWDW" if state.move_number() < 3 else "G")
        if state.move_number() == 3:
            state.undo_action()
            state.push("DDDD")
    assert state.legal_moves() == ["F"]
    assert rules_of(state, "DDDD") == [("H4", ())]
    assert rules_of(state, "F") == []
    state.push("F")
    assert state.current_player() == 1


def test_h4_of_a_type_that_has_run_out() -> None:
    state = start(size=(3, 2), players=2)
    for move in ["DWDW", "DWDW", "DWDW", "G", "G"]:
        state.push(move)
    assert rules_of(state, "DWDW") == [("H3", ()), ("H4", ())]


def test_h5_the_front_door_is_laid_first_facing_south() -> None:
    state = start(size=(4, 4), players=1)
    assert state.legal_moves() == ["F/2@0,0"]
    for move in ("F/0@0,0", "DDDD/0@0,0", "F/2@1,0"):
        cell = (1, 0) if "1" in move else (0, 0)
        assert rules_of(state, move) == [("H5", (cell,))]
    walls = start(size=(4, 4), players=1, tiles="reconstruction-walls")
    assert walls.legal_moves() == ["F/3@0,0"]


def test_h5_a_tile_shares_a_side_with_a_laid_one() -> None:
    state = table("F/2@0,0")
    assert rules_of(state, "DDDW/0@0,0")[0] == ("H5", ((0, 0),)), "occupied"
    assert rules_of(state, "DDDD/0@1,1") == [("H5", ((1, 1),))], "a corner does not connect"
    assert rules_of(state, "DDDD/0@0,1") == []


@pytest.mark.parametrize(
    ("sides", "theirs", "fits"),
    [
        ("DDDD", "DDDD", True),
        ("GGGG", "GGGG", True),
        ("WWWW", "GGGG", True),
        ("....", "....", True),
        ("WWWW", "WWWW", False),
        ("DDDD", "WWWW", False),
        ("DDDD", "GGGG", False),
        ("DDDD", "....", False),
        ("WWWW", "....", False),
        ("GGGG", "....", False),
    ],
)
def test_h6_which_sides_match(sides: str, theirs: str, fits: bool) -> None:
    names = {"DDDD": "door", "WWWW": "window", "GGGG": "garden", "....": "wall"}
    tiles = {
        "name": "all",
        "tiles": [{"name": "front", "sides": "F...", "value": 1, "count": 1}]
        + [{"name": name, "sides": kind, "value": 1, "count": 9} for kind, name in names.items()],
    }
    state = start(size=(4, 4), players=1, tiles=tiles)
    position = state.position
    position.laid = {(0, 0): (0, 2), (0, 1): (1 + list(names).index(theirs), 0)}
    position.board = {(0, 0): turned("F...", 2), (0, 1): theirs}
    violated = dict(rules_of(state, f"{names[sides]}/0@1,1"))
    assert ("H6" not in violated) == fits
    if not fits:
        assert violated["H6"] == ((0, 1),)


def test_h6_names_all_neighbours_that_do_not_match() -> None:
    state = table("F/2@0,0", "DDWW/3@1,0", "DDDW/0@0,1")
    reasons = state.explain("DDWW/0@1,1")
    assert [(reason.rule, reason.cells) for reason in reasons] == [("H6", ((1, 0), (0, 1)))]
    assert "a french window" in reasons[0].message
    assert "a door of (1,0)" in reasons[0].message


def test_h6_nothing_matches_the_front_door() -> None:
    state = table("F/2@0,1", "DDDD/0@1,1")
    assert ("H6", ((0, 1),)) in rules_of(state, "DDDD/0@0,0")


def test_h7_frames_shrink_as_tiles_are_laid() -> None:
    state = start(size=(3, 4), players=1)
    assert [tuple(frame) for frame in state.frames()] == [
        (-2, 0, 3, 4),
        (-1, 0, 3, 4),
        (0, 0, 3, 4),
        (-3, 0, 4, 3),
        (-2, 0, 4, 3),
        (-1, 0, 4, 3),
        (0, 0, 4, 3),
    ]
    state.push("F/2@0,0")
    assert [tuple(frame) for frame in state.frames()] == [(-1, 0, 3, 4), (-2, 0, 4, 3), (-1, 0, 4, 3)], "doors inside"
    state.push("DDWW/3@1,0")
    assert len(state.frames()) == 3, "a window may face out, and need not"
    state.push("DDDW/3@-1,0")
    assert [tuple(frame) for frame in state.frames()] == [(-2, 0, 4, 3)], "a door to the west of column -1"
    assert rules_of(state, "DDDD/0@-2,0") == [("H7", ((-2, 0),))]
    assert rules_of(state, "DDWW/0@-2,0") == []


def test_h7_what_may_lie_at_the_edge() -> None:
    state = start(size=(3, 3), players=1, tiles="reconstruction-walls")
    state.push("F/3@0,0")
    state.push("DDWW/3@1,0")
    assert state.frames() == [Frame(-1, 0, 3, 3)]
    assert rules_of(state, "DDDD/0@1,1") == [("H7", ((1, 1),))], "a door may not face out"
    assert rules_of(state, ".DDD/1@1,1") == [("H7", ((1, 1),))], "nor a plain wall"
    state.push("DDDW/2@1,1")
    assert rules_of(state, ".DDW/0@1,2") == [("H7", ((1, 2),))], "a room in a corner shows two windows"
    assert rules_of(state, "DDWW/2@1,2") == []
    for _ in range(2):
        state.undo_action()
    state.push("DWWW/3@1,0")
    assert rules_of(state, "G/0@1,1") == [], "a garden may"


def test_h7_outside_the_numbered_area() -> None:
    state = table("F/2@0,0")
    assert rules_of(state, "DDDD/0@0,-1") == [("H7", ((0, -1),))]
    assert rules_of(state, "DDDD/0@9,0") == [("H5", ((9, 0),)), ("H7", ((9, 0),))]
    assert rules_of(start(players=1), "DDDD/0@9,0") == [("H5", ((9, 0),))], "the first lay has one place alone"
    with pytest.raises(zl.IllegalAction, match="H7"):
        state.string_to_action("DDDD/0@0,-1")


def test_h8_no_cell_may_be_faced_by_a_window_and_a_door() -> None:
    state = table("F/2@0,0", "DDDD/0@0,1")
    assert rules_of(state, "DDDW/3@1,0") == [], "a door to the north: (1,1) is faced by doors"
    reasons = state.explain("DWDW/1@1,0")
    assert [(reason.rule, reason.cells) for reason in reasons] == [("H8", ((1, 1),))]
    assert reasons[0].message == "(1,1) would face a french window from (1,0) and a door from (0,1)"


def test_h8_no_cell_may_be_faced_by_a_window_and_a_wall() -> None:
    state = start(size=(6, 6), players=1, tiles="reconstruction-walls")
    for move in ("F/3@0,0", "DDDD/0@0,1", ".DDD/1@0,2"):
        state.push(move)
    assert ("H8", ((1, 2),)) in rules_of(state, "DDDW/1@1,1")


def test_h8_lists_every_spoiled_cell() -> None:
    state = table("F/2@0,0", "DDDD/0@0,1", "DDDD/0@1,1", "DDDD/0@-1,1", size=(6, 6))
    assert rules_of(state, "DWWW/2@0,2") == [("H8", ((-1, 2), (1, 2)))]


def test_h8_a_window_and_a_garden_only_when_strict() -> None:
    for strict in (False, True):
        state = table("F/2@0,0", "DDDW/1@0,1", "DDDW/1@1,1", strict_future=strict, size=(6, 6))
        assert rules_of(state, "G/0@1,2") == ([("H8", ((0, 2),))] if strict else [])


def test_h9_players_who_cannot_lay_are_skipped() -> None:
    skips = 0
    for record in lines("casbah/casbah_oracle.jsonl"):
        lays = [ply["player"] for ply in record["plies"] if "/" in ply["move"]]
        players = record["options"]["players"]
        if any(after != (before + 1) % players for before, after in itertools.pairwise(lays)):
            skips += check_skips(start(**record["options"]), record["plies"])
    assert skips > 5


def check_skips(state: ReferenceCasbah, plies: list[dict[str, Any]]) -> int:
    """Plays a game; whoever is passed over must have nothing that fits."""
    skips, players = 0, state.game.num_players()
    for ply in plies:
        mover, phase = state.current_player(), state.phase()
        state.push(ply["move"])
        if phase == "lay" and not state.is_terminal():
            passed = (mover + 1) % players
            while passed != state.current_player():
                skips += 1
                position = state.copy_position()
                position.player = passed
                assert state._lays(position) == []
                passed = (passed + 1) % players
    return skips


def test_h10_the_example_of_the_rulebook() -> None:
    game = zl.Casbah()
    names = [tile.name for tile in game.rules.tiles.tiles]
    hands = [[0] * 7, [0] * 7]
    hands[0][names.index("DDWW")] = 1  # 5
    hands[0][names.index("DDDW")] = 1  # 2
    state = ReferenceCasbah(game, Position("end", 0, [0] * 7, hands, [28, 21]))
    assert state.scores().tolist() == [21, 21]
    assert state.returns().tolist() == [0.0, 0.0], "ties are shared"


def test_h10_scores_in_the_draft_are_minus_the_hand() -> None:
    state = start()
    for move in ("DWDW", "G", "DDDD"):
        state.push(move)
    assert state.scores().tolist() == [-23, -7]
    assert state.returns().tolist() == [0.0, 0.0]


def test_h11_solo_has_no_draft_and_all_tiles() -> None:
    state = start(size=(3, 4), players=1)
    assert state.phase() == "lay"
    assert sum(state.hand(0).values()) == 45
    assert state.legal_moves() == ["F/2@0,0"]


@pytest.mark.parametrize("complete", [True, False])
def test_h11_scores(complete: bool) -> None:
    records = [record for record in lines("casbah/casbah_oracle.jsonl") if record["options"]["players"] == 1]
    for record in records:
        size = record["options"]["size"]
        if (len(record["plies"]) == size[0] * size[1]) == complete:
            state = start(**record["options"])
            for ply in record["plies"]:
                held = score.hand_value(state.game.rules.tiles, state.position.hands[0])
                assert state.scores().tolist() == [state.chips(0) - held], "chips minus hand during play"
                assert state.returns().tolist() == [0.0]
                state.push(ply["move"])
            left = state.position.hands[0]
            kinds = state.game.rules.tiles.tiles
            total = sum(tile.value * tile.count for tile in kinds)
            over = sum(tile.value * count for tile, count in zip(kinds, left, strict=True))
            assert state.scores().tolist() == [-over if complete else -total]
            assert state.returns().tolist() == [-over / total if complete else -1.0]
            return
    pytest.fail("there is no such golden game")


@pytest.mark.parametrize(
    "move",
    [
        "",
        "X",
        "DDDD ",
        "DDDD/0",
        "DDDD/4@0,0",
        "DDDD/-1@0,0",
        "DDDD/0@0",
        "DDDD/0@1000,0",
        "DDDD/0@a,1",
        "XX/0@0,0",
        "DDDD/0@0,0\n",
        "DDDD/0@+1,0",
        "DDDD/0@\u0663,0",
    ],
)
def test_h13_what_cannot_be_read(move: str) -> None:
    for state in (start(), table("F/2@0,0")):
        assert rules_of(state, move) == [("BadMove", ())]
        with pytest.raises(zl.BadMove):
            state.push(move)
        with pytest.raises(zl.BadMove):
            state.string_to_action(move)


def test_h13_coordinates_may_have_zeros_in_front() -> None:
    state = start()
    assert state.string_to_action("DWDW/1@-02,003") == state.string_to_action("DWDW/1@-2,3")
    assert state.string_to_action("DWDW/0@-0,0") == state.string_to_action("DWDW/0@0,0")
    assert rules_of(state, "DWDW/01@-2,3") == rules_of(state, "DWDW/-0@0,0") == [("BadMove", ())]


def test_numbers_out_of_range() -> None:
    state = start()
    for number in (-1, 1064, 10**30):
        assert rules_of(state, number) == [("BadMove", ())]
        assert not state.is_legal(number)
        with pytest.raises(zl.IllegalAction, match="from 0 to 1063"):
            state.apply_action(number)
    assert state.move_number() == 0


def test_a_move_of_another_phase() -> None:
    state = start(size=(3, 2), players=2)
    assert rules_of(state, "DDDD/0@0,0") == [("phase", ())]
    assert rules_of(state, "F/2@5,5") == [("phase", ())]
    for move in ["F", "DDWW", "DDDD", "DDWW", "G", "G"]:
        state.push(move)
    assert rules_of(state, "DDDD") == [("phase", ())]
    while not state.is_terminal():
        state.apply_action(int(state.legal_actions()[0]))
    assert rules_of(state, "DDDD") == rules_of(state, "G/0@0,1") == [("phase", ())]


def test_greedy_takes_the_dearest_tile() -> None:
    state = start()
    assert state._greedy_scores(state.legal_actions().tolist()) == [0] * 7
    state = table("F/2@0,0", hand="DDDD DDWW")
    actions = state.legal_actions().tolist()
    values = {tile.name: tile.value for tile in TileSet.load("reconstruction").tiles}
    assert state._greedy_scores(actions) == [values[name.split("/")[0]] for name in state.legal_moves()]
    assert {*state._greedy_scores(actions)} == {8, 5}
