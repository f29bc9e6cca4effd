"""Outlines and packing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zellige.draw.shapes import centre_cell, components, loops, pack

Cell = tuple[int, int]
CELLS = st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1)


def area(line: list[tuple[float, float]]) -> float:
    pairs = zip(line, [*line[1:], line[0]], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs) / 2


@given(CELLS)
def test_outlines_hold_just_their_cells(cells: set[Cell]) -> None:
    lines = loops(cells)
    assert sum(map(area, lines)) == len(cells), "holes count negative"
    sides = sum((x + dx, y + dy) not in cells for x, y in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    steps = [step for line in lines for step in zip(line, line[1:] + line[:1], strict=True)]
    assert sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in steps) == sides
    for line in lines:
        for a, b, c in zip(line, line[1:] + line[:1], line[2:] + line[:2], strict=True):
            assert (a[0] == b[0]) != (b[0] == c[0]), "every point is a corner"


@given(CELLS)
def test_inset_outlines_are_inside(cells: set[Cell]) -> None:
    for part in components(cells):
        plain, inset = (sum(map(area, loops(part, by))) for by in (0.0, 0.1))
        assert 0.64 * len(part) - 1e-9 <= inset < plain
        for line in loops(part, 0.1):
            for x, y in line:
                assert any(cx - 1e-9 <= x <= cx + 1 + 1e-9 and cy - 1e-9 <= y <= cy + 1 + 1e-9 for cx, cy in part)


@given(CELLS)
def test_components_share_no_side(cells: set[Cell]) -> None:
    parts = components(cells)
    assert sorted(cell for part in parts for cell in part) == sorted(cells)
    for part in parts:
        assert centre_cell(part) in part
        around = {(x + dx, y + dy) for x, y in part for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        assert not around & (cells - set(part))


@given(st.lists(CELLS.map(lambda cells: components(cells)[0]), min_size=1, max_size=6), st.floats(0.3, 4))
def test_packed_shapes_do_not_touch(parts: list[list[Cell]], ratio: float) -> None:
    shapes = []
    for part in parts:
        left, bottom = min(x for x, _ in part), min(y for _, y in part)
        shapes.append(frozenset((x - left, y - bottom) for x, y in part))
    places, width, height = pack(shapes, ratio)
    taken: dict[Cell, int] = {}
    for number, (shape, (x0, y0)) in enumerate(zip(shapes, places, strict=True)):
        for x, y in shape:
            assert 0 <= x0 + x < width
            assert 0 <= y0 + y < height
            assert taken.setdefault((x0 + x, y0 + y), number) == number
    for (x, y), number in taken.items():
        near = {taken.get((x + dx, y + dy), number) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        assert near == {number}
