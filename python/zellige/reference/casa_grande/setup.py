"""Positions that are set up by hand (docs/setup.md): their fields, and what they put on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ...casa_grande import CasaGrandeRules
from ..fields import FieldError, Fields, items, number, quoted, text
from .board import NODES, SPACES, START_MARKER, START_SPACES, Block, Laid, Position, top_platform
from .notation import FIRST_PLATFORM, BlockMove, PlatformMove, cell_name, on_board, read, to_text
from .platforms import SIDE, Square, catalogue
from .score import PAYING_SPACE, payout
from .setup_rules import allowance, faults

__all__ = ["Laying", "Sheet", "describe", "faults", "lay_out", "read_sheet"]

_FIELDS = ("phase", "to_move", "round", "pawns", "markers", "money", "blocks", "stock", "platforms", "stacks")
_MOST_ROUNDS = 1000
_MOST_MONEY = 10**9
_MOST_BLOCKS = 96
_MOST_PLATFORMS = 31
_MOST_LAID = 4 * _MOST_PLATFORMS
_LEFT_OUT = -2
_NOBODY = -1


class Laying(NamedTuple):
    """A platform that was laid, with its squares, which may be off the board."""

    player: int
    type: int
    squares: frozenset[Square]
    marks: frozenset[Square]
    level: int


@dataclass
class Sheet:
    """What the fields say, with what was left out filled in.

    Attributes:
        phase: One of `NODES`.
        to_move: Whose turn it is; at the end the number of players, so that everybody comes before him.
        round: Number of the round.
        pawns: Spaces.
        markers: Bonus points.
        money: Money.
        blocks: Blocks left.
        stock: Platforms left, by player and type.
        platforms: In laying order.
        stacks: Owner and number of the blocks that lie open, by plot.
    """

    phase: str
    to_move: int
    round: int
    pawns: list[int]
    markers: list[int]
    money: list[int]
    blocks: list[int]
    stock: list[list[int]]
    platforms: list[Laying]
    stacks: dict[Square, tuple[int, int]]

    def pay(self, player: int) -> int:
        """What a player's platforms have paid (G11)."""
        return sum(payout(len(laying.squares), laying.level) for laying in self.platforms if laying.player == player)

    def laid(self, player: int) -> list[Laying]:
        """The platforms that a player has laid."""
        return [laying for laying in self.platforms if laying.player == player]

    def known_blocks(self, players: int) -> tuple[list[int], int]:
        """How many blocks of each player must lie, and how many more may hide under platforms."""
        known, hiding = [0] * players, 0
        levels: dict[Square, int] = {}
        for laying in self.platforms:
            for square in filter(on_board, laying.squares):
                room = max(0, laying.level - levels.get(square, 0))
                if square in laying.marks:
                    known[laying.player] += room
                else:
                    hiding += room
                levels[square] = laying.level
        for owner, count in self.stacks.values():
            known[owner] += count
        return known, hiding


def describe(rules: CasaGrandeRules, position: Position) -> dict[str, Any]:
    """A position as a mapping of JSON values."""
    table = catalogue(rules.platforms)
    platforms = []
    for laid in position.laid:
        place = table.numbers[laid.type, laid.squares, laid.marks]
        name = to_text(rules, FIRST_PLATFORM + place)
        platforms.append({"player": laid.owner, "platform": name, "level": laid.level})
    stacks = {}
    for cell, stack in enumerate(position.stacks):
        top = max((i for i, thing in enumerate(stack) if isinstance(thing, Laid)), default=-1)
        if open_blocks := stack[top + 1 :]:
            stacks[cell_name((cell % SIDE, cell // SIDE))] = [open_blocks[0].owner, len(open_blocks)]
    return {
        "phase": position.node,
        "to_move": None if position.node == "end" else position.player,
        "round": position.round,
        "pawns": list(position.pawns),
        "markers": list(position.markers),
        "money": list(position.money),
        "blocks": list(position.blocks),
        "stock": [
            {kind.name: count for kind, count in zip(table.types, stock, strict=True) if count}
            for stock in position.stocks
        ],
        "platforms": platforms,
        "stacks": stacks,
    }


def lay_out(rules: CasaGrandeRules, sheet: Sheet) -> Position:
    """The position of a sheet that breaks no rule; what is built under is left out, for nobody can see it."""
    stacks: list[list[Block | Laid]] = [[] for _ in range(SIDE * SIDE)]
    layings = []
    for laying in sheet.platforms:
        squares, marks = (frozenset(map(_cell, part)) for part in (laying.squares, laying.marks))
        laid = Laid(laying.type, laying.player, laying.level, squares, marks)
        layings.append(laid)
        for cell in squares:
            stacks[cell].append(laid)
    for square, (owner, count) in sheet.stacks.items():
        stacks[_cell(square)] += [Block(owner)] * count
    assert all(top_platform(stacks[cell]) is not None for laid in layings for cell in laid.squares)
    return Position(
        pawns=sheet.pawns,
        markers=sheet.markers,
        money=sheet.money,
        blocks=sheet.blocks,
        stocks=sheet.stock,
        stacks=stacks,
        laid=layings,
        node=sheet.phase,
        player=sheet.to_move % rules.players,
        round=sheet.round,
        last_round=0 in sheet.blocks,
    )


def _cell(square: Square) -> int:
    x, y = square
    return y * SIDE + x


# ---- Reading ---------------------------------------------------------------------------------------------------------


def read_sheet(rules: CasaGrandeRules, position: dict[str, Any]) -> Sheet:
    """Reads the fields.

    Raises:
        PositionError: A field is unknown or cannot be read.
    """
    players = rules.players
    fields = Fields(position, _FIELDS)

    def numbers(name: str, most: int, default: list[int] | None) -> list[int] | None:
        return fields.read(name, lambda value: [number(item, 0, most) for item in items(value, players)], default)

    phase = fields.read("phase", _read_phase, None)
    to_move = fields.read("to_move", lambda seat: _NOBODY if seat is None else number(seat, 0, players - 1), _LEFT_OUT)
    if phase is not None and to_move != _LEFT_OUT and (phase == "end") != (to_move == _NOBODY):
        fields.fault("to_move: null says that the game is over")
    if phase is None:
        phase = "end" if to_move == _NOBODY else "die"
    round_number = fields.read("round", lambda value: number(value, 1, _MOST_ROUNDS), None)
    pawns = numbers("pawns", SPACES - 1, list(START_SPACES[players]))
    markers = numbers("markers", PAYING_SPACE - 1, [START_MARKER] * players)
    money = numbers("money", _MOST_MONEY, None)
    blocks = numbers("blocks", rules.blocks, None)
    stock = fields.read("stock", lambda stock: [_read_stock(rules, left) for left in items(stock, players)], None)
    platforms: list[Laying] = []
    platforms = fields.read(
        "platforms", lambda value: [_read_laying(rules, item) for item in items(value, most=_MOST_LAID)], platforms
    )
    stacks: dict[Square, tuple[int, int]] = {}
    stacks = fields.read("stacks", lambda value: _read_stacks(rules, value), stacks)
    fields.finish()

    assert pawns is not None
    assert markers is not None
    mover = players if phase == "end" else max(to_move, 0)
    sheet = Sheet(phase, mover, 0, pawns, markers, money or [], blocks or [], stock or [], platforms, stacks)
    if money is None:
        sheet.money = [sheet.pay(player) for player in range(players)]
    if blocks is None:
        known, _ = sheet.known_blocks(players)
        sheet.blocks = [max(0, rules.blocks - laid) for laid in known]
    if stock is None:
        sheet.stock = [
            [
                max(0, kind.count - sum(laying.type == which for laying in sheet.laid(player)))
                for which, kind in enumerate(catalogue(rules.platforms).types)
            ]
            for player in range(players)
        ]
    sheet.round = round_number or _first_round(rules, sheet)
    return sheet


def _first_round(rules: CasaGrandeRules, sheet: Sheet) -> int:
    """The smallest round in which nobody has laid more than one block and one platform a turn."""
    if sheet.phase == "end" and 0 not in sheet.blocks:
        return rules.max_rounds
    needed = [1]
    for player in range(rules.players):
        blocks, platforms = allowance(sheet, player, 0)
        needed += [rules.blocks - sheet.blocks[player] - blocks, len(sheet.laid(player)) - platforms]
    return max(needed)


def _read_phase(value: object) -> str:
    if value not in NODES:
        raise FieldError(f"{quoted(value)} is none of {', '.join(NODES)}")
    return str(value)


def _read_stock(rules: CasaGrandeRules, value: object) -> list[int]:
    if not isinstance(value, dict):
        raise FieldError(f"{quoted(value)} is no object of types and numbers")
    types = catalogue(rules.platforms).types
    names = [kind.name for kind in types]
    for name in value:
        if name not in names:
            raise FieldError(f"there is no platform {quoted(name)}")
    return [number(value.get(name, 0), 0, _MOST_PLATFORMS) for name in names]


def _read_laying(rules: CasaGrandeRules, value: object) -> Laying:
    if not isinstance(value, dict) or set(value) != {"player", "platform", "level"}:
        raise FieldError("a platform is an object of player, platform and level")
    player = number(value["player"], 0, rules.players - 1)
    move = read(rules, text(value["platform"]))
    if not isinstance(move, PlatformMove):
        raise FieldError(f"{quoted(value['platform'])} is no platform such as T5/1@b2")
    level = number(value["level"], 1, _MOST_BLOCKS)
    return Laying(player, move.type, move.picture.squares, move.picture.marks, level)


def _read_stacks(rules: CasaGrandeRules, value: object) -> dict[Square, tuple[int, int]]:
    if not isinstance(value, dict):
        raise FieldError(f"{quoted(value)} is no object of plots")
    stacks = {}
    for name, stack in value.items():
        plot = read(rules, name)
        if not isinstance(plot, BlockMove) or not on_board(plot.square):
            raise FieldError(f"{quoted(name)} is no plot")
        owner, count = items(stack, 2)
        stacks[plot.square] = (number(owner, 0, rules.players - 1), number(count, 1, _MOST_BLOCKS))
    return stacks
