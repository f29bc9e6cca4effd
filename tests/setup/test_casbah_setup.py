"""Casbah positions set up by hand: what is derived and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import zellige as zl
from zellige.game import Engine

GAME = zl.Casbah((3, 2), 2)
SOLO = zl.Casbah((3, 2), 1)
Found = list[tuple[str, tuple[tuple[int, int], ...]]]


def reasons(game: zl.Game, position: dict[str, Any], engine: Engine) -> Found:
    with pytest.raises(zl.PositionError) as caught:
        game.state_from(position, engine)
    return [(reason.rule, reason.cells) for reason in caught.value.reasons]


def played(game: zl.Game, draft: list[str], lays: list[str]) -> zl.State:
    state = game.new_initial_state()
    for move in [*draft, *lays]:
        state.push(move)
    return state


def half_built() -> dict[str, Any]:
    """Both have laid one tile, the first the front door."""
    state = played(GAME, ["F", "G", "DDWW", "DDWW", "G", "DWDW"], ["F/2@0,0"])
    state.apply_action(state.legal_actions()[0])
    assert not state.is_terminal()
    return state.to_position()


def test_a_half_built_table(engine: Engine) -> None:
    position = half_built()
    state = GAME.state_from(position, engine)
    assert isinstance(state, zl.CasbahState)
    assert state.phase() == "lay"
    assert [tile.name for tile in state.tiles()].count("F") == 1
    assert state.chips(0) == 1
    assert sum(state.hand(0).values()) == sum(state.hand(1).values()) == 2


def test_what_may_be_left_out(engine: Engine) -> None:
    position = half_built()
    for name in ("phase", "to_move", "pool"):
        shorter = {key: position[key] for key in position if key != name}
        state = GAME.state_from(shorter, engine)
        assert state.key()[:1] == b"\x01"
        assert state.to_position()["table"] == position["table"]
    draft = GAME.state_from({"phase": "draft", "hands": [{"F": 1}, {}]}, engine)
    assert draft.current_player() == 1
    assert draft.to_position()["pool"]["DDWW"] == GAME.new_initial_state().to_position()["pool"]["DDWW"]
    assert SOLO.state_from({}, engine) == SOLO.new_initial_state(engine)
    first = SOLO.state_from({"table": ["F/2@0,0"]}, engine)
    assert first == played(SOLO, [], ["F/2@0,0"])
    assert first.scores()[0] == played(SOLO, [], ["F/2@0,0"]).scores()[0]


def test_chips_are_asked_for_when_nobody_can_say(engine: Engine) -> None:
    position = half_built()
    del position["chips"]
    with pytest.raises(zl.PositionError, match="chips: missing"):
        GAME.state_from(position, engine)
    alone = played(GAME, ["F", "G", "DDWW", "DDWW", "G", "DWDW"], ["F/2@0,0"]).to_position()
    del alone["chips"]
    assert GAME.state_from(alone, engine).to_position()["chips"] == [1, 0]


def test_who_begins(engine: Engine) -> None:
    position = played(GAME, ["G", "F", "DDWW", "DDWW", "G", "DWDW"], []).to_position()
    assert position["to_move"] == 1
    del position["to_move"]
    assert GAME.state_from(position, engine).current_player() == 1
    assert reasons(GAME, position | {"to_move": 0}, engine) == [("H5", ())]
    assert reasons(GAME, position | {"phase": "end"}, engine) == [("H10", ())]


def test_draft(engine: Engine) -> None:
    assert reasons(GAME, {"phase": "draft", "hands": [{}, {"G": 1}]}, engine) == [("H3", ())]
    assert reasons(GAME, {"phase": "draft", "to_move": 1, "hands": [{}, {}]}, engine) == [("H3", ())]
    over = {"phase": "draft", "hands": [{"F": 1, "G": 2}, {"G": 3}]}
    assert reasons(GAME, over, engine) == [("H3", ())]
    with_table = {"phase": "draft", "hands": [{"G": 1}, {}], "table": ["F/2@0,0"], "chips": [1, 0]}
    assert reasons(GAME, with_table, engine) == [("H1", ((0, 0),)), ("H3", ((0, 0),))]
    assert reasons(SOLO, {"phase": "draft", "hands": [{}]}, engine) == [("H11", ())]
    pool = GAME.new_initial_state().to_position()["pool"] | {"G": 1}
    assert reasons(GAME, {"pool": pool, "hands": [{}, {}]}, engine) == [("H1", ())]


def test_counts_after_the_draft(engine: Engine) -> None:
    position = half_built()
    more = position | {"pool": {"DDDD": 1}, "phase": "lay"}
    assert reasons(GAME, more, engine) == [("H3", ())]
    greater = position | {"hands": [position["hands"][0] | {"DDDD": 2}, position["hands"][1]]}
    assert reasons(GAME, greater, engine)[0] == ("H3", ())
    without = {"phase": "lay", "hands": [{"G": 3}, {"DDWW": 3}]}
    assert reasons(GAME, without, engine) == [("H4", ())]
    too_many = {"phase": "lay", "hands": [{"F": 1, "G": 2}, {"G": 3}]}
    many = {"phase": "lay", "hands": [{"F": 1, "G": 40}, {"G": 3}]}
    assert GAME.state_from(too_many, engine).current_player() == 0
    assert reasons(GAME, many, engine) == [("H1", ()), ("H3", ())]


def test_tables(engine: Engine) -> None:
    hands = [{"DDWW": 2}, {"DDWW": 2}]
    turned = {"hands": hands, "table": ["F/1@0,0", "G/0@5,5"], "chips": [1, 5]}
    found = reasons(GAME, turned, engine)
    assert ("H5", ((0, 0),)) in found
    assert ("H5", ((5, 5),)) in found
    assert found == sorted(found, key=lambda reason: int(reason[0][1:]))
    no_door = {"hands": [{"F": 1, "DDWW": 1}, {"DDWW": 2}], "table": ["G/0@0,0", "G/0@1,0"], "chips": [0, 0]}
    found = reasons(GAME, no_door, engine)
    assert found[0] == ("H5", ())
    assert ("H10", ()) in found
    garden = next(tile.value for tile in GAME.rules.tiles.tiles if tile.name == "G")
    clash = {"hands": hands, "table": ["F/2@0,0", "G/0@1,0"], "chips": [1, garden]}
    assert reasons(GAME, clash, engine) == [("H6", ((0, 0), (1, 0)))]
    room = next(tile.value for tile in GAME.rules.tiles.tiles if tile.name == "DDDD")
    below = {"hands": hands, "table": ["F/2@0,0", "DDDD/0@0,-1"], "chips": [1, room]}
    assert ("H7", ((0, -1),)) in reasons(GAME, below, engine)


def test_the_table_is_judged_as_validate_judges_it(engine: Engine) -> None:
    game = zl.Casbah((6, 6), 1)
    table = ["F/2@0,0", "DDWW/0@0,1", "DDDW/1@1,0", "G/0@2,2", "DWDW/1@-1,0"]
    found = zl.casbah.validate(
        {(0, 0): "F/2", (0, 1): "DDWW/0", (1, 0): "DDDW/1", (2, 2): "G/0", (-1, 0): "DWDW/1"}, size=(6, 6)
    )
    wanted = [(violation.rule, violation.cells) for violation in found]
    assert wanted
    names = {tile.name for tile in game.rules.tiles.tiles}
    assert {lay.partition("/")[0] for lay in table} <= names
    assert reasons(game, {"table": table}, engine) == wanted


def test_who_can_lay(engine: Engine) -> None:
    finished = played(GAME, ["F", "G", "DDWW", "DDWW", "G", "DWDW"], ["F/2@0,0"])
    while not finished.is_terminal():
        finished.apply_action(finished.legal_actions()[-1])
    end = finished.to_position()
    assert end["phase"] == "end"
    assert reasons(GAME, end | {"phase": "lay", "to_move": 0}, engine) == [("H9", ())]
    del end["to_move"]
    assert reasons(GAME, end | {"phase": "lay"}, engine) == [("H9", ())]
    del end["phase"]
    assert GAME.state_from(end, engine).is_terminal()
    assert reasons(SOLO, {"to_move": None}, engine) == [("H11", ())]


def test_chips(engine: Engine) -> None:
    position = half_built()
    first, second = position["chips"]
    assert set(reasons(GAME, position | {"chips": [first + 1, second]}, engine)) == {("H10", ())}
    assert reasons(GAME, position | {"chips": [first + second, 0]}, engine) == [("H10", ())] * 2
    assert GAME.state_from(position | {"chips": [second, first]}, engine) != GAME.state_from(position, engine)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("phase", "laying"),
        ("phase", 1),
        ("to_move", 2),
        ("to_move", None),
        ("pool", []),
        ("pool", {"X": 1}),
        ("pool", {"G": 256}),
        ("hands", [{}]),
        ("hands", [{}, {"G": -1}]),
        ("hands", {"G": 1}),
        ("table", "F/2@0,0"),
        ("table", ["F"]),
        ("table", ["F/4@0,0"]),
        ("table", ["X/0@0,0"]),
        ("table", ["F/2@1000,0"]),
        ("table", ["G/0@1,0", "F/2@1,0"]),
        ("table", ["G/0@1,0"] * 300),
        ("chips", [1]),
        ("chips", [1, 65536]),
        ("chips", [1, 0.5]),
        ("turn", 0),
    ],
)
def test_fields_that_cannot_be_read(field: str, value: object, engine: Engine) -> None:
    position: dict[str, Any] = {"phase": "lay", "hands": [{"F": 1, "G": 2}, {"DDWW": 3}], "chips": [0, 0], field: value}
    with pytest.raises(zl.PositionError) as caught:
        GAME.state_from(position, engine)
    (reason,) = caught.value.reasons
    assert reason.rule == "BadPosition"
    assert field in reason.message
