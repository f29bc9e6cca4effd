"""What Pentobi calls the games, colours and corners (RULES, B3, B10, B11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ..blokus import COLOUR_NAMES, Blokus

__all__ = [
    "ANY_CORNERS",
    "OTHER_NAMES",
    "RESERVED",
    "SETUP",
    "VARIANTS",
    "colour_name",
    "covers_own_corner",
    "gm_of",
    "move_names",
    "player_names",
]

VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "Blokus": {"players": 4},
    "Blokus Two-Player": {"players": 2},
    "Blokus Three-Player": {"players": 3},
    "Blokus Duo": {"variant": "duo"},
}
"""The options of each value of ``GM`` that this package plays."""

SETUP: Final = {"A1": 0, "A2": 1, "A3": 2, "A4": 3, "AB": 0, "AW": 1}
"""The colour of each property that adds pieces; ``AE`` takes pieces away."""

ANY_CORNERS: Final = "corners=any"
"""Value of ``RU`` for ``corners="any"`` where the first pieces do not show it."""

OTHER_NAMES: Final = {
    False: {"BLUE": "1", "YELLOW": "2", "RED": "3", "GREEN": "4"},
    True: {"1": "B", "2": "W", "BLUE": "B", "GREEN": "W"},
}
"""Names of moves that old files have, by whether the game is Duo; they are written with today's names."""

RESERVED: Final = frozenset(
    {"GM", "CA", "C", "PL", "AE", "B", "W", "1", "2", "3", "4", "BLUE", "YELLOW", "RED", "GREEN"} | SETUP.keys()
)
"""Properties that say what is played, or in which characters; all others are about the game."""

_CORNERS = ("a20", "t20", "t1", "a1")


def gm_of(game: Blokus) -> str:
    """Pentobi's name of a game.

    >>> gm_of(Blokus(players=2))
    'Blokus Two-Player'
    """
    options = {"variant": "duo"} if game.rules.variant == "duo" else {"players": game.rules.players}
    return next(name for name, known in VARIANTS.items() if known == options)


def move_names(duo: bool) -> tuple[str, ...]:
    """The property of each colour's moves, colour 0 first.

    >>> move_names(duo=True)
    ('B', 'W')
    """
    return ("B", "W") if duo else ("1", "2", "3", "4")


def player_names(game: Blokus) -> tuple[str, ...]:
    """The property that holds each player's name, player 0 first."""
    return ("PB", "PW") if game.num_players() == 2 else ("P1", "P2", "P3", "P4")[: game.num_players()]


def colour_name(duo: bool, colour: int) -> str:
    """A colour's name for messages; those of Duo differ from edition to edition, so that they are numbered."""
    return f"colour {colour}" if duo else COLOUR_NAMES[colour]


def covers_own_corner(colour: int, cells: Iterable[str]) -> bool:
    """Whether cells hold the Classic colour's own corner (B3).

    >>> covers_own_corner(0, ["a19", "a20"]), covers_own_corner(1, ["a19", "a20"])
    (True, False)
    """
    return _CORNERS[colour] in cells
