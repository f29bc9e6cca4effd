"""The page that replays a game: one file with everything in it, which asks nothing of any network."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import html
import json
from functools import cache
from importlib import resources
from typing import Any

from ..platforms import PlatformSet
from ..play.words import player_names
from ..tiles import TileSet
from .chart import PLACE, chart
from .deltas import packed
from .frames import Film, views_of

__all__ = ["page"]


def page(film: Film, title: str, start: int) -> str:
    """The HTML.

    Args:
        film: The game.
        title: What stands above it.
        start: The ply that is shown first.

    Everything that comes from a record is text: it is escaped here, or is JSON that the script puts in as text, and the
    page's policy lets no other script run than its own.
    """
    script, style = _asset("replay.js"), _asset("replay.css")
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return _asset("replay.html").format(
        policy=policy,
        game=film.game.name,
        title=html.escape(_clean(title)),
        style=style,
        chart=chart([frame.scores for frame in film.frames], player_names(film.game)),
        data=_embedded(_data(film, start)),
        script=script,
    )


def _data(film: Film, start: int) -> dict[str, Any]:
    return {
        "game": str(film.game)[:300],
        "notes": _notes(film),
        "names": player_names(film.game),
        "start": start,
        "place": PLACE,
        "moves": [frame.move for frame in film.frames[1:]],
        "players": [frame.player for frame in film.frames[1:]],
        "words": packed(frame.words for frame in film.frames),
        "scores": [frame.scores for frame in film.frames],
        "views": {view: packed(frame.pictures[view] for frame in film.frames) for view in views_of(film.game)},
    }


def _notes(film: Film) -> list[str]:
    sets = [getattr(film.game.rules, field.name) for field in dataclasses.fields(film.game.rules)]
    return [
        f"set {value.name}: {value.note}"
        for value in sets
        if isinstance(value, (TileSet, PlatformSet)) and value.note.strip()
    ]


def _embedded(data: dict[str, Any]) -> str:
    """JSON that can stand in a ``<script>``: nothing in it ends the element or begins a comment."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _clean(text: str) -> str:
    """Text without what no file can hold (halves of surrogate pairs) and what nobody can see."""
    return "".join(char if char.isprintable() else " " for char in text)


@cache
def _asset(name: str) -> str:
    return (resources.files("zellige") / "web" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
