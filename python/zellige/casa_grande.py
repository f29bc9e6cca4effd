"""Casa Grande: dice, blocks and platforms in three dimensions (RULES, G1 to G15)."""

from __future__ import annotations

import abc
import dataclasses
import json
import os
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple, Self, cast

import numpy as np
import numpy.typing as npt

from . import _native
from .game import Engine, NativeCounts, check_engine, seal
from .options import check_int, check_keys
from .platforms import PlatformSet
from .state import State
from .symmetries import Symmetry

__all__ = ["CasaGrande", "CasaGrandeRules", "CasaGrandeState", "LaidPlatform"]


@dataclasses.dataclass(frozen=True)
class CasaGrandeRules:
    """The options of `CasaGrande`.

    Attributes:
        players: 2, 3 or 4.
        blocks: 24, or 20 or 18 for a shorter game (G1).
        platforms: The platform set (G1). The supplied one is a reconstruction: the rulebook gives 17 platforms per
            colour and names only some of them.
        max_rounds: After this round the game ends (G13), 1 to 1000.
    """

    players: int
    blocks: int
    platforms: PlatformSet
    max_rounds: int

    def __post_init__(self) -> None:
        check_int("players", self.players, range(2, 5))
        check_int("blocks", self.blocks, (24, 20, 18))
        if not isinstance(self.platforms, PlatformSet):
            raise TypeError(f"platforms must be a PlatformSet, not {type(self.platforms).__name__}")
        check_int("max_rounds", self.max_rounds, range(1, 1001), "from 1 to 1000")


class LaidPlatform(NamedTuple):
    """A platform on the board.

    Attributes:
        name: Its type.
        owner: The player who laid it.
        level: Its level, from 1.
        cells: The plots ``(x, y)`` that it covers, in ascending cell index.
    """

    name: str
    owner: int
    level: int
    cells: tuple[tuple[int, int], ...]


class CasaGrandeState(State):
    """A position of `CasaGrande`.

    ``observation()`` has these arrays for P players and T types of platforms. Planes are ``[y, x]`` with y upward and
    never turned; seat ``j`` is player ``(viewer + j) mod P``. docs/observations.md says more.

    * ``height``, uint8 (8, 8): height of each plot (G10).
    * ``block``, uint8 (P, 8, 8): plots with a block of that seat on top.
    * ``platform``, uint8 (P, 8, 8): plots with a bare platform of that seat on top.
    * ``edges``, uint8 (3, 8, 8): plots of platforms that are topmost wherever they lie (G10e); those whose right
      neighbour belongs to the same one; those whose upper neighbour does.
    * ``lane``, uint8 (8, 8): the lane of the pawn whose turn it is (G2); all 0 on a corner and at the end.
    * ``pawn``, uint8 (P, 20): one-hot, the space of each seat's pawn.
    * ``phase``, uint8 (5,): one-hot, die, step, block, platform or end.
    * ``turn``, uint8 (P,): one-hot, the seat whose turn it is, at a die too; all 0 at the end.
    * ``last_round``, uint8 (1,): 1 once a player has laid his last block (G13).
    * ``marker``, int32 (P,): place on the bonus scale.
    * ``money``, int32 (P,): money, which is the score.
    * ``blocks_left``, int32 (P,): blocks not laid.
    * ``stock``, int32 (P, T): platforms of each type left.
    * ``round``, int32 (1,): number of the round, from 1.

    >>> import zellige as zl
    >>> state = zl.CasaGrande(players=3).new_initial_state()
    >>> state.observation(1)["turn"], state.observation(1)["pawn"].nonzero()[1]
    (array([0, 0, 1], dtype=uint8), array([ 5, 10,  0]))
    """

    __slots__ = ()

    @abc.abstractmethod
    def phase(self) -> str:
        """What is decided next: ``"die"``, ``"step"``, ``"block"``, ``"platform"``, or ``"end"``."""

    @abc.abstractmethod
    def turn_player(self) -> int:
        """Whose turn it is, also while the die is rolled; `TERMINAL` at the end."""

    @abc.abstractmethod
    def round_number(self) -> int:
        """The round, from 1."""

    @abc.abstractmethod
    def height(self) -> npt.NDArray[np.int8]:
        """Height of each plot in blocks (G10); a new array ``[y, x]`` of shape (8, 8)."""

    @abc.abstractmethod
    def kind(self) -> npt.NDArray[np.int8]:
        """What is on top of each plot: 0 ground, 1 block, 2 platform; a new array ``[y, x]`` of shape (8, 8)."""

    @abc.abstractmethod
    def owner(self) -> npt.NDArray[np.int8]:
        """Whose block or platform is on top of each plot, -1 on the ground; a new array ``[y, x]`` of shape (8, 8)."""

    @abc.abstractmethod
    def platforms(self) -> list[LaidPlatform]:
        """All platforms that were laid, in the order in which they were laid."""

    @abc.abstractmethod
    def marker(self, player: int) -> int:
        """A player's place on the bonus scale.

        Raises:
            ValueError: There is no such player.
        """

    @abc.abstractmethod
    def money(self, player: int) -> int:
        """A player's money."""

    @abc.abstractmethod
    def pawn(self, player: int) -> int:
        """The space of a player's pawn, 0 to 19 (G2)."""

    @abc.abstractmethod
    def blocks(self, player: int) -> int:
        """How many blocks a player has left."""

    @abc.abstractmethod
    def stock(self, player: int) -> dict[str, int]:
        """How many platforms of each type a player has left."""


class CasaGrande(NativeCounts):
    """Casa Grande (RULES, G1 to G15).

    Args:
        players: 2 (default), 3 or 4.
        blocks: Blocks per player: 24 (default), 20 or 18.
        platforms: A supplied set by name, a path of a TOML file, a mapping, or a `PlatformSet`. The default
            ``"reconstruction"`` is a reconstruction: the rulebook names only some of the 17 platforms, the others were
            chosen to be stable and to match reports of payouts.
        max_rounds: The game ends after this round at the latest (G13).

    Raises:
        TypeError: An option has the wrong type.
        ValueError: An option has a value that the rules do not allow.
        DataError: The platform set is not what G1 allows.

    >>> import zellige as zl
    >>> state = zl.CasaGrande(players=2).new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 6)
    >>> state.push("die=2")
    >>> state.push("step=0")
    >>> state.push("c4")
    >>> int(state.height()[3, 2])
    1
    """

    __slots__ = ()

    name: ClassVar[str] = "casa_grande"
    rules: CasaGrandeRules

    def __init__(
        self,
        players: int = 2,
        blocks: int = 24,
        platforms: str | os.PathLike[str] | Mapping[str, Any] | PlatformSet = "reconstruction",
        max_rounds: int = 200,
    ) -> None:
        rules = CasaGrandeRules(players, blocks, PlatformSet.load(platforms), max_rounds)
        seal(self, rules, _native.CasaGrandeGame(json.dumps(_options(rules))))

    def options(self) -> dict[str, Any]:
        return _options(self.rules)

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        check_keys(cls.name, options, ("players", "blocks", "platforms", "max_rounds"))
        return cls(**options)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The four rotations of the board with its track, the identity first; a pawn moves on 5 spaces with each turn.

        Mirror pictures are none: pawns go clockwise (G2), and platforms may not be flipped (G1).

        >>> import zellige as zl
        >>> game = zl.CasaGrande()
        >>> state = game.new_initial_state()
        >>> state.push("die=2")
        >>> turn = game.symmetries()[1]
        >>> turn.name, state.action_to_string(turn.actions[state.string_to_action("T5/1@b2")])
        ('rotate90', 'T5/2@b5')
        """
        from .symmetries.casa_grande import symmetries

        return symmetries(self)

    def new_initial_state(self, engine: Engine = "native") -> CasaGrandeState:
        check_engine(engine)
        if engine == "reference":
            from .reference.casa_grande import CasaGrandeState as ReferenceState

            return ReferenceState(self)
        return cast(CasaGrandeState, self._native.new_state(self))

    def state_from(self, position: Mapping[str, Any], engine: Engine = "native") -> CasaGrandeState:
        return cast(CasaGrandeState, super().state_from(position, engine))


CasaGrandeState.register(_native.CasaGrandeState)


def _options(rules: CasaGrandeRules) -> dict[str, Any]:
    return {
        "players": rules.players,
        "blocks": rules.blocks,
        "platforms": rules.platforms.name if rules.platforms.supplied else rules.platforms.to_dict(),
        "max_rounds": rules.max_rounds,
    }
