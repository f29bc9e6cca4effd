"""Writing: what Pentobi can express comes back, what it cannot is refused."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zellige as zl
from zellige import blksgf
from zellige.blksgf import SgfGame

GAMES = [zl.Blokus(players, corners) for players in (2, 3, 4) for corners in ("any", "fixed")]
GAMES.append(zl.Blokus(variant="duo"))


def played(game: zl.Blokus, seed: int, plies: int = 100) -> zl.BlokusState:
    state = game.new_initial_state()
    rng = random.Random(seed)
    while not state.is_terminal() and state.move_number() < plies:
        state.apply_action(rng.choice(state.legal_actions().tolist()))
    return state


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\f\v\r"))


@settings(max_examples=60)
@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, 2**32),
    plies=st.integers(0, 90),
    kept=st.none() | st.integers(0, 2**64 - 1),
    properties=st.dictionaries(st.sampled_from(["PB", "P1", "DT", "RE", "XY9"]), st.lists(TEXTS, min_size=1)),
    comment=TEXTS,
)
def test_a_random_game_comes_back(
    game: zl.Blokus, seed: int, plies: int, kept: int | None, properties: dict[str, list[str]], comment: str
) -> None:
    state = played(game, seed, plies)
    record = state.to_record() | ({} if kept is None else {"seed": kept})
    comments = {0: comment, state.move_number(): comment + "]"}
    made = SgfGame.from_record(record, properties, comments)
    text = blksgf.dumps(made)
    for form in (text, text.encode()):
        [again] = blksgf.loads(form)
        assert again.record == record
        assert again.properties == properties
        assert again.comments == comments
        assert zl.State.from_record(again.record) == state
    assert blksgf.dumps(again) == text
    assert blksgf.dumps(SgfGame.from_record(again.record, again.properties, again.comments)) == text


@settings(max_examples=300)
@given(st.binary() | st.text("()[];\\\nGMBW1234C a20,").map(str.encode))
def test_any_bytes_give_games_or_the_typed_error(content: bytes) -> None:
    try:
        games = blksgf.loads(content, variations=True)
    except zl.RecordError as why:
        message = str(why)
    else:
        message = ""
        assert blksgf.dumps(blksgf.loads(blksgf.dumps(games), variations=True)) == blksgf.dumps(games)
    assert message == "" or message.isprintable()


@settings(max_examples=200)
@given(st.data())
def test_damaged_files(data: Any) -> None:
    content = bytearray(
        b"(\n;GM[Blokus Duo]CA[UTF-8]C[\xc3\xbc \\] x]\n;B[e10,f10]\n(\n ;W[j5]PL[B]\n)\n(\n ;W[i5,j5]\n ;B[g9]\n)\n)\n"
    )
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    try:
        games = blksgf.loads(bytes(content), variations=True)
    except zl.RecordError as why:
        games, message = [], str(why)
    else:
        message = ""
    assert message == "" or message.isprintable()
    assert all(zl.State.from_record(game.record) == game.replay() for game in games)


def test_corners_that_the_pieces_do_not_show() -> None:
    state = zl.Blokus(4, "any").new_initial_state()
    state.push("a20")
    text = blksgf.dumps(state)
    assert text == "(\n;GM[Blokus]RU[corners=any]\n;1[a20]\n)\n"
    [game] = blksgf.loads(text)
    assert game.record == state.to_record()
    assert game.properties == {}
    state.push("t1")
    assert "RU" not in blksgf.dumps(state)
    assert blksgf.loads(blksgf.dumps(state))[0].record == state.to_record()


@pytest.mark.parametrize(
    ("refused", "reason"),
    [
        (zl.Blokus(scoring="basic"), 'Pentobi always counts the bonus of B9 and cannot express scoring="basic"'),
        (zl.Blokus(variant="duo", scoring="basic"), "cannot express"),
        (zl.Casbah(), "Pentobi's files hold games of Blokus, not of casbah"),
        (zl.CasaGrande(), "Pentobi's files hold games of Blokus, not of casa_grande"),
    ],
)
def test_what_pentobi_cannot_express(tmp_path: Path, refused: zl.Game, reason: str) -> None:
    state = refused.new_initial_state()
    path = tmp_path / "game.blksgf"
    with pytest.raises(ValueError, match=reason):
        blksgf.dumps(state)
    path.write_text("before")
    with pytest.raises(ValueError, match=reason):
        blksgf.write(path, [zl.Blokus(variant="duo").new_initial_state(), state])
    assert path.read_text() == "before"
    assert [found.name for found in tmp_path.iterdir()] == ["game.blksgf"]


def test_nothing_to_write(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no game to write"):
        blksgf.write(tmp_path / "x.blksgf", [])
    assert not list(tmp_path.iterdir())


RECORD = {"version": 1, "game": "blokus", "options": {"variant": "duo"}, "moves": ["e10"]}


@pytest.mark.parametrize(
    ("record", "field"),
    [
        (RECORD | {"moves": ["e10", "a1"]}, "moves[1]"),
        (RECORD | {"moves": ["e10", "\ud800"]}, "moves[1]"),
        (RECORD | {"scores": [1, 2]}, "scores"),
        (RECORD | {"version": 2}, "version"),
    ],
)
def test_records_that_are_wrong(record: dict[str, Any], field: str) -> None:
    with pytest.raises(zl.RecordError) as caught:
        blksgf.dumps(record)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("properties", "comments", "message"),
    [
        ({"GM": "Blokus"}, {}, "GM is no property that can be given"),
        ({"B": "e10"}, {}, "B is no property"),
        ({"A1": "e10"}, {}, "A1 is no property"),
        ({"P-1": "x"}, {}, "P-1 is no property"),
        ({"P 1": "x"}, {}, "P 1 is no property"),
        ({"": "x"}, {}, " is no property"),
        ({"PB": []}, {}, "a property has no value"),
        ({"PB": "\ud800"}, {}, "half a surrogate pair"),
        ({}, {0: "\udfff"}, "half a surrogate pair"),
        ({}, {2: "x"}, "there is no node 2 for a comment; there are 0 to 1"),
        ({}, {-1: "x"}, "there is no node -1"),
    ],
)
def test_properties_and_comments_that_cannot_be_written(
    properties: dict[str, Any], comments: dict[int, str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        SgfGame.from_record(RECORD, properties, comments)


def test_types() -> None:
    with pytest.raises(TypeError, match="texts, not int"):
        SgfGame.from_record(RECORD, {"PB": [3]})  # type: ignore[list-item]
    with pytest.raises(TypeError, match="not int"):
        blksgf.dumps([3])


def test_blanks_become_spaces() -> None:
    game = SgfGame.from_record(RECORD, {"PB": "a\tb\rc"})
    assert "PB[a b c]" in blksgf.dumps(game)


def test_the_rules_property_is_needed_for_corners() -> None:
    with pytest.raises(ValueError, match="the property RU is needed for corners=any"):
        SgfGame.from_record(zl.Blokus().new_initial_state().to_record(), {"RU": "house rules"})
