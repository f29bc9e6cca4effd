"""Wrong command lines: status 2, one sentence, no traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from zellige.cli import COMMANDS, main

Fail = Callable[..., str]
NAMES = [module.__name__.rpartition(".")[2] for module in COMMANDS]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "the following arguments are required: COMMAND"),
        ("nope", "invalid choice: 'nope'"),
        ("--nope", "the following arguments are required: COMMAND"),
        ("simulate", "the following arguments are required: GAME"),
        ("simulate blokos", 'there is no game "blokos"; did you mean "blokus"?'),
        ("simulate blokus(players=2", "lacks its closing parenthesis"),
        ("simulate blokus --players 5", "players must be 2, 3 or 4, not 5"),
        ("simulate blokus --players two", "players must be an integer, not str"),
        ("simulate blokus --players", "expected one argument"),
        ("simulate blokus --player 2", "unrecognized arguments: --player 2"),
        ("simulate blokus --max-rounds 3", "blokus has no option --max-rounds; it has --players, --corners, "),
        ("simulate casa_grande --duo", "casa_grande has no option --variant"),
        ("simulate casa_grande --strict-future", "casa_grande has no option --strict-future"),
        ("simulate blokus --duo --players 2", "players does not combine with variant 'duo'"),
        ("simulate blokus(players=2) --players 3", "players is given twice, in blokus(players=2) and by --players"),
        ("simulate casbah --size 2x2", "H2"),
        ("simulate casbah --size 6", "size"),
        ("simulate casbah --size 6x6x6", "6x6x6"),
        ("simulate casbah --size 6x(6", "--size: "),
        ("simulate casbah --tiles nowhere.toml", "nowhere.toml"),
        ("simulate casbah --tiles nothing", "there is no tile set 'nothing'"),
        ("simulate casa_grande --platforms nowhere.toml", "nowhere.toml"),
        ("simulate blokus --games 0", "--games: it must be at least 1, not 0"),
        ("simulate blokus --games -5", "--games: it must be at least 1, not -5"),
        ("simulate blokus --games many", "--games: 'many' is no whole number"),
        ("simulate blokus --games 1.5", "--games: '1.5' is no whole number"),
        (f"simulate blokus --games {'9' * 5000}", "is no whole number"),
        ("simulate blokus --threads 0", "--threads: it must be at least 1, not 0"),
        ("simulate blokus --seed 18446744073709551616", "--seed: it must be at most 18446744073709551615"),
        ("simulate blokus --seed -1", "--seed: it must be at least 0, not -1"),
        ("simulate blokus --games 2 --first 18446744073709551615", "first + games must be at most 2**64"),
        ("simulate blokus --policy best", "'best'"),
        ("simulate blokus --policy random,greedy", "policy must have one entry per player, 4, not 2"),
        ("simulate blokus --duo --policy ,", "''"),
        ("simulate blokus --workers 2", "--workers goes with --executor process"),
        ("simulate blokus --executor process --threads 2", "--threads does not go with --executor process"),
        ("simulate blokus --executor dask", "invalid choice: 'dask'"),
        ("simulate blokus --record", "--record goes with --save FILE"),
        ("simulate blokus --save games.csv", "the file must end in .npz, .jsonl, .parquet"),
        ("simulate blokus --games 2 --save /nowhere/games.npz", "/nowhere"),
        ("crosscheck blokus --games 0", "--games: it must be at least 1, not 0"),
        ("crosscheck blokus --policy best", "invalid choice: 'best'"),
        ("crosscheck", "the following arguments are required: GAME"),
        ("perft blokus", "the following arguments are required: DEPTH"),
        ("perft blokus -1", "DEPTH"),
        ("perft blokus --duo 1 --plies 500", "game 0 of seed 0 is over after"),
        ("perft blokus 1 --engine remote", "invalid choice: 'remote'"),
        ("verify", "the following arguments are required: FILE"),
        ("verify nowhere.jsonl", "nowhere.jsonl: No such file or directory"),
        ("verify /", "Is a directory"),
        ("bench chess", 'there is no game "chess"'),
        ("bench --seconds 0", "'0' is no number of seconds"),
        ("bench --seconds nan", "'nan' is no number of seconds"),
    ],
)
def test_wrong_arguments(fail: Fail, line: str, sentence: str) -> None:
    command = line.split()
    message = fail(*command)
    assert sentence in message
    if command and command[0] in NAMES:
        assert message.startswith(f"zellige {command[0]}: ")


def test_a_tile_file_that_is_wrong_is_named_with_its_line(fail: Fail, tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text('name = "mine"\n\n[[tiles]]\nname = "F"\nsides = "FDDX"\nvalue = 1\ncount = 1\n')
    message = fail("simulate", "casbah", "--tiles", str(path))
    assert str(path) in message
    assert "line 5" in message


def test_odd_characters_do_no_harm(fail: Fail) -> None:
    assert 'there is no game "' in fail("simulate", "blök\nus\x1b[31m")
    assert "closing parenthesis" in fail("simulate", "blokus(\udcff=1")


@pytest.mark.parametrize("name", NAMES)
def test_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: zellige {name} ")
    assert "--seed" in text
    assert "--json" in text


def test_help_and_version_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"\n    {name} " in text or f"\n    {name}\n" in text for name in NAMES)
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("zellige ")


def test_an_unexpected_error_is_one_sentence_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_args: object) -> int:
        raise LookupError("lost\nand not found")

    monkeypatch.setattr("zellige.cli.perft.game_of", broken)
    assert main(["perft", "blokus", "1"]) == 2
    assert capsys.readouterr().err == "zellige perft: LookupError: lost and not found\n"
    monkeypatch.setenv("ZELLIGE_TRACEBACK", "1")
    with pytest.raises(LookupError):
        main(["perft", "blokus", "1"])
