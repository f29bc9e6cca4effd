"""Why a move is illegal (docs/reasons.md)."""

from __future__ import annotations

from ...casbah import CasbahRules
from ...errors import Reason
from .board import (
    Cell,
    facing,
    frames,
    frontier,
    mismatches,
    neighbour,
    possible_frames,
    row_first,
    spoils,
    wrongly_out,
)
from .moves import Lay, Numbering
from .position import Position
from .tiles import DIRECTIONS, SIDE_NAMES, turned

__all__ = ["draft_reasons", "lay_reasons", "must_take_front_door", "of_spoiled", "of_wrong_side"]


def draft_reasons(rules: CasbahRules, position: Position, kind: int) -> list[Reason]:
    """Every violated rule of a pick in the draft: H3, H4."""
    reasons = []
    tile = rules.tiles.tiles[kind]
    if not position.pool[kind]:
        reasons.append(Reason("H3", (), f"no {tile.name} is face up any more"))
    front = rules.tiles.front_door
    if must_take_front_door(rules, position) and kind != front:
        door = rules.tiles.tiles[front].name
        reasons.append(Reason("H4", (), f"the last pick must be {door}, the front door, which nobody has taken"))
    return reasons


def must_take_front_door(rules: CasbahRules, position: Position) -> bool:
    """Whether this is the draft's very last pick and the front door is still face up (H4)."""
    taken = sum(map(sum, position.hands))
    return taken == rules.size[0] * rules.size[1] - 1 and position.pool[rules.tiles.front_door] > 0


def lay_reasons(rules: CasbahRules, numbers: Numbering, position: Position, lay: Lay) -> list[Reason]:
    """Every violated rule of a lay: H1, H5, H6, H7, H8."""
    kind, r, cell = lay
    tile = rules.tiles.tiles[kind]
    here = f"({cell[0]},{cell[1]})"
    reasons = []
    if not position.hands[position.player][kind]:
        reasons.append(Reason("H1", (cell,), f"player {position.player} has no {tile.name} in hand"))
    board, inside = position.board, numbers.inside(cell)
    if not board:
        if (kind, r, cell) != numbers.front:
            door, turn, _ = numbers.front
            name = rules.tiles.tiles[door].name
            reasons.append(
                Reason("H5", (cell,), f"the first lay must be {name}/{turn}@0,0, the front door facing south")
            )
    elif cell in board:
        reasons.append(Reason("H5", (cell,), f"{here} is occupied"))
    elif cell not in frontier(board):
        reasons.append(Reason("H5", (cell,), f"{here} shares no side with a laid tile"))
    if board and not inside:
        reasons.append(Reason("H7", (cell,), f"{here} lies outside every frame"))
    elif board and cell not in board:
        sides = turned(tile.sides, r)
        reasons += _matching(position, cell, sides)
        after = {**board, cell: sides}
        if not possible_frames(rules.size, after):
            reasons.append(Reason("H7", (cell,), _no_frame(rules.size, after)))
        reasons += _futures(after, rules.strict_future)
    return reasons


def _matching(position: Position, cell: Cell, sides: str) -> list[Reason]:
    wrong = mismatches(facing(position.board, cell), sides)
    if not wrong:
        return []
    cells, parts = [], []
    for d in wrong:
        beside = neighbour(cell, d)
        theirs = SIDE_NAMES[position.board[beside][(d + 2) % 4]]
        cells.append(beside)
        parts.append(
            f"its {DIRECTIONS[d]} side ({SIDE_NAMES[sides[d]]}) would touch {theirs} of ({beside[0]},{beside[1]})"
        )
    return [Reason("H6", tuple(sorted(cells, key=row_first)), "; ".join(parts))]


def _no_frame(size: tuple[int, int], after: dict[Cell, str]) -> str:
    """Says what is wrong with the frame that is nearest to being possible."""
    width, height = size
    best: tuple[int, str] | None = None
    for frame in frames(size):
        x0, _, w, h = frame
        out = [(x, y) for x, y in after if not (x0 <= x < x0 + w and 0 <= y < h)]
        wrong = wrongly_out(frame, after)
        parts = [f"({x},{y}) would be outside" for x, y in sorted(out, key=row_first)]
        parts += [of_wrong_side(side, d, after[side][d]) for side, d in wrong]
        if best is None or len(parts) < best[0]:
            best = len(parts), f"of columns {x0} to {x0 + w - 1} and rows 0 to {h - 1} " + ", ".join(parts)
    assert best is not None
    return f"no frame of {width}x{height} would stay possible; {best[1]}"


def _futures(after: dict[Cell, str], strict: bool) -> list[Reason]:
    spoiled = []
    for cell in sorted(frontier(after), key=row_first):
        faced = facing(after, cell)
        if spoils((kind for _, kind in faced), strict):
            spoiled.append((cell, faced))
    if not spoiled:
        return []
    return [Reason("H8", tuple(cell for cell, _ in spoiled), "; ".join(of_spoiled(*spot) for spot in spoiled))]


def of_wrong_side(cell: Cell, direction: int, kind: str, verb: str = "would show") -> str:
    """The words about a side that may not face out of a frame.

    >>> of_wrong_side((3, 1), 0, "D")
    '(3,1) would show a door to the N'
    """
    return f"({cell[0]},{cell[1]}) {verb} {SIDE_NAMES[kind]} to the {DIRECTIONS[direction]}"


def of_spoiled(cell: Cell, faced: list[tuple[int, str]], verb: str = "would face") -> str:
    """The sentence about a spoiled cell and the sides that face it.

    >>> of_spoiled((3, 1), [(0, "D"), (3, "W")])
    '(3,1) would face a french window from (2,1) and a door from (3,2)'
    """
    sides = sorted(((neighbour(cell, d), kind) for d, kind in faced), key=lambda side: row_first(side[0]))
    parts = [f"{SIDE_NAMES[kind]} from ({x},{y})" for (x, y), kind in sides]
    return f"({cell[0]},{cell[1]}) {verb} {' and '.join(parts)}"
