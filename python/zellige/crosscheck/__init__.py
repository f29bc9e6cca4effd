"""The native and the reference engine side by side: everything is compared at every ply."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any

from ..errors import ZelligeError
from ..game import Game
from ..record import Record
from ..reference.play import POLICIES, choose
from ..reference.rng import Stream
from ..state import State
from . import probes
from .compare import Difference, Probe
from .moves import random_moves
from .report import CrosscheckReport
from .shrink import Pair, shrink

__all__ = ["CrosscheckReport", "Difference", "crosscheck"]

Factory = Callable[[Game], State]
Playout = Callable[[Game, int, int, str], Sequence[str]]


def crosscheck(
    game: Game,
    games: int = 10,
    seed: int = 0,
    first: int = 0,
    policy: str = "random",
    *,
    illegal_moves: int = 3,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    native: Factory | None = None,
    reference: Factory | None = None,
    playout: Playout | None = None,
) -> CrosscheckReport:
    """Plays whole games on both engines at once and compares everything at every ply.

    Compared are the player, the legal actions, moves and mask, scores, returns, key and hashes, history, all accessors
    of the game, undo, copies, pickles, records and their replay, and the rules and cells that `State.explain` and the
    errors give for random illegal moves; at the end of a game undo to the start, and the same game as `simulate`
    plays it.

    Args:
        game: The game with its options.
        games: How many games.
        seed: Seed of the games, 0 to 2^64 - 1; the moves are those of `simulate` with the same arguments.
        first: Number of the first game.
        policy: ``"random"`` or ``"greedy"``.
        illegal_moves: How many random moves are asked about at every ply.
        executor: Where to play the games, such as a process pool; here if ``None``.
        progress: Is called with the number of games that are done, and of all.
        native: Makes the start position of the native side; another one than the native engine's is for tests.
        reference: The same for the reference side.
        playout: The moves of a game as `simulate` plays it, from game, seed, number and policy; for tests.

    Returns:
        The report; false if there is a difference, with the shortest record found that shows it.

    Raises:
        ValueError: There is no such policy, a number is negative, or ``seed`` is out of range.
        TypeError: An argument has the wrong type.

    >>> import zellige as zl
    >>> report = zl.crosscheck(zl.Casbah(size=(3, 2), players=2), games=2, seed=7)
    >>> bool(report), report.games
    (True, 2)
    """
    if not isinstance(game, Game):
        raise TypeError(f"game must be a game, not {type(game).__name__}")
    if policy not in POLICIES:
        raise ValueError(f"there is no policy {policy!r}; there are {', '.join(POLICIES)}")
    for name, value in (("games", games), ("first", first), ("illegal_moves", illegal_moves)):
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
        if value < 0:
            raise ValueError(f"{name} must not be negative, as {value} is")
    Stream(seed, first)  # says what is wrong with a seed
    if playout is None and native is None:
        playout = _simulated
    native, reference = native or _native, reference or _reference
    report = CrosscheckReport(game, policy, seed, first)
    arguments = [
        (game, seed, number, policy, illegal_moves, native, reference, playout)
        for number in range(first, first + games)
    ]
    parts = map(_task, arguments) if executor is None else executor.map(_task, arguments)
    for done, part in enumerate(parts, 1):
        report += part
        if progress is not None:
            progress(done, games)
        if not report:
            break
    return report


def _native(game: Game) -> State:
    return game.new_initial_state("native")


def _reference(game: Game) -> State:
    return game.new_initial_state("reference")


def _simulated(game: Game, seed: int, number: int, policy: str) -> Sequence[str]:
    from ..simulate import simulate

    result = simulate(game, 1, seed=seed, first=number, policy=policy, threads=1, record=True)
    moves: Sequence[str] = next(iter(result.records()))["moves"]
    return moves


def _task(arguments: tuple[Any, ...]) -> CrosscheckReport:
    return _Walk(*arguments).report()


class _Walk:
    """One game on both engines."""

    def __init__(
        self,
        game: Game,
        seed: int,
        number: int,
        policy: str,
        strange: int,
        native: Factory,
        reference: Factory,
        playout: Playout | None,
    ) -> None:
        self.game, self.seed, self.number, self.policy, self.strange = game, seed, number, policy, strange
        self.start: Callable[[], Pair] = lambda: (native(game), reference(game))
        self.playout = playout
        self.rng = random.Random(f"{seed}/{number}")
        self.pool: list[str] = []
        self.actions: list[int] = []
        self.comparisons = self.illegal = 0

    def report(self) -> CrosscheckReport:
        found = self.walk()
        report = CrosscheckReport(
            self.game,
            self.policy,
            self.seed,
            self.number,
            games=int(found is None),
            plies=len(self.actions),
            comparisons=self.comparisons,
            illegal_moves=self.illegal,
        )
        if found is None:
            return report
        actions, difference = found
        record = self.record(actions)
        length = len(self.actions)
        return dataclasses.replace(report, number=self.number, difference=difference, record=record, length=length)

    def walk(self) -> tuple[list[int], Difference] | None:
        """Plays the game; the shortest game with the first difference, if there is one."""
        native, reference = pair = self.start()
        stream = Stream(self.seed, self.number)
        for probe in self.questions(pair, stream):
            self.comparisons += 1
            difference = probe.compare(native, reference)
            if difference is not None:
                return self.shrunk(probe, difference)
        if self.playout is not None:
            moves = native.to_record()["moves"]
            self.comparisons += 1
            played = self.playout(self.game, self.seed, self.number, self.policy)
            if list(played) != moves:
                ply = next(
                    (i for i, (a, b) in enumerate(zip(played, moves, strict=False)) if a != b),
                    min(len(played), len(moves)),
                )
                what = f"move {ply} of the game that simulate plays"
                return self.actions[: ply + 1], Difference(
                    what, ply, *(list(game[ply : ply + 1]) for game in (played, moves))
                )
        return None

    def questions(self, pair: Pair, stream: Stream) -> Iterator[Probe]:
        """All questions about the game, from ply to ply; the moves are played on the way, as questions too."""
        native, reference = pair
        always = [*probes.AT_EVERY_PLY, *probes.accessors(reference)]
        while True:
            yield from always
            if self.rng.random() < 0.1 or native.is_terminal():
                yield from probes.NOW_AND_THEN
            legal, names = native.legal_actions(), native.legal_moves()
            for i in self.rng.sample(range(len(names)), min(2, len(names))):
                yield from probes.about_legal(int(legal[i]), names[i])
                self.pool.append(names[i])
            numbers = self.game.max_chance_outcomes() if native.is_chance_node() else self.game.num_distinct_actions()
            for move in random_moves(self.rng, self.pool[-60:], numbers, self.strange):
                yield from probes.about_move(move)
                self.illegal += bool(reference.explain(move))
            if native.is_terminal():
                break
            action = choose(reference, stream, self.policy)
            yield probes.play_and_undo(action, legal=self.rng.random() < 0.2)
            yield probes.play(action)
            self.actions.append(action)
        yield from probes.AT_THE_END

    def shrunk(self, probe: Probe, difference: Difference) -> tuple[list[int], Difference]:
        try:
            return shrink(self.start, self.actions, probe, f"{self.seed}/{self.number}/shrink")
        except LookupError:  # it depends on more than the moves; the game as it was played is what we have
            return self.actions, difference

    def record(self, actions: Sequence[int]) -> Record | None:
        """The record of some actions, in the words of the side that has any."""
        for state in reversed(self.start()):
            moves = []
            try:
                for action in actions:
                    moves.append(state.action_to_string(action))
                    state.apply_action(action)
            except (ZelligeError, ValueError):
                continue
            return Record(self.game, tuple(moves))
        return None
