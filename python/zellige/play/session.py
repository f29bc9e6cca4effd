"""One game between people and policies: who is to move, what was played, what is taken back."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..casa_grande import CasaGrandeState
from ..game import Engine, Game
from ..reference.play import POLICIES, choose
from ..reference.rng import Stream
from ..state import State

__all__ = ["Entry", "Session", "turn"]


@dataclass(frozen=True)
class Entry:
    """One entry of a game's history.

    Attributes:
        ply: Its number, from 1.
        player: Who played it; of a die the player who rolled it.
        move: The rules' notation.
        by: ``"person"``, ``"random"``, ``"greedy"``, or ``"die"``.
    """

    ply: int
    player: int
    move: str
    by: str

    def __str__(self) -> str:
        if self.by == "die":
            return f"player {self.player} rolls {self.move.removeprefix('die=')}"
        who = "" if self.by == "person" else f" ({self.by})"
        return f"player {self.player}{who}: {self.move}"


class Session:
    """A game in which people hold some seats and a policy all others; the dice are rolled by the session.

    The policy and the dice draw from the stream of game 0 of the seed (RULES, "Random streams"). What is taken back is
    drawn again alike, so that undoing is no way to roll the die once more.

    Args:
        game: The game.
        seats: The players that people play; at least one.
        opponent: The policy of the others, ``"random"`` or ``"greedy"``.
        seed: Seed of the policy and the dice.
        engine: The engine that the game runs on.

    Raises:
        ValueError: There is no such seat or policy, or nobody plays.

    >>> import zellige as zl
    >>> session = Session(zl.Blokus(variant="duo"), {0}, opponent="greedy")
    >>> [str(entry) for entry in session.play("e9,e10")]
    ['player 0: e9,e10', 'player 1 (greedy): ...']
    >>> session.state.current_player(), session.undo(), session.state.move_number()
    (0, 2, 0)
    """

    def __init__(
        self, game: Game, seats: Iterable[int], opponent: str = "random", seed: int = 0, engine: Engine = "native"
    ) -> None:
        self.game = game
        self.seats = frozenset(seats)
        self.opponent = opponent
        self.seed = seed
        if opponent not in POLICIES:
            raise ValueError(f"there is no opponent {opponent!r}; there are {', '.join(POLICIES)}")
        players = game.num_players()
        if not self.seats or not self.seats <= set(range(players)):
            raise ValueError(f"a seat is one of the players 0 to {players - 1} of {game.name}")
        self.state: State = game.new_initial_state(engine)
        self.log: list[Entry] = []
        self._stream = Stream(seed)
        self._before: list[Stream] = []
        """The stream before each entry; a draw replaces what it holds, so that shallow copies are enough."""
        self.begin()

    def begin(self) -> list[Entry]:
        """Plays for the policy and the dice until a person is to move or the game is over; what was played."""
        start = len(self.log)
        while not self.state.is_terminal() and self.state.current_player() not in self.seats:
            before = copy.copy(self._stream)
            policy = "die" if self.state.is_chance_node() else self.opponent
            action = choose(self.state, self._stream, "random" if policy == "die" else policy)
            self._enter(action, policy, before)
        return self.log[start:]

    def play(self, move: str) -> list[Entry]:
        """Plays a person's move and goes on to the next one; what was played, the person's move first.

        Raises:
            BadMove: The move cannot be read; nothing has changed.
            IllegalAction: It is not legal, or the game is over; nothing has changed.
        """
        start = len(self.log)
        stream, state = copy.copy(self._stream), self.state.clone(history=False)
        self.state.push(move)
        # As the rules write it, whatever the order of cells or the rotation that was typed.
        written = state.action_to_string(self.state.history()[-1])
        self._note(state.current_player(), written, "person", stream)
        self.begin()
        return self.log[start:]

    def undo(self) -> int:
        """Takes back everything since and with the last move of a person; how many entries, 0 if there is none."""
        if not any(entry.by == "person" for entry in self.log):
            return 0
        count = 0
        while True:
            entry = self.log.pop()
            self.state.undo_action()
            self._stream = self._before.pop()
            count += 1
            if entry.by == "person":
                return count

    def record(self) -> dict[str, Any]:
        """The game so far as a record."""
        return self.state.to_record()

    def _enter(self, action: int, by: str, before: Stream) -> None:
        player, move = turn(self.state), self.state.action_to_string(action)
        self.state.apply_action(action)
        self._note(player, move, by, before)

    def _note(self, player: int, move: str, by: str, before: Stream) -> None:
        self.log.append(Entry(len(self.log) + 1, player, move, by))
        self._before.append(before)


def turn(state: State) -> int:
    """Whose turn it is, also while the die is rolled; `TERMINAL` at the end."""
    return state.turn_player() if isinstance(state, CasaGrandeState) else state.current_player()
