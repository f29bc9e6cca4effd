"""The page in a real browser: whole games by clicks, illegal attempts, undo, tabs, keys."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

import zellige as zl

Serve = Callable[..., Any]

# Chooses the first item that fits and turns it until some square is legal; gives a legal square's middle, or presses a
# button, or takes a tile. Returns null when a button was enough.
CHOOSE = """() => {
    const dots = () => [...document.querySelectorAll("[data-layer=squares] .legal")];
    const items = [...document.querySelectorAll("#items button:not(.none)")];
    const word = document.querySelector("#words button");
    if (!dots().length && items.length && items[0].hasAttribute("aria-pressed")) {
        document.querySelector(`[data-index="${items[0].dataset.index}"]`).click();
        for (let way = 0; way < 8 && !dots().length; way++) {
            if (way === 4) document.querySelector("#flip").click();
            else document.querySelector("#turn").click();
        }
    } else if (!dots().length && items.length) {
        items[0].click();
        return null;
    }
    if (!dots().length) {
        word.click();
        return null;
    }
    const found = dots()[Math.floor(dots().length / 2)].getBoundingClientRect();
    return [found.x + found.width / 2, found.y + found.height / 2];
}"""


@pytest.fixture
def tab(chromium: Any) -> Iterator[Callable[[str], Any]]:
    """Opens the page in a tab; whatever it complains about fails the test, and so does a request to elsewhere."""
    context = chromium.new_context(viewport={"width": 1250, "height": 1000}, accept_downloads=True)
    wrong: list[str] = []
    asked: list[str] = []
    own = ["data:", "blob:"]

    def opened(url: str) -> Any:
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        own.append(url.partition("#")[0])
        page.goto(url)
        page.wait_for_selector("body[data-ply]:not([data-busy])")
        return page

    opened.wrong = wrong  # type: ignore[attr-defined]
    yield opened
    context.close()
    assert wrong == []
    assert [url for url in asked if not url.startswith(tuple(own))] == []


def ply(page: Any) -> str:
    return str(page.get_attribute("body", "data-ply"))


def settled(page: Any, before: str) -> None:
    page.wait_for_selector(f'body:not([data-ply="{before}"]):not([data-busy])', timeout=20_000)


def take_turn(page: Any) -> None:
    before = ply(page)
    place = page.evaluate(CHOOSE)
    if place:
        page.mouse.click(*place)
    settled(page, before)


@pytest.mark.parametrize(
    ("played", "seat", "opponent"),
    [
        (zl.Blokus(variant="duo"), 0, "random"),
        (zl.Blokus(), 2, "random"),
        (zl.Casbah(), 1, "greedy"),
        (zl.CasaGrande(), 0, "greedy"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_whole_game_by_clicks(
    serve: Serve, tab: Callable[[str], Any], tmp_path: Path, played: zl.Game, seat: int, opponent: str
) -> None:
    server = serve(played, [seat], opponent, 2)
    page = tab(server.url)
    turns = 0
    while page.get_attribute("body", "data-over") == "no":
        take_turn(page)
        turns += 1
        assert turns < 400
    assert turns > 5
    assert page.inner_text("#task").startswith("Game over: player")
    with page.expect_download() as download:
        page.evaluate("document.querySelector('#download').closest('details').open = true")
        page.click("#download")
    download.value.save_as(tmp_path / "game.jsonl")
    (record,) = zl.read_records(tmp_path / "game.jsonl")
    state = record.replay()
    assert (record.game, state.is_terminal()) == (played, True)
    assert record.scores == tuple(int(text) for text in page.locator("#scores .score").all_inner_texts())
    assert page.locator("#log li").count() == len(record.moves)
    assert page.locator("#log .person").count() == turns
    page.click("#undo")
    settled(page, str(len(record.moves)))
    assert page.get_attribute("body", "data-over") == "no"
    take_turn(page)


def middle_of(page: Any, cell: str) -> tuple[float, float]:
    box = page.locator(f'#board [data-cell="{cell}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def faults(page: Any) -> set[str]:
    return {node.get_attribute("data-at") for node in page.query_selector_all("[data-layer=faults] .fault")}


def test_why_a_square_of_blokus_is_refused(serve: Serve, tab: Callable[[str], Any]) -> None:
    page = tab(serve(zl.Blokus(variant="duo")).url)
    page.click('[data-item="I2"]')
    page.mouse.click(*middle_of(page, "c3"))
    page.wait_for_selector("#refusal:not([hidden])")
    assert page.locator("#reasons li").get_attribute("data-rule") == "B11"
    named = page.inner_text("#refused-move").split(",")
    assert len(named) == 2
    assert faults(page) == {f"{'abcdefghijklmn'.index(name[0])},{int(name[1:]) - 1}" for name in named}
    assert "B11" in page.inner_text("#reasons")
    assert all(name in page.inner_text("#reasons") for name in named)
    assert page.locator("[data-layer=faults] .cross").count() == 2
    assert ply(page) == "0"
    page.keyboard.press("Escape")
    assert page.is_hidden("#refusal")
    assert faults(page) == set()


def test_pointing_at_a_rule_shows_its_squares(serve: Serve, tab: Callable[[str], Any]) -> None:
    page = tab(serve(zl.Blokus(variant="duo"), [0, 1]).url)
    for move in ("e9,e10", "j5", "e9,f9,g9"):
        page.fill("#move", move)
        page.keyboard.press("Enter")
        page.wait_for_selector("body:not([data-busy])")
    page.wait_for_selector("#refusal:not([hidden])")
    assert faults(page) == {"4,8", "5,8"}
    page.hover('#reasons [data-rule="B2"]')
    assert faults(page) == {"4,8"}
    page.hover("#title")
    assert faults(page) == {"4,8", "5,8"}
    assert page.locator("[data-layer=faults] .cross").count() == 2


def test_why_a_cell_of_casbah_is_refused(serve: Serve, tab: Callable[[str], Any]) -> None:
    page = tab(serve(zl.Casbah((6, 6), 1), [0]).url)
    take_turn(page)
    page.click('[data-item="G"]')
    page.mouse.click(*middle_of(page, "0,1"))  # a garden at a door
    page.wait_for_selector("#refusal:not([hidden])")
    assert "H6" in page.locator("#reasons li").evaluate_all("nodes => nodes.map((node) => node.dataset.rule)")
    assert "0,0" in faults(page)


def test_why_a_plot_and_a_platform_of_casa_grande_are_refused(serve: Serve, tab: Callable[[str], Any]) -> None:
    page = tab(serve(zl.CasaGrande(), [0, 1], "random", 1).url)
    while not page.inner_text("#items-title").startswith("Choose a square"):
        take_turn(page)
    legal = {node.get_attribute("data-at") for node in page.query_selector_all("[data-layer=squares] .legal")}
    assert len(legal) == 16
    cell = next((x, y) for x in range(8) for y in range(8) if f"{x},{y}" not in legal)
    name = f"{'abcdefgh'[cell[0]]}{cell[1] + 1}"
    page.mouse.click(*middle_of(page, name))
    page.wait_for_selector("#refusal:not([hidden])")
    assert page.locator("#reasons li").get_attribute("data-rule") == "G7"
    assert faults(page) == {f"{cell[0]},{cell[1]}"}
    page.fill("#move", "S9/0@a1")
    page.click("#why")
    page.wait_for_selector('#reasons [data-rule="phase"]')
    assert faults(page) == set()


def test_what_is_drawn_beside_the_board_can_be_clicked(serve: Serve, tab: Callable[[str], Any]) -> None:
    page = tab(serve(zl.Blokus(variant="duo")).url)
    page.locator('#board [data-colour="0"] [data-piece="T5"]').click()
    assert page.get_attribute('[data-item="T5"]', "aria-pressed") == "true"
    page = tab(serve(zl.Casbah((3, 2))).url)
    page.locator('#board [data-tile="DDDD"]').first.click()
    settled(page, "0")
    assert page.locator("#log li").first.inner_text() == "player 0: DDDD"


def test_what_is_in_hand_fits_somewhere_if_anything_does(serve: Serve, tab: Callable[[str], Any]) -> None:
    page = tab(serve(zl.Casbah((6, 6), 1)).url)
    # The front door comes first, and faces south.
    assert page.get_attribute("#items [aria-pressed=true]", "data-item") == "F"
    assert page.locator("[data-layer=squares] .legal").count() == 1
    page.click("#turn")
    assert page.locator("[data-layer=squares] .legal").count() == 0
    assert page.locator("[data-layer=squares] .maybe").count() == 1


def test_undo_and_a_reload_and_a_new_game(serve: Serve, tab: Callable[[str], Any]) -> None:
    page = tab(serve(zl.Blokus(variant="duo")).url)
    assert page.is_disabled("#undo")
    take_turn(page)
    take_turn(page)
    assert ply(page) == "4"
    page.reload()
    page.wait_for_selector("body[data-ply]:not([data-busy])")
    assert ply(page) == "4"
    page.keyboard.press("u")
    settled(page, "4")
    assert ply(page) == "2"
    page.click("summary:has-text('New game')")
    page.select_option("#seat", "1")
    page.select_option("#opponent", "greedy")
    page.fill("#seed", "7")
    page.click("#new button")
    settled(page, "2")
    assert ply(page) == "1"
    assert "player 0 (Blue): greedy" in page.inner_text("#scores")


def test_moves_can_be_typed_and_asked_about(serve: Serve, tab: Callable[[str], Any]) -> None:
    page = tab(serve(zl.Blokus(variant="duo")).url)
    page.fill("#move", "a1,a2")
    page.click("#why")
    page.wait_for_selector("#refusal:not([hidden])")
    page.fill("#move", "e10")
    page.click("#why")
    page.wait_for_selector("#where:has-text('e10 is legal')")
    assert page.is_hidden("#refusal")
    page.fill("#move", "<img src=x onerror=alert(1)>")
    page.keyboard.press("Enter")
    page.wait_for_selector('#reasons [data-rule="BadMove"]')
    assert page.locator("#refusal img").count() == 0
    page.fill("#move", "e10")
    page.keyboard.press("Enter")
    settled(page, "0")
    assert ply(page) == "2"


def test_a_game_by_keys(serve: Serve, tab: Callable[[str], Any]) -> None:
    page = tab(serve(zl.Blokus(variant="duo")).url)
    page.focus('[data-item="I3"]')
    page.keyboard.press("Enter")
    assert page.get_attribute('[data-item="I3"]', "aria-pressed") == "true"
    page.focus("#board")
    shown = []
    for key in ("ArrowUp", "r", "ArrowLeft", "f", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        shown.append(page.inner_text("#where"))
    assert len(set(shown)) >= 4

    def cursor(axis: int) -> int:
        return int(page.get_attribute("[data-layer=cursor] rect", "data-at").split(",")[axis])

    # To e10, which is (4, 9).
    for axis, there, less, more in ((0, 4, "ArrowRight", "ArrowLeft"), (1, 9, "ArrowUp", "ArrowDown")):
        while cursor(axis) != there:
            page.keyboard.press(less if cursor(axis) < there else more)
    page.keyboard.press("Enter")
    settled(page, "0")
    assert "e10" in page.locator("#log li").first.inner_text()


def test_two_tabs(serve: Serve, tab: Callable[[str], Any]) -> None:
    server = serve(zl.Blokus(variant="duo"))
    first, second = tab(server.url), tab(server.url)
    take_turn(first)
    assert (ply(first), ply(second)) == ("2", "0")  # each has a game of its own
    # Unless one is a copy of the other: it is told, and catches up.
    second.evaluate(
        "(name) => sessionStorage.setItem('session', name)", first.evaluate("sessionStorage.getItem('session')")
    )
    second.reload()
    second.wait_for_selector("body[data-ply='2']:not([data-busy])")
    take_turn(first)
    wrong = tab.wrong  # type: ignore[attr-defined]
    second.mouse.click(*second.evaluate(CHOOSE))
    second.wait_for_selector("#error:has-text('the game has gone on elsewhere')")
    second.wait_for_selector("body[data-ply='4']:not([data-busy])")
    wrong[:] = [text for text in wrong if "409" not in text]  # the browser reports the status


def test_a_server_that_is_gone_is_told(serve: Serve, tab: Callable[[str], Any]) -> None:
    server = serve(zl.Blokus(variant="duo"))
    page = tab(server.url)
    place = page.evaluate(CHOOSE)
    server.shutdown()
    server.server_close()
    page.mouse.click(*place)
    page.wait_for_selector("#error:has-text('the server does not answer')")
    tab.wrong.clear()  # type: ignore[attr-defined]


def test_foreign_pages_and_names_get_nothing(serve: Serve, chromium: Any) -> None:
    server = serve(zl.Blokus(variant="duo"))

    class Foreign(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>foreign</title>")

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    foreign = HTTPServer(("127.0.0.1", 0), Foreign)
    threading.Thread(target=foreign.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    attack = """async ([url, token]) => {
        const outcomes = [];
        const known = {"Content-Type": "application/json", "X-Zellige-Token": token};
        for (const headers of [known, {"Content-Type": "text/plain"}]) {
            try { outcomes.push((await fetch(url, {method: "POST", headers, body: "{}"})).status); }
            catch (error) { outcomes.push(error.name); }
        }
        try { outcomes.push((await fetch(url, {method: "POST", mode: "no-cors", body: "{}"})).type); }
        catch (error) { outcomes.push(error.name); }
        return outcomes;
    }"""
    page = chromium.new_page()
    try:
        page.goto(f"http://127.0.0.1:{foreign.server_port}/")
        url = f"http://127.0.0.1:{server.server_port}/api/new"
        # Nothing can be read, even by one who has the token.
        assert set(page.evaluate(attack, [url, server.token])) <= {"TypeError", "opaque"}
        assert len(server.answers._sessions) == 0
        # A name that was pointed at this machine.
        answer = page.goto(f"http://evil.test:{server.server_port}/")
        assert (answer.status, json.loads(answer.text())) == (403, {"error": "this server has another name"})
        outcomes = page.evaluate(attack, [f"http://evil.test:{server.server_port}/api/new", server.token])
        assert set(outcomes) <= {403, "basic", "TypeError"}
        assert len(server.answers._sessions) == 0
    finally:
        page.close()
        foreign.shutdown()
        foreign.server_close()


def test_without_the_token_the_page_says_so(serve: Serve, chromium: Any) -> None:
    server = serve(zl.Blokus(variant="duo"))
    page = chromium.new_page()
    page.goto(server.url.partition("#")[0])
    page.wait_for_selector("#error:has-text('the token is missing')")
    page.close()
