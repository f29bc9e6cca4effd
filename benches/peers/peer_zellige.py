"""zellige itself: `simulate`, the loop over states in Python, and the pure-Python reference engine."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .contender import Cells, Contender, Games, ListTimer, Session, clock, games_from_lengths, parse_cells, picker

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["contenders"]


class _Session:
    def __init__(self, game: Any, engine: str) -> None:
        self.state = game.new_initial_state(engine=engine)
        self.legal = self.state.legal_actions

    def play(self, cells: Cells) -> None:
        self.state.push(",".join(f"{chr(ord('a') + cell % 20)}{cell // 20 + 1}" for cell in sorted(cells)))

    def placements(self) -> frozenset[Cells]:
        return frozenset(map(parse_cells, self.state.legal_moves()))


class _Loop(Contender):
    def __init__(self, game: Any, engine: str, name: str) -> None:
        self.name = name
        self._game = game
        self._engine = engine

    def play_random_games(self, games: int, seed: int) -> Games:
        pick = picker(seed)
        lengths = []
        start = clock()
        for _ in range(games):
            state = self._game.new_initial_state(engine=self._engine)
            plies = 0
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[pick(len(actions))])
                plies += 1
            lengths.append(plies)
        return games_from_lengths(lengths, clock() - start)

    def session(self) -> Session:
        return _Session(self._game, self._engine)

    def list_timer(self, moves: Sequence[Cells]) -> ListTimer | None:
        if self._engine == "native":
            return super().list_timer(moves)
        # The reference keeps a list that it has made, so that each call needs a state that has made none.
        session = _Session(self._game, self._engine)
        for cells in moves:
            session.play(cells)
        unasked = session.state.clone(history=False)

        def run(times: int) -> float:
            total = 0.0
            for _ in range(times):
                state = unasked.clone(history=False)
                start = clock()
                state.legal_actions()
                total += clock() - start
            return total

        return ListTimer(run, len(session.legal()))


class _Simulate(Contender):
    name = "zellige, zl.simulate"

    def __init__(self, zl: Any, game: Any) -> None:
        self._simulate = zl.simulate
        self._game = game

    def play_random_games(self, games: int, seed: int) -> Games:
        start = clock()
        result = self._simulate(self._game, games, seed=seed, threads=1)
        seconds = clock() - start
        return games_from_lengths(result.lengths.tolist(), seconds)


def contenders() -> Sequence[Contender]:
    """`simulate` on one thread, the native state in a Python loop, the reference engine in the same loop."""
    zl = importlib.import_module("zellige")
    game = zl.Blokus(players=4, corners="fixed")
    return [
        _Simulate(zl, game),
        _Loop(game, "native", "zellige, state loop in Python"),
        _Loop(game, "reference", "zellige, reference engine"),
    ]
