"""``zellige render``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import zellige as zl
from zellige.cli import main


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    zl.write_records(path, zl.simulate(zl.Blokus(variant="duo"), 2, seed=1, record=True).records())
    with path.open("a") as file:
        file.write('{"version": 1, "game": "blokus", "options": {}, "moves": ["a1", "a2"]}\nno JSON\n')
        record = next(zl.simulate(zl.CasaGrande(max_rounds=2), 1, record=True).records())
        file.write(json.dumps(record) + "\n")
    return path


def test_a_page(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = games.with_name("game.html")
    records = games.read_text().splitlines()
    assert main(["render", str(games), "-o", str(out), "--game", "2", "--title", "Ours", "--ply", "3"]) == 0
    assert out.read_text(encoding="utf-8") == zl.to_html(records[1], title="Ours", ply=3)
    assert capsys.readouterr().out.startswith(f"{out}: blokus, ")
    assert main(["render", str(games), "-o", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["bytes"] == out.stat().st_size
    assert told["moves"] == len(json.loads(records[0])["moves"])


def test_one_position(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = zl.State.from_record(games.read_text().splitlines()[0])
    svg, text = games.with_name("x.svg"), games.with_name("x.txt")
    assert main(["render", str(games), "-o", str(svg), "--size", "300", "--engine", "reference"]) == 0
    assert svg.read_text(encoding="utf-8") == zl.draw.svg(state, 300)
    while state.move_number() > 4:
        state.undo_action()
    assert main(["render", str(games), "-o", str(svg), "--ply", "4"]) == 0
    assert svg.read_text(encoding="utf-8") == zl.draw.svg(state)
    assert main(["render", str(games), "-o", str(text), "--ply", "4"]) == 0
    assert text.read_text(encoding="utf-8") == zl.draw.text(state, colour=False) + "\n"
    assert main(["render", str(games), "-o", str(svg), "--game", "5", "--view", "isometric"]) == 0
    casa = zl.State.from_record(games.read_text().splitlines()[4])
    assert svg.read_text(encoding="utf-8") == zl.draw.svg(casa, view="isometric")
    capsys.readouterr()


def test_a_game_of_pentobi(golden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = golden / "blksgf" / "duo.blksgf", tmp_path / "game.html"
    assert main(["render", str(source), "-o", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == zl.to_html(next(iter(zl.blksgf.iter_games(source))).record)
    assert main(["render", str(source), "-o", str(out), "--game", "2"]) == 2
    assert "has 1 game, and there is no game 2" in capsys.readouterr().err
    (tmp_path / "bad.blksgf").write_text("(;GM[Chess])")
    assert main(["render", str(tmp_path / "bad.blksgf"), "-o", str(out)]) == 1
    assert "bad.blksgf" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "status", "sentence"),
    [
        ("-o x.pdf", 2, "-o: the file must end in .html, .svg, .png, .txt, not as"),
        ("-o nowhere/x.svg", 2, "-o: there is no folder"),
        ("-o x.html --game 9", 2, "has 5 games, and there is no game 9"),
        ("-o x.html --game 0", 2, "--game: it must be at least 1, not 0"),
        ("-o x.html --ply 500", 2, "--ply: the game has"),
        ("-o x.svg --game 3", 1, "games.jsonl, line 3, moves[1]: a2: B"),
        ("-o x.html --game 3", 1, "games.jsonl, line 3, moves[1]: a2: B"),
        ("-o x.html --game 4", 1, "games.jsonl, line 4: it is not JSON"),
        ("-o x.svg --view isometric", 2, "--view: blokus has one view only"),
        ("-o x.html --size 300", 2, "--size goes with .svg and .png"),
        ("-o x.svg --title x", 2, "--title goes with .html"),
        ("", 2, "the following arguments are required: -o/--output"),
    ],
)
def test_refusals(
    games: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    status: int,
    sentence: str,
) -> None:
    monkeypatch.chdir(games.parent)
    assert main(["render", "games.jsonl", *line.split()]) == status
    output = capsys.readouterr()
    assert sentence in output.err
    assert output.err.startswith("zellige render: ")
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert [path.name for path in games.parent.iterdir()] == ["games.jsonl"]
