"""Games from text."""

from __future__ import annotations

import pytest

import zellige as zl
from zellige.games import game_from_options, parse_game, parse_value


def test_text_and_back(game: zl.Game) -> None:
    assert zl.load_game(str(game)) == game
    assert zl.load_game(repr(game)) == game
    assert game_from_options(game.name, game.options()) == game


def test_every_game_has_defaults(kind: type[zl.Game]) -> None:
    game = zl.load_game(kind.name)
    assert type(game) is kind
    assert zl.load_game(f" {kind.name} ( ) ") == game


def test_options_in_any_order_with_blanks() -> None:
    assert zl.load_game(" blokus ( corners = fixed , players=2 ) ") == zl.Blokus(players=2, corners="fixed")


def test_a_set_of_ones_own_goes_through_text() -> None:
    own = {
        "name": "own",
        "note": 'a "note", with ) and }',
        "platforms": [{"name": "I2", "rows": ["OO"], "count": 3}, {"name": "O4", "rows": ["O#", "#O"], "count": 1}],
    }
    game = zl.load_game("casa_grande").from_options({"platforms": own, "players": 3})
    text = str(game)
    assert "{" in text
    assert zl.load_game(text) == game


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'there is no game ""; there are blokus'),
        ("blokos", 'there is no game "blokos"; did you mean "blokus"?'),
        ("Casa-Grande", 'did you mean "casa_grande"?'),
        ("chess", 'there is no game "chess"; there are blokus, '),
        ("blokus(", "lacks its closing parenthesis"),
        ("blokus(players=2", "lacks its closing parenthesis"),
        ("blokus)", "closes a parenthesis that was never opened"),
        ("blokus(players=2))", "goes on after the closing parenthesis"),
        ("blokus(players=2)x", "goes on after the closing parenthesis"),
        ("blokus((players=2))", "opens a second parenthesis"),
        ("blokus(players=2,players=2)", 'the option "players" stands twice'),
        ("blokus(players)", '"players" is no option of the form name=value'),
        ("blokus(=2)", '"=2" is no option of the form name=value'),
        ("blokus(players=2,)", '"" is no option of the form name=value'),
        ("blokus(,players=2)", '"" is no option of the form name=value'),
        ("blokus(players=)", 'the option "players" cannot be read: it has no value'),
        ("blokus(players=2 3)", '"2 3" is no number, size, name or JSON object'),
        ("blokus(players=two)", "players must be an integer, not str"),
        ("blokus(players=5)", "players must be 2, 3 or 4, not 5"),
        ("blokus(players=99999999999999999999)", "players must be 2, 3 or 4, not 99999999999999999999"),
        ("blokus(colour=2)", "blokus has no option 'colour'"),
        ('casa_grande(platforms={"name": 1)', "lacks its closing parenthesis"),
        ('casa_grande(platforms={"name":"a","name":"b"})', 'the key "name" stands twice'),
        ("casa_grande(platforms={nothing})", "it is not JSON"),
        ('casa_grande(platforms={"name":NaN})', "NaN is no JSON number"),
        ("blokus(\n\0)", "is no option of the form"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$") as caught:
        zl.load_game(text)
    assert message in str(caught.value)


def test_text_must_be_text() -> None:
    with pytest.raises(TypeError, match="a game is named by a string, not by int"):
        zl.load_game(3)  # type: ignore[arg-type]


def test_values() -> None:
    assert parse_value("-3") == -3
    assert parse_value("true") is True
    assert parse_value("false") is False
    assert parse_value("10x4") == [10, 4]
    assert parse_value("reconstruction-walls") == "reconstruction-walls"
    assert parse_value('{"a": [1, 2]}') == {"a": [1, 2]}
    assert parse_game('g(a={"x":",)"},b=2)') == ("g", {"a": {"x": ",)"}, "b": 2})
