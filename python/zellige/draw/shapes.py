"""Outlines of sets of cells, and many small shapes laid out side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["Cell", "centre_cell", "components", "loops", "pack"]

Cell = tuple[int, int]
Corner = tuple[float, float]


def loops(cells: Iterable[Cell], inset: float = 0.0) -> list[list[Corner]]:
    """The closed lines around a set of cells, corners only, ``y`` up; holes are loops as well.

    Args:
        cells: The cells; ``(x, y)`` covers the square from there to ``(x + 1, y + 1)``.
        inset: How far inside of the border the lines run.

    >>> loops([(0, 0), (1, 0)])
    [[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)]]
    """
    edges: dict[Cell, list[Cell]] = {}
    inside = set(cells)
    for x, y in inside:
        around = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for i, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            if (x + dx, y + dy) not in inside:
                edges.setdefault(around[i], []).append(around[(i + 1) % 4])
    found = []
    while edges:
        found.append(_inset(_walk(edges), inset))
    return sorted(found)


def _walk(edges: dict[Cell, list[Cell]]) -> list[Cell]:
    """Takes one closed line out of the directed edges, the inside on its left; it turns left where it has a choice."""
    start = at = min(edges)
    line: list[Cell] = []
    heading = (1, 0)
    while not line or at != start:
        ends = edges[at]
        left = (-heading[1], heading[0])
        ahead = max(ends, key=lambda end: (end[0] - at[0]) * left[0] + (end[1] - at[1]) * left[1])
        ends.remove(ahead)
        if not ends:
            del edges[at]
        heading = (ahead[0] - at[0], ahead[1] - at[1])
        line.append(at)
        at = ahead
    return line


def _inset(line: Sequence[Cell], inset: float) -> list[Corner]:
    corners = []
    for i, (x, y) in enumerate(line):
        before, after = line[i - 1], line[(i + 1) % len(line)]
        come, go = (x - before[0], y - before[1]), (after[0] - x, after[1] - y)
        if come != go:
            corners.append((x - (come[1] + go[1]) * inset, y + (come[0] + go[0]) * inset))
    first = corners.index(min(corners))
    return [(float(x), float(y)) for x, y in corners[first:] + corners[:first]]


def components(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The parts of a set of cells that are connected by sides, each in order, smallest cell first."""
    left = set(cells)
    found = []
    while left:
        part, ahead = set(), [min(left)]
        while ahead:
            x, y = ahead.pop()
            if (x, y) in left:
                left.remove((x, y))
                part.add((x, y))
                ahead += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        found.append(sorted(part))
    return found


def centre_cell(cells: Iterable[Cell]) -> Cell:
    """The cell of a set that is nearest to its middle."""
    cells = sorted(cells)
    x0, y0 = (sum(cell[axis] for cell in cells) / len(cells) for axis in (0, 1))
    return min(cells, key=lambda cell: (round((cell[0] - x0) ** 2 + (cell[1] - y0) ** 2, 6), cell))


def pack(shapes: Sequence[frozenset[Cell]], ratio: float) -> tuple[list[Cell], int, int]:
    """Places for shapes in a box, each at least a cell apart from the others.

    Args:
        shapes: Sets of cells whose lowest ``x`` and ``y`` are 0.
        ratio: Width of the box divided by its height, about.

    Returns:
        The offset of each shape, and the width and height that all of them take.
    """
    widest = max(x for shape in shapes for x, _ in shape) + 1
    area = sum((len(shape) + 3) * 2 for shape in shapes)
    best: tuple[list[Cell], int, int] | None = None
    guess = (area * ratio) ** 0.5
    least, most = max(widest, int(guess * 0.5)), max(widest, int(guess * 1.6)) + 1
    # The box that can be drawn largest wins; a dozen widths are enough to find a good one.
    for width in range(least, most + 1, max(1, (most - least) // 12)):
        places, height = _pack_into(shapes, width)
        if best is None or max(width, height * ratio) < max(best[1], best[2] * ratio):
            best = (places, width, height)
    assert best is not None
    return best


def _pack_into(shapes: Sequence[frozenset[Cell]], width: int) -> tuple[list[Cell], int]:
    taken: set[Cell] = set()
    places = []
    height = 0
    for shape in shapes:
        room = width - max(x for x, _ in shape)
        x0, y0 = next(
            (x, y) for y in range(10_000) for x in range(room) if not any((x + dx, y + dy) in taken for dx, dy in shape)
        )
        places.append((x0, y0))
        height = max(height, y0 + max(y for _, y in shape) + 1)
        taken |= {(x0 + x + dx, y0 + y + dy) for x, y in shape for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return places, height
