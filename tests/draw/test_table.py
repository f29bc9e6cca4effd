"""Drawings of tables: every side of every tile is there, and the marks are where the faults are and nowhere else."""

from __future__ import annotations

from collections import defaultdict

from zellige.casbah import Violation, validate
from zellige.draw.table import MOST_CELLS, draw_table
from zellige.layouts import Placed
from zellige.reference.rng import Stream
from zellige.tiles import TileSet

TILES = TileSet.load("reconstruction-walls")
SIDES = {tile.name: tile.sides for tile in TILES.tiles} | {"odd": "????", "a-name-without-end": "????"}

Cell = tuple[int, int]


class Drawing:
    """Takes a drawing apart again."""

    def __init__(self, lines: list[str], cells: list[Cell]) -> None:
        self.left, self.top = min(x for x, _ in cells), max(y for _, y in cells)
        self.margin = max(len(str(y)) for y in (self.top, min(y for _, y in cells))) + 1
        self.rows = [line.ljust(max(map(len, lines))) for line in lines]
        columns = max(x for x, _ in cells) - self.left + 1
        border = next(line for line in lines if "+" in line)
        marks = [at for at, char in enumerate(border) if char == "+"]
        self.width = marks[1] - marks[0] - 1
        assert max(map(len, lines)) <= self.margin + columns * (self.width + 1) + 1

    def corner(self, cell: Cell) -> tuple[int, int]:
        return self.margin + (cell[0] - self.left) * (self.width + 1), (self.top - cell[1]) * 4

    def inside(self, cell: Cell) -> list[str]:
        column, line = self.corner(cell)
        return [row[column + 1 : column + 1 + self.width] for row in self.rows[line + 1 : line + 4]]

    def borders(self, cell: Cell) -> dict[str, str]:
        column, line = self.corner(cell)
        beside = [self.rows[line + i] for i in (1, 2, 3)]
        inner = slice(column + 1, column + 1 + self.width)
        return {
            "N": self.rows[line][inner],
            "S": self.rows[line + 4][inner],
            "W": "".join(row[column] for row in beside),
            "E": "".join(row[column + 1 + self.width] for row in beside),
        }


def marked(violations: list[Violation]) -> tuple[set[tuple[Cell, str]], dict[Cell, set[str]]]:
    """Borders that must be marked, seen from both sides, and the rules that must stand in cells."""
    borders, cells = set(), defaultdict(set)
    for violation in violations:
        for (x, y), side in violation.sides:
            dx, dy = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}[side]
            borders |= {((x, y), side), ((x + dx, y + dy), {"N": "S", "E": "W", "S": "N", "W": "E"}[side])}
        if not violation.sides or violation.rule == "H8":
            for cell in violation.cells:
                cells[cell].add(violation.rule)
    return borders, cells


def test_every_side_and_every_mark() -> None:
    names, seen = [*SIDES], set()
    for number in range(150):
        stream = Stream(11, number)
        dx, dy = stream.below(25) - 12, stream.below(25) - 12
        placed: Placed = {
            (stream.below(5) + dx, stream.below(4) + dy): (names[stream.below(len(names))], stream.below(4))
            for _ in range(1 + stream.below(12))
        }
        table = {cell: f"{name}/{r}" for cell, (name, r) in placed.items()}
        violations = validate(table, TILES, (3, 4), complete=bool(stream.below(2)))
        borders, cells = marked(violations)
        shown = sorted({*placed, *cells})
        drawing = Drawing(draw_table(placed, TILES, violations), shown)
        for cell in shown:
            top, middle, bottom = drawing.inside(cell)
            if cell in placed:
                name, r = placed[cell]
                north, east, south, west = (SIDES[name][(d - r) % 4] for d in range(4))
                centre = drawing.width // 2
                assert (top[centre], middle[-1], bottom[centre], middle[0]) == (north, east, south, west)
                label = middle[1:-1].strip()
                assert label == f"{name}/{r}" or (label.endswith(f"~/{r}") and name.startswith(label[:-3]))
                ids = {top[:2], top[-2:], bottom[:2], bottom[-2:]} - {"  "}
            else:
                assert (top.strip(), bottom.strip()) == ("", "")
                ids = set(middle.split())
            assert ids == cells[cell]
            for side, border in drawing.borders(cell).items():
                assert (set(border) == {"!"}) == ((cell, side) in borders)
                assert set(border) <= {"!"} or set(border) <= {"-", "|"}
        seen |= {violation.rule for violation in violations}
    assert seen == {"H1", "H5", "H6", "H7", "H8", "H11"}


def test_coordinates_stand_beside_the_cells() -> None:
    lines = draw_table({(-12, 8): ("F", 2), (-10, 10): ("G", 0)}, TILES)
    assert [line.split(" ")[:2] for line in lines if line[:2].strip()] == [["10", ""], ["", "8"]]
    assert lines[-1].split() == ["-12", "-10"]
    assert all(len(line) == len(line.rstrip()) for line in lines)


def test_nothing_and_too_much() -> None:
    assert draw_table({}, TILES) == []
    assert draw_table({(0, 0): ("F", 2), (0, MOST_CELLS): ("G", 0)}, TILES) == []
    assert draw_table({(0, 0): ("F", 2), (MOST_CELLS, 0): ("G", 0)}, TILES) == []
    assert len(draw_table({(0, 0): ("F", 2), (0, MOST_CELLS - 1): ("G", 0)}, TILES)) == 4 * MOST_CELLS + 2


def test_colours_change_nothing_else() -> None:
    violations = validate({(0, 0): "F/1", (1, 0): "G/0", (0, 1): "odd/0"}, TILES, (3, 3), complete=True)
    placed: Placed = {(0, 0): ("F", 1), (1, 0): ("G", 0), (0, 1): ("odd", 0)}
    plain, red = (draw_table(placed, TILES, violations, colour) for colour in (False, True))
    assert plain != red
    assert [line.replace("\x1b[1;31m", "").replace("\x1b[0m", "").rstrip() for line in red] == plain
