"""A game as a row of pictures: the start, and the position after each move, with what is said about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..casa_grande import CasaGrande
from ..draw import svg
from ..game import Engine, Game
from ..play.session import turn
from ..play.words import result, task
from ..record import Record, check_scores, push_move
from ..state import State

__all__ = ["Film", "Frame", "film", "views_of"]

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Frame:
    """A position of a game.

    Attributes:
        move: The move that led to it; empty at the start.
        player: Who played that move, or rolled the die; -1 at the start.
        scores: The points of all players.
        words: What is to be done next, or who has won.
        pictures: The board as SVG, by the name of the view.
    """

    move: str
    player: int
    scores: tuple[int, ...]
    words: str
    pictures: dict[str, str]


@dataclass(frozen=True)
class Film:
    """A game and all its frames, the start first."""

    game: Game
    frames: tuple[Frame, ...]


def views_of(game: Game) -> tuple[str, ...]:
    """The views that a game is drawn in.

    >>> import zellige as zl
    >>> views_of(zl.Blokus()), views_of(zl.CasaGrande())
    (('plan',), ('plan', 'isometric'))
    """
    return ("plan", "isometric") if isinstance(game, CasaGrande) else ("plan",)


def film(record: Record, engine: Engine = "native", progress: Progress | None = None) -> Film:
    """Replays a record and draws every position.

    Args:
        record: The game.
        engine: The engine that replays it.
        progress: Called with the number of frames that are done and that there will be.

    Raises:
        RecordError: A move is not legal, or the scores differ.
        ValueError: There is no such engine.
    """
    state = record.start(engine)
    frames = [_frame(state, "", -1)]
    for ply, move in enumerate(record.moves):
        player = turn(state)
        push_move(state, record, ply)
        frames.append(_frame(state, move, player))
        if progress is not None:
            progress(ply + 2, len(record.moves) + 1)
    if record.scores is not None:
        check_scores(state, record)
    return Film(record.game, tuple(frames))


def _frame(state: State, move: str, player: int) -> Frame:
    words = result(state) or task(state)
    pictures = {view: svg(state, view=view) for view in views_of(state.game)}
    return Frame(move, player, tuple(state.scores().tolist()), words, pictures)
