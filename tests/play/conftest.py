"""The page's server in this process."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import zellige as zl
from zellige.play.answers import Answers
from zellige.play.server import Server


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """Starts a server for a game."""
    servers: list[Server] = []

    def start(game: zl.Game, seats: list[int] | None = None, opponent: str = "random", seed: int = 0) -> Server:
        server = Server(Answers(game, seats or [0], opponent, seed, "native"))
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


class Raw:
    """Bytes to the server and whatever comes back."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def send(self, data: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.server.server_port), timeout=20) as connection:
            parts = []
            with contextlib.suppress(OSError):  # it may have hung up already
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionError):
                while part := connection.recv(65536):
                    parts.append(part)
            return b"".join(parts)

    def request(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> tuple[int, bytes, bytes]:
        """Status, headers and body of the answer."""
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        answer = self.send("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
        head, _, rest = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), head, rest

    def headers(self, **changes: str | None) -> dict[str, str]:
        """What the page sends, with changes; ``None`` leaves a header out."""
        host = f"127.0.0.1:{self.server.server_port}"
        headers: dict[str, str | None] = {
            "Host": host,
            "Origin": f"http://{host}",
            "Content-Type": "application/json",
            "X-Zellige-Token": self.server.token,
            **{name.replace("_", "-"): value for name, value in changes.items()},
        }
        return {name: value for name, value in headers.items() if value is not None}

    def ask(self, action: str, body: Any = None, **changes: str | None) -> tuple[int, Any]:
        """A request as the page makes it: status, and the answer's JSON."""
        data = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        headers = self.headers(**{"Content_Length": str(len(data)), **changes})
        status, _, answer = self.request("POST", f"/api/{action}", headers, data)
        return status, json.loads(answer)


@pytest.fixture
def raw(serve: Callable[..., Server]) -> Raw:
    """A server of Duo, asked by bytes."""
    return Raw(serve(zl.Blokus(variant="duo")))
