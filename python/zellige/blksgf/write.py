"""Games to Pentobi's files, laid out as Pentobi lays them out."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from .._json import shorten
from ..blokus import Blokus, BlokusState
from ..files import atomic_write
from ..record import Record, as_record, check_scores, push_move
from ..state import State
from .parse import Node, Tree
from .setup import Piece, pieces_of
from .variants import ANY_CORNERS, OTHER_NAMES, RESERVED, covers_own_corner, gm_of, move_names

__all__ = ["SEED", "dumps", "text_of", "tree_of", "write"]

SEED: Final = "zellige simulate, seed {}"
"""Value of ``SO``, the source of the game, for a record with a seed."""

_NAME: Final = re.compile(r"[A-Za-z0-9]+")
_BLANKS: Final = str.maketrans("\t\f\v\r", "    ")


def dumps(games: Any) -> str:
    """The text of a ``.blksgf`` file.

    Args:
        games: One game or several: games that were read (whose whole tree is written, once), states and records.

    Raises:
        ValueError: Pentobi cannot express a game; the message says why.
        RecordError: A record cannot be read or replayed.
        TypeError: Something is no game.

    >>> import zellige as zl
    >>> state = zl.Blokus(players=2, corners="fixed").new_initial_state()
    >>> state.push("a20,b20")
    >>> print(dumps(state), end="")
    (
    ;GM[Blokus Two-Player]
    ;1[a20,b20]
    )
    """
    return "".join(map(text_of, _trees(games)))


def write(path: str | os.PathLike[str], games: Any) -> int:
    """Writes games to a ``.blksgf`` file in UTF-8 and returns how many game trees there are in it.

    The file appears whole or not at all. Pentobi opens only files with one game tree.

    Args:
        path: The file; it is replaced if it exists.
        games: See `dumps`; an iterator is written as it goes.

    Raises:
        ValueError: Pentobi cannot express a game, or there is none to write; nothing is written.
        RecordError: A record cannot be read or replayed; nothing is written.
        OSError: The file cannot be written.
    """
    count = 0
    with atomic_write(path) as file:
        for count, tree in enumerate(_trees(games), 1):  # noqa: B007
            file.write(text_of(tree).encode())
        if count == 0:
            raise ValueError("there is no game to write, and a .blksgf file has at least one")
    return count


def text_of(tree: Tree) -> str:
    """The text of a game tree as Pentobi writes it; names of very old files become today's."""
    duo = tree.nodes[0].properties.get("GM") == ["Blokus Duo"]
    end = "" if tree.indent < 0 else "\n"
    parts: list[str] = []
    # What is still to be written, the next last: text, or a node with the number of its variation's level.
    todo: list[str | tuple[int, int]] = [f"){end}", (0, 0), f"({end}"]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        number, level = item
        node = tree.nodes[number]
        margin = " " * (max(tree.indent, 0) * level)
        parts.append(f"{margin};{''.join(_properties(node, duo))}{end}")
        if len(node.children) == 1:
            todo.append((node.children[0], level))
        else:
            for child in reversed(node.children):
                todo += [f"{margin}){end}", (child, level + 1), f"{margin}({end}"]
    return "".join(parts)


def tree_of(
    record: Record | Mapping[str, Any] | str,
    properties: Mapping[str, str | Sequence[str]],
    comments: Mapping[int, str],
) -> Tree:
    """The game tree of a record; see `SgfGame.from_record`."""
    record = as_record(record)
    game = record.game
    if not isinstance(game, Blokus):
        raise ValueError(f"{_place(record)}Pentobi's files hold games of Blokus, not of {game.name}")
    if game.rules.scoring == "basic":
        raise ValueError(f'{_place(record)}Pentobi always counts the bonus of B9 and cannot express scoring="basic"')
    start = record.start()
    assert isinstance(start, BlokusState)
    pieces = _pieces(start, record)
    to_move = start.current_colour()
    moves, corners = _moves(start, record, pieces)
    names = move_names(game.rules.variant == "duo")
    root: dict[str, list[str]] = {"GM": [gm_of(game)]}
    if game.rules.corners != corners:
        root["RU"] = [ANY_CORNERS]
    if record.seed is not None:
        root["SO"] = [SEED.format(record.seed)]
    for name, values in properties.items():
        if name in RESERVED or not _NAME.fullmatch(name):
            raise ValueError(f"{shorten(str(name), 40)} is no property that can be given; its like are PB, DT and RE")
        if name in root:
            raise ValueError(f"the property {name} is needed for {root[name][0]}")
        root[name] = [values] if isinstance(values, str) else list(values)
    for piece in pieces:
        root.setdefault("A" + names[piece.colour], []).append(",".join(piece.cells))
    if record.setup is not None and to_move >= 0:
        root["PL"] = [names[to_move]]
    nodes = [Node(1, -1, root)]
    for colour, move in moves:
        nodes[-1].children.append(len(nodes))
        nodes.append(Node(1, len(nodes) - 1, {names[colour]: [move]}))
    for number, text in comments.items():
        if not 0 <= number < len(nodes):
            raise ValueError(f"there is no node {number} for a comment; there are 0 to {len(nodes) - 1}")
        nodes[number].properties["C"] = [text]
    _check_texts(nodes, properties)
    return Tree(nodes)


def _pieces(start: BlokusState, record: Record) -> list[Piece]:
    """The pieces that were set up, refused where Pentobi would not see the same position."""
    if record.setup is None:
        return []
    if start.to_position()["monomino_last"]:
        text = "Pentobi cannot express a set-up in which a colour has laid all its pieces and I1 was the last"
        raise ValueError(_place(record) + text)
    return pieces_of(start)


def _moves(state: BlokusState, record: Record, pieces: Iterable[Piece]) -> tuple[list[tuple[int, str]], str]:
    """Plays the moves: the colour and the cells of each, and the corners that the first pieces show."""
    moves: list[tuple[int, str]] = []
    first: dict[int, list[str]] = {}
    for piece in pieces:
        first.setdefault(piece.colour, []).extend(piece.cells)
    duo = state.board().shape == (14, 14)
    for ply in range(len(record.moves)):
        colour = state.current_colour()
        push_move(state, record, ply)
        text = state.action_to_string(state.history()[-1])
        first.setdefault(colour, text.split(","))
        moves.append((colour, text))
    if record.scores is not None:
        check_scores(state, record)
    own = duo or all(covers_own_corner(colour, cells) for colour, cells in first.items())
    return moves, "fixed" if own else "any"


def _place(record: Record) -> str:
    return "" if record.file is None else f"{record.file}, line {record.line or 1}: "


def _check_texts(nodes: Sequence[Node], properties: Mapping[str, str | Sequence[str]]) -> None:
    """Refuses what is no text, and says in ``CA`` what the characters are if there are others than ASCII."""
    texts = [value for name in properties for value in nodes[0].properties[name]]
    texts += [value for node in nodes for value in node.properties.get("C", ())]
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"properties and comments are texts, not {type(text).__name__}")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError("a property or comment holds half a surrogate pair") from None
    if any(not values for values in nodes[0].properties.values()):
        raise ValueError("a property has no value")
    if not all(map(str.isascii, texts)):
        root = nodes[0].properties
        nodes[0].properties = {"GM": root.pop("GM"), "CA": ["UTF-8"], **root}


def _trees(games: Any) -> Iterator[Tree]:
    from .game import SgfGame

    before: Tree | None = None
    for game in [games] if isinstance(games, (SgfGame, State, Record, Mapping, str)) else games:
        if isinstance(game, SgfGame):
            if game.tree is not before:
                yield game.tree
            before = game.tree
        elif isinstance(game, (State, Record, Mapping, str)):
            yield tree_of(game.to_record() if isinstance(game, State) else game, {}, {})
        else:
            raise TypeError(f"a game is an SgfGame, a state or a record, not {type(game).__name__}")


def _properties(node: Node, duo: bool) -> Iterator[str]:
    for name, values in node.properties.items():
        today = OTHER_NAMES[duo].get(name, name)
        if today in move_names(duo):
            values = [",".join(values)]  # very old files have a value for each cell
        yield today
        for value in values:
            escaped = value.translate(_BLANKS).replace("\\", "\\\\").replace("]", "\\]")
            yield f"[{escaped}]"
