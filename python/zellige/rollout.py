"""Many playouts from one position."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .game import Game
from .options import count
from .simulate import Policy, available_cores, play_on, seats
from .state import State

__all__ = ["RolloutResult", "rollout"]


@dataclasses.dataclass(frozen=True, eq=False)
class RolloutResult:
    """What came of the playouts of one `rollout` call.

    A first action is a legal action of the position, an outcome if it is a chance node. ``A`` is their number, in a
    finished game 0.

    Attributes:
        game: The game.
        games: Number of playouts.
        seed: The seed of the streams.
        returns: float64, shape ``(num_players,)``: mean results.
        scores: float64, shape ``(num_players,)``: mean points.
        lengths: Mean number of entries that a playout added.
        actions: int32, shape ``(A,)``: all legal first actions, ascending.
        counts: int64, shape ``(A,)``: how many playouts began with each.
        action_returns: float64, shape ``(A, num_players)``: mean results of those playouts; NaN where there were none.
    """

    game: Game
    games: int
    seed: int
    returns: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    lengths: float
    actions: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]
    action_returns: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"<RolloutResult of {self.games} playouts of {self.game!r}>"


def rollout(
    state: State,
    games: int,
    seed: int = 0,
    policy: Policy | Sequence[Policy] = "random",
    threads: int | None = None,
) -> RolloutResult:
    """Plays many times on from one position to the end.

    Playout ``i`` draws from the stream of ``(seed, i)`` (RULES, "Random streams"), so that any number of threads gives
    the same numbers bit for bit, and so do both engines. Native states are played on without the GIL, and Ctrl-C ends
    the call within 0.2 s. The state is not changed, needs no history, and may be changed by others meanwhile.

    Args:
        state: The position; a chance node or the end of a game may be one too.
        games: How many playouts, at least 1.
        seed: 0 to 2**64 - 1.
        policy: As for `simulate`. With a function the playouts are played in Python.
        threads: Native threads, at most 1024; ``None`` for one per available core.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: ``games`` is less than 1, ``threads`` is 0, ``seed`` is out of range, or a policy is unknown.
        MemoryError: The results do not fit into memory.
        BusyError: Another thread is changing the state at this moment.

    >>> import zellige as zl
    >>> state = zl.CasaGrande().new_initial_state()
    >>> result = zl.rollout(state, 600, seed=1)
    >>> result.actions.tolist(), int(result.counts.sum()), result.action_returns.shape
    ([0, 1, 2, 3, 4, 5], 600, (6, 2))
    """
    if not isinstance(state, State):
        raise TypeError(f"state must be a zellige state, not {type(state).__name__}")
    games = count("games", games, 1, 2**63 - 1)
    seed = count("seed", seed, 0, 2**64 - 1)
    threads = available_cores() if threads is None else count("threads", threads, 1, 1024)
    policies = seats(policy, state.game.num_players())
    state = state.clone(history=False)  # whatever others do to it meanwhile
    names = [name for name in policies if isinstance(name, str)]
    if state.engine == "native" and len(names) == len(policies):
        scores, returns, lengths, first = state.game._native.rollout(state, seed, games, names, threads)
    else:
        scores, returns, lengths, first = _in_python(state, games, seed, policies)
    return _result(state, games, seed, scores, returns, lengths, first)


def _in_python(state: State, games: int, seed: int, policies: Sequence[Policy]) -> tuple[npt.NDArray[np.generic], ...]:
    """The columns of playouts by the state's own methods."""
    from .reference.rng import Stream

    scores, returns, lengths, first = [], [], [], []
    for number in range(games):
        playout = state.clone()
        play_on(playout, Stream(seed, number), policies)
        history = playout.history()
        scores.append(playout.scores())
        returns.append(playout.returns())
        lengths.append(len(history))
        first.extend(history[:1])
    return np.array(scores), np.array(returns), np.array(lengths), np.array(first, np.int64)


def _result(
    state: State,
    games: int,
    seed: int,
    scores: npt.NDArray[np.generic],
    returns: npt.NDArray[np.generic],
    lengths: npt.NDArray[np.generic],
    first: npt.NDArray[np.generic],
) -> RolloutResult:
    """Means of the columns, added up in the order of the playouts whatever engine has played them."""
    players = state.game.num_players()
    actions = state.legal_actions()
    results = np.asarray(returns, np.float64).reshape(games, players)
    counts = np.zeros(len(actions), np.int64)
    means = np.full((len(actions), players), np.nan)
    if len(actions):
        which = np.searchsorted(actions, first)
        counts = np.bincount(which, minlength=len(actions))
        for player in range(players):
            sums = np.bincount(which, weights=results[:, player], minlength=len(actions))
            np.divide(sums, counts, out=means[:, player], where=counts > 0)
    return RolloutResult(
        game=state.game,
        games=games,
        seed=seed,
        returns=results.mean(axis=0),
        scores=np.asarray(scores, np.float64).reshape(games, players).mean(axis=0),
        lengths=float(np.asarray(lengths, np.float64).mean()),
        actions=actions,
        counts=counts,
        action_returns=means,
    )
