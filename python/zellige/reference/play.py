"""Playing whole games by the policies that come with the package (RULES, "Policies")."""

from __future__ import annotations

from collections.abc import Sequence

from ..state import CHANCE, State
from .base import ReferenceState
from .rng import Stream

__all__ = ["POLICIES", "choose", "play"]

POLICIES = ("random", "greedy")


def choose(state: State, stream: Stream, policy: str = "random") -> int:
    """The action (or chance outcome) that a policy takes; exactly one draw of the stream, also when there is no choice.

    Args:
        state: A position of either engine, which judges by its own greedy scores.
        stream: Where the draw comes from.
        policy: One of `POLICIES`.

    Raises:
        ValueError: There is no such policy, or the game is over.
    """
    if policy not in POLICIES:
        raise ValueError(f"there is no policy {policy!r}; there are {', '.join(POLICIES)}")
    actions = state.legal_actions().tolist()
    if not actions:
        raise ValueError("the game is over")
    if policy == "greedy" and not state.is_chance_node():
        scores: list[int] = state._greedy_scores(actions)  # type: ignore[attr-defined]  # both engines have it
        best = max(scores)
        actions = [action for action, score in zip(actions, scores, strict=True) if score == best]
    action: int = actions[stream.below(len(actions))]
    return action


def play(state: ReferenceState, stream: Stream, policy: str | Sequence[str] = "random") -> int:
    """Plays on to the end in place, as `simulate` does, and returns the number of entries added to the history.

    Args:
        state: Where to start from.
        stream: The game's stream: ``Stream(seed, number)``.
        policy: One name for all, or one per player.

    Raises:
        ValueError: A policy is unknown, or there is not one per player.
    """
    players = state.game.num_players()
    seats = [policy] * players if isinstance(policy, str) else list(policy)
    if len(seats) != players:
        raise ValueError(f"there are {players} players but {len(seats)} policies")
    for name in seats:
        if name not in POLICIES:
            raise ValueError(f"there is no policy {name!r}; there are {', '.join(POLICIES)}")
    length = 0
    while not state.is_terminal():
        player = state.current_player()
        state.apply_action(choose(state, stream, "random" if player == CHANCE else seats[player]))
        length += 1
    return length
