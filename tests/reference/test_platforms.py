"""Casa Grande's platform sets: the supplied one, and every way in which a user's own can be wrong (G1)."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from zellige.errors import DataError
from zellige.platforms import Platform, PlatformSet

GOOD = """\
name = "mine"
note = "from the box"

[[platforms]]
name = "I3"
rows = ["O#O"]
count = 2

[[platforms]]
name = "L4"
rows = [
  "O.",
  "#.",
  "OO",
]
count = 1
"""


def entry(**changes: Any) -> dict[str, Any]:
    return {"name": "I3", "rows": ["O#O"], "count": 2} | changes


def a_set(*entries: Any, **changes: Any) -> dict[str, Any]:
    return {"name": "mine", "platforms": list(entries)} | changes


def test_the_supplied_set() -> None:
    platforms = PlatformSet.load("reconstruction")
    assert [(entry.name, entry.count) for entry in platforms.platforms] == [
        ("I3", 2), ("I4", 2), ("O4", 2), ("T4", 2), ("T5", 2), ("V5", 2), ("X5", 2), ("R6", 2), ("S9", 1),
    ]  # fmt: skip
    assert platforms.total == 17
    assert "reconstruction" in platforms.note
    assert platforms.name_or_dict() == "reconstruction"
    assert PlatformSet.load(platforms) is platforms
    assert PlatformSet.load(platforms.to_dict()) == platforms


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)
    platforms = PlatformSet.load(path)
    assert platforms == PlatformSet.load(str(path))
    assert platforms.platforms == (Platform("I3", ("O#O",), 2), Platform("L4", ("O.", "#.", "OO"), 1))
    assert (platforms.note, platforms.total, platforms.supplied) == ("from the box", 3, False)
    whole = platforms.name_or_dict()
    assert isinstance(whole, dict)
    assert PlatformSet.load(json.loads(json.dumps(whole))) == platforms
    again = pickle.loads(pickle.dumps(platforms))
    assert (again, hash(again)) == (platforms, hash(platforms))


def test_a_set_that_only_has_the_name_of_a_supplied_one() -> None:
    platforms = PlatformSet.load(a_set(entry(), name="reconstruction"))
    assert not platforms.supplied
    assert platforms.name_or_dict() == platforms.to_dict()


def test_what_is_allowed() -> None:
    """The bounds themselves, and two types with the same picture."""
    PlatformSet.load(a_set(entry(count=31)))
    PlatformSet.load(a_set(*(entry(name=f"p{number}", count=1) for number in range(31))))
    PlatformSet.load(a_set(entry(name="A"), entry(name="B")))
    PlatformSet.load(a_set(entry(rows=["OOOOOOOO"] * 8)))
    PlatformSet.load(a_set(entry(rows=["O"])))
    PlatformSet.load(a_set(entry(name="a-Z.0_")))
    PlatformSet.load(a_set(entry(), note=""))


WRONG_ENTRIES: list[tuple[Any, str]] = [
    ("I3", "must be a table, not text"),
    ({"name": "I3", "rows": ["O"]}, "'count' is missing"),
    (entry(colour="red"), "there is no key 'colour'"),
    (entry(name=3), "'name' must be text, not a whole number"),
    (entry(name=""), "the name '' must be of letters"),
    (entry(name="a/b"), "the name 'a/b' must be of letters"),
    (entry(name="T\u0661"), "must be of letters"),
    (entry(rows="O#O"), "'rows' must be an array of text, not text"),
    (entry(rows=[]), "there is no row"),
    (entry(rows=["O", 1]), "row 2 must be text, not a whole number"),
    (entry(rows=["O#X"]), "row 1 'O#X' has 'X', none of O, # and ."),
    (entry(rows=["o#o"]), "row 1 'o#o' has 'o'"),
    (entry(rows=["O#O", "O#"]), "row 2 has 2 letters but row 1 has 3"),
    (entry(rows=["O#O", ""]), "row 2 has 0 letters but row 1 has 3"),
    (entry(rows=["O########"]), "row 1 has 9 letters, and the board is 8 wide"),
    (entry(rows=["O"] * 9), "there are 9 rows, and the board has 8"),
    (entry(rows=["...", "..."]), "there is no square"),
    (entry(rows=[""]), "there is no square"),
    (entry(rows=["###", "###"]), "no square is marked"),
    (entry(rows=["O.O"]), "the squares are not connected by their sides"),
    (entry(rows=["O.", ".O"]), "the squares are not connected by their sides"),
    (entry(rows=["...", "O#O"]), "row 1 at the edge of the picture has no square; leave it out"),
    (entry(rows=["O#.", "OO."]), "column 3 at the edge of the picture has no square; leave it out"),
    (entry(count=0), "'count' is 0, outside 1 to 31"),
    (entry(count=-1), "'count' is -1, outside 1 to 31"),
    (entry(count=32), "'count' is 32, outside 1 to 31"),
    (entry(count=10**5000), "outside 1 to 31"),
    (entry(count=True), "'count' must be a whole number, not true or false"),
    (entry(count=2.0), "'count' must be a whole number, not a number with a point"),
    (entry(count="2"), "'count' must be a whole number, not text"),
    (entry(count=None), "'count' must be a whole number, not nothing"),
]


@pytest.mark.parametrize(("wrong", "words"), WRONG_ENTRIES)
def test_wrong_platforms(wrong: Any, words: str) -> None:
    fine = entry(name="fine", count=1)
    with pytest.raises(DataError) as caught:
        PlatformSet.load(a_set(fine, wrong, fine))
    assert words in str(caught.value)
    assert str(caught.value).startswith("platform set 'mine', platform 2")
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({}, "platform set: 'name' is missing"),
        ({"name": "mine"}, "platform set 'mine': 'platforms' is missing"),
        (a_set(name=1), "platform set: 'name' must be text"),
        (a_set(note=1), "'note' must be text"),
        (a_set(tiles=[]), "there is no key 'tiles'"),
        (a_set(platforms={"I3": 2}), "'platforms' must be an array of tables, not a table"),
        (a_set(entry(), entry()), "platform 2 ('I3'): platform 1 has the same name"),
        (a_set(entry(name="A", count=30), entry(name="B")), "with it a player has 32 platforms, more than 31"),
        (a_set(*(entry(name=f"p{n}", count=1) for n in range(33))), "the set has 33 types of platforms, more than 32"),
    ],
)
def test_wrong_sets(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError) as caught:
        PlatformSet.load(wrong)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"OO"', '".O"', "mine.toml, line 11, platform 2 ('L4'): the squares"),
        ('  "#.",', '  "#",', "mine.toml, line 13, platform 2 ('L4'): row 2 has 1 letters but row 1 has 2"),
        ("count = 1", "count = 99", "mine.toml, line 16, platform 2 ('L4'): 'count' is 99"),
        ('"L4"', '"I3"', "mine.toml, line 10, platform 2 ('I3'): platform 1 has the same name"),
        ("count = 2\n", "", "mine.toml, line 4, platform 1 ('I3'): 'count' is missing"),
        ("count = 2", "count = ", "mine.toml, line 7: this is not TOML"),
        ('rows = ["O#O"]', 'rows = ["O#O"', "mine.toml, line 7: this is not TOML"),
    ],
)
def test_errors_name_file_line_and_platform(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert GOOD.count(old) == 1
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace(old, new))
    with pytest.raises(DataError) as caught:
        PlatformSet.load(path)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(GOOD.encode("utf-16"))
    with pytest.raises(DataError, match="line 1: the file is not UTF-8"):
        PlatformSet.load(path)
    path.write_bytes(GOOD.replace("from the box", "aus der Größe").encode("latin-1"))
    with pytest.raises(DataError, match="line 2: the file is not UTF-8"):
        PlatformSet.load(path)
    path.write_text("#" * (1 << 20) + GOOD)
    with pytest.raises(DataError, match="more than the 1,048,576"):
        PlatformSet.load(path)
    with pytest.raises(DataError, match="there is no such file"):
        PlatformSet.load(tmp_path / "other.toml")
    with pytest.raises(DataError, match="directory"):
        PlatformSet.load(tmp_path)
    path.write_text("")
    with pytest.raises(DataError, match=r"mine\.toml: 'name' is missing"):
        PlatformSet.load(path)


def test_names_and_sources_that_do_not_exist() -> None:
    with pytest.raises(DataError, match="there is no platform set 'box': the supplied one is reconstruction"):
        PlatformSet.load("box")
    for wrong in (3, None, ["I3"], b"reconstruction"):
        with pytest.raises(TypeError, match="a name, a path or a mapping"):
            PlatformSet.load(wrong)  # type: ignore[arg-type]


def test_a_set_made_by_hand_is_checked_as_well() -> None:
    assert PlatformSet("mine", "", (Platform("I3", ("O#O",), 2),)) == PlatformSet.load(a_set(entry()))
    with pytest.raises(DataError, match="no square is marked"):
        PlatformSet("mine", "", (Platform("I3", ("###",), 2),))
    with pytest.raises(TypeError, match="tuple of Platform"):
        PlatformSet("mine", "", [Platform("I3", ("O#O",), 2)])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rows of a Platform must be a tuple"):
        PlatformSet("mine", "", (Platform("I3", ["O#O"], 2),))  # type: ignore[arg-type]
