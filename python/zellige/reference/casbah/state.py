"""The reference state: phases, turns, skipping, and what the base class asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...casbah import CasbahRules, CasbahState, Frame, LaidTile
from ...errors import PositionError, Reason
from ...observations import Observation
from ...state import TERMINAL
from ..arguments import checked_index
from ..base import ReferenceState
from . import setup
from .board import Cell, facing, frames, frontier, is_possible, mismatches, neighbour, possible_frames, spoils
from .explain import draft_reasons, lay_reasons, must_take_front_door
from .moves import Lay, Numbering, numbering
from .notation import name_of_lay, read
from .observe import observe
from .position import Phase, Position
from .score import scores, solo_score
from .tiles import pictures, smallest, turned

if TYPE_CHECKING:
    from ...game import Game

__all__ = ["ReferenceCasbah"]


class ReferenceCasbah(ReferenceState, CasbahState):
    """A Casbah position in plain Python; made by ``Casbah(...).new_initial_state(engine="reference")``.

    Args:
        game: The game with its options.
        position: A position of it; ``None`` for the start.
    """

    position: Position

    def __init__(self, game: Game, position: Position | None = None) -> None:
        self._rules: CasbahRules = game.rules
        self._numbers: Numbering = numbering(self._rules.tiles, self._rules.size)
        super().__init__(game, position)

    # ---- Accessors ---------------------------------------------------------------------------------------------------

    def phase(self) -> Phase:
        """``"draft"``, ``"lay"`` or ``"end"``."""
        return self.position.phase

    def tiles(self) -> list[LaidTile]:
        """The laid tiles in the order of their cell index."""
        laid = self.position.laid
        kinds = self._rules.tiles.tiles
        cells = sorted(laid, key=self._numbers.index)
        return [LaidTile(kinds[laid[cell][0]].name, laid[cell][1], *cell) for cell in cells]

    def hand(self, player: int) -> dict[str, int]:
        """How many tiles of each type a player holds."""
        return self._by_name(self.position.hands[self._seat(player)])

    def pool(self) -> dict[str, int]:
        """How many tiles of each type are face up in the draft."""
        return self._by_name(self.position.pool)

    def frames(self) -> list[Frame]:
        """The frames that are possible, by width, then left column."""
        return possible_frames(self._rules.size, self.position.board)

    def chips(self, player: int) -> int:
        """Face value of the tiles that a player has laid."""
        return self.position.chips[self._seat(player)]

    # ---- What the base class asks for --------------------------------------------------------------------------------

    def _start(self) -> Position:
        rules = self._rules
        counts = [tile.count for tile in rules.tiles.tiles]
        nothing = [0] * len(counts)
        if rules.players == 1:
            return self._begin_laying(Position("lay", 0, nothing, [counts], [0]))
        hands = [list(nothing) for _ in range(rules.players)]
        return Position("draft", 0, counts, hands, [0] * rules.players)

    def _set_up(self, position: dict[str, Any]) -> Position:
        rules = self._rules
        sheet = setup.read_sheet(rules, position)
        if found := setup.faults(rules, self._numbers, sheet):
            raise PositionError(found)
        sides = [tile.sides for tile in rules.tiles.tiles]
        board = {cell: turned(sides[kind], r) for cell, (kind, r) in sheet.table.items()}
        made = Position(sheet.phase or "lay", 0, sheet.pool, sheet.hands, sheet.chips, sheet.table, board)
        if made.phase == "draft":
            made.player = sum(sheet.held) % rules.players
        elif reason := self._give_turn(made, sheet):
            raise PositionError([reason])
        return made

    def _give_turn(self, position: Position, sheet: setup.Sheet) -> Reason | None:
        """Whose turn it is after the draft (H5, H9, H10); the reason if it cannot be his."""
        lays: dict[int, list[int]] = {}
        for player in range(self._rules.players):
            position.player = player
            if not position.laid:
                front = self._numbers.of(self._numbers.front)
                assert front is not None
                found = [front] if position.hands[player][self._rules.tiles.front_door] else []
            else:
                found = self._lays(position)
            if found:
                lays[player] = found
        if sheet.phase == "end" or (sheet.phase is None and sheet.to_move < 0 and not lays):
            position.phase = "end"
            rule = "H10" if self._rules.players > 1 else "H11"
            return Reason(rule, (), f"player {min(lays)} can still lay a tile") if lays else None
        if sheet.to_move < 0 and not lays:
            return Reason("H9", (), "nobody can lay a tile")
        position.player = sheet.to_move if sheet.to_move >= 0 else min(lays)
        if position.player not in lays:
            if not position.laid:
                return Reason("H5", (), f"player {position.player} has not the front door, with which laying begins")
            return Reason("H9", (), f"player {position.player} cannot lay any of his tiles")
        position.options = lays[position.player]
        return None

    def _describe(self) -> dict[str, Any]:
        return setup.describe(self._rules, self._numbers, self.position)

    def _begin_laying(self, position: Position) -> Position:
        """H5: who holds the front door lays it, in its one place."""
        front = self._numbers.of(self._numbers.front)
        assert front is not None
        position.phase = "lay"
        position.pool = [0] * len(position.pool)
        position.player = next(p for p, hand in enumerate(position.hands) if hand[self._rules.tiles.front_door])
        position.options = [front]
        return position

    def _copy(self, position: Position) -> Position:
        return position.copy()

    def _turn(self) -> int:
        return TERMINAL if self.position.phase == "end" else self.position.player

    def _legal(self) -> list[int]:
        position = self.position
        if position.phase != "draft":
            return list(position.options)
        if must_take_front_door(self._rules, position):
            return [self._rules.tiles.front_door]
        return [kind for kind, count in enumerate(position.pool) if count]

    def _apply(self, action: int) -> None:
        position = self.position
        if position.phase == "draft":
            position.pool[action] -= 1
            position.hands[position.player][action] += 1
            if sum(map(sum, position.hands)) == self._rules.size[0] * self._rules.size[1]:
                self._begin_laying(position)
            else:
                position.player = (position.player + 1) % self._rules.players
            return
        kind, r, cell = self._numbers.lay(action)
        tile = self._rules.tiles.tiles[kind]
        position.hands[position.player][kind] -= 1
        position.chips[position.player] += tile.value
        position.laid[cell] = kind, r
        position.board[cell] = turned(tile.sides, r)
        self._settle(position)

    def _settle(self, position: Position) -> None:
        """H9, H10: the next player who can lay is to move; the phase ends when nobody can."""
        mover = position.player
        for step in range(1, self._rules.players + 1):
            position.player = (mover + step) % self._rules.players
            position.options = self._lays(position)
            if position.options:
                return
        position.phase = "end"

    def _lays(self, position: Position) -> list[int]:
        """Numbers of all lays of the player to move, ascending: whatever H5 to H8 allow of what he has in hand."""
        board, numbers = position.board, self._numbers
        spots = [(cell, facing(board, cell)) for cell in frontier(board) if numbers.inside(cell)]
        found = []
        for kind, count in enumerate(position.hands[position.player]):
            if count and kind != self._rules.tiles.front_door:
                sides = self._rules.tiles.tiles[kind].sides
                for r in pictures(sides):
                    lies = turned(sides, r)
                    for cell, faced in spots:
                        if not mismatches(faced, lies) and self._leaves_open({**board, cell: lies}, cell):
                            found.append(numbers.of((kind, r, cell)))
        return sorted(number for number in found if number is not None)

    def _leaves_open(self, after: dict[Cell, str], cell: Cell) -> bool:
        """H7, H8 for the board after a lay."""
        # Of all empty cells only those beside the new tile see other sides than before.
        for d in range(4):
            beside = neighbour(cell, d)
            if beside not in after and spoils((kind for _, kind in facing(after, beside)), self._rules.strict_future):
                return False
        return any(is_possible(frame, after) for frame in frames(self._rules.size))

    def _scores(self) -> list[int]:
        rules = self._rules
        if rules.players == 1 and self.position.phase == "end":
            return [solo_score(rules.tiles, rules.size, self.position)]
        return scores(rules.tiles, self.position)

    def _returns(self) -> list[float]:
        if self._rules.players == 1:
            return [self._scores()[0] / self._rules.tiles.face_value]
        return super()._returns()

    def _observe(self, player: int) -> Observation:
        return observe(self._rules, self._numbers, self.position, self._scores(), player)

    def _key(self) -> bytes:
        return self.position.key(self._numbers)

    def _name(self, action: int) -> str | None:
        kinds = self._rules.tiles.tiles
        if 0 <= action < len(kinds):
            return kinds[action].name
        if len(kinds) <= action < self._numbers.count:
            return name_of_lay(self._rules.tiles, self._numbers.lay(action))
        return None

    def _number(self, text: str) -> int | Reason:
        move = read(self._rules.tiles, text)
        if isinstance(move, (int, Reason)):
            return move
        number = self._numbers.of(move)
        return self._reasons(text)[0] if number is None else number

    def _reasons(self, text: str) -> list[Reason]:
        move = read(self._rules.tiles, text)
        if isinstance(move, Reason):
            return [move]
        phase = self.position.phase
        if phase == "end":
            return [Reason("phase", (), "the game is over")]
        if isinstance(move, int):
            if phase == "draft":
                return draft_reasons(self._rules, self.position, move)
            return [Reason("phase", (), "the draft is over; a lay is written like 'DWDW/1@-2,3'")]
        if phase == "draft":
            return [Reason("phase", (), "this is the draft; a pick is written as the tile's name alone")]
        return lay_reasons(self._rules, self._numbers, self.position, self._canonical(move))

    def _greedy_scores(self, actions: list[int]) -> list[int]:
        if self.position.phase == "draft":
            return [0] * len(actions)
        kinds = self._rules.tiles.tiles
        return [kinds[self._numbers.lay(action)[0]].value for action in actions]

    # ---- Helpers -----------------------------------------------------------------------------------------------------

    def _canonical(self, lay: Lay) -> Lay:
        kind, r, cell = lay
        return kind, smallest(self._rules.tiles.tiles[kind].sides, r), cell

    def _by_name(self, counts: list[int]) -> dict[str, int]:
        pairs = zip(self._rules.tiles.tiles, counts, strict=True)
        return {tile.name: count for tile, count in pairs if count}

    def _seat(self, player: int) -> int:
        return checked_index(player, "player", self._rules.players)
