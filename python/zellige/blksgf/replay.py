"""Playing a line of a game tree: set-up nodes, moves, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from .._json import shorten
from ..blokus import Blokus, BlokusState
from ..errors import BadMove, IllegalAction
from .parse import Tree
from .setup import Piece, set_up
from .variants import (
    ANY_CORNERS,
    OTHER_NAMES,
    RESERVED,
    SETUP,
    VARIANTS,
    colour_name,
    covers_own_corner,
    move_names,
)

__all__ = ["play_line"]

_REMOVE: Final = "AE"
_TO_MOVE: Final = "PL"
_PLAYED_BY_LETTERS: Final = {"B": 0, "W": 1, "1": 0, "2": 1, "3": 2, "4": 3}


def play_line(tree: Tree, end: int) -> BlokusState:
    """Plays the line from the root to a node, natively.

    Returns:
        The last position. Its history begins at the last node that sets pieces up, if there is one.

    Raises:
        RecordError: The game is unknown, or a node cannot be played; the error names it.
    """
    line = _Line(tree)
    for number in tree.line_to(end):
        line.visit(number)
    return line.finish()


class _Line:
    """The nodes of a line, played in parts: each part begins at the start or where pieces are set up.

    A part is played when its end is known, because only then it is known whether all first pieces lie in their own
    corners.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.options = _options(tree)
        self.duo = "variant" in self.options
        self.names = move_names(self.duo)
        self.setup: list[Piece] | None = None
        self.setup_at = 0
        self.turn = 0
        """The colour to move in the set-up if no ``PL`` and no move says it."""
        self.named: int | None = None
        """The colour that ``PL`` names in the set-up."""
        self.moves: list[tuple[int, int, str]] = []
        """Node, colour and cells of each move of this part."""
        self.played: tuple[BlokusState, list[Piece]] | None = None
        """The position and the pieces after as many of these moves as have been played."""

    def visit(self, number: int) -> None:
        """Takes a node in."""
        properties = self.tree.nodes[number].properties
        if _PLAYED.isdisjoint(properties):
            return
        moves = [(colour, name) for name in properties if (colour := self.colour_of(name)) is not None]
        if len(moves) > 1:
            raise self.tree.error(number, f"it has two moves, {moves[0][1]} and {moves[1][1]}")
        adds = not properties.keys().isdisjoint(_SETUP_NAMES)
        if adds or (_TO_MOVE in properties and not moves and self.gives_turn_away(number)):
            self.set_up(number, properties)
        for colour, name in moves:
            # Very old files have a value for each cell.
            self.moves.append((number, colour, ",".join(properties[name]).lower()))

    def finish(self) -> BlokusState:
        """The last position."""
        return self.play()[0]

    def colour_of(self, name: str) -> int | None:
        """The colour whose move a property is, if it is one."""
        name = OTHER_NAMES[self.duo].get(name, name)
        return self.names.index(name) if name in self.names else None

    def colour_named(self, number: int) -> int:
        """The colour that ``PL`` names."""
        value = self.tree.nodes[number].properties[_TO_MOVE][0]
        colour = _PLAYED_BY_LETTERS.get(value, 4)
        if colour >= len(self.names):
            text = f"{_TO_MOVE}[{shorten(value, 20)}] names no colour; the colours are {', '.join(self.names)}"
            raise self.tree.error(number, text)
        return colour

    def gives_turn_away(self, number: int) -> bool:
        """Whether the ``PL`` of a node gives the turn to a colour that does not have it anyway."""
        named = self.colour_named(number)
        state, pieces = self.play()
        if named == state.current_colour():
            return False
        given = set_up(self.tree, number, cast(Blokus, state.game), pieces, named)
        return given.current_colour() != state.current_colour()

    def set_up(self, number: int, properties: Mapping[str, list[str]]) -> None:
        """Begins a new part with the pieces that lie now and those that the node adds or takes away."""
        state, pieces = self.play()
        empty = state.game.new_initial_state()
        for name, values in properties.items():
            for value in values if name in _SETUP_NAMES else ():
                try:
                    cells = _cells(empty.action_to_string(empty.string_to_action(value.lower())))
                except (BadMove, IllegalAction) as why:
                    raise self.tree.error(number, _told(name, value, why.reasons)) from None
                if name == _REMOVE:
                    kept = [piece for piece in pieces if piece.cells != cells]
                    if len(kept) == len(pieces):
                        raise self.tree.error(number, f"{_REMOVE}[{value}] takes away a piece that does not lie there")
                    pieces = kept
                else:
                    if SETUP[name] >= len(self.names):
                        raise self.tree.error(number, f"{name} adds pieces of a colour that the game does not have")
                    taken = {cell for piece in pieces for cell in piece.cells}.intersection(cells)
                    if taken:
                        raise self.tree.error(number, f"{name}[{value}]: B2: {min(taken)} is occupied already")
                    pieces.append(Piece(SETUP[name], cells))
        self.turn = max(state.current_colour(), 0)
        self.named = self.colour_named(number) if _TO_MOVE in properties else None
        self.setup, self.setup_at, self.moves, self.played = pieces, number, [], None
        self.play()

    def play(self) -> tuple[BlokusState, list[Piece]]:
        """Plays this part as far as it is known, and gives the position and the pieces that lie."""
        game = self.game()
        if self.played is None or self.played[0].game != game or self.played[0].move_number() == 0:
            if self.setup is None:
                self.played = game.new_initial_state(), []
            else:
                first = self.moves[0][1] if self.moves and self.named is None else self.named
                turn = self.turn if first is None else first
                self.played = set_up(self.tree, self.setup_at, game, self.setup, turn), list(self.setup)
        state, pieces = self.played
        for number, colour, text in self.moves[state.move_number() :]:
            if not state.is_terminal() and state.current_colour() != colour:
                mover = colour_name(self.duo, state.current_colour())
                message = f"phase: {mover} is to move, not {colour_name(self.duo, colour)}"
                raise self.tree.error(number, f"{self.names[colour]}[{shorten(text, 80)}]: {message}")
            try:
                state.push(text)
            except (BadMove, IllegalAction) as why:
                raise self.tree.error(number, _told(self.names[colour], text, why.reasons)) from None
            pieces.append(Piece(colour, _cells(state.action_to_string(state.history()[-1]))))
        return state, pieces

    def game(self) -> Blokus:
        """The game, with the corners that the first pieces of this part show."""
        if self.duo:
            return Blokus(variant="duo")
        corners = "any" if ANY_CORNERS in self.tree.nodes[0].properties.get("RU", ()) else "fixed"
        first: dict[int, list[str]] = {}
        for piece in self.setup or ():
            first.setdefault(piece.colour, []).extend(piece.cells)
        for _, colour, text in self.moves:
            first.setdefault(colour, text.split(","))
        if not all(covers_own_corner(colour, cells) for colour, cells in first.items()):
            corners = "any"
        return Blokus(self.options["players"], corners)


_SETUP_NAMES = frozenset(SETUP) | {_REMOVE}
_PLAYED = RESERVED - {"GM", "CA", "C"}


def _options(tree: Tree) -> dict[str, Any]:
    values = tree.nodes[0].properties.get("GM")
    if values is None:
        raise tree.error(0, "the property GM, which names the game, is missing")
    if values[0] not in VARIANTS:
        raise tree.error(0, f"GM[{shorten(values[0], 40)}] is none of the games that are read: {', '.join(VARIANTS)}")
    return VARIANTS[values[0]]


def _cells(move: str) -> tuple[str, ...]:
    return tuple(move.split(","))


def _told(name: str, value: str, reasons: Iterable[object]) -> str:
    return shorten(f"{name}[{shorten(value, 80)}]: " + "; ".join(map(str, reasons)), 500)
