"""Playing many whole games and what comes of them."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, as_completed
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from .errors import IllegalAction
from .game import Game
from .options import check_bool, count, one_of
from .state import CHANCE, State
from .summary import Summary, summarise

if TYPE_CHECKING:
    import matplotlib.figure
    import pandas
    import pyarrow

    from .reference.rng import Stream

__all__ = ["POLICIES", "Policy", "SimulationResult", "simulate"]

Policy = str | Callable[[State], int]
"""A name of `POLICIES`, or a function that takes a state and gives a legal action."""
POLICIES = ("random", "greedy")
"""The policies that have names."""


@dataclasses.dataclass(frozen=True, eq=False)
class SimulationResult:
    """The games of one `simulate` call, in columns.

    Attributes:
        game: The game.
        seed: The seed of the streams.
        first: Number of the first game.
        policies: One policy per player; a callable by its name.
        scores: int32, shape ``(games, num_players)``: the game's own points.
        returns: float64, shape ``(games, num_players)``: results by rank in [-1, 1].
        winners: bool, shape ``(games, num_players)``: players of the best rank.
        lengths: int32, shape ``(games,)``: entries of the history, chance outcomes included.
        colour_scores: int32, shape ``(games, num_colours)`` for Blokus, else ``None``.
        actions: int32, all histories one after the other, or ``None`` without ``record``.
        seconds: Wall-clock time of the call.
    """

    game: Game
    seed: int
    first: int
    policies: tuple[str, ...]
    scores: npt.NDArray[np.int32]
    returns: npt.NDArray[np.float64]
    winners: npt.NDArray[np.bool_]
    lengths: npt.NDArray[np.int32]
    colour_scores: npt.NDArray[np.int32] | None
    actions: npt.NDArray[np.int32] | None
    seconds: float

    def __len__(self) -> int:
        return len(self.lengths)

    def __repr__(self) -> str:
        return f"<SimulationResult of {len(self)} games of {self.game!r}>"

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The columns by name, those that are ``None`` left out; ``actions`` is no column."""
        names = ("scores", "colour_scores", "winners", "returns", "lengths")
        return {name: column for name in names if (column := getattr(self, name)) is not None}

    def summary(self) -> Summary:
        """Means, shares and their 95 % intervals.

        Raises:
            ValueError: There are no games.
        """
        return summarise(self)

    def history(self, index: int) -> npt.NDArray[np.int32]:
        """The actions of the ``index``-th game, int32.

        Raises:
            ValueError: The histories were not recorded.
            IndexError: There is no such game.
        """
        actions = self._recorded()
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no game {index} among {len(self)}")
        index %= len(self)
        end = int(self.lengths[: index + 1].sum(dtype=np.int64))
        return actions[end - int(self.lengths[index]) : end]

    def histories(self) -> Iterator[npt.NDArray[np.int32]]:
        """The actions of each game, int32, one game after the other.

        Raises:
            ValueError: The histories were not recorded.
        """
        actions = self._recorded()
        ends = np.cumsum(self.lengths, dtype=np.int64)
        for end, length in zip(ends.tolist(), self.lengths.tolist(), strict=True):
            yield actions[end - length : end]

    def records(self) -> Iterator[dict[str, Any]]:
        """The games as records, one after the other.

        A record's ``seed`` is given for games that are made of their stream alone (policies by name).

        Raises:
            ValueError: The histories were not recorded.
        """
        named = all(policy in POLICIES for policy in self.policies)
        for history in self.histories():
            state = self.game.new_initial_state()
            for action in history.tolist():
                state.apply_action(action)
            record = state.to_record()
            if named:
                record = {key: record[key] for key in ("version", "game", "options")} | {"seed": self.seed} | record
            yield record

    def _recorded(self) -> npt.NDArray[np.int32]:
        if self.actions is None:
            raise ValueError("the histories were not recorded; call simulate(..., record=True)")
        return self.actions

    def to_arrow(self) -> pyarrow.Table:
        """The columns as an Arrow table, a row per game (extra ``[arrow]``); with ``record`` also ``actions``."""
        from .files import to_arrow

        return to_arrow(self)

    def to_pandas(self) -> pandas.DataFrame:
        """The columns as a data frame, a row per game and a column per player (extra ``[pandas]``)."""
        from .files import to_pandas

        return to_pandas(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file, whole or not at all: ``.npz``, ``.jsonl`` (records) or ``.parquet`` (extra ``[arrow]``).

        Raises:
            ValueError: Another ending, or ``.jsonl`` without recorded histories.
        """
        from .files import save

        save(self, path)

    def plot(
        self, kind: str | None = None, path: str | os.PathLike[str] | None = None, dpi: int = 120
    ) -> matplotlib.figure.Figure:
        """Draws the games with matplotlib (extra ``[viz]``).

        Args:
            kind: ``"scores"`` (distribution per player), ``"wins"`` (shares with 95 % intervals), ``"lengths"``,
                ``"first_player"`` (how far his share of wins lies above an equal one, game by game), ``"heatmap"``
                (where pieces lie at the end; needs ``record=True``); ``None`` for all that there can be, side by side.
            path: Where to save the picture: ``.png``, ``.svg`` or ``.pdf``. The same games give the same file.
            dpi: Dots per inch of a ``.png``.

        Returns:
            The figure. It belongs to no window; notebooks show it.

        Raises:
            ImportError: matplotlib is missing.
            ValueError: The kind or the ending is unknown, there are no games, or a heat map lacks its histories.
            OSError: The file cannot be written.

        >>> import zellige as zl
        >>> result = zl.simulate(zl.Casbah(), 200, seed=1, record=True)
        >>> result.plot("wins").axes[0].get_title()
        'Wins, with 95 % intervals'
        """
        from .plot import plot

        return plot(self, kind, path, dpi)


def simulate(
    game: Game,
    games: int,
    *,
    seed: int = 0,
    first: int = 0,
    policy: Policy | Sequence[Policy] = "random",
    threads: int | None = None,
    executor: Executor | None = None,
    record: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> SimulationResult:
    """Plays whole games natively, without the GIL.

    Game ``i`` draws from a stream made of ``(seed, i)`` alone (RULES, "Random streams"), so that any number of threads,
    processes or machines gives the same games bit for bit. Ctrl-C ends a native call within 0.2 s.

    Args:
        game: The game.
        games: How many games, at least 0.
        seed: 0 to 2**64 - 1.
        first: Number of the first game; games ``first`` to ``first + games - 1`` are played.
        policy: ``"random"``, ``"greedy"``, a function that takes a state and gives a legal action, or a sequence with
            one of these per player. With a function the games are played in Python, on one thread per process.
        threads: Native threads, at most 1024; ``None`` for one per available core. Not used with an executor.
        executor: Any `concurrent.futures.Executor`; the games are handed to it in chunks, each on one thread.
        record: Whether to keep the histories.
        progress: Called as ``progress(done, games)`` now and then, from the calling thread.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: A count is negative, ``threads`` is 0, ``seed`` is out of range, a policy is unknown, or there are
            more or fewer than one per player.
        MemoryError: The results do not fit into memory.

    >>> import zellige as zl
    >>> result = zl.simulate(zl.Blokus(corners="fixed"), 100, seed=7)
    >>> result.scores.shape, result.winners.dtype, bool((result.lengths <= 84).all())
    ((100, 4), dtype('bool'), True)
    >>> again = zl.simulate(zl.Blokus(corners="fixed"), 50, seed=7, first=50, threads=1)
    >>> bool((again.scores == result.scores[50:]).all())
    True
    """
    if not isinstance(game, Game):
        raise TypeError(f"game must be a zellige game, not {type(game).__name__}")
    games = count("games", games, 0, 2**63 - 1)
    seed = count("seed", seed, 0, 2**64 - 1)
    first = count("first", first, 0, 2**64 - 1)
    if first + games > 2**64:
        raise ValueError(f"first + games must be at most 2**64, not {first + games}")
    threads = available_cores() if threads is None else count("threads", threads, 1, 1024)
    policies = seats(policy, game.num_players())
    check_bool("record", record)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function, not {type(progress).__name__}")
    if executor is not None and not isinstance(executor, Executor) and not callable(getattr(executor, "submit", None)):
        raise TypeError(f"executor must be a concurrent.futures.Executor, not {type(executor).__name__}")
    started = time.perf_counter()
    if executor is None:
        parts = [play_chunk(game, games, seed, first, policies, threads, record, progress)]
    else:
        parts = _spread(executor, game, games, seed, first, policies, record, progress)
    return _result(game, seed, first, policies, record, parts, time.perf_counter() - started)


Part = tuple[npt.NDArray[Any], ...]
"""Scores, returns, detail, lengths and actions of consecutive games, flat."""


def play_chunk(
    game: Game,
    games: int,
    seed: int,
    first: int,
    policies: tuple[Policy, ...],
    threads: int,
    record: bool,
    progress: Callable[[int, int], object] | None = None,
) -> Part:
    """Plays consecutive games in this process."""
    if all(isinstance(policy, str) for policy in policies):
        return cast(Part, game._native.simulate(seed, first, games, list(policies), threads, record, progress))
    scores, returns, detail, lengths, actions = [], [], [], [], []
    for number in range(games):
        state = play_in_python(game, seed, first + number, policies)
        scores.append(state.scores())
        returns.append(state.returns())
        if hasattr(state, "colour_scores"):
            detail.append(state.colour_scores())
        history = state.history()
        lengths.append(len(history))
        if record:
            actions.append(np.asarray(history, np.uint32))
        if progress is not None:
            progress(number + 1, games)
    return (
        np.concatenate(scores or [np.empty(0, np.int32)]),
        np.concatenate(returns or [np.empty(0)]),
        np.concatenate(detail or [np.empty(0, np.int32)]),
        np.asarray(lengths, np.int32),
        np.concatenate(actions or [np.empty(0, np.uint32)]),
    )


def play_in_python(game: Game, seed: int, number: int, policies: Sequence[Policy]) -> State:
    """One native game in which at least one player is a Python function; named players draw from the game's stream."""
    from .reference.rng import Stream

    state = game.new_initial_state()
    play_on(state, Stream(seed, number), policies)
    return state


def play_on(state: State, stream: Stream, policies: Sequence[Policy]) -> None:
    """Plays a state of either engine on to the end in place; named players and dice draw from the stream."""
    from .reference.play import choose

    while not state.is_terminal():
        player = state.current_player()
        policy = "random" if player == CHANCE else policies[player]
        action = policy(state.clone()) if callable(policy) else choose(state, stream, policy)
        try:
            state.apply_action(action)
        except (IllegalAction, TypeError) as why:
            why.add_note(f"chosen by the policy {_name(policy)} of player {player} at entry {state.move_number()}")
            raise


def _spread(
    executor: Executor,
    game: Game,
    games: int,
    seed: int,
    first: int,
    policies: tuple[Policy, ...],
    record: bool,
    progress: Callable[[int, int], object] | None,
) -> list[Part]:
    size = max(1, min(20_000, -(-games // 64)))
    starts = range(0, games, size)
    futures = {}
    for at in starts:
        count = min(size, games - at)
        futures[executor.submit(play_chunk, game, count, seed, first + at, policies, 1, record)] = at
    parts: dict[int, Part] = {}
    done = 0
    try:
        for future in as_completed(futures):
            at = futures[future]
            parts[at] = future.result()
            done += min(size, games - at)
            if progress is not None:
                progress(done, games)
    except BrokenExecutor:
        raise  # its futures have all failed already
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    return [parts[at] for at in starts]


def _result(
    game: Game, seed: int, first: int, policies: tuple[Policy, ...], record: bool, parts: list[Part], seconds: float
) -> SimulationResult:
    if not parts:
        parts = [play_chunk(game, 0, seed, first, ("random",) * game.num_players(), 1, record)]
    joined = parts[0] if len(parts) == 1 else tuple(np.concatenate(column) for column in zip(*parts, strict=True))
    scores, returns, detail, lengths, actions = joined
    players = game.num_players()
    returns = returns.reshape(-1, players)
    colours = getattr(game, "num_colours", None)
    return SimulationResult(
        game=game,
        seed=seed,
        first=first,
        policies=tuple(policy if isinstance(policy, str) else _name(policy) for policy in policies),
        scores=scores.reshape(-1, players),
        returns=returns,
        winners=returns == returns.max(axis=1, keepdims=True) if len(returns) else np.empty((0, players), np.bool_),
        lengths=lengths,
        colour_scores=None if colours is None else detail.reshape(-1, colours()),
        actions=actions.view(np.int32) if record else None,
        seconds=seconds,
    )


def _name(policy: Policy) -> str:
    return getattr(policy, "__name__", type(policy).__name__)


def seats(policy: object, players: int) -> tuple[Policy, ...]:
    """One policy per player, checked."""
    given = [policy] * players if isinstance(policy, str) or callable(policy) else policy
    if not isinstance(given, (list, tuple)):
        raise TypeError(f"policy must be a name, a function or a sequence of these, not {type(policy).__name__}")
    if len(given) != players:
        raise ValueError(f"policy must have one entry per player, {players}, not {len(given)}")
    for entry in given:
        if isinstance(entry, str):
            if entry not in POLICIES:
                raise ValueError(f"policy must be {one_of(map(repr, POLICIES))} or a function, not {entry!r}")
        elif not callable(entry):
            raise TypeError(f"policy must be a name or a function, not {type(entry).__name__}")
    return tuple(given)


def available_cores() -> int:
    """How many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
