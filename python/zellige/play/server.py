"""The page's server: the standard library's, on 127.0.0.1 only, for the browser of whoever started it.

Every request must name this server as its host (so that no foreign name can be pointed here), must not come from a page
of another origin, and to reach a game must carry the token that only the printed address holds. Requests are bounded in
size, number and time. One request is answered per connection.
"""

from __future__ import annotations

import hmac
import io
import json
import os
import secrets
import socket
import socketserver
import sys
import threading
import time
import traceback
import webbrowser
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from typing import Any, Final

from .. import _json
from .answers import Answers, Refused

__all__ = ["MOST_BYTES", "MOST_CONNECTIONS", "SECONDS", "Server", "serve"]

MOST_BYTES: Final = 1 << 16
"""The longest request body."""
MOST_CONNECTIONS: Final = 64
"""How many connections are served at once; more are closed."""
SECONDS: Final = 10.0
"""How long a request may take to arrive."""

_SCRIPTS: Final = ("app", "board", "choices", "pictures", "server")
_ASSETS: Final = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/style.css": ("style.css", "text/css; charset=utf-8"),
    **{f"/{name}.js": (f"{name}.js", "text/javascript; charset=utf-8") for name in _SCRIPTS},
}
"""All that can be fetched; a path is looked up here and never made into a file's name."""

_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Server(ThreadingHTTPServer):
    """A server on 127.0.0.1.

    Args:
        answers: The games.
        port: The port; 0 for any that is free.

    Raises:
        OSError: The port is taken.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = MOST_CONNECTIONS
    allow_reuse_address = os.name != "nt"  # there it would let another program listen too

    def __init__(self, answers: Answers, port: int = 0) -> None:
        self.answers = answers
        self.token = secrets.token_urlsafe(24)
        self._places = threading.BoundedSemaphore(MOST_CONNECTIONS)
        self.assets = {
            path: ((resources.files("zellige") / "web" / name).read_bytes(), kind)
            for path, (name, kind) in _ASSETS.items()
        }
        super().__init__(("127.0.0.1", port), _Handler)
        self.hosts = (f"127.0.0.1:{self.server_port}", f"localhost:{self.server_port}")

    @property
    def url(self) -> str:
        """The address with the token, behind a # so that browsers do not send it or pass it on."""
        return f"http://{self.hosts[0]}/#{self.token}"

    def server_bind(self) -> None:
        """Binds without asking the network for this machine's name."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serves a connection in a thread of its own if there is place for it."""
        if not self._places.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._places.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serves a connection and gives its place back."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002
        """Connections break; that is nothing to report."""
        if os.environ.get("ZELLIGE_TRACEBACK"):
            traceback.print_exc()


class _Incoming(io.RawIOBase):
    """What a client sends, as long as it does so in time, however slowly it trickles."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        self._connection = connection
        self._ends = time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._ends - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request took too long")
        self._connection.settimeout(left)
        try:
            return self._connection.recv_into(buffer)
        finally:
            self._connection.settimeout(SECONDS)


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.0"
    timeout = SECONDS

    def setup(self) -> None:
        super().setup()
        self.rfile = io.BufferedReader(_Incoming(self.connection, SECONDS))

    def version_string(self) -> str:
        return "zellige"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing is logged: the terminal belongs to the player."""

    def do_GET(self) -> None:
        self._guarded(self._get)

    do_HEAD = do_GET  # noqa: N815

    def do_POST(self) -> None:
        self._guarded(self._post)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """A refusal by the standard library, whose words may repeat what the client has sent."""
        self._refuse(Refused(code, HTTPStatus(code).phrase.lower()))

    def _guarded(self, work: Any) -> None:
        try:
            self._check_source()
            work()
        except Refused as why:
            self._refuse(why)
        except (TimeoutError, ConnectionError):
            raise
        except Exception:
            if os.environ.get("ZELLIGE_TRACEBACK"):
                traceback.print_exc()
            self._refuse(Refused(500, "the server could not answer that"))

    def _check_source(self) -> None:
        """Refuses names that were pointed here, pages from elsewhere, and bodies of unknown length."""
        hosts = self.headers.get_all("Host", [])
        if len(hosts) != 1 or hosts[0].strip().lower() not in self.server.hosts:
            raise Refused(403, "this server has another name")
        for origin in self.headers.get_all("Origin", []):
            if origin.strip().lower() not in {f"http://{host}" for host in self.server.hosts}:
                raise Refused(403, "pages of other origins are not served")
        # "none" is what was typed or clicked outside of any page.
        for site in self.headers.get_all("Sec-Fetch-Site", []):
            if site.strip().lower() not in ("same-origin", "none"):
                raise Refused(403, "pages of other origins are not served")

    def _get(self) -> None:
        path = self.path.partition("?")[0]
        if path in self.server.assets:
            self._send(200, *self.server.assets[path])
        elif path.startswith("/api/"):
            raise Refused(405, "that is asked for by POST")
        else:
            raise Refused(404, "there is no such page")

    def _post(self) -> None:
        if not self.path.startswith("/api/"):
            raise Refused(405 if self.path in self.server.assets else 404, "there is nothing to be posted to")
        tokens = self.headers.get_all("X-Zellige-Token", [])
        if len(tokens) != 1 or not hmac.compare_digest(tokens[0].encode(), self.server.token.encode()):
            raise Refused(403, "the token is missing or of another server; open the address that was printed")
        if self.headers.get_content_type() != "application/json" or "Content-Type" not in self.headers:
            raise Refused(415, "requests are JSON (application/json)")
        action = self.path.removeprefix("/api/")
        if action not in self.server.answers:
            raise Refused(404, "there is nothing of that name")
        answer = self.server.answers.answer(action, self._asked())
        self._send(200, json.dumps(answer).encode(), "application/json")

    def _asked(self) -> dict[str, Any]:
        lengths = self.headers.get_all("Content-Length", [])
        if "Transfer-Encoding" in self.headers or not lengths:
            raise Refused(411, "the length of the request is not given")
        if len(lengths) > 1 or not (lengths[0].isascii() and lengths[0].isdigit()):
            raise Refused(400, "the length of the request is no number")
        # Very long numbers are not even read.
        if len(lengths[0]) > 10 or int(lengths[0]) > MOST_BYTES:
            raise Refused(413, f"a request has at most {MOST_BYTES:,} bytes")
        body = self.rfile.read(int(lengths[0]))
        if len(body) < int(lengths[0]):
            raise Refused(400, "the request is cut off")
        try:
            asked = _json.loads(body.decode())
        except UnicodeDecodeError:
            raise Refused(400, "the request is not UTF-8") from None
        except ValueError as why:
            raise Refused(400, str(why)) from None
        if not isinstance(asked, dict):
            raise Refused(400, "a request is a JSON object")
        return asked

    def _refuse(self, why: Refused) -> None:
        self.close_connection = True
        self._send(why.status, json.dumps({"error": why.message}).encode(), "application/json")
        self._drain()

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response_only(status)
        self.send_header("Server", self.version_string())
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "POST" if self.path.startswith("/api/") else "GET, HEAD")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _drain(self) -> None:
        """Takes in a little of what was not read, without which the client may lose the answer."""
        try:
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(0.5)
            for _ in range(64):
                if not self.connection.recv(1 << 16):
                    return
        except OSError:
            return


def serve(answers: Answers, port: int = 0, browser: bool = True, as_json: bool = False) -> None:
    """Serves the page until Ctrl-C.

    Args:
        answers: The games.
        port: The port; 0 for any that is free.
        browser: Whether the page is opened.
        as_json: Whether the address is printed as a JSON object.

    Raises:
        OSError: The port is taken.
        KeyboardInterrupt: Ctrl-C, after the server has ended.
    """
    try:
        server = Server(answers, port)
    except OSError as why:
        raise OSError(f"port {port}: {why.strerror}") from None
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        print(json.dumps({"url": server.url}) if as_json else f"the board is at {server.url}\nCtrl-C ends", flush=True)
        if browser:
            try:
                webbrowser.open(server.url)
            except webbrowser.Error as why:
                print(f"no browser was opened: {why}", file=sys.stderr)
        while thread.is_alive():
            thread.join(0.5)
    finally:
        server.shutdown()
        server.server_close()
