"""What the commands print, and their exit status."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zellige as zl
from zellige.cli import main
from zellige.record import read_records, write_records
from zellige.simulate import simulate

Text = Callable[..., str]
Json = Callable[..., Any]


def records(game: zl.Game, games: int, seed: int = 3) -> list[dict[str, Any]]:
    return list(simulate(game, games, seed=seed, record=True).records())


# ---- simulate --------------------------------------------------------------------------------------------------------


def test_simulate_prints_everything(succeed: Text) -> None:
    text = succeed("simulate", "blokus", "--games", "300", "--seed", "4", "--corners", "fixed")
    assert text.startswith("blokus(players=4,corners=fixed,scoring=advanced)\npolicy random; seed 4, games 0 to 299\n")
    assert re.search(r"^300 games in [0-9.]+ s: [0-9,]+ games/s, [0-9,]+ plies/s$", text, re.MULTILINE)
    assert re.search(r"^mean length [0-9.]+ plies \([0-9.]+ to [0-9.]+\)$", text, re.MULTILINE)
    header, *players = text[text.index("player  ") :].split("\n\n")[0].splitlines()
    assert re.split(r" {2,}", header) == ["player", "mean score", "95 % interval", "win share", "95 % interval"]
    assert len(players) == 4
    assert len(text[text.index("colour") :].splitlines()) == 5
    shares = [float(row.split()[5]) for row in players]
    assert sum(shares) == pytest.approx(100, abs=0.1)


def test_simulate_in_json_is_what_the_library_gives(succeed_json: Json) -> None:
    found = succeed_json("simulate", "blokus(variant=duo)", "--games", "50", "--seed", "9", "--first", "7")
    expected = simulate(zl.Blokus(variant="duo"), 50, seed=9, first=7)
    assert found["mean_scores"] == expected.scores.mean(axis=0).tolist()
    assert found["plies"] == int(expected.lengths.sum())
    assert (found["game"], found["options"]) == ("blokus", {"variant": "duo", "scoring": "advanced"})
    assert (found["seed"], found["first"], found["games"]) == (9, 7, 50)
    assert found["policies"] == ["random", "random"]
    assert found["plies_per_second"] > found["games_per_second"] > 0


def test_simulate_is_the_same_on_threads_and_processes(succeed_json: Json) -> None:
    line = ("simulate", "blokus", "--duo", "--games", "200", "--seed", "1")
    runs = [
        succeed_json(*line, *more)
        for more in (["--threads", "1"], ["--threads", "3"], ["--executor", "process", "--workers", "2"])
    ]
    for found in runs:
        for key in [key for key in found if key.startswith("seconds") or key.endswith("_per_second")]:
            del found[key]
    assert runs[0] == runs[1] == runs[2]


def test_simulate_policies_per_seat(succeed_json: Json) -> None:
    found = succeed_json("simulate", "blokus", "--duo", "--games", "60", "--policy", "greedy,random")
    assert found["policies"] == ["greedy", "random"]
    assert found["win_shares"][0] > 0.7


def test_every_game_by_flags_is_the_game_by_text(succeed_json: Json, tmp_path: Path) -> None:
    tiles = tmp_path / "mine.toml"
    tiles.write_text(
        'name = "mine"\n\n[[tiles]]\nname = "F"\nsides = "FDDD"\nvalue = 1\ncount = 1\n\n'
        '[[tiles]]\nname = "G"\nsides = "GGGG"\nvalue = 3\ncount = 20\n\n'
        '[[tiles]]\nname = "R"\nsides = "DDDW"\nvalue = 2\ncount = 20\n'
    )
    lines: list[tuple[list[str], dict[str, Any]]] = [
        (["blokus", "--players", "3", "--scoring", "basic"], {"players": 3, "corners": "any", "scoring": "basic"}),
        (["blokus", "--variant", "duo"], {"variant": "duo", "scoring": "advanced"}),
        (
            ["casbah", "--size", "4x9", "--players", "3", "--tiles", "reconstruction-walls", "--strict-future"],
            {"size": [4, 9], "players": 3, "tiles": "reconstruction-walls", "strict_future": True},
        ),
        (
            ["casa_grande", "--players", "3", "--blocks", "18", "--max-rounds", "5"],
            {"players": 3, "blocks": 18, "platforms": "reconstruction", "max_rounds": 5},
        ),
    ]
    for line, options in lines:
        found = succeed_json("simulate", *line, "--games", "2")
        assert found["options"] == options
    own = succeed_json("simulate", "casbah", "--tiles", str(tiles), "--size", "3x3", "--players", "1", "--games", "2")
    assert own["options"]["tiles"]["name"] == "mine"


@pytest.mark.parametrize("ending", ["npz", "jsonl"])
def test_simulate_saves(succeed: Text, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games.{ending}"
    succeed("simulate", "blokus", "--duo", "--games", "5", "--seed", "2", "--save", str(path))
    expected = simulate(zl.Blokus(variant="duo"), 5, seed=2, record=True)
    if ending == "jsonl":
        assert [record.to_dict() for record in read_records(path)] == list(expected.records())
        assert "5 records, 0 vectors" in succeed("verify", str(path))
    else:
        with np.load(path) as columns:
            assert columns["scores"].tolist() == expected.scores.tolist()
            assert "actions" not in columns
        succeed("simulate", "blokus", "--duo", "--games", "5", "--seed", "2", "--save", str(path), "--record")
        with np.load(path) as columns:
            assert expected.actions is not None
            assert columns["actions"].tolist() == expected.actions.tolist()


# ---- crosscheck ------------------------------------------------------------------------------------------------------


def test_crosscheck_without_a_difference(succeed: Text, succeed_json: Json) -> None:
    text = succeed("crosscheck", "casbah", "--size", "3x2", "--games", "2", "--seed", "8")
    assert text.startswith("set reconstruction: A reconstruction: ")
    assert "\ncasbah(size=3x2,players=2," in text
    assert text.endswith("illegal moves: no difference\n")
    line = ("casa_grande(max_rounds=3)", "--games", "2", "--policy", "greedy", "--workers", "2")
    found = succeed_json("crosscheck", *line)
    assert found["ok"] is True
    assert (found["games"], found["record"]) == (2, None)


def test_crosscheck_with_a_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from zellige.reference.blokus import BlokusState

    def wrong(self: BlokusState) -> list[int]:
        return [1, 2] if self.move_number() == 2 else [0, 0]

    monkeypatch.setattr(BlokusState, "_scores", wrong)
    path = tmp_path / "difference.jsonl"
    line = ["crosscheck", "blokus", "--duo", "--games", "3", "--save", str(path)]
    assert main(line) == 1
    text = capsys.readouterr().out
    assert "game 0 of seed 0, policy random: scores differs after 0 moves: native [-89, -89] " in text
    assert [record.moves for record in read_records(path)] == [()]
    assert main([*line, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["difference"]["what"] == "scores"
    assert found["number"] == 0


# ---- perft -----------------------------------------------------------------------------------------------------------


def test_perft(succeed: Text, succeed_json: Json) -> None:
    assert succeed("perft", "blokus", "2", "--corners", "fixed").splitlines()[1:] == [
        "depth  native",
        "    1      58",
        "    2   3,364",
    ]
    found = succeed_json("perft", "casbah(size=3x2)", "4", "--engine", "both")
    assert found["counts"] == {engine: [7, 48, 323, 2134] for engine in ("native", "reference")}
    assert found["ok"] is True


def test_perft_after_random_moves_divided(succeed: Text, succeed_json: Json) -> None:
    line = ("perft", "blokus", "2", "--duo", "--plies", "16", "--seed", "3", "--divide", "--engine", "both")
    found = succeed_json(*line)
    assert found["ok"] is True
    divided = found["divide"]["native"]
    assert len(divided) == found["counts"]["native"][0]
    assert sum(divided.values()) == found["counts"]["native"][1]
    text = succeed(*line)
    assert all(move in text for move in divided)


def test_perft_with_a_difference(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from zellige.reference.blokus import BlokusState

    legal = BlokusState._legal
    monkeypatch.setattr(BlokusState, "_legal", lambda self: legal(self)[1:])
    assert main(["perft", "blokus", "1", "--engine", "both", "--divide"]) == 1
    text = capsys.readouterr().out
    assert text.endswith("the engines differ\n")
    assert re.search(r"^ +1 +232 +231$", text, re.MULTILINE)
    assert re.search(r" 1 +-$", text, re.MULTILINE)


# ---- verify ----------------------------------------------------------------------------------------------------------


def test_verify_a_mixed_file(succeed: Text, succeed_json: Json, tmp_path: Path, golden: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    write_records(path, records(zl.Blokus(variant="duo"), 2))
    vector = (golden / "blokus" / "blokus_pentobi_duo.jsonl").read_text().splitlines()[0]
    stream = next(line for line in (golden / "simulate.jsonl").read_text().splitlines() if '"duo"' in line)
    with path.open("a") as file:
        file.write(f"{vector}\n{stream}\n")
    assert succeed("verify", str(path)).startswith("2 records, 2 vectors, ")
    found = succeed_json("verify", str(path), "--engine", "native", "--illegal-moves", "2")
    assert (found["ok"], found["records"], found["vectors"], found["findings"]) == (True, 2, 2, [])


def test_verify_names_the_first_ply(run: Callable[..., Any], tmp_path: Path, golden: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    vector = json.loads((golden / "blokus" / "blokus_pentobi_duo.jsonl").read_text().splitlines()[0])
    vector["plies"][5]["n"] += 1
    good, illegal, scores = records(zl.Blokus(variant="duo"), 3)
    illegal["moves"][3] = illegal["moves"][1]
    scores["scores"][0] += 1
    with path.open("w") as file:
        for value in (vector, good, illegal, scores):
            file.write(json.dumps(value) + "\n")
        file.write('{"version": 1, "game')
    done = run("verify", str(path))
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert re.fullmatch(rf"{path}, line 1, plies\[5\]\.n: native has ([0-9]+), the vector [0-9]+", lines[0])
    assert lines[1].startswith(f"{path}, line 3, moves[3]: native refuses {illegal['moves'][3]}: B2: ")
    assert re.match(rf"{path}, line 4, scores: native: \[.*\] recorded, \[.*\] replayed", lines[2])
    assert lines[3] == f"{path}, line 5: it is cut off: the JSON value does not end"
    assert lines[4] == f"3 records, 1 vectors, {lines[4].split()[4]} plies: 4 wrong"
    found = run("verify", str(path), "--json")
    assert found.returncode == 1
    assert [finding["line"] for finding in json.loads(found.stdout)["findings"]] == [1, 3, 4, 5]


def test_verify_prints_the_first_twenty(run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text("{}\n" * 30)
    done = run("verify", str(path))
    assert done.returncode == 1
    assert done.stdout.splitlines()[-2:] == ["and 10 more", "0 records, 0 vectors, 0 plies: 30 wrong"]


# ---- bench -----------------------------------------------------------------------------------------------------------


def test_bench(succeed: Text, succeed_json: Json) -> None:
    text = succeed("bench", "blokus(variant=duo)", "--seconds", "0.05")
    assert "native, 1 thread" in text
    assert "native to reference" in text
    found = succeed_json("bench", "--seconds", "0.01")
    assert [facts["game"].partition("(")[0] for facts in found["measurements"]] == list(zl.GAMES)
    for facts in found["measurements"]:
        assert facts["native_to_reference_ratio"] > 1
        assert facts["legal_actions_nanoseconds"] > 0


def test_bench_refuses_a_debug_build(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from zellige import _native as native

    monkeypatch.setattr(native, "build_profile", lambda: "debug")
    assert main(["bench", "blokus"]) == 2
    assert "the native module is a debug build" in capsys.readouterr().err
