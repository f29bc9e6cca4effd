"""Points (B9) and who owns which colour (B10, B11)."""

from __future__ import annotations

from ...blokus import BlokusRules
from .board import Position, num_colours
from .pieces import NAMES, SIZES

__all__ = ["colour_score", "is_shared", "owner", "player_scores"]

ALL_LAID = 15
SINGLE_LAST = 5


def colour_score(rules: BlokusRules, position: Position, colour: int) -> int:
    """Points of a colour: -1 for each square not laid, and the bonus for having laid all (B9)."""
    hand = position.hands[colour]
    score = -sum(SIZES[piece] for piece in hand)
    if rules.scoring == "advanced" and not hand:
        score += ALL_LAID
        if colour in position.single_last:
            score += SINGLE_LAST
    return score


def is_shared(rules: BlokusRules, colour: int) -> bool:
    """Whether the players lay this colour in turn: Green, when there are three of them (B10)."""
    return rules.players == 3 and colour == 3


def owner(rules: BlokusRules, position: Position, colour: int) -> int:
    """The player who lays a colour's next piece (B10, B11)."""
    if is_shared(rules, colour):
        laid = len(NAMES) - len(position.hands[colour])
        return laid % 3
    return colour % rules.players


def player_scores(rules: BlokusRules, position: Position) -> list[int]:
    """Points of each player: the sum over his colours; the shared one counts for nobody (B10)."""
    scores = [0] * rules.players
    for colour in range(num_colours(rules)):
        if not is_shared(rules, colour):
            scores[owner(rules, position, colour)] += colour_score(rules, position, colour)
    return scores
