"""Positions that are set up by pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..blokus import Blokus, BlokusState
from .parse import Tree

__all__ = ["Piece", "set_up"]


class Piece(NamedTuple):
    """A piece that lies: its colour and its cells, in ascending cell index."""

    colour: int
    cells: tuple[str, ...]


def set_up(tree: Tree, number: int, game: Blokus, pieces: Sequence[Piece], to_move: int) -> BlokusState:  # noqa: ARG001
    """Refuses a node that sets up a position.

    Raises:
        RecordError: In any case.
    """
    raise tree.error(number, "it sets up a position, which is not read")
