"""Pictures as SVG: well formed, the same on both engines, legible, complete, and nothing in them from elsewhere."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

import zellige as zl
from zellige.draw.canvas import WIDTH, text_width
from zellige.game import Engine

SVG = "{http://www.w3.org/2000/svg}"
CAPITAL = 0.7
"""Height of capitals and digits as a share of the font size; it is 0.716 in Helvetica and Arial."""


def elements(picture: str, kind: str) -> list[ET.Element]:
    """The elements with a class."""
    return [element for element in ET.fromstring(picture).iter() if kind in element.get("class", "").split()]


def test_both_engines_draw_the_same(state: zl.State, twin: zl.State, views: tuple[str, ...]) -> None:
    for view in views:
        for legal in (False, True):
            pictures = {s.to_svg(view=view, legal=legal, data=legal) for s in (state, twin, state.clone())}
            assert len(pictures) == 1
    assert state._repr_svg_() == twin._repr_svg_() == zl.draw.svg(state) == state.to_svg(480)


def test_pictures_are_well_formed_and_stand_alone(state: zl.State, views: tuple[str, ...]) -> None:
    for view in views:
        picture = state.to_svg(300, view=view, legal=True, data=True)
        root = ET.fromstring(picture)
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "group"
        assert ET.fromstring(state.to_svg(view=view)).get("role") == "img"
        title = root.find(f"{SVG}title")
        assert title is not None
        assert title.text == root.get("aria-label")
        assert state.game.name in (title.text or "")
        box = [float(part) for part in root.get("viewBox", "").split()]
        assert box[:3] == [0, 0, WIDTH]
        assert float(root.get("width", "")) == 300
        assert float(root.get("height", "")) == pytest.approx(box[3], abs=0.01)
        assert picture.count("http") == 1, "the name space is the only address"
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {"svg", "title", "g", "rect", "circle", "path", "text"}
        assert not re.search(r"\s(id|style|href|on\w+)=", picture)
        assert "nan" not in picture.lower()


def test_size_only_scales(state: zl.State) -> None:
    small, large = state.to_svg(size=50), state.to_svg(size=10_000)
    assert small.split("\n")[1:] == large.split("\n")[1:]


def test_the_smallest_letters_are_8_pixels_high_at_300(state: zl.State, views: tuple[str, ...]) -> None:
    for view in views:
        root = ET.fromstring(state.to_svg(300, view=view, legal=True))
        scale = 300 / float(root.get("viewBox", "").split()[2])
        texts = list(root.iter(f"{SVG}text"))
        assert texts
        for text in texts:
            assert float(text.get("font-size", 0)) * scale * CAPITAL >= 7.8, text.text
            assert float(text.get("font-size", 0)) * scale >= 8
            squeezed = re.search(r"scale\((\S+) 1\)", text.get("transform", ""))
            assert squeezed is None or float(squeezed[1]) >= 0.5, f"{text.text} is squeezed too much"


def test_letters_stay_in_the_picture(state: zl.State, views: tuple[str, ...]) -> None:
    for view in views:
        root = ET.fromstring(state.to_svg(300, view=view, legal=True))
        height = float(root.get("height", ""))
        for text in root.iter(f"{SVG}text"):
            place = re.match(r"translate\((\S+) (\S+)\) scale\((\S+) 1\)", text.get("transform", ""))
            numbers = place.groups() if place else (text.get("x", ""), text.get("y", ""), "1")
            x, y, factor = map(float, numbers)
            width = text_width(text.text or "") * factor
            left = x - width * {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor", "")]
            assert left >= -1, text.text
            assert left + width <= WIDTH + 1, text.text
            assert 8 <= y <= height - 1, text.text


def cells_of(state: zl.State) -> set[str]:
    """The cells that a picture must have."""
    if isinstance(state, zl.BlokusState):
        side = len(state.board())
        return {f"{letter}{y + 1}" for letter in "abcdefghijklmnopqrst"[:side] for y in range(side)}
    if isinstance(state, zl.CasaGrandeState):
        return {f"{letter}{y}" for letter in "abcdefgh" for y in range(1, 9)}
    assert isinstance(state, zl.CasbahState)
    if state.phase() == "draft":
        return set()
    inside = {(x, y) for f in state.frames() for x in range(f.x0, f.x0 + f.w) for y in range(f.y0, f.y0 + f.h)}
    return {f"{x},{y}" for x, y in inside or {(tile.x, tile.y) for tile in state.tiles()}}


def test_every_cell_is_there_once(state: zl.State, views: tuple[str, ...]) -> None:
    for view in views:
        found = Counter(cell.get("data-cell") for cell in elements(state.to_svg(view=view, data=True), "cell"))
        assert found == Counter(cells_of(state))
        assert "data-" not in state.to_svg(view=view)


def test_what_lies_is_drawn(state: zl.State) -> None:
    picture = state.to_svg()
    letters = Counter(text.text for text in ET.fromstring(picture).iter(f"{SVG}text"))
    if isinstance(state, zl.BlokusState):
        game = state.game
        assert isinstance(game, zl.Blokus)
        for colour in range(game.num_colours()):
            chip = 1 + (game.rules.corners == "fixed" and len(state.hand(colour)) == 21)
            assert letters["BYRG"[colour]] == 21 - len(state.hand(colour)) + chip, "a letter for each piece"
    elif isinstance(state, zl.CasbahState):
        laid = state.tiles() if state.phase() != "draft" else []
        assert len(elements(picture, "tile")) == len(laid)
    elif isinstance(state, zl.CasaGrandeState):
        kind, owner, height = state.kind(), state.owner(), state.height()
        blocks = Counter(f"{'ABCD'[owner[at]]}{height[at]}" for at in zip(*(kind == 1).nonzero(), strict=True))
        bare = Counter(f"{'abcd'[owner[at]]}{height[at]}" for at in zip(*(kind == 2).nonzero(), strict=True))
        assert len(elements(picture, "block")) == blocks.total()
        assert all(letters[text] == count for text, count in (blocks | bare).items())
        seen = {cell for platform in state.platforms() for cell in platform.cells}
        assert len(elements(picture, "platform")) <= len(state.platforms())
        assert bool(elements(picture, "platform")) == bool(seen)


def test_the_last_move_is_marked(state: zl.State, views: tuple[str, ...]) -> None:
    for view in views:
        marked = elements(state.to_svg(view=view), "last")
        laid = [name for name in state.to_record()["moves"] if "=" not in name and name != "decline"]
        assert bool(marked) == bool(laid)
        assert not elements(state.to_svg(view=view, highlight_last=False), "last")
        assert not elements(state.clone(history=False).to_svg(view=view), "last")


def test_legal_actions_are_marked(state: zl.State, views: tuple[str, ...]) -> None:
    for view in views:
        assert not elements(state.to_svg(view=view, data=True), "legal")
        picture = state.to_svg(view=view, data=True, legal=True)
        targets = zl.draw.targets(state)
        cells = {c.get("data-cell"): c for c in elements(picture, "cell") if "legal" in c.get("class", "")}
        assert set(cells) == {name for name in targets if name in cells_of(state)}
        for name, cell in cells.items():
            assert name is not None
            actions = targets[name]
            shown = (cell.get("data-action"), cell.get("data-actions"))
            assert shown == ((str(actions[0]), None) if len(actions) == 1 else (None, str(len(actions))))
        if view == "plan":  # what covers no cell can be clicked as well
            alone = {e.get("data-action") for e in elements(picture, "legal") if e.get("data-action")}
            single = {str(actions[0]) for actions in targets.values() if len(actions) == 1}
            assert alone == single
        every = sorted({action for actions in targets.values() for action in actions})
        assert every == state.legal_actions().tolist()


def test_a_single_action_is_drawn_itself(state: zl.State, views: tuple[str, ...]) -> None:
    for view in views:
        if view == "isometric" and "=" in "".join(state.legal_moves()):
            continue  # without a track it cannot show where the die leads
        pictures = [state.to_svg(view=view, legal=[action]) for action in state.legal_actions()[-3:]]
        assert len({*pictures, state.to_svg(view=view)}) == len(pictures) + 1


def test_positions_that_were_set_up_are_drawn_as_well(state: zl.State, views: tuple[str, ...]) -> None:
    try:
        again = state.game.state_from(state.to_position())
    except zl.PositionError as why:
        pytest.skip(str(why))
    bare = state.clone(history=False)
    assert str(again) == str(bare)
    for view in views:
        assert again.to_svg(view=view) == bare.to_svg(view=view)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"size": 49}, ValueError, "size must be from 50 to 10,000 pixels, not 49"),
        ({"size": 10_001}, ValueError, "size must be from 50 to 10,000 pixels, not 10001"),
        ({"size": 300.0}, TypeError, "size must be an integer, not float"),
        ({"size": True}, TypeError, "size must be an integer, not bool"),
        ({"size": None}, TypeError, "size must be an integer, not NoneType"),
        ({"highlight_last": 1}, TypeError, "highlight_last must be True or False, not int"),
        ({"data": "yes"}, TypeError, "data must be True or False, not str"),
        ({"legal": 3}, TypeError, "legal must be True, False or a sequence of action numbers"),
        ({"legal": ["a1"]}, TypeError, "legal must be True, False or a sequence of action numbers"),
        ({"legal": [10**12]}, ValueError, "action 1000000000000 is not legal here, so that it cannot be shown"),
        ({"legal": [-1]}, ValueError, "action -1 is not legal here, so that it cannot be shown"),
        ({"view": "top"}, ValueError, "view must be 'plan' or 'isometric', not 'top'"),
        ({"view": None}, TypeError, "view must be a string, not NoneType"),
        ({"colour": True}, TypeError, "colour"),
    ],
)
def test_bad_arguments(
    kind: type[zl.Game], engine: Engine, arguments: dict[str, object], error: type[Exception], words: str
) -> None:
    state = kind().new_initial_state(engine)
    before = state.key()
    with pytest.raises(error, match=words):
        state.to_svg(**arguments)  # type: ignore[arg-type]
    assert state.key() == before


def test_only_casa_grande_has_an_isometric_view(engine: Engine) -> None:
    with pytest.raises(ValueError, match="only casa_grande has an isometric view, not blokus"):
        zl.Blokus().new_initial_state(engine).to_svg(view="isometric")


def test_other_things_have_no_drawing() -> None:
    for function in (zl.draw.svg, zl.draw.text):
        with pytest.raises(TypeError, match="there is no drawing of str"):
            function("blokus")  # type: ignore[arg-type]
