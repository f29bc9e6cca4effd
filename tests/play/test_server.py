"""The page's server: whom it answers, what it survives, how it ends."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import zellige as zl
from zellige.play import answers, server

Raw = Any


def works(raw: Raw) -> bool:
    status, answer = raw.ask("new")
    return status == 200 and len(answer["view"]["legal"]) == 414


def test_the_page_and_its_headers(raw: Raw) -> None:
    for path, (body, kind) in raw.server.assets.items():
        status, head, answer = raw.request("GET", path, raw.headers())
        assert (status, answer) == (200, body)
        assert f"Content-Type: {kind}".encode() in head
        policy = next(line for line in head.decode().split("\r\n") if line.startswith("Content-Security-Policy: "))
        assert "default-src 'none'; script-src 'self'; style-src 'self';" in policy
        assert "unsafe" not in policy
        for line in (b"X-Content-Type-Options: nosniff", b"Cache-Control: no-store", b"X-Frame-Options: DENY"):
            assert line in head
        assert b"python" not in head.lower()
        assert raw.request("HEAD", path, raw.headers())[::2] == (200, b"")
    assert raw.server.token.encode() not in b"".join(body for body, _ in raw.server.assets.values())


def test_it_listens_on_loopback_only(raw: Raw) -> None:
    assert raw.server.socket.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize(
    "host", [None, "evil.test", "evil.test:{port}", "127.0.0.1", "127.0.0.1:1", "", "[::1]:{port}"]
)
def test_foreign_hosts_are_refused(raw: Raw, host: str | None) -> None:
    named = host and host.format(port=raw.server.server_port)
    for method, path in (("GET", "/"), ("POST", "/api/new")):
        assert raw.request(method, path, raw.headers(Host=named, Content_Length="0"))[0] == 403
    assert works(raw)


def test_two_hosts_are_refused(raw: Raw) -> None:
    host = f"127.0.0.1:{raw.server.server_port}"
    assert b" 403 " in raw.send(f"GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.test\r\n\r\n".encode())


@pytest.mark.parametrize(
    "changes",
    [
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://127.0.0.1:{port}.evil.test"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"X_Zellige_Token": None},
        {"X_Zellige_Token": ""},
        {"X_Zellige_Token": "wrong"},
        {"X_Zellige_Token": "\xff\xe9"},
    ],
)
def test_foreign_pages_and_wrong_tokens_are_refused(raw: Raw, changes: dict[str, str | None]) -> None:
    filled = {name: value and value.format(port=raw.server.server_port) for name, value in changes.items()}
    status, answer = raw.ask("new", **filled)
    assert (status, list(answer)) == (403, ["error"])
    assert works(raw)


def test_its_other_name_is_known(raw: Raw) -> None:
    host = f"localhost:{raw.server.server_port}"
    assert raw.ask("new", Host=host, Origin=f"http://{host}")[0] == 200
    assert raw.ask("new", Origin=None)[0] == 200  # no browser


@pytest.mark.parametrize("mime", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None, ""])
def test_only_json_is_read(raw: Raw, mime: str | None) -> None:
    assert raw.ask("new", Content_Type=mime)[0] == 415


@pytest.mark.parametrize(
    ("action", "body", "status", "words"),
    [
        ("new", b"", 400, "cut off"),
        ("new", b"{", 400, "cut off"),
        ("new", b"{}}", 400, "not JSON"),
        ("new", b"[]", 400, "a request is a JSON object"),
        ("new", b"7", 400, "a request is a JSON object"),
        ("new", b'{"a":1,"a":2}', 400, "stands twice"),
        ("new", b'{"seed":NaN}', 400, "NaN"),
        ("new", b"\xff\xfe", 400, "not UTF-8"),
        ("new", b"[" * 60_000, 400, "nested too deeply"),
        ("new", b'{"seed":' + b"9" * 60_000 + b"}", 400, "too many digits"),
        ("new", {"seed": -1}, 400, "seed must be"),
        ("new", {"seed": 2**64}, 400, "seed must be"),
        ("new", {"seed": True}, 400, "seed must be"),
        ("new", {"seed": "1"}, 400, "seed must be"),
        ("new", {"seats": []}, 400, "a seat is one of"),
        ("new", {"seats": [2]}, 400, "a seat is one of"),
        ("new", {"seats": [0] * 1000}, 400, "seats must be"),
        ("new", {"seats": [True]}, 400, "seats must be"),
        ("new", {"seats": "0"}, 400, "seats must be"),
        ("new", {"opponent": "best"}, 400, "there is no opponent 'best'"),
        ("new", {"opponent": None}, 400, "opponent must be given as text"),
        ("state", {}, 400, "session must be given as text"),
        ("state", {"session": "nowhere"}, 404, "no longer kept"),
        ("move", {"session": ["x"], "move": "e10"}, 400, "session must be"),
        ("nothing", {}, 404, "nothing of that name"),
        ("../game", {}, 404, "nothing of that name"),
        ("__class__", {}, 404, "nothing of that name"),
        ("game?x=1", {}, 404, "nothing of that name"),
    ],
)
def test_bad_requests_get_a_sentence(raw: Raw, action: str, body: Any, status: int, words: str) -> None:
    code, answer = raw.ask(action, body)
    assert (code, list(answer)) == (status, ["error"])
    assert words in answer["error"]
    assert len(answer["error"]) < 300
    assert works(raw)


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"Content_Length": None}, 411),
        ({"Content_Length": None, "Transfer_Encoding": "chunked"}, 411),
        ({"Content_Length": "-1"}, 400),
        ({"Content_Length": "two"}, 400),
        ({"Content_Length": "\xb2"}, 400),
        ({"Content_Length": "3"}, 400),
        ({"Content_Length": str(1 << 17)}, 413),
        ({"Content_Length": "9" * 5000}, 413),
    ],
)
def test_lengths_that_are_wrong(raw: Raw, changes: dict[str, str | None], status: int) -> None:
    code, answer = raw.ask("new", b"{}", **changes)
    assert (code, list(answer)) == (status, ["error"])
    assert works(raw)


def test_a_body_that_is_too_long_gets_its_answer(raw: Raw) -> None:
    assert raw.ask("new", b"x" * 3_000_000)[0] == 413
    assert works(raw)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/game", 405),
        ("POST", "/", 405),
        ("PUT", "/api/game", 501),
        ("DELETE", "/", 501),
        ("OPTIONS", "/api/new", 501),
        ("CONNECT", "evil.test:443", 501),
        ("G\xe9T", "/", 501),
        ("GET", "/nothing", 404),
        ("GET", "/../pyproject.toml", 404),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404),
        ("GET", "/..%2f..%2fetc/passwd", 404),
        ("GET", "//etc/passwd", 404),
        ("GET", "/app.js/../../server.py", 404),
        ("GET", "/index.html", 404),
        ("GET", "/app.js%00", 404),
        ("GET", "http://evil.test/", 404),
        ("GET", "/" + "a" * 70_000, 414),
    ],
)
def test_methods_and_paths(raw: Raw, method: str, path: str, status: int) -> None:
    code, _, body = raw.request(method, path, raw.headers(Content_Length="0"))
    assert code == status
    assert b"evil" not in body
    assert b"root:" not in body
    assert works(raw)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\r\n",
        b"\x00" * 1000,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,  # a browser that tries TLS
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/x\r\n\r\n",
        b"GET / a b c HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"x" * 70_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 500 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost",
        b"GET /\r\n",
        b"POST /api/new HTTP/1.1\r\nno colon\r\n\r\n",
        b"\xff\xfe\xfd / HTTP/1.1\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
)
def test_bytes_that_are_no_request(raw: Raw, capfd: pytest.CaptureFixture[str], data: bytes) -> None:
    answer = raw.send(data)
    assert b"Traceback" not in answer
    assert b" 200 " not in answer
    assert works(raw)
    assert capfd.readouterr() == ("", "")


def test_an_error_of_its_own_is_a_sentence(raw: Raw, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> None:
        raise LookupError("secret")

    monkeypatch.setattr(raw.server.answers, "answer", broken)
    assert raw.ask("new") == (500, {"error": "the server could not answer that"})


@pytest.mark.parametrize("first", [b"", b"GET / HT", b"POST /api/new HTTP/1.1\r\nHost: x\r\n"])
def test_clients_that_are_slow_are_left(raw: Raw, monkeypatch: pytest.MonkeyPatch, first: bytes) -> None:
    monkeypatch.setattr(server, "SECONDS", 0.4)
    begun = time.monotonic()
    with socket.create_connection(("127.0.0.1", raw.server.server_port), timeout=0.05) as connection:
        connection.sendall(first)
        while time.monotonic() - begun < 10:
            try:
                connection.sendall(b"x")  # a byte now and then does not help
                if connection.recv(1000) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
    assert 0.3 < time.monotonic() - begun < 8
    monkeypatch.setattr(server, "SECONDS", 10.0)
    assert works(raw)


def free_places(raw: Raw, wanted: int) -> bool:
    deadline = time.monotonic() + 20
    while raw.server._places._value != wanted and time.monotonic() < deadline:
        time.sleep(0.02)
    return bool(raw.server._places._value == wanted)


def test_connections_are_bounded(raw: Raw) -> None:
    address = ("127.0.0.1", raw.server.server_port)
    idle = [socket.create_connection(address, timeout=20) for _ in range(server.MOST_CONNECTIONS)]
    try:
        assert free_places(raw, 0)
        assert raw.send(b"GET / HTTP/1.1\r\n\r\n") == b""
    finally:
        for connection in idle:
            connection.close()
    assert free_places(raw, server.MOST_CONNECTIONS)
    assert works(raw)


def test_a_game_by_requests(raw: Raw) -> None:
    _, begun = raw.ask("new", {"seed": 3, "opponent": "greedy"})
    session = begun["session"]
    status, refused = raw.ask("move", {"session": session, "ply": 0, "move": "a1,a2"})
    assert status == 200
    (reason,) = refused["refused"]["reasons"]
    assert (reason["rule"], reason["cells"], reason["names"]) == ("B11", [[0, 0], [0, 1]], ["a1", "a2"])
    assert raw.ask("explain", {"session": session, "move": "e10"})[1]["reasons"] == []
    _, moved = raw.ask("move", {"session": session, "ply": 0, "move": "e10"})
    assert moved["view"]["ply"] == 2
    # Another tab that has not seen it.
    status, stale = raw.ask("move", {"session": session, "ply": 0, "move": "e10"})
    assert (status, stale) == (409, {"error": "the game has gone on elsewhere"})
    assert raw.ask("undo", {"session": session})[0] == 409
    record = raw.ask("record", {"session": session})[1]["record"]
    assert zl.State.from_record(record).move_number() == 2
    assert raw.ask("undo", {"session": session, "ply": 2})[1]["view"]["ply"] == 0
    assert raw.ask("undo", {"session": session, "ply": 0}) == (409, {"error": "there is no move of yours to take back"})
    for move in (7, None, ["e10"], "x" * 5000):
        assert raw.ask("move", {"session": session, "ply": 0, "move": move})[0] == 400
    assert raw.ask("explain", {"session": session, "move": "\x00\ud7ff</script>"})[1]["reasons"][0]["rule"] == "BadMove"


def test_sessions_are_bounded(raw: Raw) -> None:
    names = [raw.ask("new")[1]["session"] for _ in range(answers.MOST_SESSIONS)]
    assert raw.ask("state", {"session": names[0]})[0] == 200
    raw.ask("new")
    assert raw.ask("state", {"session": names[0]})[0] == 200  # used since, and so kept
    assert raw.ask("state", {"session": names[1]})[0] == 404
    assert len(set(names)) == answers.MOST_SESSIONS


def test_many_at_once(raw: Raw) -> None:
    _, begun = raw.ask("new")
    body = {"session": begun["session"], "ply": 0, "move": "e10"}
    codes: list[int] = []
    threads = [threading.Thread(target=lambda: codes.append(raw.ask("move", body)[0])) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200] + [409] * 11


def started(*args: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "zellige", "play", "blokus", "--duo", "--web", "--no-browser", *args]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline()


def test_the_command_ends_with_ctrl_c_whoever_is_connected() -> None:
    process, line = started("--json")
    port = int(json.loads(line)["url"].split(":")[2].split("/")[0])
    with socket.create_connection(("127.0.0.1", port), timeout=20) as idle:
        idle.sendall(b"GET / HT")
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert time.monotonic() - begun < 5
    assert (process.returncode, output, errors) == (130, "", "zellige play: interrupted\n")


def test_a_port_that_is_taken(raw: Raw) -> None:
    process, line = started("--port", str(raw.server.server_port))
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, line) == (2, "")
    assert errors == f"zellige play: port {raw.server.server_port}: Address already in use\n"
