"""Checking any arrangement of tiles (H12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...casbah import Frame, Violation
from ...tiles import TileSet
from .board import Board, Cell, facing, frames, frontier, mismatches, neighbour, row_first, spoils, wrongly_out
from .explain import of_spoiled, of_wrong_side
from .tiles import DIRECTIONS, EAST, NORTH, SIDE_NAMES, SOUTH, UNKNOWN, turned

__all__ = ["violations"]

Placed = Mapping[Cell, tuple[str, int]]
ToUser = Callable[[Cell, int], tuple[Cell, int]]
"""Takes a cell and a direction of the table as it is judged back to the user's."""


def violations(
    placed: Placed, tiles: TileSet, size: tuple[int, int], complete: bool = False, strict: bool = False
) -> list[Violation]:
    """Every violation in a layout; see `zellige.casbah.validate`.

    Args:
        placed: Name and rotation of the tile in each cell.
        tiles: The tile set.
        size: W and H.
        complete: Whether empty cells of the frame are violations.
        strict: The option ``strict_future``.
    """
    sides = {tile.name: tile.sides for tile in tiles.tiles}
    board = {cell: turned(sides[name], r) if name in sides else UNKNOWN for cell, (name, r) in placed.items()}
    doors = sorted((cell for cell in board if "F" in board[cell]), key=row_first)
    found = _set(placed, tiles, doors)
    found += _connection(board, doors)
    found += _matching(board)
    found += _frame(board, doors, size, complete)
    found += _futures(board, strict)
    return sorted(found, key=_order)


def _order(violation: Violation) -> tuple[int, list[Cell], list[int]]:
    cells = [row_first(cell) for cell in violation.cells]
    return int(violation.rule[1:]), cells, [DIRECTIONS.index(side) for _, side in violation.sides]


def _set(placed: Placed, tiles: TileSet, doors: list[Cell]) -> list[Violation]:
    """H1: what lies there must be in the set, and exactly one front door must lie there."""
    found = []
    counts = {tile.name: tile.count for tile in tiles.tiles}
    front = tiles.tiles[tiles.front_door].name
    for cell in sorted(placed, key=row_first):
        name, _ = placed[cell]
        if name not in counts:
            found.append(Violation("H1", (cell,), (), f"{_at(cell)} has {name}, which is not in the set {tiles.name}"))
    for name, count in counts.items():
        cells = tuple(sorted((cell for cell in placed if placed[cell][0] == name), key=row_first))
        if len(cells) > count and name != front:
            found.append(Violation("H1", cells, (), f"{len(cells)} tiles {name} are laid, and the set has {count}"))
    if len(doors) != 1:
        what = f"{len(doors)} front doors ({front}) are laid" if doors else f"the front door ({front}) is not laid"
        found.append(Violation("H1", tuple(doors), (), f"{what}, and there must be exactly one"))
    return found


def _connection(board: Board, doors: list[Cell]) -> list[Violation]:
    """H5: each group of tiles that is not connected by sides to the front door's, or else to the largest."""
    groups: list[set[Cell]] = []
    for cell in sorted(board, key=row_first):
        if not any(cell in group for group in groups):
            groups.append(_group(board, cell))
    if len(groups) < 2:
        return []
    main = max(groups, key=len)
    if len(doors) == 1:
        main = next(group for group in groups if doors[0] in group)
    found = []
    for group in groups:
        if group != main:
            cells = tuple(sorted(group, key=row_first))
            what = f"{_at(cells[0])} shares" if len(cells) == 1 else f"the {len(cells)} tiles at {_at(cells[0])} share"
            found.append(Violation("H5", cells, (), f"{what} no side with the rest of the casbah"))
    return found


def _group(board: Board, start: Cell) -> set[Cell]:
    group = {start}
    while more := {cell for cell in frontier(group) if cell in board}:
        group |= more
    return group


def _matching(board: Board) -> list[Violation]:
    """H6: each touching pair of sides once."""
    found = []
    for cell in sorted(board, key=row_first):
        for d in mismatches(facing(board, cell), board[cell]):
            if d in (EAST, NORTH):
                beside, back = neighbour(cell, d), (d + 2) % 4
                mine, theirs = SIDE_NAMES[board[cell][d]], SIDE_NAMES[board[beside][back]]
                touching = ((cell, DIRECTIONS[d]), (beside, DIRECTIONS[back]))
                message = f"{mine} of {_at(cell)} touches {theirs} of {_at(beside)}"
                found.append(Violation("H6", (cell, beside), touching, message))
    return found


def _frame(board: Board, doors: list[Cell], size: tuple[int, int], complete: bool) -> list[Violation]:
    """H7: the faults of the frame that has the fewest; H11: its empty cells when the casbah should be complete."""
    judged, to_user = (board, _as_it_is) if len(doors) != 1 else _door_south(board, doors[0])
    candidates = frames(size) if len(doors) == 1 else _all_frames(judged, size)
    best = min(candidates, key=lambda frame: (_faults(frame, judged), frame.w, frame.x0, frame.y0))
    where = _described(best, to_user)
    outside = [to_user(cell, 0)[0] for cell in judged if not _holds(best, cell)]
    found = [Violation("H7", (cell,), (), f"{_at(cell)} is outside {where}") for cell in outside]
    for wrong in wrongly_out(best, judged):
        cell, d = to_user(*wrong)
        message = f"{of_wrong_side(cell, d, board[cell][d], 'shows')}, out of {where}"
        found.append(Violation("H7", (cell,), ((cell, DIRECTIONS[d]),), message))
    if complete:
        inside = [(best.x0 + i, best.y0 + j) for j in range(best.h) for i in range(best.w)]
        empty = [to_user(cell, 0)[0] for cell in inside if cell not in judged]
        found += [Violation("H11", (cell,), (), f"{_at(cell)} is empty") for cell in empty]
    return found


def _as_it_is(cell: Cell, d: int) -> tuple[Cell, int]:
    return cell, d


def _door_south(board: Board, door: Cell) -> tuple[Board, ToUser]:
    """The table moved and turned so that the front door lies at (0, 0) and faces south (H5), and the way back."""
    quarters = (SOUTH - board[door].index("F")) % 4

    def to_judged(cell: Cell) -> Cell:
        x, y = cell[0] - door[0], cell[1] - door[1]
        for _ in range(quarters):
            x, y = y, -x
        return x, y

    def to_user(cell: Cell, d: int) -> tuple[Cell, int]:
        x, y = cell
        for _ in range(quarters):
            x, y = -y, x
        return (x + door[0], y + door[1]), (d - quarters) % 4

    return {to_judged(cell): turned(sides, quarters) for cell, sides in board.items()}, to_user


def _all_frames(board: Board, size: tuple[int, int]) -> list[Frame]:
    """The frames at every offset that hold a tile; for an empty table those at (0, 0)."""
    found = set()
    for w, h in {size, (size[1], size[0])}:
        for x, y in board or [(0, 0)]:
            if board:
                found |= {Frame(x - i, y - j, w, h) for i in range(w) for j in range(h)}
            else:
                found.add(Frame(0, 0, w, h))
    return sorted(found)


def _holds(frame: Frame, cell: Cell) -> bool:
    return frame.x0 <= cell[0] < frame.x0 + frame.w and frame.y0 <= cell[1] < frame.y0 + frame.h


def _faults(frame: Frame, board: Board) -> int:
    """Tiles outside the frame, and sides that wrongly face out of it."""
    inside = sum((frame.x0 + i, frame.y0 + j) in board for i in range(frame.w) for j in range(frame.h))
    return len(board) - inside + len(wrongly_out(frame, board))


def _described(frame: Frame, to_user: ToUser) -> str:
    corners = [(frame.x0, frame.y0), (frame.x0 + frame.w - 1, frame.y0 + frame.h - 1)]
    (x0, x1), (y0, y1) = map(sorted, zip(*(to_user(corner, 0)[0] for corner in corners), strict=True))
    return f"the frame of columns {x0} to {x1} and rows {y0} to {y1}"


def _futures(board: Board, strict: bool) -> list[Violation]:
    """H8: each empty cell that is spoiled."""
    found = []
    for cell in sorted(frontier(board), key=row_first):
        faced = facing(board, cell)
        # A side is at fault if it and another one spoil the cell, whatever else faces it.
        guilty = [(d, kind) for d, kind in faced if any(spoils((kind, other), strict) for _, other in faced)]
        if guilty:
            sides = [(neighbour(cell, d), DIRECTIONS[(d + 2) % 4]) for d, _ in guilty]
            sides.sort(key=lambda side: row_first(side[0]))
            found.append(Violation("H8", (cell,), tuple(sides), of_spoiled(cell, guilty, "faces")))
    return found


def _at(cell: Cell) -> str:
    return f"({cell[0]},{cell[1]})"
