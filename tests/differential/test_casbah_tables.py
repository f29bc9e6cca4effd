"""Both validators of Casbah over random tables (H12): played ones, and played ones that somebody has meddled with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zellige as zl
from zellige.casbah import Violation, validate
from zellige.reference.casbah import validate as reference
from zellige.reference.rng import Stream

Cell = tuple[int, int]
Table = dict[Cell, str]

SETS = ("reconstruction", "reconstruction-walls")
SIZES = ((6, 6), (4, 9), (5, 9), (3, 4), (5, 2), (2, 3), (3, 3))
NAMES = {name: [tile.name for tile in zl.TileSet.load(name).tiles] for name in SETS}
TABLES = 600


def verdict(violations: list[Violation]) -> list[tuple[Any, ...]]:
    return [(violation.rule, violation.cells, violation.sides) for violation in violations]


def difference(table: Table, **options: Any) -> str | None:
    """How the engines differ about a table, if they do."""
    native = verdict(validate(table, **options))
    other = verdict(validate(table, **options, engine="reference"))
    if native == other:
        return None
    only = [entry for entry in native if entry not in other], [entry for entry in other if entry not in native]
    return f"{table} {options}: only native {only[0]}, only reference {only[1]}, or another order"


# ---- Random tables ---------------------------------------------------------------------------------------------------


def pick(stream: Stream, things: Any) -> Any:
    things = list(things)
    return things[stream.below(len(things))]


def played(stream: Stream, tiles: str, size: Cell, strict: bool) -> Table:
    """The table of a solo game after some lays."""
    state = zl.Casbah(size, 1, tiles, strict).new_initial_state()
    for _ in range(1 + stream.below(size[0] * size[1])):
        actions = state.legal_actions()
        if not len(actions):
            break
        state.apply_action(int(actions[stream.below(len(actions))]))
    return {(tile.x, tile.y): f"{tile.name}/{tile.r}" for tile in state.tiles()}


def near(stream: Stream, table: Table) -> Cell:
    x, y = pick(stream, table) if table else (0, 0)
    return x + stream.below(7) - 3, y + stream.below(7) - 3


def turn_one(stream: Stream, table: Table, names: list[str]) -> None:
    cell = pick(stream, table)
    table[cell] = f"{table[cell].split('/')[0]}/{stream.below(4)}"


def move_one(stream: Stream, table: Table, names: list[str]) -> None:
    cell = near(stream, table)
    table[cell] = table.pop(pick(stream, table))


def copy_one(stream: Stream, table: Table, names: list[str]) -> None:
    table[near(stream, table)] = table[pick(stream, table)]


def swap_two(stream: Stream, table: Table, names: list[str]) -> None:
    one, two = pick(stream, table), pick(stream, table)
    table[one], table[two] = table[two], table[one]


def take_one(stream: Stream, table: Table, names: list[str]) -> None:
    del table[pick(stream, table)]


def add_one(stream: Stream, table: Table, names: list[str]) -> None:
    table[near(stream, table)] = f"{pick(stream, names)}/{stream.below(4)}"


def unknown(stream: Stream, table: Table, names: list[str]) -> None:
    table[pick(stream, table)] = f"{pick(stream, ('odd', 'f', 'DDDF', '..'))}/{stream.below(4)}"


def add_front_door(stream: Stream, table: Table, names: list[str]) -> None:
    table[near(stream, table)] = f"F/{stream.below(4)}"


def take_front_doors(stream: Stream, table: Table, names: list[str]) -> None:
    for cell in [cell for cell in table if table[cell].startswith("F/")]:
        del table[cell]


def pull_apart(stream: Stream, table: Table, names: list[str]) -> None:
    border, dx, dy = stream.below(5) - 2, stream.below(5), stream.below(3)
    apart = {(x + dx, y + dy) if x > border else (x, y): tile for (x, y), tile in table.items()}
    table.clear()
    table.update(apart)


MUTATIONS: list[Callable[[Stream, Table, list[str]], None]] = [
    *(turn_one, move_one, copy_one, swap_two, take_one, add_one),
    *(unknown, add_front_door, take_front_doors, pull_apart),
]


def random_table(stream: Stream) -> tuple[Table, dict[str, Any]]:
    tiles, size, strict = pick(stream, SETS), pick(stream, SIZES), not stream.below(3)
    table = played(stream, tiles, size, strict)
    for _ in range(stream.below(7)):
        if table:
            pick(stream, MUTATIONS)(stream, table, NAMES[tiles])
    table = moved(table, stream.below(4), stream.below(21) - 10, stream.below(21) - 10)
    judged = pick(stream, SIZES) if not stream.below(4) else pick(stream, (size, size[::-1]))
    options = {"tiles": tiles, "size": judged, "strict_future": strict, "complete": not stream.below(2)}
    return table, options


def moved(table: Table, quarters: int, dx: int, dy: int) -> Table:
    result = {}
    for (x, y), tile in table.items():
        name, r = tile.split("/")
        for _ in range(quarters):
            x, y = y, -x
        result[x + dx, y + dy] = f"{name}/{(int(r) + quarters) % 4}"
    return result


# ---- Tests -----------------------------------------------------------------------------------------------------------


def test_the_engines_agree_on_random_tables() -> None:
    seen: Counter[str] = Counter()
    for number in range(TABLES):
        table, options = random_table(Stream(2026, number))
        found = difference(table, **options)
        assert found is None, f"table {number}: {found}"
        rules = {violation.rule for violation in validate(table, **options)}
        doors = sum(tile.startswith("F/") for tile in table.values())
        seen.update(rules or {"legal"})
        seen.update({f"{min(doors, 2)} doors", "strict" if options["strict_future"] else "not strict"})
    rare = {what: count for what, count in seen.items() if count < TABLES // 30}
    assert rare == {}
    wanted = {"legal", "H1", "H5", "H6", "H7", "H8", "H11", "0 doors", "1 doors", "2 doors", "strict", "not strict"}
    assert set(seen) == wanted


@given(
    table=st.dictionaries(
        st.tuples(st.integers(-2, 3), st.integers(-2, 3)),
        st.builds("{}/{}".format, st.sampled_from([*NAMES[SETS[1]], "odd"]), st.integers(0, 3)),
        max_size=12,
    ),
    size=st.tuples(st.integers(2, 5), st.integers(2, 5)).filter(lambda size: size != (2, 2)),
    complete=st.booleans(),
    strict_future=st.booleans(),
)
def test_the_engines_agree_on_small_tables(table: Table, **options: Any) -> None:
    assert difference(table, tiles=SETS[1], **options) is None


def test_the_engines_agree_on_filled_rectangles_whose_size_is_left_out() -> None:
    for number in range(40):
        stream = Stream(7, number)
        w, h = 2 + stream.below(7), 2 + stream.below(8)
        names = NAMES[SETS[stream.below(2)]]
        table = {(x, y): f"{pick(stream, names)}/{stream.below(4)}" for x in range(w) for y in range(h)}
        assert difference(table, tiles=pick(stream, SETS)) is None


def test_no_tiles_at_all() -> None:
    for complete in (False, True):
        assert difference({}, size=(3, 4), complete=complete) is None
        assert len(validate({}, size=(3, 4), complete=complete)) == (13 if complete else 1)


# ---- Would they notice? ----------------------------------------------------------------------------------------------

Wrapper = Callable[..., Any]
FAULTS: dict[str, tuple[str, Wrapper]] = {
    "two windows may touch": (
        "mismatches",
        lambda right, faced, sides: [d for d in right(faced, sides) if sides[d] != "W"],
    ),
    "strict is forgotten": ("_futures", lambda right, board, _strict: right(board, False)),
    "a spoiled cell is forgotten": ("_futures", lambda right, *args: right(*args)[1:]),
    "groups are not looked at": ("_connection", lambda _right, *_: []),
    "a group without the front door is the main one": ("_connection", lambda right, board, _doors: right(board, [])),
    "a frame is forgotten": ("frames", lambda right, size: right(size)[1:]),
    "the last of the free frames counts": ("_all_frames", lambda right, *args: right(*args)[-1:]),
    "the table is not turned": ("_door_south", lambda right, board, door: right({**board, door: "DDFD"}, door)),
    "outside is inside": ("_holds", lambda _right, *_: True),
    "a side that faces out is forgotten": ("wrongly_out", lambda right, *args: right(*args)[1:]),
    "columns come before rows": ("row_first", lambda _right, cell: cell),
    "too many tiles are fine": ("_set", lambda right, *args: [v for v in right(*args) if not v.cells[1:]]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_one_engine_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, wrapper = FAULTS[fault]
    right = getattr(reference, name)
    monkeypatch.setattr(reference, name, lambda *args: wrapper(right, *args))
    tables = (random_table(Stream(2026, number)) for number in range(TABLES))
    assert any(difference(table, **options) for table, options in tables)
