"""Positions that are set up by hand (docs/setup.md): their fields, and the rules that they break."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...casbah import CasbahRules
from ...errors import Reason
from ..fields import FieldError, Fields, items, number, quoted, text
from .board import Cell, row_first
from .moves import Numbering
from .notation import name_of_lay, read
from .position import Phase, Position
from .tiles import smallest
from .validate import violations

__all__ = ["Sheet", "describe", "faults", "read_sheet"]

_FIELDS = ("phase", "to_move", "pool", "hands", "table", "chips")
_MOST_TILES = 255
_LEFT_OUT = -2
"""``to_move`` when it was left out; -1 is ``null``."""


@dataclass
class Sheet:
    """What the fields say, with what was left out filled in as far as nobody has to look who can lay.

    Attributes:
        phase: ``None`` when it was left out and depends on who can lay.
        to_move: A player, -1 for ``null``, -2 when it was left out.
        pool: Tiles by type.
        hands: Tiles by player and type.
        table: Type and smallest rotation of each tile.
        chips: By player.
    """

    phase: Phase | None
    to_move: int
    pool: list[int]
    hands: list[list[int]]
    table: dict[Cell, tuple[int, int]]
    chips: list[int]

    @property
    def held(self) -> list[int]:
        """How many tiles each player holds."""
        return [sum(hand) for hand in self.hands]


def describe(rules: CasbahRules, numbers: Numbering, position: Position) -> dict[str, Any]:
    """A position as a mapping of JSON values."""
    tiles = rules.tiles.tiles

    def named(counts: list[int]) -> dict[str, int]:
        return {tile.name: count for tile, count in zip(tiles, counts, strict=True) if count}

    cells = sorted(position.laid, key=numbers.index)
    return {
        "phase": position.phase,
        "to_move": None if position.phase == "end" else position.player,
        "pool": named(position.pool),
        "hands": [named(hand) for hand in position.hands],
        "table": [name_of_lay(rules.tiles, (*position.laid[cell], cell)) for cell in cells],
        "chips": list(position.chips),
    }


# ---- Reading ---------------------------------------------------------------------------------------------------------


def read_sheet(rules: CasbahRules, position: dict[str, Any]) -> Sheet:
    """Reads the fields.

    Raises:
        PositionError: A field is missing, unknown or cannot be read.
    """
    players, kinds = rules.players, range(len(rules.tiles.tiles))
    fields = Fields(position, _FIELDS)
    phase: Phase | None = fields.read("phase", _read_phase, None)
    to_move = fields.read("to_move", lambda seat: -1 if seat is None else number(seat, 0, players - 1), _LEFT_OUT)
    pool = fields.read("pool", lambda pool: _read_counts(rules, pool), None)

    def read_hands(value: object) -> list[list[int]]:
        return [_read_counts(rules, hand) for hand in items(value, players)]

    hands = fields.read("hands", read_hands, None) if players == 1 else fields.need("hands", read_hands, None)
    table: dict[Cell, tuple[int, int]] | None = {}
    if fields.has("table"):
        table = fields.read("table", lambda table: _read_table(rules, table), None)
    chips = fields.read("chips", lambda chips: [number(n, 0, 65535) for n in items(chips, players)], None)

    counts = [tile.count for tile in rules.tiles.tiles]
    if hands is None and not fields.has("hands") and players == 1 and table is not None:
        lying = [kind for kind, _ in table.values()]
        hands = [[max(0, counts[kind] - lying.count(kind)) for kind in kinds]]
    if phase is None and pool is not None and any(pool):
        phase = "draft"
    elif phase is None and to_move == -1:
        phase = "end"
    if to_move != _LEFT_OUT and (to_move == -1) != (phase == "end"):
        fields.fault("to_move: null is for the end of the game and for nothing else")
    if hands is not None and table is not None and not fields.has("chips"):
        chips = _derive_chips(rules, hands, table)
        if chips is None:
            fields.fault("chips: missing, and not to be seen from the table")
    fields.finish()
    assert hands is not None
    assert table is not None
    assert chips is not None
    if pool is None:
        pool = [0 for _ in kinds]
        if phase == "draft":
            pool = [max(0, counts[kind] - sum(hand[kind] for hand in hands)) for kind in kinds]
    return Sheet(phase, to_move, pool, hands, table, chips)


def _read_phase(value: object) -> Phase:
    if value not in ("draft", "lay", "end"):
        raise FieldError(f'{quoted(value)} is not "draft", "lay" or "end"')
    return value


def _read_counts(rules: CasbahRules, value: object) -> list[int]:
    if not isinstance(value, dict):
        raise FieldError(f"{quoted(value)} is no object of types and numbers")
    names = [tile.name for tile in rules.tiles.tiles]
    for name in value:
        if name not in names:
            raise FieldError(f"there is no tile {quoted(name)} in {rules.tiles.name}")
    return [number(value.get(name, 0), 0, 255) for name in names]


def _read_table(rules: CasbahRules, value: object) -> dict[Cell, tuple[int, int]]:
    table: dict[Cell, tuple[int, int]] = {}
    for item in items(value, most=_MOST_TILES):
        lay = read(rules.tiles, text(item))
        if isinstance(lay, Reason):
            raise FieldError(lay.message)
        if isinstance(lay, int):
            raise FieldError(f"{quoted(item)} has no rotation and no cell")
        kind, r, cell = lay
        if cell in table:
            raise FieldError(f"two tiles lie on {cell}")
        table[cell] = kind, smallest(rules.tiles.tiles[kind].sides, r)
    return table


def _laid(rules: CasbahRules, hands: list[list[int]], table: dict[Cell, tuple[int, int]]) -> list[int]:
    """How many tiles each player has laid."""
    if rules.players == 1:
        return [len(table)]
    share = rules.size[0] * rules.size[1] // rules.players
    return [share - sum(hand) for hand in hands]


def _derive_chips(rules: CasbahRules, hands: list[list[int]], table: dict[Cell, tuple[int, int]]) -> list[int] | None:
    """The chips that follow from hands and table; ``None`` when nobody can say."""
    chips = [0] * rules.players
    if table:
        laying = [player for player, count in enumerate(_laid(rules, hands, table)) if count > 0]
        if len(laying) != 1:
            return None
        chips[laying[0]] = sum(rules.tiles.tiles[kind].value for kind, _ in table.values())
    return chips


# ---- Rules -----------------------------------------------------------------------------------------------------------


def faults(rules: CasbahRules, numbers: Numbering, sheet: Sheet) -> list[Reason]:
    """Every reason that does not depend on who can lay, by rule."""
    found = _components(rules, sheet)
    if sheet.phase == "draft":
        found += _draft(rules, sheet)
    else:
        found += _after_the_draft(rules, sheet)
        found += _table(rules, numbers, sheet)
    counted = not any(reason.rule in ("H1", "H3") for reason in found)
    found += _chips(rules, sheet, counted)
    return sorted(found, key=lambda reason: int(reason.rule[1:]))


def _components(rules: CasbahRules, sheet: Sheet) -> list[Reason]:
    """H1: no tile too many; none is missing as long as all of the set must be somewhere."""
    found = []
    for kind, tile in enumerate(rules.tiles.tiles):
        cells = tuple(sorted((cell for cell in sheet.table if sheet.table[cell][0] == kind), key=row_first))
        count = len(cells) + sheet.pool[kind] + sum(hand[kind] for hand in sheet.hands)
        whole = sheet.phase == "draft" or rules.players == 1
        if count > tile.count or (whole and count < tile.count):
            found.append(Reason("H1", cells, f"{count} tiles {tile.name}, and {tile.count} in the set"))
    return found


def _draft(rules: CasbahRules, sheet: Sheet) -> list[Reason]:
    """H3 and H11 of the draft."""
    found = []
    if sheet.table:
        found.append(Reason("H3", tuple(sorted(sheet.table, key=row_first)), "tiles lie there during the draft"))
    # Who has had how many picks when so many tiles have been taken in turn.
    picks = [0] * rules.players
    for pick in range(sum(sheet.held)):
        picks[pick % rules.players] += 1
    if sum(picks) >= rules.size[0] * rules.size[1] or picks != sheet.held:
        found.append(Reason("H3", (), f"hands of {sheet.held} tiles are not those of a draft that goes on"))
    turn = sum(picks) % rules.players
    if sheet.to_move not in (turn, _LEFT_OUT):
        found.append(Reason("H3", (), f"it is player {turn} who picks"))
    if rules.players == 1:
        found.append(Reason("H11", (), "a single player drafts nothing"))
    return found


def _after_the_draft(rules: CasbahRules, sheet: Sheet) -> list[Reason]:
    """H3 and H4 once the draft is over."""
    found = [Reason("H3", (), "the pool is not empty, but the draft is over")] if any(sheet.pool) else []
    if rules.players > 1:
        laid = _laid(rules, sheet.hands, sheet.table)
        if min(laid) < 0 or sum(laid) != len(sheet.table):
            found.append(Reason("H3", (), "hands and table are not what the draft has given"))
        front = rules.tiles.front_door
        if not any(hand[front] for hand in sheet.hands) and front not in (kind for kind, _ in sheet.table.values()):
            found.append(Reason("H4", (), "nobody has taken the front door"))
    return found


def _table(rules: CasbahRules, numbers: Numbering, sheet: Sheet) -> list[Reason]:
    """H5 to H8."""
    if not sheet.table:
        return []
    kind, r, place = numbers.front
    doors = [cell for cell in sheet.table if sheet.table[cell][0] == kind]
    found = []
    if not doors:
        found.append(Reason("H5", (), "the front door does not lie there"))
    elif len(doors) == 1 and (doors[0], sheet.table[doors[0]]) != (place, (kind, r)):
        found.append(Reason("H5", (doors[0],), f"the front door is not at {place} with rotation {r}"))
    names = [tile.name for tile in rules.tiles.tiles]
    placed = {cell: (names[which], turns) for cell, (which, turns) in sheet.table.items()}
    wrong = violations(placed, rules.tiles, rules.size, strict=rules.strict_future)
    return found + [Reason(why.rule, why.cells, why.message) for why in wrong if why.rule != "H1"]


def _chips(rules: CasbahRules, sheet: Sheet, counted: bool) -> list[Reason]:
    """H10: chips that the table can have given."""
    found = []
    values = sorted(rules.tiles.tiles[kind].value for kind, _ in sheet.table.values())
    if sum(values) != sum(sheet.chips):
        found.append(Reason("H10", (), f"chips for {sum(sheet.chips)}, but tiles for {sum(values)}"))
    if counted and rules.players > 1 and sheet.phase != "draft":
        for player, count in enumerate(_laid(rules, sheet.hands, sheet.table)):
            least, most = sum(values[:count]), sum(values[len(values) - count :])
            if not least <= sheet.chips[player] <= most:
                message = f"player {player} cannot have chips for {sheet.chips[player]} by laying {count} tiles"
                found.append(Reason("H10", (), message))
    return found
