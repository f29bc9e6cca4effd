"""A game of Pentobi's file format: one line of a game tree."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

from ..blokus import Blokus, BlokusState
from ..record import Record, replay
from .parse import Tree
from .replay import play_line
from .variants import ANY_CORNERS, RESERVED, player_names
from .write import SEED, tree_of

__all__ = ["SgfGame"]

_SEED = re.compile(SEED.format("([0-9]{1,20})"))


@dataclasses.dataclass(frozen=True, eq=False)
class SgfGame:
    """One line of a game tree, from the root to its last node, with the game that it holds.

    Attributes:
        tree: The whole tree; nodes are numbered in the order of the file, the root 0.
        end: Number of the line's last node.
        record: The game as a record (RULES, "Records"), which `zellige.State.from_record` replays on either engine. It
            begins at the last node that sets pieces up, if there is one (field ``setup``).

    >>> from zellige import blksgf
    >>> [game] = blksgf.loads("(;GM[Blokus Two-Player]PB[Ann]PW[Bob];1[a19,a20]C[A start.];2[t20])")
    >>> game.players, game.comments, game.record["options"]["players"]
    (('Ann', 'Bob'), {1: 'A start.'}, 2)
    """

    tree: Tree
    end: int
    record: dict[str, Any]

    @classmethod
    def from_tree(cls, tree: Tree, end: int | None = None) -> Self:
        """The line of a tree that leads to a node, the main line if ``end`` is ``None``.

        Raises:
            RecordError: A node cannot be played; the error names it.
        """
        end = tree.main_end() if end is None else end
        record = play_line(tree, end).to_record()
        for value in tree.nodes[0].properties.get("SO", ()):
            if (found := _SEED.fullmatch(value)) is not None and int(found[1]) < 2**64:
                record = {key: record[key] for key in ("version", "game", "options")} | {"seed": int(found[1])} | record
        return cls(tree, end, record)

    @classmethod
    def from_record(
        cls,
        record: Record | Mapping[str, Any] | str,
        properties: Mapping[str, str | Sequence[str]] | None = None,
        comments: Mapping[int, str] | None = None,
    ) -> Self:
        """A game of Blokus as Pentobi keeps it: a root node, and a node for each move.

        Args:
            record: The game.
            properties: More properties of the root node, such as ``{"PB": "Ann", "DT": "2026-11-30"}``.
            comments: Texts by node; node 0 is the start, node ``i`` follows the ``i``-th move.

        Raises:
            RecordError: The record cannot be read or replayed.
            ValueError: Pentobi cannot express the game (another game than Blokus, ``scoring="basic"``, a set-up in
                which ``I1`` was a colour's last piece), or a property or comment cannot be written.

        >>> import zellige as zl
        >>> state = zl.Blokus(variant="duo").new_initial_state()
        >>> state.push("e10")
        >>> game = SgfGame.from_record(state.to_record(), {"PB": "Ann"}, {1: "Small."})
        >>> print(zl.blksgf.dumps(game), end="")
        (
        ;GM[Blokus Duo]PB[Ann]
        ;B[e10]C[Small.]
        )
        """
        tree = tree_of(record, properties or {}, comments or {})
        return cls.from_tree(tree)

    @property
    def file(self) -> str | None:
        """Path of the file that the game came from, if any."""
        return self.tree.file

    @property
    def line(self) -> int:
        """The line of the file on which its root node begins, from 1."""
        return self.tree.nodes[0].line

    @property
    def path(self) -> list[int]:
        """Numbers of the nodes of this line, from the root on."""
        return self.tree.line_to(self.end)

    @property
    def comments(self) -> dict[int, str]:
        """The comments (``C``) on this line by the number of their node."""
        nodes = self.tree.nodes
        return {number: nodes[number].properties["C"][0] for number in self.path if "C" in nodes[number].properties}

    @property
    def properties(self) -> dict[str, list[str]]:
        """What the root says about the game: names, date, result ...; not the game, its set-up and its comment."""
        found = {}
        for name, values in self.tree.nodes[0].properties.items():
            own = (name == "RU" and values == [ANY_CORNERS]) or (name == "SO" and _SEED.fullmatch(values[0]))
            if name not in RESERVED and not own:
                found[name] = list(values)
        return found

    @property
    def players(self) -> tuple[str | None, ...]:
        """Names of the players, player 0 first; ``None`` where the file has none."""
        root = self.tree.nodes[0].properties
        return tuple(root.get(name, [None])[0] for name in player_names(Blokus.from_options(self.record["options"])))

    def replay(self, engine: str = "native") -> BlokusState:
        """The last position; raises as `zellige.State.from_record` does."""
        state = replay(self.record, engine)
        assert isinstance(state, BlokusState)
        return state

    def __repr__(self) -> str:
        options = Blokus.from_options(self.record["options"])
        return f"<SgfGame of {len(self.record['moves'])} moves of {options!r}>"
