"""The native and the reference engine side by side: everything is compared at every ply."""

from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from ..errors import ZelligeError
from ..game import Engine, Game
from ..record import Record
from ..reference.play import POLICIES, choose
from ..reference.rng import Stream
from ..state import State
from . import probes
from .compare import Difference, Probe, Raised
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
    shrink_seconds: float = 20.0,
    setup: Mapping[str, Any] | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    native: Factory | None = None,
    reference: Factory | None = None,
    playout: Playout | None = None,
) -> CrosscheckReport:
    """Plays whole games on both engines at once and compares everything at every ply.

    Compared are the player, the legal actions, moves and mask, scores, returns, what everybody observes, key and
    hashes, history, all accessors of the game, undo, copies and pickles, records and their replay, and the rules and
    cells that `State.explain` and the errors give for random illegal moves; at the end of a game undo to the start, and
    the same game as `simulate` plays it.

    Args:
        game: The game with its options.
        games: How many games.
        seed: Seed of the games, 0 to 2^64 - 1; the moves are those of `simulate` with the same arguments.
        first: Number of the first game.
        policy: ``"random"`` or ``"greedy"``.
        illegal_moves: How many random moves are asked about at every ply.
        shrink_seconds: How long to look for a shorter game once a difference is found.
        setup: A position that every game begins at (docs/setup.md); the start of the game if ``None``.
        executor: Where to play the games, such as a process pool; here if ``None``.
        progress: Is called with the number of games that are done, and of all.
        native: Makes the start position of the native side; another one than the native engine's is for tests.
        reference: The same for the reference side.
        playout: The moves of a game as `simulate` plays it, from game, seed, number and policy; for tests.

    Returns:
        The report; false if there is a difference, with the shortest record found that shows it.

    Raises:
        ValueError: There is no such policy, a number is negative, or ``seed`` is out of range.
        PositionError: The rules do not allow the position ``setup``.
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
    if setup is not None:
        game.state_from(setup)
    if playout is None and native is None and setup is None:
        playout = _simulated
    native = native or functools.partial(_begin, setup, "native")
    reference = reference or functools.partial(_begin, setup, "reference")
    plan = _Plan(game, seed, policy, illegal_moves, shrink_seconds, native, reference, playout)
    report = CrosscheckReport(game, policy, seed, first)
    numbers, task = range(first, first + games), functools.partial(_play, plan)
    parts = map(task, numbers) if executor is None else executor.map(task, numbers)
    for done, part in enumerate(parts, 1):
        report += part
        if progress is not None:
            progress(done, games)
        if not report:
            break
    return report


def _begin(setup: Mapping[str, Any] | None, engine: Engine, game: Game) -> State:
    return game.new_initial_state(engine) if setup is None else game.state_from(setup, engine)


def _simulated(game: Game, seed: int, number: int, policy: str) -> Sequence[str]:
    from ..simulate import simulate

    result = simulate(game, 1, seed=seed, first=number, policy=policy, threads=1, record=True)
    moves: Sequence[str] = next(iter(result.records()))["moves"]
    return moves


@dataclasses.dataclass(frozen=True)
class _Plan:
    """What all games of a cross-check have in common."""

    game: Game
    seed: int
    policy: str
    illegal_moves: int
    shrink_seconds: float
    native: Factory
    reference: Factory
    playout: Playout | None

    def start(self) -> Pair:
        """A new pair of start positions."""
        return self.native(self.game), self.reference(self.game)


def _play(plan: _Plan, number: int) -> CrosscheckReport:
    return _Walk(plan, number).report()


class _Walk:
    """One game on both engines."""

    def __init__(self, plan: _Plan, number: int) -> None:
        self.plan, self.number = plan, number
        self.rng = random.Random(f"{plan.seed}/{number}")
        self.pool: list[str] = []
        self.actions: list[int] = []
        self.comparisons = self.illegal = 0

    def report(self) -> CrosscheckReport:
        found = self.walk()
        report = CrosscheckReport(
            self.plan.game,
            self.plan.policy,
            self.plan.seed,
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
        native, reference = pair = self.plan.start()
        stream = Stream(self.plan.seed, self.number)
        for probe in self.questions(pair, stream):
            self.comparisons += 1
            difference = probe.compare(native, reference)
            if difference is not None:
                return self.shrunk(probe, difference)
        if self.plan.playout is None:
            return None
        return self.against_playout(self.plan.playout, native.to_record()["moves"])

    def against_playout(self, playout: Playout, moves: list[str]) -> tuple[list[int], Difference] | None:
        """Holds the game against the one that `simulate` plays."""
        self.comparisons += 1
        try:
            played = list(playout(self.plan.game, self.plan.seed, self.number, self.plan.policy))
        except Exception as why:
            return self.actions, Difference("simulate", len(moves), Raised(type(why).__name__, (), str(why)), moves)
        if played == moves:
            return None
        shorter = min(len(played), len(moves))
        ply = next((i for i in range(shorter) if played[i] != moves[i]), shorter)
        what = f"move {ply} of the game that simulate plays"
        return self.actions[: ply + 1], Difference(what, ply, played[ply : ply + 1], moves[ply : ply + 1])

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
            for move in random_moves(self.rng, native, self.pool[-60:], self.plan.illegal_moves):
                yield from probes.about_move(move)
                self.illegal += bool(reference.explain(move))
            if native.is_terminal():
                break
            action = choose(reference, stream, self.plan.policy)
            yield probes.play_and_undo(action, legal=self.rng.random() < 0.2)
            yield probes.play(action)
            self.actions.append(action)
        yield from probes.AT_THE_END

    def shrunk(self, probe: Probe, difference: Difference) -> tuple[list[int], Difference]:
        try:
            seed = f"{self.plan.seed}/{self.number}/shrink"
            return shrink(self.plan.start, self.actions, probe, seed, self.plan.shrink_seconds)
        except LookupError:  # it depends on more than the moves; the game as it was played is what we have
            return self.actions, difference

    def record(self, actions: Sequence[int]) -> Record | None:
        """The record of some actions, in the words of the side that has any."""
        for state in reversed(self.plan.start()):
            moves = []
            try:
                setup = state.to_record().get("setup")
                for action in actions:
                    moves.append(state.action_to_string(action))
                    state.apply_action(action)
            except (ZelligeError, ValueError):
                continue
            return Record(self.plan.game, tuple(moves), setup=setup)
        return None
