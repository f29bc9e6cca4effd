"""Records of games that begin at a position set up by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import zellige as zl
from zellige.cli import main
from zellige.game import Engine
from zellige.record import Record, read_records, write_records
from zellige.verify import verify

SETUP = {"board": {"e10": 0, "j5": 1}, "to_move": 1}
RECORD = {"version": 1, "game": "blokus", "options": {"variant": "duo"}, "setup": SETUP, "moves": ["k4,l4"]}


def test_a_game_from_a_position_is_kept(game: zl.Game, engine: Engine, walk: Callable[[zl.Game, int], Any]) -> None:
    plies = [state.clone() for state in walk(game, 21)]
    middle = plies[len(plies) // 2]
    state = game.state_from(middle.to_position(), engine)
    for move in plies[-1].to_record()["moves"][middle.move_number() :]:
        state.push(move)
    record = state.to_record()
    assert list(record) == ["version", "game", "options", "setup", "moves", "scores"]
    assert record["setup"] == middle.to_position()
    assert record["scores"] == plies[-1].scores().tolist()
    again = zl.State.from_record(json.loads(json.dumps(record)), engine)
    assert again == state
    assert again.history() == state.history()
    assert again.to_record() == record
    assert Record.from_dict(record).to_dict() == record


def test_a_game_from_the_start_has_no_such_field(game: zl.Game, engine: Engine) -> None:
    assert "setup" not in game.new_initial_state(engine).to_record()
    assert "setup" not in Record(game, ()).to_dict()


def test_the_start_set_up_by_hand_is_said(engine: Engine) -> None:
    game = zl.Blokus(players=2)
    start = game.new_initial_state(engine)
    state = game.state_from(start.to_position(), engine)
    assert state == start
    assert state.to_record()["setup"] == start.to_position()


def test_records_with_a_setup_are_values() -> None:
    record = Record.from_dict(RECORD)
    assert hash(record) == hash(Record.from_dict(RECORD))
    assert record == Record.from_json(record.to_json())
    assert record != Record.from_dict({key: RECORD[key] for key in RECORD if key != "setup"})
    assert record.replay().move_number() == 1


def test_a_record_does_not_share_its_setup(engine: Engine) -> None:
    state = zl.State.from_record(RECORD, engine)
    state.to_record()["setup"]["board"].clear()
    assert state.to_record()["setup"]["board"]


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        (None, "it is no object but null"),
        ([], "it is no object but a list"),
        ({"board": {"e10": 2}}, "BadPosition: board: 2"),
        ({"board": {"e9": 0}}, "B11: "),
        ({"board": {}, "to_move": None}, "B8: "),
        ({}, "BadPosition: board is missing"),
    ],
)
def test_a_wrong_setup_names_file_line_and_field(setup: object, message: str, tmp_path: Path, engine: Engine) -> None:
    wrong = RECORD | {"setup": setup}
    with pytest.raises(zl.RecordError) as caught:
        zl.State.from_record(wrong, engine)
    assert caught.value.field == "setup"
    assert caught.value.message.startswith(message)
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(RECORD) + "\n" + json.dumps(wrong) + "\n")
    report = verify(path, [engine])
    (finding,) = report.findings
    assert (finding.file, finding.line, finding.field) == (str(path), 2, "setup")
    assert message in finding.message
    with pytest.raises(zl.RecordError) as caught:
        [record.replay(engine) for record in read_records(path)]
    assert (caught.value.file, caught.value.line, caught.value.field) == (str(path), 2, "setup")


def test_verify_and_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    assert write_records(path, [RECORD, Record.from_dict(RECORD)]) == 2
    assert verify(path)
    assert main(["verify", str(path)]) == 0
    illegal = RECORD | {"moves": ["k4,l4", "k4"]}
    path.write_text(json.dumps(illegal) + "\n" + json.dumps(RECORD | {"setup": {"board": {"a1": 0}}}) + "\n")
    assert main(["verify", str(path)]) == 1
    out = capsys.readouterr().out
    assert "line 1, moves[1]: native refuses k4" in out
    assert "line 2, setup: native refuses the position: B11" in out


def test_vectors_may_begin_at_a_position(tmp_path: Path) -> None:
    state = zl.Blokus(variant="duo").state_from(SETUP)
    from zellige.verify import legal_digest

    ply = {"player": 1, "n": len(state.legal_actions()), "h": legal_digest(state), "move": "k4,l4"}
    path = tmp_path / "vectors.jsonl"
    vector = {"game": "blokus", "options": {"variant": "duo"}, "setup": SETUP, "plies": [ply]}
    path.write_text(json.dumps(vector))
    report = verify(path)
    assert report, report.findings
    assert report.vectors == 1
