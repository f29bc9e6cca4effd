"""What the page asks for: JSON in, JSON out, on games that the server keeps. Nothing here knows of HTTP."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import ZelligeError
from ..game import Engine, Game
from ..reference.play import POLICIES
from .session import Session
from .views import described, reasons, view

__all__ = ["MOST_SESSIONS", "Answers", "Refused"]

MOST_SESSIONS = 32
"""How many games are kept; one more makes the game that was not used for longest go."""

_LONGEST_MOVE = 4096


class Refused(Exception):
    """A request that cannot be answered.

    Args:
        status: The HTTP status that fits.
        message: One sentence for the page.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class _Kept:
    """A game that is kept, and the lock that keeps two tabs apart."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.lock = threading.Lock()


class Answers:
    """The games of one server and what can be asked about them.

    Args:
        game: The game that is played.
        seats: The seats that the page offers first.
        opponent: The opponent that it offers first.
        seed: The seed of the first game.
        engine: The engine that all games run on.

    >>> import zellige as zl
    >>> answers = Answers(zl.Blokus(variant="duo"), [0], "random", 0, "native")
    >>> answer = answers.answer("new", {})
    >>> answer["view"]["ply"], len(answer["view"]["legal"])
    (0, 414)
    >>> refused = answers.answer("move", {"session": answer["session"], "ply": 0, "move": "a1"})["refused"]
    >>> refused["reasons"][0]["rule"]
    'B11'
    """

    def __init__(self, game: Game, seats: list[int], opponent: str, seed: int, engine: Engine) -> None:
        self.game = game
        self._first: dict[str, Any] = {"seats": seats, "opponent": opponent, "seed": seed}
        self._engine = engine
        self._sessions: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = threading.Lock()
        self._actions: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "game": lambda _: {**described(game), "opponents": list(POLICIES), "first": self._first},
            "new": self._new,
            "state": self._state,
            "move": self._move,
            "undo": self._undo,
            "explain": self._explain,
            "record": self._record,
        }

    def __contains__(self, action: str) -> bool:
        return action in self._actions

    def answer(self, action: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to one request.

        Args:
            action: ``game``, ``new``, ``state``, ``move``, ``undo``, ``explain`` or ``record``.
            asked: The JSON object that came with it.

        Raises:
            Refused: There is no such action or game, or a field is missing or wrong.
        """
        if action not in self._actions:
            raise Refused(404, "there is nothing of that name")
        return self._actions[action](asked)

    def _new(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        seats = asked.get("seats", self._first["seats"])
        if not isinstance(seats, list) or len(seats) > 4 or not all(type(seat) is int for seat in seats):
            raise Refused(400, "seats must be a list of players")
        opponent = _text(asked.get("opponent", self._first["opponent"]), "opponent")
        seed = asked.get("seed", self._first["seed"])
        if type(seed) is not int or not 0 <= seed < 2**64:
            raise Refused(400, "seed must be a whole number from 0 to 2^64 - 1")
        try:
            session = Session(self.game, seats, opponent, seed, self._engine)
        except ValueError as why:
            raise Refused(400, str(why)) from None
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._sessions[name] = _Kept(session)
            while len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)
        return {"session": name, "view": view(session)}

    def _state(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        kept = self._kept(asked)
        with kept.lock:
            return {"view": view(kept.session)}

    def _move(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        kept, move = self._kept(asked), _move(asked)
        with kept.lock:
            _check_ply(asked, kept.session)
            try:
                kept.session.play(move)
            except ZelligeError:
                return {"refused": reasons(kept.session.state, move)}
            return {"view": view(kept.session)}

    def _undo(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        kept = self._kept(asked)
        with kept.lock:
            _check_ply(asked, kept.session)
            if not kept.session.undo():
                raise Refused(409, "there is no move of yours to take back")
            return {"view": view(kept.session)}

    def _explain(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        kept, move = self._kept(asked), _move(asked)
        with kept.lock:
            return reasons(kept.session.state, move)

    def _record(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        kept = self._kept(asked)
        with kept.lock:
            return {"record": kept.session.record()}

    def _kept(self, asked: Mapping[str, Any]) -> _Kept:
        name = _text(asked.get("session"), "session")
        with self._lock:
            kept = self._sessions.get(name)
            if kept is None:
                raise Refused(404, "that game is no longer kept; begin a new one")
            self._sessions.move_to_end(name)
            return kept


def _check_ply(asked: Mapping[str, Any], session: Session) -> None:
    """Another tab may have moved on since the page was drawn."""
    if asked.get("ply") != len(session.log):
        raise Refused(409, "the game has gone on elsewhere")


def _move(asked: Mapping[str, Any]) -> str:
    move = _text(asked.get("move"), "move")
    if len(move) > _LONGEST_MOVE:
        raise Refused(400, "no move is as long as that")
    return move


def _text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise Refused(400, f"{field} must be given as text")
    return value
