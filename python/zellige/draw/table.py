"""A table of Casbah tiles as text, with marks on what is wrong with it or new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..casbah import Violation
from ..tiles import TileSet
from .palette import GREEN, ORANGE, SKY, VERMILLION
from .terminal import BOLD, RED, Sheet, tint

__all__ = ["LEGEND", "LEGEND_OF_MARKS", "MOST_CELLS", "draw_table"]

Cell = tuple[int, int]

LEGEND = "name/rotation inside, sides around it: D door, W french window, F front door, G garden, . wall, ? unknown"
LEGEND_OF_MARKS = "! marks the sides, and the id of a rule marks the cells, that violate a rule"
MOST_CELLS = 64
"""A table of more columns or rows is not drawn; a casbah has at most 62."""

_LONGEST = 14
_TINTS = {side: tint(colour) for side, colour in {"D": ORANGE, "W": SKY, "F": VERMILLION, "G": GREEN}.items()}


def draw_table(
    placed: Mapping[Cell, tuple[str, int]],
    tiles: TileSet,
    violations: Iterable[Violation] = (),
    colour: bool = False,
    values: bool = False,
    new: Cell | None = None,
) -> list[str]:
    r"""The lines of a drawing; none if there is nothing to draw or if the table is larger than `MOST_CELLS`.

    Args:
        placed: Name and rotation of the tile in each cell.
        tiles: The set that the sides are taken from.
        violations: What to mark: sides by ``!`` on the border, cells by the rules' ids.
        colour: Whether the marks are also red, by escape sequences.
        values: Whether to write the face values of the tiles inside, which is narrower, instead of names and rotations.
        new: A cell to be marked by a star.

    >>> tiles = TileSet.load("reconstruction")
    >>> fault = Violation("H6", ((0, 0), (0, 1)), (((0, 0), "N"), ((0, 1), "S")), "")
    >>> print("\n".join(draw_table({(0, 0): ("F", 2), (0, 1): ("G", 0)}, tiles, [fault])))
      +-------+
      |   G   |
    1 |G G/0 G|
      |   G   |
      +!!!!!!!+
      |   D   |
    0 |D F/2 D|
      |   F   |
      +-------+
          0
    """
    rules: dict[Cell, list[str]] = {}
    faulty: set[tuple[Cell, str]] = set()
    for violation in violations:
        faulty.update(violation.sides)
        if not violation.sides or violation.rule == "H8":
            for cell in violation.cells:
                rules.setdefault(cell, []).append(violation.rule)
    shown = sorted({*placed, *rules})
    if not shown:
        return []
    (left, right), (bottom, top) = ((min(numbers), max(numbers)) for numbers in zip(*shown, strict=True))
    if right - left >= MOST_CELLS or top - bottom >= MOST_CELLS:
        return []
    names = {cell: _cut(*tile) for cell, tile in placed.items()}
    if values:
        face = {tile.name: str(tile.value) for tile in tiles.tiles}
        names = {cell: face[name] for cell, (name, _) in placed.items()}
    margin = max(len(str(bottom)), len(str(top))) + 1
    least, beside = (5, 2) if values else (7, 4)
    inside = [len(name) + beside for name in names.values()] + [len(" ".join(ids)) + 2 for ids in rules.values()]
    width = max(least, *inside)
    width += 1 - width % 2  # an odd number has a middle
    sides = {tile.name: tile.sides for tile in tiles.tiles}
    canvas = Sheet()
    for x, y in shown:
        column, line = margin + (x - left) * (width + 1), (top - y) * 4
        _draw_border(canvas, column, line, width)
        if (x, y) in placed:
            name, r = placed[x, y]
            around = [sides[name][(d - r) % 4] for d in range(4)] if name in sides else ["?"] * 4
            _draw_tile(canvas, column + 1, line + 1, width, names[x, y], around, values)
            if (x, y) == new:
                canvas.put(column + width, line + 1, "*", BOLD)
            # Whatever is wrong with a tile's cell finds a corner of its own.
            corners = [(column + 1, line + 1), (column + width - 1, line + 1), (column + 1, line + 3)]
            for (at, row), rule in zip(corners, dict.fromkeys(rules.get((x, y), ())), strict=False):
                canvas.put(at, row, rule, RED)
        else:
            text = " ".join(dict.fromkeys(rules[x, y]))
            canvas.put(column + 1 + (width - len(text)) // 2, line + 2, text, RED)
    for (x, y), side in faulty:
        column, line = margin + (x - left) * (width + 1), (top - y) * 4
        if side in "NS":
            canvas.put(column + 1, line + (0 if side == "N" else 4), "!" * width, RED)
        else:
            for row in range(line + 1, line + 4):
                canvas.put(column + (width + 1 if side == "E" else 0), row, "!", RED)
    for y in {y for _, y in shown}:
        canvas.put(0, (top - y) * 4 + 2, str(y).rjust(margin - 1))
    for x in {x for x, _ in shown}:
        canvas.put(margin + (x - left) * (width + 1) + 1, (top - bottom + 1) * 4 + 1, str(x).center(width))
    return canvas.lines(colour)


def _draw_border(canvas: Sheet, column: int, line: int, width: int) -> None:
    for row in (line, line + 4):
        canvas.put(column, row, f"+{'-' * width}+")
    for row in range(line + 1, line + 4):
        for at in (column, column + width + 1):
            canvas.put(at, row, "|")


def _draw_tile(canvas: Sheet, column: int, line: int, width: int, name: str, sides: list[str], tinted: bool) -> None:
    north, east, south, west = sides
    canvas.put(column + 1, line + 1, name.center(width - 2), _TINTS["G"] if tinted and north == "G" else "")
    for at, row, side in (
        (column + width // 2, line, north),
        (column + width - 1, line + 1, east),
        (column + width // 2, line + 2, south),
        (column, line + 1, west),
    ):
        canvas.put(at, row, side, _TINTS.get(side, "") if tinted else "")


def _cut(name: str, r: int) -> str:
    return f"{name if len(name) <= _LONGEST else name[: _LONGEST - 1] + '~'}/{r}"
