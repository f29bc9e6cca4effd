"""Blokus: 2, 3 and 4 players on 20 x 20, and Duo on 14 x 14 (RULES, B1 to B12)."""

from __future__ import annotations

import abc
import dataclasses
import json
from collections.abc import Mapping
from typing import Any, ClassVar, Self, cast

import numpy as np
import numpy.typing as npt

from . import _native
from .game import Engine, NativeCounts, check_engine, seal
from .options import check_choice, check_int, check_keys
from .state import State
from .symmetries import Symmetry

__all__ = ["Blokus", "BlokusRules", "BlokusState"]

CORNERS = ("any", "fixed")
SCORINGS = ("advanced", "basic")
COLOUR_NAMES = ("Blue", "Yellow", "Red", "Green")
"""In turn order (B1)."""


@dataclasses.dataclass(frozen=True)
class BlokusRules:
    """The options of `Blokus`.

    Attributes:
        players: 2, 3 or 4 (B10); not to be given with Duo, which has 2.
        corners: Which corner a first piece covers (B3): ``"any"`` free one or the colour's own, ``"fixed"``.
        scoring: ``"advanced"`` with the bonus of B9, or ``"basic"``.
        variant: ``"classic"`` or ``"duo"`` (B11).
    """

    players: int = 4
    corners: str = "any"
    scoring: str = "advanced"
    variant: str = "classic"

    def __post_init__(self) -> None:
        check_choice("variant", self.variant, ("classic", "duo"))
        check_choice("scoring", self.scoring, SCORINGS)
        check_choice("corners", self.corners, CORNERS)
        check_int("players", self.players, range(2, 5))
        if self.variant == "duo" and (self.players, self.corners) != (2, "fixed"):
            raise ValueError("players and corners do not combine with variant 'duo', which has 2 players (B11)")


class BlokusState(State):
    """A position of `Blokus`.

    ``observation()`` has these arrays for C colours, P players and a side of S squares. Row ``k`` is colour
    ``(first + k) mod C``, where ``first`` is the viewer's next colour in turn order; seat ``j`` is player
    ``(viewer + j) mod P``. Planes are ``[y, x]`` with y upward and never turned; docs/observations.md says more.

    * ``board``, uint8 (C, S, S): squares that the row's colour covers.
    * ``forbidden``, uint8 (S, S): squares where colour ``first`` may not lay: covered (B2) or edge-adjacent to it (B4).
    * ``corners``, uint8 (S, S): squares of which its placement must cover one (B3, B5, B11).
    * ``hands``, uint8 (C, 21): pieces not laid yet, in the order of B1.
    * ``turn``, uint8 (C,): which row's colour is to move; all 0 at the end.
    * ``colour``, uint8 (C,): one-hot, the colour that row 0 is.
    * ``owners``, uint8 (C, P): one-hot, the seat that lays the next piece of the row's colour (B10).
    * ``scores``, int32 (P,): points of each seat.

    >>> import zellige as zl
    >>> state = zl.Blokus(corners="fixed").new_initial_state()
    >>> seen = state.observation()
    >>> seen["board"].shape, seen["corners"].nonzero()
    ((4, 20, 20), (array([19]), array([0])))
    """

    __slots__ = ()

    @abc.abstractmethod
    def current_colour(self) -> int:
        """The colour to move: Blue 0, Yellow 1, Red 2, Green 3; -1 at the end.

        >>> import zellige as zl
        >>> zl.Blokus(players=2).new_initial_state().current_colour()
        0
        """

    @abc.abstractmethod
    def board(self) -> npt.NDArray[np.int8]:
        """Colour of each square, -1 where it is empty; a new array ``[y, x]`` of shape (20, 20), Duo (14, 14)."""

    @abc.abstractmethod
    def hand(self, colour: int) -> list[str]:
        """Names of the pieces that a colour has not laid yet, in the order of B1.

        Raises:
            ValueError: There is no such colour.
        """

    @abc.abstractmethod
    def colour_scores(self) -> npt.NDArray[np.int32]:
        """Points per colour (B9), shape ``(num_colours,)``."""


BlokusState.register(_native.BlokusState)


class Blokus(NativeCounts):
    """Blokus (RULES, B1 to B12).

    Args:
        players: 2, 3 or 4 (default 4). Two players own two colours each; of three, each lays Green in turn (B10).
        corners: ``"any"`` (default): a first piece covers any free corner; ``"fixed"``: the colour's own (B3).
        scoring: ``"advanced"`` (default) with the bonus for laying all, or ``"basic"`` (B9).
        variant: ``"classic"`` (default) or ``"duo"``: 14 x 14, two colours (B11); ``players`` and ``corners`` do not
            combine with it.

    Raises:
        TypeError: An option has the wrong type.
        ValueError: An option has a value that the rules do not allow.

    >>> import zellige as zl
    >>> state = zl.Blokus(players=4, corners="fixed").new_initial_state()
    >>> state.push("a19,a20")
    >>> state.current_colour(), state.hand(0)[:4], state.scores().tolist()
    (1, ['I1', 'I3', 'V3', 'I4'], [-87, -89, -89, -89])
    >>> zl.Blokus(variant="duo")
    blokus(variant=duo,scoring=advanced)
    """

    __slots__ = ()

    name: ClassVar[str] = "blokus"
    rules: BlokusRules

    def __init__(
        self,
        players: int | None = None,
        corners: str | None = None,
        scoring: str = "advanced",
        variant: str = "classic",
    ) -> None:
        if variant == "duo":
            for option, value in (("players", players), ("corners", corners)):
                if value is not None:
                    raise ValueError(f"{option} does not combine with variant 'duo' (B11)")
            rules = BlokusRules(2, "fixed", scoring, variant)
        else:
            classic = (4 if players is None else players, "any" if corners is None else corners)
            rules = BlokusRules(*classic, scoring, variant)
        seal(self, rules, _native.BlokusGame(json.dumps(_options(rules))))

    def options(self) -> dict[str, Any]:
        return _options(self.rules)

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        check_keys(cls.name, options, ("players", "corners", "scoring", "variant"))
        if None in options.values():
            raise TypeError("an option of blokus must not be null")
        return cls(**options)

    def num_colours(self) -> int:
        """4, or 2 in Duo."""
        return 2 if self.rules.variant == "duo" else 4

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Rotations and mirror pictures of the board that map the starting squares onto each other, the identity first.

        With ``corners="any"`` the eight of the square; with ``"fixed"`` the four rotations, where each colour (and
        player) takes the place of the next one for every quarter turn, or with three players, of whom none owns Green,
        the identity alone; in Duo the four that keep or exchange the two starting squares.

        >>> import zellige as zl
        >>> [symmetry.name for symmetry in zl.Blokus(variant="duo").symmetries()]
        ['identity', 'rotate180', 'transpose', 'antitranspose']
        """
        from .symmetries.blokus import symmetries

        return symmetries(self)

    def new_initial_state(self, engine: Engine = "native") -> BlokusState:
        check_engine(engine)
        if engine == "reference":
            from .reference.blokus import BlokusState as ReferenceState

            return ReferenceState(self)
        return cast(BlokusState, self._native.new_state(self))

    def state_from(self, position: Mapping[str, Any], engine: Engine = "native") -> BlokusState:
        return cast(BlokusState, super().state_from(position, engine))


def _options(rules: BlokusRules) -> dict[str, Any]:
    if rules.variant == "duo":
        return {"variant": "duo", "scoring": rules.scoring}
    return {"players": rules.players, "corners": rules.corners, "scoring": rules.scoring}
