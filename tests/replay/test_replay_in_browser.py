"""The replay in a real browser: slider, keys, moves, chart, playing by itself, and texts that are no markup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import zellige as zl

EVIL = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"


def record_of(game: zl.Game) -> dict[str, Any]:
    return next(zl.simulate(game, 1, seed=1, record=True).records())


@pytest.fixture
def opened(chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens the replay of a record from a file; what the page complains about or asks of a network fails the test."""
    context = chromium.new_context(viewport={"width": 1200, "height": 900})
    wrong: list[str] = []
    asked: list[str] = []

    def open_record(record: dict[str, Any], **options: Any) -> Any:
        path = tmp_path / "game.html"
        zl.to_html(record, path, **options)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_selector("body[data-ply]")
        return page

    yield open_record
    context.close()
    assert wrong == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def ply(page: Any) -> int:
    return int(page.get_attribute("body", "data-ply"))


def board(page: Any) -> str:
    return str(page.get_attribute("#board svg", "aria-label")) + str(page.locator("#board svg *").count())


def test_moving_through_a_game(opened: Any) -> None:
    record = record_of(zl.Blokus(variant="duo"))
    last = len(record["moves"])
    page = opened(record)
    assert ply(page) == 0
    seen = {board(page)}
    for key, there in [("ArrowRight", 1), ("ArrowUp", 2), ("ArrowLeft", 1), ("ArrowDown", 0), ("ArrowLeft", 0)]:
        page.keyboard.press(key)
        assert ply(page) == there
        seen.add(board(page))
    for key, there in [("End", last), ("ArrowRight", last), ("PageDown", last - 10), ("Home", 0), ("PageUp", 10)]:
        page.keyboard.press(key)
        assert ply(page) == there
        seen.add(board(page))
    assert len(seen) >= 6
    for button, there in [("#last", last), ("#back", last - 1), ("#next", last), ("#first", 0)]:
        page.click(button)
        assert ply(page) == there
    page.click("#moves li:nth-child(7) button")
    assert ply(page) == 7
    assert page.inner_text("#moves [aria-current]").endswith(record["moves"][6])
    assert record["moves"][6] in page.inner_text("#words")
    page.fill("#slider", "12")
    assert ply(page) == 12
    assert page.get_attribute("#slider", "aria-valuetext") == f"move 12 of {last}"
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    assert ply(page) == 13


def test_scores_and_chart(opened: Any) -> None:
    record = record_of(zl.Casbah((4, 4), 4))
    page = opened(record, ply=5)
    assert ply(page) == 5
    page.keyboard.press("End")
    shown = page.locator("#scores td").all_inner_texts()
    assert [int(score) for score in shown] == record["scores"]
    assert page.locator("#chart polyline").count() == 4
    box = page.locator("#chart svg").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.4, box["y"] + box["height"] / 2)
    assert 0 < ply(page) < len(record["moves"])
    # The mark is where the click was.
    now = page.locator("#chart .now").bounding_box()
    assert abs(now["x"] + now["width"] / 2 - (box["x"] + box["width"] * 0.4)) < box["width"] / 50


def test_playing_by_itself(opened: Any) -> None:
    record = record_of(zl.Casbah((3, 2)))
    page = opened(record)
    page.select_option("#speed", "250")
    page.focus("body")
    page.click("#words")
    page.keyboard.press("Space")
    page.wait_for_selector("body[data-ply='3']")
    page.keyboard.press("Space")
    assert page.inner_text("#play") == "Play"
    page.click("#last")
    page.click("#play")
    assert page.inner_text("#play") == "Pause"
    page.wait_for_selector(f"body[data-ply='{len(record['moves'])}']")
    assert page.inner_text("#play") == "Play"


def test_both_views_of_casa_grande(opened: Any) -> None:
    page = opened(record_of(zl.CasaGrande(max_rounds=2)))
    page.keyboard.press("End")
    assert page.inner_text("#view") == "Show in space"
    plan = page.inner_html("#board")
    page.click("#view")
    assert page.inner_html("#board") != plan
    page.click("#view")
    assert page.inner_html("#board") == plan


def test_texts_are_shown_and_do_nothing(opened: Any) -> None:
    tiles = zl.TileSet.load("reconstruction").to_dict() | {"name": "mine", "note": EVIL}
    page = opened(record_of(zl.Casbah((3, 2), tiles=tiles)), title=EVIL)
    assert page.title() == EVIL
    assert page.inner_text("h1") == EVIL
    assert EVIL in page.inner_text("#notes")
    assert page.locator("img").count() == 0


def test_everything_has_a_name_and_can_be_reached_by_keys(opened: Any) -> None:
    page = opened(record_of(zl.Casbah((3, 2))))
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, input, select")].filter((node) => !node.hidden &&
            !(node.innerText || node.getAttribute("aria-label") || node.labels?.length)).map((node) => node.id)"""
    )
    assert nameless == []
    reached = set()
    for _ in range(9):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("() => document.activeElement.id"))
    assert {"first", "back", "play", "next", "last", "speed", "slider"} <= reached
    start = ply(page)
    page.focus("#next")
    page.keyboard.press("Space")  # presses the button, and does not start to play as well
    assert (ply(page), page.inner_text("#play")) == (start + 1, "Play")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_schemes_can_be_read(chromium: Any, tmp_path: Path, scheme: str) -> None:
    zl.to_html(record_of(zl.Casbah((3, 2))), tmp_path / "game.html")
    page = chromium.new_page(color_scheme=scheme)
    page.goto((tmp_path / "game.html").as_uri())
    page.wait_for_selector("body[data-ply]")
    page.keyboard.press("End")
    for place in ("body", "#words", "#keys", "#moves button[aria-current]", "#scores th"):
        assert contrast(page, place) >= 4.5, place
    page.close()


def contrast(page: Any, selector: str) -> float:
    """The contrast of a text with what is behind it, as WCAG defines it."""
    colours = page.eval_on_selector(
        selector,
        """(node) => {
            const ink = getComputedStyle(node).color;
            let back = node;
            while (getComputedStyle(back).backgroundColor === "rgba(0, 0, 0, 0)") back = back.parentElement;
            return [ink, getComputedStyle(back).backgroundColor].map((text) => text.match(/[0-9.]+/g).map(Number));
        }""",
    )
    lights = []
    for red, green, blue in (colour[:3] for colour in colours):
        parts = [part / 255 for part in (red, green, blue)]
        r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        lights.append(0.2126 * r + 0.7152 * g + 0.0722 * b)
    return float((max(lights) + 0.05) / (min(lights) + 0.05))
