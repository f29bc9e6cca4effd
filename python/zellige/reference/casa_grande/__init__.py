"""Casa Grande in plain Python (rules G1 to G15)."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ...casa_grande import CasaGrandeRules, LaidPlatform
from ...casa_grande import CasaGrandeState as Face
from ...errors import PositionError, Reason
from ...observations import Observation
from ...state import CHANCE, TERMINAL
from ..arguments import checked_index
from ..base import ReferenceState
from . import explain, moves, notation, setup
from .board import NODES, Block, Laid, Position, height, start, top_platform
from .notation import DECLINE, DIE_SIDES, FIRST_BLOCK, FIRST_PLATFORM, Die
from .observe import observe
from .platforms import SIDE, Square, catalogue
from .score import payout, rank_keys

if TYPE_CHECKING:
    from ...game import Game

__all__ = ["CasaGrandeState", "max_chance_outcomes", "max_game_length", "num_distinct_actions"]


def num_distinct_actions(rules: CasaGrandeRules) -> int:
    """Number of action numbers: 960 with the default set."""
    return FIRST_PLATFORM + len(catalogue(rules.platforms).places)


def max_chance_outcomes() -> int:
    """The sides of the die."""
    return DIE_SIDES


def max_game_length(rules: CasaGrandeRules) -> int:
    """A turn has at most four entries: die, steps, block and platform."""
    return rules.max_rounds * rules.players * 4


class CasaGrandeState(ReferenceState, Face):
    """A Casa Grande position with its history.

    Args:
        game: The game with its options.
        position: A position of it, ``None`` for the start.
    """

    position: Position

    def __init__(self, game: Game, position: Position | None = None) -> None:
        super().__init__(game, position)

    @property
    def _rules(self) -> CasaGrandeRules:
        rules: CasaGrandeRules = self._game.rules
        return rules

    # ---- Accessors ---------------------------------------------------------------------------------------------------

    def phase(self) -> str:
        """``"die"``, ``"step"``, ``"block"``, ``"platform"`` or ``"end"``."""
        return self.position.node

    def turn_player(self) -> int:
        """Whose turn it is, also while the die is rolled; `TERMINAL` at the end."""
        return TERMINAL if self.position.node == "end" else self.position.player

    def round_number(self) -> int:
        """Number of the round from 1; at the end of the one that was played last."""
        return self.position.round

    def height(self) -> npt.NDArray[np.int8]:
        """Height of each plot (G10), indexed ``[y, x]``, shape (8, 8)."""
        return _grid([height(stack) for stack in self.position.stacks])

    def owner(self) -> npt.NDArray[np.int8]:
        """The player whose block or platform is on top of each plot, -1 for empty ground, ``[y, x]``, shape (8, 8)."""
        return _grid([stack[-1].owner if stack else -1 for stack in self.position.stacks])

    def kind(self) -> npt.NDArray[np.int8]:
        """What is on top of each plot: 0 ground, 1 a block, 2 a platform, indexed ``[y, x]``, shape (8, 8)."""
        return _grid([_kind(stack) for stack in self.position.stacks])

    def platforms(self) -> list[LaidPlatform]:
        """All platforms on the board, in the order in which they were laid."""
        types = self._rules.platforms.platforms
        return [
            LaidPlatform(types[laid.type].name, laid.owner, laid.level, tuple(map(_square, sorted(laid.squares))))
            for laid in self.position.laid
        ]

    def marker(self, player: int) -> int:
        """Bonus points of a player, 0 to 8 (G12).

        Raises:
            ValueError: There is no such player.
        """
        return self.position.markers[self._checked(player)]

    def money(self, player: int) -> int:
        """Money of a player.

        Raises:
            ValueError: There is no such player.
        """
        return self.position.money[self._checked(player)]

    def pawn(self, player: int) -> int:
        """The space of a player's pawn, 0 to 19 (G2).

        Raises:
            ValueError: There is no such player.
        """
        return self.position.pawns[self._checked(player)]

    def blocks(self, player: int) -> int:
        """Blocks that a player has left.

        Raises:
            ValueError: There is no such player.
        """
        return self.position.blocks[self._checked(player)]

    def stock(self, player: int) -> dict[str, int]:
        """Platforms that a player has left, by name, those of which none is left included.

        Raises:
            ValueError: There is no such player.
        """
        names = [platform.name for platform in self._rules.platforms.platforms]
        return dict(zip(names, self.position.stocks[self._checked(player)], strict=True))

    def _checked(self, player: int) -> int:
        return checked_index(player, "player", self._rules.players)

    # ---- The rules ---------------------------------------------------------------------------------------------------

    def _start(self) -> Position:
        return start(self._rules)

    def _set_up(self, position: dict[str, Any]) -> Position:
        sheet = setup.read_sheet(self._rules, position)
        if found := setup.faults(self._rules, sheet):
            raise PositionError(found)
        made = setup.lay_out(self._rules, sheet)
        if made.node == "block" and not moves.open_plots(made):
            raise PositionError([Reason("G7", (), "there is no open plot in the lane")])
        if made.node == "platform" and not any(True for _ in moves.fitting(self._rules, made)):
            raise PositionError([Reason("G9", (), "there is no platform that fits")])
        return made

    def _describe(self) -> dict[str, Any]:
        return setup.describe(self._rules, self.position)

    def _copy(self, position: Position) -> Position:
        return position.copy()

    def _turn(self) -> int:
        return {"die": CHANCE, "end": TERMINAL}.get(self.position.node, self.position.player)

    def _legal(self) -> list[int]:
        match self.position.node:
            case "die":
                return list(range(DIE_SIDES))
            case "step":
                return list(range(self.position.markers[self.position.player] + 1))
            case "block":
                return [FIRST_BLOCK + cell for cell in moves.open_plots(self.position)]
            case "platform":
                fitting = [FIRST_PLATFORM + number for number, _ in moves.fitting(self._rules, self.position)]
                return [DECLINE, *fitting]
        return []

    def _apply(self, action: int) -> None:
        if self.position.node == "die":
            moves.roll(self._rules, self.position, action + 1)
        elif action < FIRST_BLOCK:
            moves.take_steps(self._rules, self.position, action)
        elif action < DECLINE:
            moves.lay_block(self._rules, self.position, action - FIRST_BLOCK)
        elif action == DECLINE:
            moves.decline(self._rules, self.position)
        else:
            moves.lay_platform(self._rules, self.position, action - FIRST_PLATFORM)

    def _scores(self) -> list[int]:
        return list(self.position.money)

    def _rank_keys(self) -> list[tuple[int, int]]:
        return rank_keys(self.position)

    def _observe(self, player: int) -> Observation:
        return observe(self._rules, self.position, player)

    def _key(self) -> bytes:
        position = self.position
        over = position.node == "end"
        parts = [
            bytes([NODES.index(position.node), 255 if over else position.player, position.last_round]),
            struct.pack("<H", position.round),
            bytes(position.pawns),
            bytes(position.markers),
            struct.pack(f"<{len(position.money)}I", *position.money),
            bytes(position.blocks),
            *(bytes(stock) for stock in position.stocks),
        ]
        for stack in position.stacks:
            top = (0, 1, 129)[_kind(stack)] + (stack[-1].owner if stack else 0)
            parts.append(bytes([height(stack), top]))
        # A platform that is topmost on all its plots can have a twin laid on it (G10e).
        topmost = [top_platform(stack) for stack in position.stacks]
        bare = [
            (sum(1 << cell for cell in laid.squares), laid.level)
            for laid in position.laid
            if all(topmost[cell] == laid for cell in laid.squares)
        ]
        parts.append(bytes([len(bare)]))
        parts += [struct.pack("<BQ", level, plots) for plots, level in sorted(bare)]
        return b"".join(parts)

    def _name(self, action: int) -> str | None:
        if self.position.node == "die":
            return notation.outcome_name(action)
        return notation.to_text(self._rules, action)

    def _number(self, text: str) -> int | Reason:
        move = notation.read(self._rules, text)
        if not isinstance(move, Reason) and isinstance(move, Die) == (self.position.node == "die"):
            number = notation.number_of(self._rules, move)
            if number is not None:
                return number
        return self._reasons(text)[0]

    def _reasons(self, text: str) -> list[Reason]:
        return explain.reasons(self._rules, self.position, text)

    def _greedy_scores(self, actions: list[int]) -> list[int]:
        """Steps: none; block: the best payout of a platform after it; platform: its payout."""
        return [self._greedy_score(action) for action in actions]

    def _greedy_score(self, action: int) -> int:
        if action < FIRST_BLOCK:
            return int(action == 0)
        if action < DECLINE:
            after = self.position.copy()
            after.stacks[action - FIRST_BLOCK].append(Block(after.player))
            fitting = [place for _, place in moves.fitting(self._rules, after)]
            return max((payout(len(place.squares), moves.level_of(after, place)) for place in fitting), default=0)
        if action == DECLINE:
            return 0
        place = catalogue(self._rules.platforms).places[action - FIRST_PLATFORM]
        return payout(len(place.squares), moves.level_of(self.position, place))


def _grid(values: list[int]) -> npt.NDArray[np.int8]:
    return np.array(values, dtype=np.int8).reshape(SIDE, SIDE)


def _kind(stack: list[Block | Laid]) -> int:
    if not stack:
        return 0
    return 2 if isinstance(stack[-1], Laid) else 1


def _square(cell: int) -> Square:
    return cell % SIDE, cell // SIDE
