"""Records: what is read, what is refused and with which words."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import zellige as zl
from zellige.record import MAX_LINE, Record, read_records, replay, write_records
from zellige.reference.play import play
from zellige.reference.rng import Stream

GOOD = {"version": 1, "game": "blokus", "options": {"players": 2}, "moves": ["a1", "t20"]}


def good(**changes: Any) -> dict[str, Any]:
    return {**GOOD, **changes}


def finished(game: zl.Game, seed: int = 5) -> zl.State:
    state: Any = game.new_initial_state(engine="reference")
    play(state, Stream(seed))
    return state  # type: ignore[no-any-return]


def test_a_game_goes_through_a_record(kind: type[zl.Game], engine: str) -> None:
    state = finished(kind.from_options({}))
    record = state.to_record()
    for form in (record, json.dumps(record), Record.from_dict(record)):
        again = replay(form, engine)
        assert again.key() == state.key()
        assert again.history() == state.history()
        assert again.engine == engine
    assert Record.from_dict(record).to_dict() == record
    assert zl.State.from_record(record, engine=engine) == state


def test_defaults_may_be_left_out_and_are_written() -> None:
    record = Record.from_dict(good(options={}))
    assert record.game == zl.Blokus()
    assert record.to_dict()["options"] == {"players": 4, "corners": "any", "scoring": "advanced"}
    assert list(record.to_dict()) == ["version", "game", "options", "moves"]


def test_seed_and_scores_are_kept() -> None:
    state = finished(zl.Blokus(variant="duo"))
    record = Record.from_dict({**state.to_record(), "seed": 2**64 - 1})
    assert (record.seed, record.scores) == (2**64 - 1, tuple(state.scores().tolist()))
    assert Record.from_json(record.to_json()) == record
    assert pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize(
    ("record", "field", "message"),
    [
        ([], None, "a record is a JSON object, not list"),
        ({}, "version", "it is missing"),
        ({key: GOOD[key] for key in ("version", "game", "options")}, "moves", "it is missing"),
        (good(version=2, novelty=1), "version", "2 is newer than 1, the newest that this package reads"),
        (good(version=0), "version", "there is no version 0"),
        (good(version=True), "version", "it is no whole number but true or false"),
        (good(version="1"), "version", "it is no whole number but a string"),
        (good(version=1.0), "version", "it is no whole number but a number"),
        (good(novelty=1), "novelty", "there is no such field"),
        (good(game="go"), "game", 'there is no game "go"'),
        (good(game=3), "game", "it is no string but a number"),
        (good(options=[]), "options", "it is no object but a list"),
        (good(options={"players": 7}), "options", "players must be 2, 3 or 4, not 7"),
        (good(options={"players": None}), "options", ""),
        (good(options={"colour": 1}), "options", "blokus has no option 'colour'"),
        (good(game="casa_grande", options={"platforms": "mine.toml"}), "options", "stands whole in a record"),
        (good(moves="a1"), "moves", "it is no list but a string"),
        (good(moves=["a1", 7]), "moves[1]", "it is not a string but a number"),
        (good(moves=[None]), "moves[0]", "it is not a string but null"),
        (good(seed=-1), "seed", "it is outside 0 to 2^64 - 1"),
        (good(seed=2**64), "seed", "it is outside 0 to 2^64 - 1"),
        (good(seed=None), "seed", "it is no whole number but null"),
        (good(scores={}), "scores", "it is no list but an object"),
        (good(scores=[1.5, 2]), "scores[0]", "it is no whole number but a number"),
        (good(scores=[1, 2, 3]), "scores", "3 scores for 2 players"),
    ],
)
def test_fields_that_are_refused(record: Any, field: str | None, message: str) -> None:
    with pytest.raises(zl.RecordError) as caught:
        Record.from_dict(record, file="x.jsonl", line=7)
    assert (caught.value.file, caught.value.line, caught.value.field) == ("x.jsonl", 7, field)
    assert message in caught.value.message
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("moves", "field", "rule"),
    [
        (["a1", "b2"], "moves[1]", "B3"),
        (["a1", "nonsense"], "moves[1]", "BadMove"),
        (["a1", ""], "moves[1]", "BadMove"),
        (["a1,b2"], "moves[0]", "B1"),
        (["z26"], "moves[0]", "B2"),
        (["a1" + ",a1" * 100_000], "moves[0]", "BadMove"),
        (["é"], "moves[0]", "BadMove"),
    ],
)
def test_moves_that_are_refused(moves: list[str], field: str, rule: str, engine: str) -> None:
    with pytest.raises(zl.RecordError) as caught:
        replay(good(moves=moves), engine)
    assert caught.value.field == field
    assert rule in caught.value.message
    assert len(str(caught.value)) < 700


def test_half_a_surrogate_is_no_move(engine: str) -> None:
    with pytest.raises(zl.RecordError, match="half a surrogate"):
        Record.from_json(json.dumps(good(moves=["\ud800"])))
    with pytest.raises(zl.RecordError, match=r"^moves\[0\]: "):
        replay(good(moves=["\ud800"]), engine)


def test_a_move_too_many(kind: type[zl.Game], engine: str) -> None:
    record = finished(kind.from_options({})).to_record()
    record["moves"].append(record["moves"][-1])
    with pytest.raises(zl.RecordError, match="phase") as caught:
        replay(record, engine)
    assert caught.value.field == f"moves[{len(record['moves']) - 1}]"


def test_scores_that_differ(kind: type[zl.Game], engine: str) -> None:
    record = finished(kind.from_options({})).to_record()
    wrong = {**record, "scores": [record["scores"][0] + 1, *record["scores"][1:]]}
    with pytest.raises(zl.RecordError, match="recorded") as caught:
        replay(wrong, engine)
    assert caught.value.field == "scores"


def test_scores_of_an_unfinished_game(engine: str) -> None:
    with pytest.raises(zl.RecordError, match="the game is not over") as caught:
        replay(good(scores=[-87, -89]), engine)
    assert caught.value.field == "scores"


def test_no_such_engine() -> None:
    with pytest.raises(ValueError, match="engine"):
        replay(GOOD, "remote")


def test_a_file_and_back(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records = [finished(zl.Blokus(variant="duo"), seed).to_record() for seed in range(3)]
    assert write_records(path, (record for record in records)) == 3
    read = list(read_records(path))
    assert [record.to_dict() for record in read] == records
    assert [(record.file, record.line) for record in read] == [(str(path), line) for line in (1, 2, 3)]
    read[1].replay("reference")
    assert write_records(path, read[:1]) == 1
    assert len(path.read_bytes().splitlines()) == 1


def test_an_error_while_replaying_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_records(path, [GOOD, good(moves=["a1", "a1"])])
    with pytest.raises(zl.RecordError) as caught:
        [record.replay() for record in read_records(path)]
    assert str(caught.value).startswith(f"{path}, line 2, moves[1]: a1: B2: ")


def test_nothing_is_written_half(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_records(path, [GOOD])
    before = path.read_bytes()
    with pytest.raises(zl.RecordError):
        write_records(path, [GOOD, {"version": 1}])
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]
    with pytest.raises(FileNotFoundError):
        write_records(tmp_path / "nowhere" / "games.jsonl", [GOOD])


LINE = json.dumps(GOOD).encode()


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"", 1, "the file is empty"),
        (b"\n", 1, "it is empty"),
        (LINE + b"\n\n" + LINE, 2, "it is empty"),
        (LINE + b"\n" + LINE[:-5], 2, "it is cut off"),
        (LINE + b"\n" + LINE[:-20], 2, "it is cut off"),
        (LINE + b"\n{not json}\n", 2, "it is not JSON: "),
        (LINE + LINE, 1, "it is not JSON: extra data"),
        (LINE + b"\n\xff\xfe\n", 2, "it is not UTF-8 at byte 1"),
        ("ü".join(LINE.decode()).encode("latin-1"), 1, "it is not UTF-8 at byte 2"),
        (LINE.decode().encode("utf-16"), 1, "it is not UTF-8 at byte 1"),
        (LINE[:-1] + b', "seed": NaN}', 1, "NaN is no JSON number"),
        (LINE[:-1] + b', "seed": 1, "seed": 2}', 1, 'the key "seed" stands twice'),
        (LINE.replace(b'"players"', b'"players": 2, "players"'), 1, 'the key "players" stands twice'),
        (b"[" * 100_000 + b"]" * 100_000, 1, "it is nested too deeply"),
        (LINE[:-1] + b', "seed": ' + b"9" * 5000 + b"}", 1, "a number in it has too many digits"),
        (LINE[:-1] + b', "seed": 1e999}', 1, "it is no whole number but a number"),
        (b"3\n", 1, "a record is a JSON object, not int"),
        (b"null\n", 1, "a record is a JSON object"),
        (b"\0" * 100, 1, "it is not JSON"),
    ],
)
def test_lines_that_are_refused(tmp_path: Path, content: bytes, line: int, message: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    with pytest.raises(zl.RecordError) as caught:
        list(read_records(path))
    assert (caught.value.file, caught.value.line) == (str(path), line)
    assert message in caught.value.message
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 700


def test_line_breaks_of_windows_and_a_missing_last_one(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(LINE + b"\r\n" + LINE)
    assert len(list(read_records(path))) == 2


def test_a_huge_line_is_skipped_without_being_held(tmp_path: Path) -> None:
    import tracemalloc

    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.write(LINE + b"\n")
        file.seek(10 * MAX_LINE, 1)  # a hole reads as zeros and takes no room
        file.write(b"\n" + LINE + b"\n")
    tracemalloc.start()
    with pytest.raises(zl.RecordError, match="longer than 16 MiB") as caught:
        list(read_records(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert caught.value.line == 2
    assert peak < 3 * MAX_LINE


def test_the_longest_line_that_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(LINE + b" " * (MAX_LINE - len(LINE)) + b"\n")
    assert len(list(read_records(path))) == 1
    path.write_bytes(LINE + b" " * (MAX_LINE - len(LINE) + 1) + b"\n")
    with pytest.raises(zl.RecordError, match="longer than"):
        list(read_records(path))
