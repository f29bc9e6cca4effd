"""Casa Grande positions set up by hand: what is derived and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import zellige as zl
from zellige.game import Engine

GAME = zl.CasaGrande(2)
SHORT = zl.CasaGrande(3, 18, max_rounds=4)
Found = list[tuple[str, tuple[tuple[int, int], ...]]]


def reasons(game: zl.Game, position: dict[str, Any], engine: Engine) -> Found:
    with pytest.raises(zl.PositionError) as caught:
        game.state_from(position, engine)
    return [(reason.rule, reason.cells) for reason in caught.value.reasons]


def rules(game: zl.Game, position: dict[str, Any], engine: Engine) -> list[str]:
    return [rule for rule, _ in reasons(game, position, engine)]


def laying(player: int, place: str, level: int) -> dict[str, Any]:
    return {"player": player, "platform": place, "level": level}


def squares(place: str) -> list[tuple[int, int]]:
    """The squares of a platform of the set, as a game that laid it says."""
    name, _, anchor = place.partition("@")
    x, y = ord(anchor[0]) - 97, int(anchor[1:]) - 1
    name, _, turns = name.partition("/")
    (kind,) = (kind for kind in GAME.rules.platforms.platforms if kind.name == name)
    assert turns == "0"
    found = [
        (x + i, y + len(kind.rows) - 1 - j)
        for j, row in enumerate(kind.rows)
        for i, sign in enumerate(row)
        if sign != "."
    ]
    return sorted(found, key=lambda square: (square[1], square[0]))


NAME = GAME.rules.platforms.platforms[0].name
PLACE = f"{NAME}/0@c3"


def test_nothing_is_the_start(engine: Engine) -> None:
    for game in (GAME, SHORT):
        assert game.state_from({}, engine) == game.new_initial_state(engine)


def test_a_board(engine: Engine) -> None:
    state = GAME.state_from({"platforms": [laying(1, PLACE, 2)], "stacks": {"a1": [0, 3], "c3": [0, 1]}}, engine)
    assert isinstance(state, zl.CasaGrandeState)
    assert state.height()[0, 0] == 3
    assert state.owner()[0, 0] == 0
    assert (state.height()[2, 2], state.kind()[2, 2], state.owner()[2, 2]) == (3, 1, 0)
    (platform,) = state.platforms()
    assert (platform.owner, platform.level, list(platform.cells)) == (1, 2, squares(PLACE))
    assert state.money(1) == 2 * len(squares(PLACE))
    assert state.blocks(0) == 20
    assert state.stock(1)[NAME] == GAME.rules.platforms.platforms[0].count - 1
    # Two blocks must lie below every marked square.
    marks = sum(row.count("O") for row in GAME.rules.platforms.platforms[0].rows)
    assert state.blocks(1) == 24 - 2 * marks
    assert state.round_number() == max(2 * marks, 4) + 1
    assert state.is_chance_node()


def test_phases(engine: Engine) -> None:
    assert GAME.state_from({"phase": "step", "to_move": 1}, engine).current_player() == 1
    assert rules(GAME, {"phase": "step", "markers": [0, 3]}, engine) == ["G5"]
    assert rules(GAME, {"phase": "block"}, engine) == ["G6"]
    state = GAME.state_from({"phase": "block", "pawns": [1, 10]}, engine)
    assert state.legal_moves()[0] == "a1"
    full = {f"{column}{row}": [1, 1] for column in "abcdefgh" for row in (1, 2)}
    shut = {"phase": "block", "pawns": [1, 10], "stacks": full}
    assert rules(GAME, shut, engine) == ["G7"]
    assert rules(GAME, {"phase": "platform", "pawns": [1, 10]}, engine) == ["G9"]


def test_blocks(engine: Engine) -> None:
    assert rules(GAME, {"stacks": {"a1": [0, 3]}, "blocks": [22, 24]}, engine) == ["G1"]
    assert rules(GAME, {"blocks": [22, 24]}, engine) == ["G1"]
    assert rules(GAME, {"stacks": {"a1": [0, 25]}}, engine) == ["G1", "G13"]
    assert rules(GAME, {"stacks": {"a1": [0, 3]}, "round": 2}, engine) == ["G7"]
    later = {"stacks": {"a1": [0, 3]}, "round": 3, "to_move": 1}
    assert GAME.state_from(later, engine).round_number() == 3


def test_stock(engine: Engine) -> None:
    start = GAME.new_initial_state().to_position()
    assert reasons(GAME, {"platforms": [laying(0, PLACE, 1)], "stock": start["stock"]}, engine) == [
        ("G1", tuple(squares(PLACE)))
    ]
    fewer = [{key: count for key, count in start["stock"][0].items() if key != NAME}, start["stock"][1]]
    assert reasons(GAME, {"stock": fewer}, engine) == [("G1", ())]


def test_platforms_on_platforms(engine: Engine) -> None:
    again = {"platforms": [laying(0, PLACE, 1), laying(1, PLACE, 1)]}
    found = reasons(GAME, again, engine)
    assert [rule for rule, _ in found if rule != "G10b"] == ["G10a", "G10e"]
    assert found[-1][1] == tuple(squares(PLACE))
    higher = {"platforms": [laying(0, PLACE, 1), laying(1, PLACE, 2)]}
    assert reasons(GAME, higher, engine) == [("G10e", tuple(squares(PLACE)))]
    shifted = {"platforms": [laying(0, PLACE, 1), laying(1, f"{NAME}/0@d3", 2), laying(0, PLACE, 3)]}
    assert GAME.state_from(shifted, engine).money(1) == 2 * len(squares(PLACE))
    off = f"{NAME}/0@h8"
    outside = tuple(square for square in squares(off) if max(square) > 7)
    assert outside
    assert reasons(GAME, {"platforms": [laying(0, off, 1)]}, engine) == [("G10c", outside)]


def test_money(engine: Engine) -> None:
    pay = len(squares(PLACE))
    table = {"platforms": [laying(0, PLACE, 1)]}
    assert rules(GAME, table | {"money": [pay - 1, 0]}, engine) == ["G11"]
    assert rules(GAME, table | {"money": [pay + 3, 10]}, engine) == ["G12", "G12"]
    assert GAME.state_from(table | {"money": [pay + 9, 18]}, engine).scores().tolist() == [pay + 9, 18]


def test_the_end(engine: Engine) -> None:
    state = SHORT.state_from({"to_move": None}, engine)
    assert state.is_terminal()
    assert isinstance(state, zl.CasaGrandeState)
    assert state.round_number() == 4
    assert rules(SHORT, {"phase": "end", "round": 3}, engine) == ["G13"]
    assert rules(SHORT, {"round": 5}, engine) == ["G13"]


def test_the_last_round(engine: Engine) -> None:
    game = zl.CasaGrande(2, 18)
    towers = {"stacks": {"a1": [0, 9], "b1": [0, 9]}}
    state = game.state_from(towers | {"to_move": 1}, engine)
    assert isinstance(state, zl.CasaGrandeState)
    assert (state.blocks(0), state.round_number()) == (0, 18)
    assert rules(game, towers | {"to_move": 0}, engine) == ["G13"]
    over = game.state_from(towers | {"phase": "end"}, engine)
    assert over.is_terminal()
    state.apply_action(0)
    while state.is_chance_node() or not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.round_number() == 18


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("phase", "roll"),
        ("phase", "end"),
        ("to_move", None),
        ("to_move", 2),
        ("round", 0),
        ("round", 1001),
        ("pawns", [0, 20]),
        ("pawns", [0]),
        ("markers", [9, 0]),
        ("money", [-1, 0]),
        ("money", [10**9 + 1, 0]),
        ("blocks", [25, 0]),
        ("stock", [{}]),
        ("stock", [{"X9": 1}, {}]),
        ("stock", [{NAME: 32}, {}]),
        ("platforms", {}),
        ("platforms", [PLACE]),
        ("platforms", [{"player": 0, "platform": PLACE}]),
        ("platforms", [laying(2, PLACE, 1)]),
        ("platforms", [laying(0, "c3", 1)]),
        ("platforms", [laying(0, PLACE, 0)]),
        ("platforms", [laying(0, PLACE, 97)]),
        ("platforms", [laying(0, PLACE, 1) | {"x": 1}]),
        ("platforms", [laying(0, PLACE, 1)] * 125),
        ("stacks", []),
        ("stacks", {"i1": [0, 1]}),
        ("stacks", {"step=1": [0, 1]}),
        ("stacks", {"a1": [0]}),
        ("stacks", {"a1": [0, 0]}),
        ("stacks", {"a1": [2, 1]}),
        ("heights", []),
    ],
)
def test_fields_that_cannot_be_read(field: str, value: object, engine: Engine) -> None:
    position: dict[str, Any] = {"phase": "die", "to_move": 0, field: value}
    with pytest.raises(zl.PositionError) as caught:
        GAME.state_from(position, engine)
    (reason,) = caught.value.reasons
    assert reason.rule == "BadPosition"
    assert (field in reason.message) or field == "phase"
