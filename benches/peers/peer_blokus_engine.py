"""blokus-engine: self-play for a neural network. Its module has three functions, each of which plays a whole game.

The "network" is ours: a queue that is handed positions and a pipe that is asked for priors. A piece is laid square by
square, so that neither a legal list nor a uniform choice among placements can be had; timed is what comes nearest.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import statistics
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from .contender import WIDTH, Cells, Contender, Games, ListTimer, Session, clock, picker

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["contenders"]

_RULES = (
    (
        "A piece is laid square by square; random games draw each square uniformly from the legal squares, another "
        "lottery than drawing a placement."
    ),
    "A turn ends only when no square can be added: a piece cannot be laid where a larger one that holds it fits.",
    "The rest is as ours with fixed corners; of the scores only who won is told.",
    (
        "No call lists legal placements, and the golden position cannot be set up, for its first placement could be "
        "extended. Timed is the change of turn into the position after 21 pieces of a game of its own, which finds the "
        "next colour's legal squares, less a step inside a turn."
    ),
    (
        "Seat 0 asks Python for priors, the other three draw in Rust and cannot be seeded; their games tell no length, "
        "so the mean is that of other games, all four seats drawing alike."
    ),
)

_PIECES = 21
_LENGTH_GAMES = 50
_COLOURS = 4


class _Config:
    """Read by attribute; without noise and with one simulation a move is the legal square of the highest prior."""

    dim = WIDTH
    rep = 1
    sims_per_move = 1
    sample_moves = WIDTH * WIDTH
    c_puct = 1.0
    dirichlet_alpha = 1.0
    exploration_fraction = 0.0


class _Void:
    def put(self, item: object) -> None:
        """Takes a position or a result and forgets it."""


class _Results(list[Any]):
    put = list.append


class _RandomPriors:
    """Independent priors: the highest of them stands on each legal square equally often."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed).random

    def recv(self) -> tuple[list[float], list[float]]:
        return self._random(WIDTH * WIDTH).tolist(), [0.0] * _COLOURS


class _StopError(Exception):
    """Ends a game once the position wanted is reached."""


class _Script:
    """Drives all seats, as queue and pipe in one: plays given squares, then draws more until enough pieces lie."""

    def __init__(self, squares: Sequence[int], pieces: int, seed: int) -> None:
        self.squares = list(squares)
        self._pick = picker(seed)
        self._pieces = pieces
        self._step = 0
        self._asked = 0.0
        self._planes: list[list[list[bool]]] = []
        self.turns = 0
        self.inside: list[float] = []
        self.change = 0.0
        self.legal = 0

    def put(self, item: tuple[int, list[list[list[bool]]]]) -> None:
        seconds = clock() - self._asked
        before, self._planes = self._planes, item[1]
        if before:
            # The mover's plane comes first, so that the planes turn round with the turn.
            if before[1:_COLOURS] == self._planes[1:_COLOURS]:
                self.inside.append(seconds)
            else:
                self.turns += 1
                self.change = seconds
        if self.turns == self._pieces:
            self.legal = sum(map(sum, self._planes[_COLOURS]))
            raise _StopError

    def recv(self) -> tuple[list[float], list[float]]:
        if self._step == len(self.squares):
            legal = [i for i in range(WIDTH * WIDTH) if self._planes[_COLOURS][i // WIDTH][i % WIDTH]]
            self.squares.append(legal[self._pick(len(legal))])
        priors = [0.0] * (WIDTH * WIDTH)
        priors[self.squares[self._step]] = 1.0
        self._step += 1
        answer = priors, [0.0] * _COLOURS
        self._asked = clock()
        return answer


class _Watch(_RandomPriors):
    """Random priors that also keep the legal squares of every position, from which a square was laid."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.legal: list[frozenset[int]] = []

    def put(self, item: tuple[int, Any]) -> None:
        self.legal.append(frozenset(_cell(i) for i in np.flatnonzero(np.array(item[1][_COLOURS])).tolist()))


class _BlokusEngine(Contender):
    name = "blokus-engine"
    rules = _RULES
    uniform = False

    def __init__(self, module: Any) -> None:
        self._module = module

    def play_random_games(self, games: int, seed: int) -> Games:
        config, void, priors = _Config(), _Void(), _RandomPriors(seed)
        play = self._module.play_test_against_random
        start = clock()
        for _ in range(games):
            play(0, config, void, void, priors)
        return Games(games, clock() - start, None, None)

    def untimed_lengths(self, seed: int) -> list[int]:
        return [len(self._game(seed + i, _Void())) for i in range(_LENGTH_GAMES)]

    def list_timer(self, moves: Sequence[Cells]) -> ListTimer:
        script = self._drive([])

        def run(times: int) -> float:
            total = 0.0
            for _ in range(times):
                again = self._drive(script.squares)
                total += again.change - statistics.median(again.inside)
            return total

        return ListTimer(run, script.legal, "legal squares")

    def compare(self, oracle: Session, moves: Sequence[Cells], position: int) -> str:
        watch = _Watch(1)
        turns = self._game(1, watch)
        different = 0
        for step, cells in turns:
            ours = frozenset[int]().union(*oracle.placements())
            different += ours != watch.legal[step]
            oracle.play(cells)
        different += len(oracle.legal()) > 0
        total = len(turns) + 1
        if different:
            return f"other legal squares than those of our placements at {different} of {total} turns of its own game"
        return f"the legal squares are those of our legal placements at all {total} turns of a game of its own"

    def _drive(self, squares: Sequence[int]) -> _Script:
        script = _Script(squares, _PIECES, seed=0)
        # The function reports the early end on standard output before it raises.
        with _silent_stdout(), contextlib.suppress(Exception):
            self._module.play_test_game(0, _Config(), _Void(), script, script, script)
        if script.turns != _PIECES:
            raise RuntimeError(f"the game ended after {script.turns} turns")
        return script

    def _game(self, seed: int, queue: object) -> list[tuple[int, Cells]]:
        """A random game as (number of its first square, cells) per piece."""
        results = _Results()
        priors = queue if isinstance(queue, _Watch) else _RandomPriors(seed)
        self._module.play_training_game(0, _Config(), results, queue, priors)
        history: list[tuple[int, int]] = results[0][1][0]
        owner = {_cell(square): colour for colour, square in history}
        turns: list[tuple[int, Cells]] = []
        for step, (_, square) in enumerate(history):
            if not any(_cell(square) in cells for _, cells in turns):
                turns.append((step, _piece(owner, _cell(square))))
        return turns


def _cell(square: int) -> int:
    """Our cell index of a square; rows count from the top there."""
    return (WIDTH - 1 - square // WIDTH) * WIDTH + square % WIDTH


def _piece(owner: dict[int, int], cell: int) -> Cells:
    """The piece over a cell: pieces of one colour never share an edge."""
    piece, todo = {cell}, [cell]
    while todo:
        here = todo.pop()
        x = here % WIDTH
        for there in ([here - 1] if x else []) + ([here + 1] if x < WIDTH - 1 else []) + [here - WIDTH, here + WIDTH]:
            if there not in piece and owner.get(there) == owner[cell]:
                piece.add(there)
                todo.append(there)
    return frozenset(piece)


@contextlib.contextmanager
def _silent_stdout() -> Iterator[None]:
    sys.stdout.flush()
    saved, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    try:
        yield
    finally:
        os.dup2(saved, 1)
        os.close(saved)
        os.close(null)


def contenders() -> Sequence[Contender]:
    """The package's module goes by another name than the package."""
    return [_BlokusEngine(importlib.import_module("blokus_self_play"))]
