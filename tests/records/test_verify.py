"""Verifying files: every way in which a vector or a record can be wrong is named where it is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import zellige as zl
from zellige.reference.blokus import BlokusState
from zellige.verify import legal_digest, verify

DUO = zl.Blokus(variant="duo")


def vector(moves: int = 4) -> dict[str, Any]:
    """The first plies of a game, without scores as it is not over."""
    state = DUO.new_initial_state()
    plies = []
    for _ in range(moves):
        legal = state.legal_moves()
        ply = {"player": state.current_player(), "n": len(legal), "h": legal_digest(state), "move": legal[0]}
        plies.append(ply)
        state.push(legal[0])
    return {"game": "blokus", "options": {"variant": "duo"}, "policy": "first", "plies": plies}


def findings(tmp_path: Path, value: Any, **options: Any) -> tuple[zl.RecordError, ...]:
    path = tmp_path / "file.jsonl"
    path.write_text(json.dumps(value) + "\n")
    return verify(path, **options).findings


def changed(**changes: Any) -> dict[str, Any]:
    """The vector with other fields in its third ply."""
    value = vector()
    value["plies"][2] |= changes
    return value


def test_a_vector_that_is_right(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_text(json.dumps(vector()) + "\n")
    report = verify([path, path], illegal_moves=2)
    assert report
    assert (report.records, report.vectors, report.plies) == (0, 2, 8)
    assert str(report) == "0 records, 2 vectors, 8 plies: all as they should be"


@pytest.mark.parametrize(
    ("value", "field", "message"),
    [
        (changed(player=1), "plies[2].player", "{engine} has 0, the vector 1"),
        (changed(player="chance"), "plies[2].player", "{engine} has 0, the vector chance"),
        (changed(n=1), "plies[2].n", "the vector 1"),
        (changed(h="0" * 16), "plies[2].h", "the vector 0000000000000000"),
        (changed(move="e10"), "plies[2]", "{engine} refuses e10: B2: "),
        (changed(move=3), "plies[2].move", "it is missing or of the wrong type"),
        (changed(n=True), "plies[2].n", "it is missing or of the wrong type"),
        ({**vector(), "plies": [3]}, "plies[0]", "it is no object"),
        ({**vector(), "plies": {}}, "plies", "it is no list"),
        ({**vector(), "novelty": 1}, "novelty", "there is no such field"),
        ({**vector(), "scores": [0, 0]}, "scores", "{engine}: the game is not over"),
        ({**vector(), "number": -1}, "number", "it is no whole number"),
        ({**vector(), "game": "go"}, "game", 'there is no game "go"'),
        ({"game": "blokus", "options": {}, "moves": []}, "version", "it is missing"),
        ([], None, "a record is a JSON object"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, engine: str, value: Any, field: str | None, message: str) -> None:
    (found,) = findings(tmp_path, value, engines=[engine])
    assert (found.line, found.field) == (1, field)
    assert message.format(engine=engine) in found.message


def test_a_stream_that_is_not_followed(tmp_path: Path, golden: Path) -> None:
    value = next(json.loads(line) for line in (golden / "simulate.jsonl").read_text().splitlines() if '"duo"' in line)
    assert not findings(tmp_path, value)
    (found,) = findings(tmp_path, {**value, "number": value["number"] + 1})
    assert found.field == "moves[0]"
    assert found.message.startswith("the random policy plays ")


def test_engines_that_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    value = {"version": 1, "game": "blokus", "options": {"variant": "duo"}, "moves": ["e10", "j5"]}
    legal = BlokusState._legal
    monkeypatch.setattr(BlokusState, "_legal", lambda self: legal(self)[self.move_number() == 1 :])
    (found,) = findings(tmp_path, value)
    assert found.field == "moves[1]"
    assert found.message.startswith("legal_actions differs after 1 moves: native ")
    assert not findings(tmp_path, value, engines=["native"])


def test_engines_that_explain_differently(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BlokusState, "explain", lambda _self, _move: [])
    assert not findings(tmp_path, vector())
    (found,) = findings(tmp_path, vector(), illegal_moves=5)
    assert "explain(" in found.message


def test_progress_and_arguments(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_text(f"{json.dumps(vector(1))}\n{{}}\n")
    seen: list[tuple[int, int]] = []
    report = verify(path, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]
    assert report.to_dict()["findings"] == [
        {"file": str(path), "line": 2, "field": "version", "message": "it is missing"},
    ]
    with pytest.raises(ValueError, match="engines must be some of native, reference"):
        verify(path, engines=["remote"])
    with pytest.raises(ValueError, match="engines must be"):
        verify(path, engines=[])
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "nowhere.jsonl")
