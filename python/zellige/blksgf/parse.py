"""SGF as text: trees of nodes with properties, from strangers' files."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator
from typing import Final

from .._json import shorten
from ..errors import RecordError
from .split import split_trees

__all__ = ["MAX_DEPTH", "MAX_NODES", "Node", "Tree", "parse_trees"]

MAX_NODES: Final = 100_000
"""The most nodes that a game tree may have."""
MAX_DEPTH: Final = 1_000
"""The most nodes that may follow each other."""

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z0-9]+)\s*(?=\[))")
_VALUE = re.compile(r"\s*\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_FIRST_VARIATION = re.compile(r"\n *\(\n( *);")
_CHARSETS = {"UTF8": "utf-8", "USASCII": "utf-8", "ASCII": "utf-8", "ISO88591": "latin-1", "LATIN1": "latin-1"}


@dataclasses.dataclass(slots=True)
class Node:
    """A node of a game tree.

    Attributes:
        line: The line of the file on which it begins, from 1.
        parent: Number of the node before it, -1 for the root.
        properties: Values of each property, in the order of the file, without escapes.
        children: Numbers of the nodes that follow; the first is the main line.
    """

    line: int
    parent: int
    properties: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    children: list[int] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(slots=True)
class Tree:
    """A game tree: its nodes as the file has them, the root first, each by its number.

    Attributes:
        nodes: The nodes.
        indent: Spaces by which each level of variations is moved to the right, -1 for a tree without line breaks.
        file: Path of the file, if it came from one.
    """

    nodes: list[Node]
    indent: int = 1
    file: str | None = None

    def error(self, number: int, message: str) -> RecordError:
        """An error that names file, line and node."""
        return RecordError(message, self.file, self.nodes[number].line, f"node {number}")

    def line_to(self, number: int) -> list[int]:
        """Numbers of all nodes from the root to a node, both included."""
        path = []
        while number >= 0:
            path.append(number)
            number = self.nodes[number].parent
        return path[::-1]

    def main_end(self) -> int:
        """Number of the last node of the main line."""
        number = 0
        while self.nodes[number].children:
            number = self.nodes[number].children[0]
        return number

    def ends(self) -> list[int]:
        """Numbers of the last nodes of all lines, in the order of the file, the main line's first."""
        return [number for number, node in enumerate(self.nodes) if not node.children]


def parse_trees(
    blocks: Iterable[bytes], file: str | None = None, charset: str | None = None
) -> Iterator[Tree | RecordError]:
    r"""Each game tree of a file, or the error that says why it is none.

    Args:
        blocks: The file, in pieces of any size.
        file: Its path, for messages.
        charset: What the text is encoded in; ``None`` for what ``CA`` says, or UTF-8.

    >>> [tree] = parse_trees([b"(;GM[Blokus];1[a20](;2[t20])(;2[s20,t20]C[a \\] b]))"])
    >>> [tree.line_to(end) for end in tree.ends()], tree.nodes[3].properties
    ([[0, 1, 2], [0, 1, 3]], {'2': ['s20,t20'], 'C': ['a ] b']})
    """
    try:
        for line, data in split_trees(blocks):
            try:
                yield _parse(data.decode("latin-1"), line, file, charset)
            except RecordError as why:
                yield RecordError(why.message, file, why.line, why.field)
    except RecordError as why:
        yield RecordError(why.message, file, why.line, why.field)


_NOTHING, _NODES, _VARIATIONS = range(3)
"""What an open game tree has so far."""


def _parse(text: str, line: int, file: str | None, charset: str | None) -> Tree:
    """One tree; ``text`` holds a byte in each character until `_decode`."""
    tree = Tree([], _indent(text), file)
    depths: list[int] = []
    opened: list[tuple[int, int]] = []  # for each game tree around: the node before it, what it has so far
    current, has = -1, _NOTHING
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise _error(tree, line, f"it cannot be read from {_shown(text, at)} on")
        line += text.count("\n", at, token.end())
        at = token.end()
        if token[1] == ";":
            if has == _VARIATIONS:
                raise _error(tree, line, "a node follows variations")
            depths.append(1 if current < 0 else depths[current] + 1)
            if depths[-1] > MAX_DEPTH or len(depths) > MAX_NODES:
                what = f"{MAX_DEPTH:,} nodes follow each other" if depths[-1] > MAX_DEPTH else f"{MAX_NODES:,} nodes"
                raise _error(tree, line, f"the game tree has too many nodes: more than {what}")
            if current >= 0:
                tree.nodes[current].children.append(len(tree.nodes))
            tree.nodes.append(Node(line, current))
            current, has = len(tree.nodes) - 1, _NODES
        elif token[1] == "(":
            if opened and has == _NOTHING:
                raise _error(tree, line, "a variation begins before the first node")
            opened.append((current, _VARIATIONS))
            has = _NOTHING
        elif token[1] == ")":
            if has == _NOTHING:
                raise _error(tree, line, "a game tree has no node")
            current, has = opened.pop()
        else:
            if has != _NODES:
                raise _error(tree, line, f"the property {shorten(token[2], 40)} is in no node")
            begun, values = at, []
            while (value := _VALUE.match(text, at)) is not None:
                values.append(value[1])
                at = value.end()
            if token[2] in tree.nodes[current].properties:
                raise _error(tree, line, f"the property {shorten(token[2], 40)} stands twice in the node")
            tree.nodes[current].properties[token[2]] = values
            line += text.count("\n", begun, at)
    _decode(tree, charset)
    return tree


def _decode(tree: Tree, charset: str | None) -> None:
    """Turns bytes into text, and escapes into what they stand for."""
    root = tree.nodes[0].properties
    if charset is None:
        name = root.get("CA", ["UTF-8"])[0]
        charset = _CHARSETS.get(re.sub("[-_ ]", "", name).upper())
        if charset is None:
            raise tree.error(0, f"the characters are {shorten(name, 40)} (CA); only UTF-8 and ISO-8859-1 are read")
        if charset != "utf-8":
            root["CA"] = ["UTF-8"]  # what it is written in
    for number, node in enumerate(tree.nodes):
        for name, values in node.properties.items():
            for i, value in enumerate(values):
                if not value.isascii() and charset == "utf-8":
                    try:
                        value = value.encode("latin-1").decode()
                    except UnicodeDecodeError as why:
                        text = f"the property {name} is not UTF-8 at byte {why.start + 1} of its value"
                        raise tree.error(number, text) from None
                values[i] = _ESCAPE.sub(_meant, value) if "\\" in value else value


def _meant(escape: re.Match[str]) -> str:
    return "" if escape[1] == "\n" else escape[1]


def _indent(text: str) -> int:
    if not text.startswith("(\n"):
        return -1
    found = _FIRST_VARIATION.search(text)
    return 1 if found is None else len(found[1])


def _error(tree: Tree, line: int, message: str) -> RecordError:
    """An error in or after the node that was read last."""
    return RecordError(message, line=line, field=f"node {len(tree.nodes) - 1}" if tree.nodes else None)


def _shown(text: str, at: int) -> str:
    return f'"{shorten(text[at : at + 60].split(maxsplit=1)[0], 20)}"'
