"""Checking any arrangement of tiles (H12), by both engines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zellige as zl
from zellige import casbah
from zellige.casbah import Violation
from zellige.game import Engine
from zellige.reference.rng import Stream

GOLDEN = Path(__file__).parents[1] / "golden" / "casbah" / "casbah_oracle.jsonl"
RECORDS = [json.loads(line) for line in GOLDEN.read_text().splitlines()]

Table = dict[tuple[int, int], str]
engine_in_use: Engine = "native"


@pytest.fixture(autouse=True)
def use_the_engine(engine: Engine) -> None:
    """Every test of this file runs with each engine."""
    global engine_in_use
    engine_in_use = engine


def validate(layout: Any, *args: Any, **options: Any) -> list[Violation]:
    return casbah.validate(layout, *args, **{"engine": engine_in_use, **options})


def laid(record: dict[str, Any], moves: int | None = None) -> Table:
    """The tiles that a golden game lays, all or the first few."""
    lays = [ply["move"].split("@") for ply in record["plies"] if "@" in ply["move"]]
    return {(int(cell.split(",")[0]), int(cell.split(",")[1])): tile for tile, cell in lays[:moves]}


def moved(table: Table, quarters: int, dx: int = 0, dy: int = 0) -> Table:
    """The table turned clockwise about (0, 0) and then moved."""
    result = {}
    for (x, y), tile in table.items():
        name, r = tile.split("/")
        for _ in range(quarters):
            x, y = y, -x
        result[x + dx, y + dy] = f"{name}/{(int(r) + quarters) % 4}"
    return result


def moved_violation(violation: Violation, quarters: int, dx: int, dy: int) -> tuple[Any, ...]:
    def cell(x: int, y: int) -> tuple[int, int]:
        for _ in range(quarters):
            x, y = y, -x
        return x + dx, y + dy

    sides = {(cell(*at), "NESW"[("NESW".index(side) + quarters) % 4]) for at, side in violation.sides}
    return violation.rule, {cell(*at) for at in violation.cells}, sides


def found(table: Any, **options: Any) -> list[tuple[Any, ...]]:
    return [(violation.rule, violation.cells, violation.sides) for violation in validate(table, **options)]


# ---- Legal tables ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_nothing_is_wrong_with_what_was_played(number: int) -> None:
    record = RECORDS[number]
    options = record["options"]
    stream = Stream(number)
    for moves in (1, 2, 5, 11, None):
        table = moved(laid(record, moves), stream.below(4), stream.below(9) - 4, stream.below(9) - 4)
        strict = options.get("strict_future", False)
        assert validate(table, options["tiles"], tuple(options["size"]), strict_future=strict) == []


COMPLETE = [record for record in RECORDS if record["policy"] == "complete"]


@pytest.mark.parametrize("record", COMPLETE, ids=lambda record: str(record["options"]))
@pytest.mark.parametrize("quarters", range(4))
def test_a_finished_casbah(record: dict[str, Any], quarters: int) -> None:
    tiles = record["options"]["tiles"]
    table = moved(laid(record), quarters, -7, 3)
    assert validate(table, tiles, complete=True) == [], "the size is that of the rectangle"
    assert validate(table, tiles, record["options"]["size"], complete=True) == []
    del table[max(table)]
    (missing,) = validate(table, tiles, record["options"]["size"], complete=True)
    assert missing.rule == "H11"
    assert missing.cells[0] not in table
    with pytest.raises(ValueError, match="the size must be given"):
        validate(table, tiles, complete=True)


# ---- Rule by rule ----------------------------------------------------------------------------------------------------

BASE = """
--      DDDD/0  --
DDWW/0  F/2     DDWW/3
"""


def test_h1_unknown_types() -> None:
    assert found(BASE.replace("DDDD/0", "DDDX/0"), size="3x3") == [("H1", ((1, 1),), ())]
    table = {(0, 0): "F/2", (0, 1): "nothing/3", (0, 2): "else/0"}
    assert found(table, size="3x3") == [("H1", ((0, 1),), ()), ("H1", ((0, 2),), ())]


def test_h1_more_tiles_than_the_set_has() -> None:
    table = {(0, 0): "F/2", **{(0, y): "DDDD/0" for y in range(1, 11)}}
    violations = validate(table, size=(3, 12))
    assert [violation.rule for violation in violations] == ["H1"]
    assert violations[0].cells == tuple((0, y) for y in range(1, 11))
    assert violations[0].message in (
        "10 tiles DDDD are laid, and the set has 9",
        "there are 10 tiles DDDD, reconstruction has 9",
    )


def test_h1_no_front_door() -> None:
    assert found({(0, 0): "DDDD/0"}, size=(3, 3)) == [("H1", (), ())]
    assert found({}, size=(3, 3)) == [("H1", (), ())]
    assert found("", size=(3, 3)) == [("H1", (), ())]


def test_h1_two_front_doors() -> None:
    table = {(0, 0): "F/2", (0, 1): "DDDD/0", (1, 1): "F/1"}
    assert found(table, size=(4, 4)) == [("H1", ((0, 0), (1, 1)), ())]


def test_h5_groups_that_are_not_connected() -> None:
    table = {(0, 0): "F/2", (1, 1): "DDDD/0", (2, 1): "DDDD/0", (3, 3): "DDWW/2", (0, 1): "DDDD/0", (0, 3): "G/0"}
    assert found(table, size=(6, 6)) == [("H5", ((0, 3),), ()), ("H5", ((3, 3),), ())]
    del table[0, 1]
    assert ("H5", ((1, 1), (2, 1)), ()) in found(table, size=(6, 6)), "a corner does not connect"


def test_h5_without_a_front_door_the_largest_group_stays() -> None:
    table = {(0, 0): "DDDD/0", (5, 0): "DDDD/0", (5, 1): "DDDD/0"}
    assert [entry for entry in found(table, size=(6, 6)) if entry[0] == "H5"] == [("H5", ((0, 0),), ())]


def test_h6_each_pair_once() -> None:
    table = {(0, 0): "F/2", (0, 1): "DDDD/0", (1, 1): "DDDW/0", (-1, 1): "G/0"}
    assert found(table, size=(6, 6)) == [
        ("H6", ((-1, 1), (0, 1)), (((-1, 1), "E"), ((0, 1), "W"))),
        ("H6", ((0, 1), (1, 1)), (((0, 1), "E"), ((1, 1), "W"))),
    ]
    (garden, window) = validate(table, size=(6, 6))
    assert str(garden) == "H6: a garden of (-1,1) touches a door of (0,1)"
    assert window.message == "a door of (0,1) touches a french window of (1,1)"


def test_h6_up_and_down() -> None:
    table = {(0, 0): "F/2", (0, 1): "DDWW/1"}
    assert found(table, size=(6, 6)) == []
    table[0, 1] = "DDWW/0"
    assert found(table, size=(6, 6)) == [("H6", ((0, 0), (0, 1)), (((0, 0), "N"), ((0, 1), "S")))]


def test_h7_sides_that_face_out() -> None:
    # Only columns -1 to 1 can hold the front door between doors; a door and the corner's north show.
    table = {(0, 0): "F/2", (1, 0): "DDDW/2", (0, 1): "DDDD/0"}
    assert found(table, size=(3, 3)) == [("H7", ((1, 0),), (((1, 0), "S"),))]
    (violation,) = validate(table, size=(3, 3))
    assert violation.message in (
        "(1,0) shows a door to the S, out of the frame of columns -1 to 1 and rows 0 to 2",
        "a door of (1,0) faces S, out of the frame of columns -1 to 1 and rows 0 to 2",
    )


def test_h7_tiles_outside() -> None:
    table = {(0, y): "DDDD/0" for y in range(1, 5)} | {(0, 0): "F/2"}
    violations = validate(table, size=(3, 4))
    assert [(entry.rule, entry.cells, entry.sides) for entry in violations] == [
        ("H7", ((0, 3),), (((0, 3), "N"),)),
        ("H7", ((0, 4),), ()),
    ]


def test_h7_below_the_front_door() -> None:
    table = {(0, 0): "F/2", (0, -1): "DDDD/0"}
    assert found(table, size=(3, 3)) == [
        ("H6", ((0, -1), (0, 0)), (((0, -1), "N"), ((0, 0), "S"))),
        ("H7", ((0, -1),), ()),
    ]


def test_h7_the_frame_with_the_fewest_faults_then_the_narrowest_then_the_leftmost() -> None:
    # One tile is outside whichever frame of 3x4 is taken: of equals the narrow one counts.
    table = {(0, 0): "F/2", (0, 1): "DDDD/0", (0, 2): "DDDD/0", (0, 3): "DDWW/2", (0, 4): "G/0"}
    assert ("H7", ((0, 4),), ()) in found(table, size=(3, 4))
    wide = {(x, 0): "G/0" for x in range(-2, 3)}
    wide[0, 0] = "F/2"
    entries = [entry for entry in found(wide, size=(3, 3)) if entry[0] == "H7"]
    assert entries == [("H7", ((-2, 0),), ()), ("H7", ((2, 0),), ())]


def test_h7_without_a_front_door_the_frame_may_be_anywhere() -> None:
    table = {(5, 7): "DDWW/1", (6, 7): "DDDW/1", (6, 6): "DDDD/0"}
    assert found(table, size=(3, 3)) == [("H1", (), ())]
    assert found(table, size=(2, 5)) == [("H1", (), ()), ("H7", ((6, 6),), (((6, 6), "S"),))]
    (_, violation) = validate(table, size=(2, 5))
    assert violation.message.endswith("out of the frame of columns 3 to 7 and rows 6 to 7")


def test_h8_spoiled_cells() -> None:
    table = {(0, 0): "F/2", (0, 1): "DDDD/0", (1, 0): "DWDW/1"}
    assert found(table, size=(4, 4)) == [("H8", ((1, 1),), (((1, 0), "N"), ((0, 1), "E")))]
    (violation,) = validate(table, size=(4, 4))
    assert violation.message.endswith("(1,1) faces a french window from (1,0) and a door from (0,1)")


def test_h8_names_only_the_sides_that_spoil() -> None:
    table = {(0, 0): "F/2", (1, 0): "DWDW/1", (2, 0): "DWWW/3", (2, 1): "G/0"}
    table |= {(0, 1): "DDDD/0", (0, 2): "DDDD/0", (1, 2): "odd/0"}
    (unknown, spoiled) = found(table, size=(4, 4))
    assert unknown == ("H1", ((1, 2),), ())
    assert spoiled == ("H8", ((1, 1),), (((1, 0), "N"), ((0, 1), "E")))
    strict = found(table, size=(4, 4), strict_future=True)
    assert strict == [unknown, ("H8", ((1, 1),), (((1, 0), "N"), ((0, 1), "E"), ((2, 1), "W")))]


def test_h8_plain_walls() -> None:
    table = {(0, 0): "F/3", (0, 1): "DDDD/0", (1, 0): "DDWW/3", (1, 1): "DDDW/2", (0, 2): ".DDD/1"}
    assert found(table, tiles="reconstruction-walls", size=(4, 4)) == []
    table[1, 1] = ".DDW/1"
    assert found(table, tiles="reconstruction-walls", size=(4, 4)) == [
        ("H8", ((1, 2),), (((1, 1), "N"), ((0, 2), "E"))),
    ]


def test_h8_a_window_and_a_garden_only_when_strict() -> None:
    table = {(0, 0): "F/2", (0, 1): "DDDW/1", (1, 1): "DDDW/1", (1, 2): "G/0"}
    assert found(table, size=(6, 6)) == []
    assert found(table, size=(6, 6), strict_future=True) == [("H8", ((0, 2),), (((0, 1), "N"), ((1, 2), "W")))]


def test_complete_lists_the_empty_cells() -> None:
    violations = validate(BASE, size=(3, 3), complete=True)
    assert [(entry.rule, entry.cells) for entry in violations] == [
        ("H11", ((0, 1),)),
        ("H11", ((2, 1),)),
        ("H11", ((0, 2),)),
        ("H11", ((1, 2),)),
        ("H11", ((2, 2),)),
    ]
    assert validate(BASE, size=(3, 3)) == []


def test_violations_are_in_the_order_of_the_rules_then_of_the_cells() -> None:
    stream = Stream(8)
    names = ["F", "DDDD", "DDDW", "DDWW", "DWDW", "G", "odd"]
    for _ in range(40):
        table = {(x, y): f"{names[stream.below(7)]}/{stream.below(4)}" for x in range(3) for y in range(3)}
        violations = validate(table, size=(3, 3))
        keys = [(int(entry.rule[1:]), [cell[::-1] for cell in entry.cells]) for entry in violations]
        assert keys == sorted(keys)
        assert len({(entry.rule, entry.cells, entry.sides) for entry in violations}) == len(violations)


def test_turning_and_moving_the_table_turns_and_moves_the_violations() -> None:
    stream = Stream(9)
    names = ["DDDD", "DDDW", "DDWW", "DWDW", "DWWW", "G", "odd"]
    rules = set()
    for _ in range(60):
        cells = {(stream.below(7) - 3, stream.below(5) - 1) for _ in range(10)}
        table = {cell: f"{names[stream.below(7)]}/{stream.below(4)}" for cell in cells} | {(0, 0): "F/2"}
        options = {"size": (3, 5), "complete": True, "strict_future": bool(stream.below(2))}
        plain = validate(table, **options)
        rules |= {violation.rule for violation in plain}
        for quarters in range(4):
            turned = validate(moved(table, quarters, 6, -2), **options)
            expected = [moved_violation(violation, quarters, 6, -2) for violation in plain]
            got = [moved_violation(violation, 0, 0, 0) for violation in turned]
            assert len(got) == len(expected)
            assert all(entry in expected for entry in got)
    assert rules == {"H1", "H5", "H6", "H7", "H8", "H11"}


def test_it_agrees_with_the_reasons_why_a_lay_is_illegal() -> None:
    state = zl.Casbah(size=(4, 5), players=1).new_initial_state(engine="reference")
    stream = Stream(10)
    kinds = [f"{name}/{r}" for name in ("DDDD", "DDDW", "DDWW", "DWDW", "DWWW", "G") for r in range(4)]
    checked = set()
    while not state.is_terminal():
        table = {(tile.x, tile.y): f"{tile.name}/{tile.r}" for tile in state.tiles()}
        for _ in range(60 if table else 0):
            x, y, tile = stream.below(9) - 4, stream.below(5), kinds[stream.below(len(kinds))]
            if (x, y) not in table:
                reasons = state.explain(f"{tile}@{x},{y}")
                violations = validate({**table, (x, y): tile}, size=(4, 5))
                rules = [violation.rule for violation in violations]
                assert {reason.rule for reason in reasons} == set(rules)
                spoiled = [cell for reason in reasons if reason.rule == "H8" for cell in reason.cells]
                assert spoiled == [violation.cells[0] for violation in violations if violation.rule == "H8"]
                checked |= set(rules)
        actions = state.legal_actions()
        state.apply_action(int(actions[stream.below(len(actions))]))
    assert checked >= {"H5", "H6", "H7", "H8"}


# ---- Forms of a layout -----------------------------------------------------------------------------------------------


def test_text_rows_array_and_dict_say_the_same() -> None:
    rows = [["--", "DDDW/0", "--"], ["DDWW/0", "F/2", "DDWW/3"]]
    text = "\n\n  -- DDDW/0\t--  \r\nDDWW/0 F/2 DDWW/3\n\n"
    table = {(0, 0): "DDWW/0", (1, 0): "F/2", (2, 0): "DDWW/3", (1, 1): "DDDW/0"}
    with_nothing = [[None, "DDDW/0", ""], ["DDWW/0", "F/2", "DDWW/3"]]
    expected = [("H8", ((0, 1),), (((0, 0), "N"), ((1, 1), "W")))]
    forms: list[Any] = [text, rows, np.array(rows), np.array(with_nothing, dtype=object), table, with_nothing]
    forms += [["-- DDDW/0 --", "DDWW/0 F/2 DDWW/3"], tuple(map(tuple, rows))]
    for layout in forms:
        assert found(layout, size=(3, 3)) == expected


def test_any_rotation_that_looks_the_same_may_be_written() -> None:
    assert found("DDDD/3\nF/2", size=(3, 3)) == []
    assert found({(0, 0): "F/2", (0, 1): "DDWW/1", (0, 2): "G/2"}, size=(3, 4)) == []


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ("DDDD/0 --\nF/2", "row 2 has 1 cells but row 1 has 2: column 2 is missing"),
        ("DDDD/0\nF/2 --", "row 2 has 2 cells but row 1 has 1: column 2 is too much"),
        ("DDDD/0\n\nF/2", "row 2 has 0 cells but row 1 has 1: column 1 is missing"),
        ("DDDD/0 -- --\nF/2 DDDD -- ", "row 2, column 2: 'DDDD' is neither a tile such as 'DDWW/1' nor --"),
        ("DDDD/4\nF/2", "row 1, column 1: the rotation of 'DDDD/4' is not 0, 1, 2 or 3"),
        ("DDDD/00\nF/2", "row 1, column 1: the rotation"),
        ("DDDD/-1\nF/2", "row 1, column 1: 'DDDD/-1' is neither"),
        ("D D\nF/2 é/0", "row 1, column 1: 'D' is neither"),
        ("-- --\nF/2 é/0", "row 2, column 2: 'é/0' is neither"),
        ("-- ..\nF/2 --", "row 1, column 2: '..' is neither"),
        ([["--"], ["F/2", "--"]], "row 2 has 2 cells but row 1 has 1"),
        ([["G/0"], ["F 2"]], "row 2, column 1: 'F 2' is neither"),
        ({(0, 0): "F2"}, r"cell \(0,0\): 'F2' is neither"),
        ({(3, -1): "F/7"}, r"cell \(3,-1\): the rotation of 'F/7' is not"),
        ({(0, -1_000_001): "F/2"}, r"cell \(0,-1000001\): coordinates must be within 1,000,000 of 0"),
        ({(10**5000, 0): "F/2"}, r"cell \(a number of many digits,0\): coordinates must be within 1,000,000 of 0"),
        (np.array(["F/2"]), "an array of cells must have 2 dimensions, not 1"),
    ],
)
def test_layouts_that_cannot_be_read(layout: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        validate(layout, size=(3, 3))


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        (None, "a layout is text, a mapping of cells or rows of cells, not NoneType"),
        (7, "a layout is text"),
        (b"F/2", "a layout is text"),
        ([7], "row 1 must be a list of cells or text, not int"),
        ([["F/2", 7]], "row 1, column 2: a cell must be text, not int"),
        (np.array([[1, 2]]), "row 1, column 1: a cell must be text, not int"),
        ({"a1": "F/2"}, r"the keys of a layout must be cells \(x, y\) of integers, not 'a1'"),
        ({(0, 0.5): "F/2"}, "the keys of a layout must be cells"),
        ({(0, True): "F/2"}, "the keys of a layout must be cells"),
        ({(0, 0): ("F", 2)}, r"cell \(0,0\): a cell must be text, not tuple"),
    ],
)
def test_layouts_of_another_type(layout: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        validate(layout, size=(3, 3))


def test_numpy_integers_are_cells() -> None:
    assert found({(np.int64(4), np.int8(2)): "F/2"}, size=(3, 3)) == []


@pytest.mark.parametrize("size", [(6, 9), (1, 5), (2, 2), "6", (6, 6, 6)])
def test_sizes_that_no_casbah_has(size: Any) -> None:
    with pytest.raises(ValueError, match=r"casbah|size|frame"):
        validate({(0, 0): "F/2"}, size=size)


def test_the_size_is_needed_unless_the_tiles_fill_a_rectangle() -> None:
    assert found("DDWW/1 DDWW/2\nF/2 DDWW/3") == [
        ("H7", ((0, 0),), (((0, 0), "W"),)),
    ]
    for layout in ("F/2", "DDDD/0\nF/2", "DDDD/0 --\nF/2 DDWW/3", ""):
        with pytest.raises(ValueError, match="the size must be given"):
            validate(layout)
    with pytest.raises(ValueError, match="make 65 together, more than 64"):
        validate("\n".join(["G/0 " * 60] * 5))


@pytest.mark.parametrize("option", ["complete", "strict_future"])
def test_options_of_another_type(option: str) -> None:
    with pytest.raises(TypeError, match=f"{option} must be True or False, not int"):
        validate(BASE, size=(3, 3), **{option: 1})


def test_an_engine_that_is_none() -> None:
    with pytest.raises(ValueError, match="engine"):
        validate(BASE, size=(3, 3), engine="remote")
