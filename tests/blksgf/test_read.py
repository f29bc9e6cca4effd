"""Reading: comments, properties, variations, corners, old and foreign files; and what is refused, with the node."""

from __future__ import annotations

import io
import pickle
from pathlib import Path
from typing import Any

import pytest

import zellige as zl
from zellige import blksgf
from zellige.blksgf import MAX_DEPTH, MAX_LINES, MAX_NODES, MAX_TREE

PENTOBI = """(
;GM[Blokus]CA[UTF-8]AP[Pentobi:31.0]P1[Ann]P3[Cäcilie]DT[2026-11-30]RE[?]
;1[a20,b20]C[First [1\\].
Second \\\\ line.]
(
 ;2[s20,t20]
 (
  ;3[t1]C[Three.]
 )
 (
  ;3[s1,t1]TE[1]
  ;4[a1]
 )
)
(
 ;2[t20]
)
)
"""


def test_comments_properties_and_names() -> None:
    [game] = blksgf.loads(PENTOBI)
    assert game.comments == {1: "First [1].\nSecond \\ line.", 3: "Three."}
    assert game.properties == {
        "AP": ["Pentobi:31.0"],
        "P1": ["Ann"],
        "P3": ["Cäcilie"],
        "DT": ["2026-11-30"],
        "RE": ["?"],
    }
    assert game.players == ("Ann", None, "Cäcilie", None)
    assert game.path == [0, 1, 2, 3]
    assert game.tree.nodes[4].properties == {"3": ["s1,t1"], "TE": ["1"]}
    assert repr(game) == "<SgfGame of 3 moves of blokus(players=4,corners=fixed,scoring=advanced)>"


def test_variations() -> None:
    games = blksgf.loads(PENTOBI, variations=True)
    assert [game.record["moves"] for game in games] == [
        ["a20,b20", "s20,t20", "t1"],
        ["a20,b20", "s20,t20", "s1,t1", "a1"],
        ["a20,b20", "t20"],
    ]
    assert all(game.tree is games[0].tree for game in games)
    assert [game.path for game in games] == [[0, 1, 2, 3], [0, 1, 2, 4, 5], [0, 1, 6]]
    assert blksgf.dumps(games) == blksgf.dumps(games[0]) == PENTOBI


@pytest.mark.parametrize("indent", ["", " ", "    "])
def test_every_layout_of_pentobi_comes_back(indent: str) -> None:
    lines = PENTOBI.splitlines(keepends=True)
    text = "".join(indent * (len(line) - len(line.lstrip())) + line.lstrip() for line in lines)
    [game] = blksgf.loads(text)
    assert blksgf.dumps(game) == text


def test_without_line_breaks() -> None:
    text = "(;GM[Blokus Duo];B[e10](;W[j5])(;W[i5,j5]))"
    assert blksgf.dumps(blksgf.loads(text)) == text


@pytest.mark.parametrize(
    ("moves", "corners"),
    [
        ("", "fixed"),
        (";1[a20]", "fixed"),
        (";1[a20];2[t20];3[t1];4[a1];1[b19,c19]", "fixed"),
        (";1[t20]", "any"),
        (";1[a20];2[t20];3[a1];4[t1]", "any"),
    ],
)
def test_corners(moves: str, corners: str) -> None:
    [game] = blksgf.loads(f"(;GM[Blokus]{moves})")
    assert game.record["options"]["corners"] == corners


def test_very_old_files() -> None:
    [game] = blksgf.loads("(;GM[Blokus];BLUE[a20][b20];YELLOW[t20];RED[t1];GREEN[A1])")
    assert game.record["moves"] == ["a20,b20", "t20", "t1", "a1"]
    assert blksgf.dumps(game) == "(;GM[Blokus];1[a20,b20];2[t20];3[t1];4[A1])"
    [game] = blksgf.loads("(;GM[Blokus Duo];BLUE[e10];GREEN[j5];1[f9,g9];2[i4,h4])")
    assert game.record["moves"] == ["e10", "j5", "f9,g9", "h4,i4"]
    assert blksgf.dumps(game) == "(;GM[Blokus Duo];B[e10];W[j5];B[f9,g9];W[i4,h4])"


def test_blanks_line_ends_and_bom() -> None:
    text = "\ufeff \t(\r\n; GM [Blokus]\r(;1\n[a20]C[one\r\ntwo\rthree])\n\n ( ;1[b20,a20])\r\n)\n\n"
    main, other = blksgf.loads(text, variations=True)
    assert main.comments == {1: "one\ntwo\nthree"}
    assert (main.record["moves"], other.record["moves"]) == (["a20"], ["a20,b20"])
    assert [node.line for node in main.tree.nodes] == [2, 3, 8]


def test_soft_line_breaks_and_needless_escapes() -> None:
    [game] = blksgf.loads("(;GM[Blokus]C[a\\\nb\\:c\\]])")
    assert game.comments == {0: "ab:c]"}


@pytest.mark.parametrize("name", ["ISO-8859-1", "iso8859-1", "Latin1"])
def test_latin_1(name: str) -> None:
    [game] = blksgf.loads(f"(;GM[Blokus]CA[{name}]P1[Zoë])".encode("latin-1"))
    assert game.players[0] == "Zoë"
    assert blksgf.dumps(game) == "(;GM[Blokus]CA[UTF-8]P1[Zoë])"


def test_files_and_bytes(tmp_path: Path) -> None:
    path = tmp_path / "game.blksgf"
    path.write_text(PENTOBI, encoding="utf-8", newline="")
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        forms: list[Any] = [str(path), path, binary, text, io.BytesIO(path.read_bytes()), io.StringIO(PENTOBI)]
        games = [blksgf.read(form)[0] for form in forms]
    assert all(game.record == games[0].record for game in games)
    assert [game.file for game in games] == [str(path)] * 4 + [None] * 2
    assert blksgf.loads(path.read_bytes())[0].record == games[0].record
    with pytest.raises(FileNotFoundError):
        blksgf.read(tmp_path / "nowhere.blksgf")
    with pytest.raises(TypeError, match="text must be str or bytes, not int"):
        blksgf.loads(3)  # type: ignore[arg-type]


def test_a_text_is_not_decoded_twice() -> None:
    [game] = blksgf.loads("(;GM[Blokus]CA[ISO-8859-1]C[ü])")
    assert game.comments == {0: "ü"}


def test_games_one_after_the_other() -> None:
    games = blksgf.iter_games(io.StringIO("(;GM[Blokus])(;GM[Blokus Duo])(;GM[Go])"))
    assert next(games).record["options"]["players"] == 4
    assert next(games).record["options"]["variant"] == "duo"
    with pytest.raises(zl.RecordError, match=r"GM\[Go\]"):
        next(games)


def test_a_seed() -> None:
    [game] = blksgf.loads("(;GM[Blokus Duo]SO[zellige simulate, seed 7])")
    assert game.record["seed"] == 7
    assert game.properties == {}
    [game] = blksgf.loads(f"(;GM[Blokus Duo]SO[zellige simulate, seed {2**64}])")
    assert "seed" not in game.record


def test_pickle_of_a_deep_tree() -> None:
    [game] = blksgf.loads("(;GM[Blokus]" + ";C[x]" * (MAX_DEPTH - 1) + ")")
    again = pickle.loads(pickle.dumps(game))
    assert again.tree == game.tree
    assert again.record == game.record


BAD = [
    (b"", 1, None, "the file is empty"),
    (b" \n\n", 1, None, "the file is empty"),
    (b"garbage", 1, None, 'begins with "garbage" and not with "("'),
    (b"\x89PNG\r\n\x1a\n\0", 1, None, "begins with"),
    (b"\n[]", 2, None, 'begins with "[]"'),
    (b"(;GM[Blokus])\nx", 2, None, 'after a game tree it goes on with "x"'),
    (b"(;GM[Blokus]))", 1, None, 'goes on with ")"'),
    (b"(", 1, None, "it is cut off"),
    (b"\n(;GM[Blokus];1[a20]", 2, None, 'ends before its ")"'),
    (b"(;GM[Blokus];1[a2", 1, None, "ends in a property's value"),
    (b"(;GM[Blokus];C[a\\", 1, None, "ends in a property's value"),
    (b"()", 1, None, "a game tree has no node"),
    (b"(;GM[Blokus]())", 1, "node 0", "a game tree has no node"),
    (b"((;GM[Blokus]))", 1, None, "a variation begins before the first node"),
    (b"(;GM[Blokus]\n(;1[a20])\n;2[t20])", 3, "node 1", "a node follows variations"),
    (b"(;GM[Blokus](;1[a20])C[x])", 1, "node 1", "the property C is in no node"),
    (b"(GM[Blokus])", 1, None, "the property GM is in no node"),
    (b"(;GM)", 1, "node 0", 'it cannot be read from "GM)" on'),
    (b"(;GM[Blokus]?[1])", 1, "node 0", 'it cannot be read from "?[1])" on'),
    (b"(;GM[Blokus]C[1]C[2])", 1, "node 0", "the property C stands twice"),
    (b"(;GM[Blokus]\n;1[a20]C[\xff])", 2, "node 1", "the property C is not UTF-8 at byte 1"),
    (b"(;GM[Blokus]CA[UTF-16])", 1, "node 0", "the characters are UTF-16 (CA)"),
    (b"(;CA[UTF-8];GM[Blokus])", 1, "node 0", "the property GM, which names the game, is missing"),
    (b"(;GM[1])", 1, "node 0", "GM[1] is none of the games"),
    (b"(;GM[blokus])", 1, "node 0", "GM[blokus] is none of the games"),
    (b"(;GM[Blokus Trigon])", 1, "node 0", "GM[Blokus Trigon] is none of the games"),
    (b"(;GM[Blokus]\n;1[a20]\n;2[t20]\n;3[s2])", 4, "node 3", "3[s2]: B3: "),
    (b"(;GM[Blokus];1[b2])", 1, "node 1", "1[b2]: B3: "),
    (b"(;GM[Blokus];1[a20,b19])", 1, "node 1", "B1: "),
    (b"(;GM[Blokus];1[u21])", 1, "node 1", "B2: "),
    (b"(;GM[Blokus];1[])", 1, "node 1", "BadMove: "),
    (b"(;GM[Blokus];1[a20, b20])", 1, "node 1", "BadMove: "),
    (b"(;GM[Blokus];1[a20];1[b19])", 1, "node 2", "phase: Yellow is to move, not Blue"),
    (b"(;GM[Blokus Duo];B[e10];B[f9])", 1, "node 2", "phase: colour 1 is to move, not colour 0"),
    (b"(;GM[Blokus Duo];B[j5])", 1, "node 1", "B[j5]: B11: "),
    (b"(;GM[Blokus];1[a20]2[t20])", 1, "node 1", "it has two moves, 1 and 2"),
    (b"(;GM[Blokus]PL[5])", 1, "node 0", "PL[5] names no colour; the colours are 1, 2, 3, 4"),
    (b"(;GM[Blokus Duo]PL[3])", 1, "node 0", "PL[3] names no colour; the colours are B, W"),
]


@pytest.mark.parametrize(("content", "line", "field", "message"), BAD)
def test_bad_files(tmp_path: Path, content: bytes, line: int, field: str | None, message: str) -> None:
    path = tmp_path / "bad.blksgf"
    path.write_bytes(content)
    with pytest.raises(zl.RecordError) as caught:
        blksgf.read(path)
    assert (caught.value.file, caught.value.line, caught.value.field) == (str(path), line, field)
    assert message in caught.value.message
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 700
    (found,) = zl.verify(path).findings
    assert str(found) == str(caught.value)


def test_a_bad_variation_is_named_once_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game.blksgf"
    path.write_text("(;GM[Blokus]\n(;1[a20])\n(;1[b2](;C[x])(;C[y]))\n(;1[t20]))\n(;GM[Blokus];1[c3])")
    assert len(list(blksgf.scan(path))) == 2
    report = zl.verify(path)
    assert report.records == 2
    assert [(found.line, found.field) for found in report.findings] == [(3, "node 2"), (5, "node 1")]


def test_a_move_after_the_end(golden: Path) -> None:
    text = (golden / "blksgf" / "duo.blksgf").read_text()
    with pytest.raises(zl.RecordError, match=r"^line 31, node 29: B\[a1\]: phase: "):
        blksgf.loads(text.replace("\n)\n", "\n;B[a1]\n)\n"))


def test_nesting_without_end() -> None:
    for text in ("(" * 200_000, "(;" * 200_000 + ")" * 200_000, "(;GM[Blokus]" + "(;C[x]" * 5000 + ")" * 5001):
        with pytest.raises(zl.RecordError):
            blksgf.loads(text)


def test_limits() -> None:
    blksgf.loads("(;GM[Blokus]" + ";" * (MAX_DEPTH - 1) + ")")
    with pytest.raises(zl.RecordError, match=r"node 999: .*more than 1,000 nodes follow each other"):
        blksgf.loads("(;GM[Blokus]" + ";" * MAX_DEPTH + ")")
    with pytest.raises(zl.RecordError, match="more than 100,000 nodes"):
        blksgf.loads("(;GM[Blokus]" + "(;)" * MAX_NODES + ")")
    many = "(;GM[Blokus]" + "(;)" * (MAX_LINES + 1) + ")"
    assert len(blksgf.loads(many)) == 1
    with pytest.raises(zl.RecordError, match=r"has 10,001 variations, more than the 10,000"):
        blksgf.loads(many, variations=True)


def test_a_huge_line_is_not_held(tmp_path: Path) -> None:
    import tracemalloc

    path = tmp_path / "huge.blksgf"
    with path.open("wb") as file:
        file.write(b"\n(;GM[Blokus]C[")
        file.truncate(2**30)  # a hole reads as zeros and takes no room
    tracemalloc.start()
    with pytest.raises(zl.RecordError, match="line 2: the game tree is longer than 16 MiB"):
        blksgf.read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * MAX_TREE


def test_half_a_surrogate() -> None:
    with pytest.raises(zl.RecordError, match="line 1, node 0: the property C is not UTF-8 at byte 1"):
        blksgf.loads("(;GM[Blokus]C[\ud800])")
