"""Tile sets: what is supplied, and every kind of file that is refused (H1)."""

from __future__ import annotations

import copy
import os
import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest

import zellige as zl
from zellige.datafile import MAX_BYTES, find_lines
from zellige.tiles import SUPPLIED, Tile, TileSet

GOOD = """\
name = "mine"
note = "the real ones"

[[tiles]]
name = "F"
sides = "FDDD"
value = 1
count = 1

# The others.
[[tiles]]
name = "room"
sides = "DDWW"
value = 5
count = 20

[[tiles]]
name = "G"
sides = "GGGG"
value = 255
count = 5
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.toml"


# ---- Good sets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SUPPLIED)
def test_supplied_sets_say_that_they_are_reconstructions(name: str) -> None:
    tiles = TileSet.load(name)
    assert tiles.name == name
    assert tiles.supplied
    assert tiles.note.startswith("A reconstruction")
    assert tiles.total == 45, "40 rooms and 5 gardens"
    assert sum(tile.count for tile in tiles.tiles if tile.sides == "GGGG") == 5
    assert tiles.tiles[tiles.front_door].value == 1
    assert all(1 <= tile.value <= 15 for tile in tiles.tiles)


def test_a_file_a_path_a_mapping_and_a_set(file: Path) -> None:
    file.write_text(GOOD)
    tiles = TileSet.load(str(file))
    assert tiles.tiles[1] == Tile("room", "DDWW", 5, 20)
    assert (tiles.total, tiles.face_value, tiles.supplied) == (26, 1 + 100 + 1275, False)
    for other in (file, tomllib.loads(GOOD), tiles, tiles.to_dict()):
        assert TileSet.load(other) == tiles
    assert TileSet.load(tiles) is tiles


def test_a_set_is_a_value(file: Path) -> None:
    file.write_text(GOOD)
    tiles = TileSet.load(file)
    assert pickle.loads(pickle.dumps(tiles)) == copy.deepcopy(tiles) == tiles
    assert hash(TileSet.load(tiles.to_dict())) == hash(tiles)
    with pytest.raises(AttributeError):
        tiles.name = "other"  # type: ignore[misc]


def test_the_note_may_be_left_out_and_a_byte_order_mark_may_stand() -> None:
    data = tomllib.loads(GOOD)
    del data["note"]
    assert TileSet.load(data).note == ""


@pytest.mark.parametrize("prefix", [b"\xef\xbb\xbf", b""])
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_files_of_other_systems(file: Path, prefix: bytes, ending: bytes) -> None:
    file.write_bytes(prefix + GOOD.encode().replace(b"\n", ending))
    assert TileSet.load(file).total == 26


def test_a_changed_copy_of_a_supplied_set_is_the_users_own() -> None:
    data = TileSet.load("reconstruction").to_dict()
    assert TileSet.load(data).name_or_dict() == "reconstruction"
    data["tiles"][1]["value"] = 9
    tiles = TileSet.load(data)
    assert not tiles.supplied
    assert tiles.name_or_dict() == data


def test_the_largest_set() -> None:
    tiles = [{"name": "F", "sides": "F.W.", "value": 255, "count": 1}]
    tiles += [{"name": f"t-{i}_.", "sides": "DDWW", "value": 1, "count": 4} for i in range(62)]
    tiles += [{"name": "rest", "sides": "DDWW", "value": 2, "count": 6}]
    assert TileSet.load({"name": "large", "tiles": tiles}).total == 255


# ---- Bad files -------------------------------------------------------------------------------------------------------

ROOM = '[[tiles]]\nname = "{}"\nsides = "DDWW"\nvalue = 1\ncount = {}\n'
MANY = "".join(ROOM.format(f"t{i}", 1) for i in range(62))

BAD = {
    "side letter": ('"DDWW"', '"DDXW"', 13, "tile 2 ('room'): sides 'DDXW' has 'X', none of D, W, F, G and ."),
    "small letter": ('"DDWW"', '"ddww"', 13, "tile 2 ('room'): sides 'ddww' has 'd'"),
    "too few sides": ('"DDWW"', '"DDW"', 13, "tile 2 ('room'): sides 'DDW' has 3 letters, and a tile has 4 sides"),
    "too many sides": ('"DDWW"', '"DDWWD"', 13, "has 5 letters"),
    "no front door": ('"FDDD"', '"DDDD"', None, "no tile has a front door"),
    "second front door": ('"DDWW"', '"DFWW"', 13, "tile 2 ('room'): a second front door: tile 1 has one already"),
    "front door twice on a tile": ('"FDDD"', '"FDFD"', 6, "tile 1 ('F'): sides 'FDFD' has 2 front doors"),
    "front door twice in the set": (
        "value = 1\ncount = 1",
        "value = 1\ncount = 2",
        8,
        "tile 1 ('F'): the front door must be there once, not 2 times",
    ),
    "garden with a door": ('"GGGG"', '"GGDG"', 19, "tile 3 ('G'): sides 'GGDG' mixes garden edges with others"),
    "value 0": ("value = 5", "value = 0", 14, "tile 2 ('room'): 'value' is 0, outside 1 to 255"),
    "value 256": ("value = 5", "value = 256", 14, "'value' is 256, outside 1 to 255"),
    "huge value": ("value = 5", "value = " + "9" * 100, 14, "outside 1 to 255"),
    "negative count": ("count = 20", "count = -1", 15, "tile 2 ('room'): 'count' is -1, outside 1 to 255"),
    "count 0": ("count = 20", "count = 0", 15, "'count' is 0, outside 1 to 255"),
    "too many tiles": ("count = 20", "count = 250", 21, "tile 3 ('G'): with it the set has 256 tiles, more than 255"),
    "count as text": ("count = 20", 'count = "20"', 15, "tile 2 ('room'): 'count' must be a whole number, not text"),
    "count as truth": ("count = 20", "count = true", 15, "'count' must be a whole number, not true or false"),
    "value with a point": ("value = 5", "value = 5.0", 14, "'value' must be a whole number, not a number with a point"),
    "sides as a list": ('"DDWW"', '["D", "D", "W", "W"]', 13, "'sides' must be text, not an array"),
    "bad name": ('"room"', '"the room"', 12, "tile 2 ('the room'): the name 'the room' must be of letters"),
    "empty name": ('"room"', '""', 12, "tile 2 (''): the name '' must be of letters"),
    "name with a slash": ('"room"', '"a/b"', 12, "the name 'a/b' must be of letters"),
    "name with a letter that is not ASCII": ('"room"', '"chambré"', 12, "the name 'chambré' must be of letters"),
    "name as a number": ('"room"', "5", 12, "tile 2: 'name' must be text, not a whole number"),
    "two of a name": ('"room"', '"F"', 12, "tile 2 ('F'): tile 1 has the same name"),
    "missing key": ('sides = "DDWW"\n', "", 11, "tile 2 ('room'): 'sides' is missing"),
    "unknown key": ("value = 5", "value = 5\nworth = 5", 15, "tile 2 ('room'): there is no key 'worth'; the keys are"),
    "missing name of the set": ('name = "mine"\n', "", None, "'name' is missing"),
    "bad name of the set": ('"mine"', '"my set"', 1, "the name 'my set' must be of letters"),
    "unknown key of the set": ('name = "mine"', 'name = "mine"\nauthor = "me"', 2, "there is no key 'author'"),
    "note as a number": ('"the real ones"', "1", 2, "'note' must be text, not a whole number"),
    "no tiles": (GOOD[GOOD.index("[[") :], "", None, "'tiles' is missing"),
    "tiles as a table": (GOOD[GOOD.index("[[") :], "[tiles]\nF = 1\n", 4, "'tiles' must be an array of tables, not a"),
    "tiles as texts": (GOOD[GOOD.index("[[") :], 'tiles = [\n  "FDDD",\n]\n', 5, "tile 1: a tile must be a table, not"),
    "no tile at all": (GOOD[GOOD.index("[[") :], "tiles = []\n", None, "no tile has a front door"),
    "65 types": ("# The others.\n", MANY, 16 + 5 * 62, "the set has 65 types of tiles, more than 64"),
    "no TOML": ('sides = "DDWW"', "sides = DDWW", 13, "this is not TOML: Invalid value"),
    "the same key twice": ("value = 5", "value = 5\nvalue = 5", 15, "this is not TOML: Cannot overwrite a value"),
    "end of the file": ('[[tiles]]\nname = "G"', '[[tiles]\nname = "G"', 17, "this is not TOML"),
    "a string that goes on": ("count = 5\n", 'count = """5\n', 21, "this is not TOML"),
}


@pytest.mark.parametrize(("old", "new", "line", "words"), BAD.values(), ids=list(BAD))
def test_bad_files(file: Path, old: str, new: str, line: int | None, words: str) -> None:
    text = GOOD.replace(old, new)
    assert text != GOOD
    file.write_text(text, encoding="utf-8")
    with pytest.raises(zl.DataError) as error:
        TileSet.load(file)
    message = str(error.value)
    assert message.startswith(f"{file}: " if line is None else f"{file}, line {line}"), message
    assert words in message
    assert "\n" not in message


def test_the_same_faults_in_a_mapping_have_no_line() -> None:
    data = tomllib.loads(GOOD)
    data["tiles"][1]["sides"] = "DDDX"
    with pytest.raises(zl.DataError, match=r"^tile set 'mine', tile 2 \('room'\): sides 'DDDX' has 'X'"):
        TileSet.load(data)
    with pytest.raises(zl.DataError, match=r"^tile set: 'name' is missing"):
        TileSet.load({"tiles": []})
    with pytest.raises(zl.DataError, match="there is no key 7"):
        TileSet.load({7: "x", **data})  # type: ignore[dict-item]


def test_a_set_made_by_hand_is_checked_too() -> None:
    with pytest.raises(zl.DataError, match="outside 1 to 255"):
        TileSet("mine", "", (Tile("F", "FDDD", 0, 1),))
    with pytest.raises(TypeError, match="must be a tuple of Tile"):
        TileSet("mine", "", [Tile("F", "FDDD", 1, 1)])  # type: ignore[arg-type]


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(zl.DataError, match="there is no such file"):
        TileSet.load(tmp_path / "none.toml")
    with pytest.raises(zl.DataError, match="there is no such file"):
        TileSet.load(str(tmp_path / "none.TOML"))


def test_a_name_that_is_not_supplied() -> None:
    with pytest.raises(
        zl.DataError, match=r"there is no tile set 'reconstuction': the supplied ones are reconstruction,"
    ):
        TileSet.load("reconstuction")


def test_a_directory(tmp_path: Path) -> None:
    with pytest.raises(zl.DataError, match="this is a directory, not a file"):
        TileSet.load(tmp_path)


def test_a_path_with_a_nul() -> None:
    with pytest.raises(zl.DataError, match="this is no path of a file"):
        TileSet.load("a\0.toml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(zl.DataError, match="this is no regular file"):
        TileSet.load(tmp_path / "pipe.toml")


@pytest.mark.parametrize("size", [MAX_BYTES + 1, 100 * 1024 * 1024])
def test_a_large_file_is_refused_unread(file: Path, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with file.open("wb") as sparse:
        sparse.truncate(size)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("the file was opened"))
    with pytest.raises(zl.DataError, match=f"the file has {size:,} bytes, more than the {MAX_BYTES:,} that are read"):
        TileSet.load(file)


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_file_that_is_not_utf8(file: Path, encoding: str) -> None:
    file.write_bytes(GOOD.replace("real", "réal").encode(encoding))
    line = 1 if encoding == "utf-16" else 2
    with pytest.raises(zl.DataError, match=rf"mine\.toml, line {line}: the file is not UTF-8 \(byte 0x"):
        TileSet.load(file)


@pytest.mark.parametrize("content", ["a = " + "[" * 5000 + "]" * 5000, "a = " + "9" * 10000, "\0", "= 1"])
def test_hostile_files(file: Path, content: str) -> None:
    file.write_text(content)
    with pytest.raises(zl.DataError, match=r"mine\.toml"):
        TileSet.load(file)


@pytest.mark.parametrize("source", [None, 5, b"reconstruction", ["F"]])
def test_a_source_of_another_type(source: Any) -> None:
    with pytest.raises(TypeError, match="a tile set is a name, a path or a mapping"):
        TileSet.load(source)


# ---- Lines -----------------------------------------------------------------------------------------------------------


def test_lines_are_found_whatever_the_style() -> None:
    text = '''\
# [[tiles]] in a comment
note = """
[[tiles]]
name = "not this" """
a.b = {c = 1, "d e" = [1,
  2, # two
  {x = 3}]}
'name' = 'x # not a comment'

[[ "tiles" ]] # the first
name = "F"
'''
    text += """\
[[tiles]]
sides = \'\'\'
[[tiles]]\'\'\'

value = 5
[tiles.more]
z = 1
[[tiles.deep]]
q = 1979-05-27T07:32:00Z
[[tiles.deep]]
q = 1.5
[[tiles]]
count = 3"""
    tomllib.loads(text)
    assert find_lines(text) == {
        ("note",): 2,
        ("a",): 5,
        ("a", "b"): 5,
        ("a", "b", "c"): 5,
        ("a", "b", "d e"): 5,
        ("a", "b", "d e", 0): 5,
        ("a", "b", "d e", 1): 6,
        ("a", "b", "d e", 2): 7,
        ("a", "b", "d e", 2, "x"): 7,
        ("name",): 8,
        ("tiles",): 10,
        ("tiles", 0): 10,
        ("tiles", 0, "name"): 11,
        ("tiles", 1): 12,
        ("tiles", 1, "sides"): 13,
        ("tiles", 1, "value"): 16,
        ("tiles", 1, "more"): 17,
        ("tiles", 1, "more", "z"): 18,
        ("tiles", 1, "deep"): 19,
        ("tiles", 1, "deep", 0): 19,
        ("tiles", 1, "deep", 0, "q"): 20,
        ("tiles", 1, "deep", 1): 21,
        ("tiles", 1, "deep", 1, "q"): 22,
        ("tiles", 2): 23,
        ("tiles", 2, "count"): 24,
    }


def test_inline_tables_have_lines_too(file: Path) -> None:
    file.write_text(
        'name = "mine"\ntiles = [\n  {name = "F", sides = "FDDD", value = 1, count = 1},\n\n'
        '  {name = "room", sides = "DDWX", value = 1, count = 1},\n]\n'
    )
    with pytest.raises(zl.DataError, match=r"mine\.toml, line 5, tile 2 \('room'\): sides 'DDWX' has 'X'"):
        TileSet.load(file)


# ---- Sets in games ---------------------------------------------------------------------------------------------------


def test_a_games_options_hold_a_users_own_set_whole(file: Path) -> None:
    file.write_text(GOOD)
    game = zl.Casbah(size=(3, 3), players=3, tiles=file)
    assert game.options() == {
        "size": [3, 3],
        "players": 3,
        "tiles": TileSet.load(file).to_dict(),
        "strict_future": False,
    }
    file.unlink()
    assert zl.Casbah.from_options(game.options()) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert zl.load_game(str(game)) == game


def test_sizes_in_every_form() -> None:
    games = {zl.Casbah(size="4x9"), zl.Casbah(size=(4, 9)), zl.Casbah(size=[4, 9])}
    assert len(games) == 1
    assert games.pop().options()["size"] == [4, 9]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"size": (6, 9)}, "a 6x9 casbah needs 54 tiles, and the set reconstruction has 45"),
        ({"size": (1, 6)}, "each side of size must be from 2 to 62"),
        ({"size": (2, 2)}, "no 2x2 frame can hold the front door"),
        ({"size": (2, 2), "tiles": "reconstruction-walls"}, "no 2x2 frame can hold the front door"),
        ({"size": (5, 9), "players": 2}, "2 players cannot share the 45 tiles"),
        ({"size": (5, 9), "players": 4}, "4 players cannot share the 45 tiles"),
        ({"size": (6, 6), "players": 5}, "players must be 1, 2, 3 or 4, not 5"),
        ({"size": (6, 6), "players": 0}, "players must be"),
        ({"size": "6 x 6"}, "size must look like '6x6'"),
        ({"size": "x" * 10**6}, "size must look like '6x6'"),
        ({"size": (6, 6, 6)}, "size must have two sides, not 3"),
        ({"tiles": "none"}, "there is no tile set 'none'"),
    ],
)
def test_wrong_values(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as error:
        zl.Casbah(**options)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    "options",
    [
        {"size": 6},
        {"size": None},
        {"size": (6.0, 6)},
        {"size": (True, 6)},
        {"players": "2"},
        {"players": True},
        {"strict_future": 1},
        {"tiles": 5},
        {"tiles": None},
    ],
)
def test_wrong_types(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        zl.Casbah(**options)


def test_a_small_frame_can_hold_a_front_door_that_has_a_window_beside_it() -> None:
    tiles = {
        "name": "small",
        "tiles": [
            {"name": "F", "sides": "DFWD", "value": 1, "count": 1},
            {"name": "corner", "sides": "DDWW", "value": 2, "count": 3},
        ],
    }
    state = zl.Casbah(size=(2, 2), players=1, tiles=tiles).new_initial_state(engine="reference")
    while not state.is_terminal():
        state.apply_action(int(state.legal_actions()[0]))
    assert len(state.tiles()) == 4
    assert state.scores().tolist() == [0]
    tiles["tiles"][0]["sides"] = "WFDD"  # type: ignore[index]
    assert zl.Casbah(size=(2, 2), players=1, tiles=tiles).rules.size == (2, 2)
    tiles["tiles"][0]["sides"] = "DFDW"  # type: ignore[index]
    with pytest.raises(ValueError, match="no 2x2 frame can hold the front door"):
        zl.Casbah(size=(2, 2), players=1, tiles=tiles)


@pytest.mark.parametrize("size", [(62, 2), (2, 62)])
def test_the_longest_casbah(size: tuple[int, int]) -> None:
    tiles = [{"name": "F", "sides": "FDDD", "value": 1, "count": 1}]
    tiles += [{"name": "corner", "sides": "DDWW", "value": 1, "count": 254}]
    data = {"name": "long", "tiles": tiles}
    assert zl.Casbah(size=size, players=4, tiles=data).rules.size == size
    with pytest.raises(ValueError, match="make 66 together, more than 64"):
        zl.Casbah(size=(62, 4), players=1, tiles=data)


def test_a_note_that_no_record_could_hold_is_refused() -> None:
    tile_set = TileSet.load("reconstruction").to_dict() | {"note": "\ud800"}
    with pytest.raises(zl.DataError, match="note"):
        TileSet.load(tile_set)
