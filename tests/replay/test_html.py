"""The replay as a file: what is in it, what is refused, and that nothing of a record is markup."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import zellige as zl
from zellige.replay.deltas import unpacked

EVIL = "</script><script>document.title='owned'</script><img src=x onerror=alert(1)>&amp;\u2028"


def a_record(game: zl.Game, seed: int = 1) -> dict[str, Any]:
    return next(zl.simulate(game, 1, seed=seed, record=True).records())


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_every_position_is_in_it(kind: type[zl.Game]) -> None:
    small: dict[str, zl.Game] = {
        "blokus": zl.Blokus(variant="duo"),
        "casbah": zl.Casbah((3, 2)),
        "casa_grande": zl.CasaGrande(max_rounds=3),
    }
    record = a_record(small[kind.name])
    data = data_of(zl.to_html(record))
    assert data["moves"] == record["moves"]
    assert data["scores"][-1] == record["scores"]
    state = small[kind.name].new_initial_state()
    frames = unpacked(data["views"]["plan"])
    words = unpacked(data["words"])
    assert len(frames) == len(words) == len(data["scores"]) == len(record["moves"]) + 1
    for ply, move in enumerate(["", *record["moves"]]):
        if move:
            state.push(move)
        assert frames[ply] == zl.draw.svg(state)
        assert data["scores"][ply] == state.scores().tolist()
    assert set(data["views"]) == ({"plan", "isometric"} if kind is zl.CasaGrande else {"plan"})
    assert "win" in words[-1]


def test_the_forms_that_it_takes(tmp_path: Path) -> None:
    record = a_record(zl.Blokus(variant="duo"))
    page = zl.to_html(record)
    kept = zl.Record.from_dict(record)
    assert zl.to_html(json.dumps(record)) == zl.to_html(kept) == kept.to_html() == page
    assert zl.to_html(zl.State.from_record(record)) == page
    assert zl.to_html(record, tmp_path / "game.html", engine="reference") == page
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == page


def test_games_without_moves_set_up_by_hand_or_alone() -> None:
    empty = data_of(zl.to_html(zl.Blokus().new_initial_state()))
    assert (empty["moves"], len(empty["scores"])) == ([], 1)
    state = zl.Blokus(variant="duo").state_from({"board": {"e10": 0, "j5": 1}, "to_move": 1})
    state.push(state.legal_moves()[0])
    data = data_of(zl.to_html(state))
    assert unpacked(data["views"]["plan"])[1] == zl.draw.svg(state)
    assert len(data["moves"]) == 1
    solo = data_of(zl.to_html(a_record(zl.Casbah((3, 3), 1))))
    assert solo["names"] == ["player 0"]


def test_pictures_are_kept_as_differences() -> None:
    record = a_record(zl.Casbah((4, 4)))
    page = zl.to_html(record)
    whole = sum(len(frame) for frame in unpacked(data_of(page)["views"]["plan"]))
    assert len(data_of(page)["moves"]) > 20
    assert len(page) < whole / 3


def test_it_asks_nothing_of_a_network() -> None:
    page = zl.to_html(a_record(zl.Casbah((3, 2))))
    rest = page.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|//[a-z]+\.|@import|url\(", rest)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy[1]
    assert not re.search(r"\son[a-z]+=", page.partition("<script")[0])


def test_texts_of_a_record_are_no_markup() -> None:
    tiles = zl.TileSet.load("reconstruction").to_dict() | {"name": "mine", "note": EVIL}
    page = zl.to_html(a_record(zl.Casbah((3, 2), tiles=tiles)), title=EVIL)
    assert page.count("<script") == 2
    assert page.count("</script") == 2
    assert "<img" not in page
    assert data_of(page)["notes"] == [f"set mine: {EVIL}"]
    zl.to_html(a_record(zl.Casbah((3, 2))), title="half \ud800 and \x00").encode()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"moves": ["a1,a2"]}, r"moves\[0\]: a1,a2: B11"),
        ({"moves": ["e10", "\ud800"]}, r"moves\[1\]"),
        ({"scores": [1, 2]}, "scores"),
        ({"version": 2}, "version: 2 is newer"),
        ({"game": "chess"}, "game: there is no game"),
    ],
)
def test_bad_records(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    record = a_record(zl.Blokus(variant="duo")) | change
    with pytest.raises(zl.RecordError, match=words):
        zl.to_html(record, tmp_path / "x.html")
    assert list(tmp_path.iterdir()) == []


def test_bad_arguments(tmp_path: Path) -> None:
    record = a_record(zl.Blokus(variant="duo"))
    state = zl.State.from_record(record)
    length = len(record["moves"])
    with pytest.raises(ValueError, match=f"ply must be from 0 to {length}, not {length + 1}"):
        zl.to_html(record, ply=length + 1)
    with pytest.raises(TypeError, match="title must be a string, not int"):
        zl.to_html(record, title=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="engine"):
        zl.to_html(record, engine="remote")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="history"):
        zl.to_html(state.clone(history=False))
    with pytest.raises(OSError, match="nowhere"):
        zl.to_html(record, tmp_path / "nowhere" / "x.html")
