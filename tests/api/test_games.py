"""Game objects: options, equality, pickling, what cannot be changed."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import zellige as zl


def test_games_are_values(game: zl.Game) -> None:
    same = type(game).from_options(game.options())
    assert same == game
    assert hash(same) == hash(game)
    assert zl.load_game(str(game)) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert copy.deepcopy(game) is copy.copy(game) is game
    assert game != "blokus"
    with pytest.raises(AttributeError, match="cannot be changed"):
        game.rules = None
    with pytest.raises(AttributeError):
        del game.rules
    with pytest.raises(AttributeError):
        game.rules.scoring = "basic"
    assert len({game, same}) == 1


def test_numbers_of_actions() -> None:
    assert zl.Blokus().num_distinct_actions() == 30_433
    assert zl.Blokus(variant="duo").num_distinct_actions() == 13_729
    assert zl.Blokus().max_chance_outcomes() == 0


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"players": 1}, ValueError, "players must be 2, 3 or 4"),
        ({"players": 5}, ValueError, "players must be 2, 3 or 4"),
        ({"players": "4"}, TypeError, "players must be an integer"),
        ({"players": 4.0}, TypeError, "players must be an integer"),
        ({"players": True}, TypeError, "players must be an integer"),
        ({"corners": "own"}, ValueError, "corners must be 'any' or 'fixed'"),
        ({"corners": 1}, TypeError, "corners must be a string"),
        ({"scoring": ""}, ValueError, "scoring must be"),
        ({"scoring": None}, TypeError, "scoring must be a string"),
        ({"variant": "trigon"}, ValueError, "variant must be"),
        ({"variant": "duo", "players": 2}, ValueError, "players does not combine"),
        ({"variant": "duo", "corners": "fixed"}, ValueError, "corners does not combine"),
    ],
)
def test_bad_blokus_options(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        zl.Blokus(**options)
    with pytest.raises(error):
        zl.Blokus.from_options(options)


def test_unknown_options() -> None:
    with pytest.raises(TypeError):
        zl.Blokus(size=20)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="no option 'size'"):
        zl.Blokus.from_options({"size": 20})


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"players": 1}, ValueError, "players must be 2, 3 or 4"),
        ({"players": "2"}, TypeError, "players must be an integer"),
        ({"blocks": 23}, ValueError, "blocks must be 24, 20 or 18"),
        ({"max_rounds": 0}, ValueError, "max_rounds must be from 1 to 1000"),
        ({"max_rounds": 1001}, ValueError, "max_rounds must be from 1 to 1000"),
        ({"platforms": "box"}, zl.DataError, "no platform set 'box'"),
        ({"platforms": 3}, TypeError, "platform set"),
    ],
)
def test_bad_casa_grande_options(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        zl.CasaGrande(**options)
    with pytest.raises(error):
        zl.CasaGrande.from_options(options)


def test_the_most_rounds() -> None:
    assert zl.CasaGrande(max_rounds=1000).rules.max_rounds == 1000


def test_indices_are_checked_alike(kind: type[zl.Game], engine: str) -> None:
    state: Any = kind().new_initial_state(engine)  # type: ignore[arg-type]
    accessor = state.pawn if kind is zl.CasaGrande else state.hand
    assert accessor(1) == accessor(1)
    for out_of_range in (-1, 4, 2**70):
        with pytest.raises(ValueError, match="from 0 to"):
            accessor(out_of_range)
    for no_integer in (True, 1.0, None, "1"):
        with pytest.raises(TypeError, match="integer"):
            accessor(no_integer)
