"""What the commands print: tables, JSON, and progress bars that only a terminal sees."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from typing import Any

__all__ = ["Progress", "print_json", "print_table", "rate"]


def print_json(value: dict[str, Any]) -> None:
    """Prints one JSON object on one line."""
    print(json.dumps(value))


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Prints rows of cells in aligned columns, numbers to the right.

    >>> print_table([("depth", "count"), ("1", "58")])
    depth  count
        1     58
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def rate(count: float, seconds: float) -> float:
    """How many per second; 0 if no time has passed."""
    return count / seconds if seconds > 0 else 0.0


class Progress:
    """A progress bar on a terminal's standard error; elsewhere nothing at all.

    Args:
        what: What is counted.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.shown = sys.stderr is not None and sys.stderr.isatty()
        self.last = 0.0

    def __call__(self, done: int, total: int) -> None:
        """Shows how many of how many are done, at most ten times a second."""
        now = time.monotonic()
        if not self.shown or now - self.last < 0.1:
            return
        self.last = now
        share = done / total if total else 1.0
        bar = "#" * int(30 * share)
        sys.stderr.write(f"\r[{bar:<30}] {100 * share:3.0f} %  {done:,} of {total:,} {self.what}\x1b[K")
        sys.stderr.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *exc: object) -> None:
        if self.shown and self.last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
