"""socha: the client library of a German school contest, whose 2021 game was Blokus with rules of its own."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .contender import WIDTH, Cells, Contender, Games, Session, clock, games_from_lengths, picker

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["contenders"]

_RULES = (
    (
        "Contest rules: the first piece is a drawn pentomino, the same for all four colours, and goes anywhere on the "
        "border, no corner needed; two teams of two colours; a colour may pass after its first piece; at most 25 "
        "rounds, never reached without passing. From the second piece on, the legal placements are ours."
    ),
    "Scores count squares laid (89 for all, +15, +5 for the monomino last) instead of squares left.",
    "Timed is get_all_possible_moves; the filtered GameState.possible_moves() leaves legal placements out.",
    "Piece.coordinates() raises TypeError (Coordinate is not hashable), so cells are found by laying each form once.",
    "A colour that cannot move must be taken out by hand: remove_active_color().",
)

Form = tuple[Any, Any, bool]


class _Session:
    """One game; the drawn first piece is set to whatever is to be played, which lets Classic games be replayed."""

    def __init__(self, socha: Any) -> None:
        self._socha = socha
        self._rules = socha.GameRuleLogic
        self._state = socha.GameState()
        self._cells: dict[tuple[int, int, bool], list[tuple[int, int]]] = {}
        self._forms: dict[frozenset[tuple[int, int]], Form] = {}
        for kind in socha.PieceShape.all():
            for rotation in socha.Rotation.all():
                for flipped in (False, True):
                    cells = self._lay((kind, rotation, flipped))
                    self._cells[int(kind), int(rotation), flipped] = cells
                    self._forms.setdefault(frozenset(cells), (kind, rotation, flipped))

    def _lay(self, form: Form) -> list[tuple[int, int]]:
        socha = self._socha
        state = socha.GameState(start_piece=form[0])
        self._rules.perform_set_move(state, socha.Piece(socha.Color.BLUE, *form, socha.Coordinate(0, 0)))
        board = state.board
        return [(x, y) for x in range(5) for y in range(5) if not board.get(socha.Coordinate(x, y)).is_empty()]

    def _skip(self) -> None:
        state = self._state
        while state.round() > 1 and state.has_valid_colors() and not self.legal():
            state.remove_active_color()

    def play(self, cells: Cells) -> None:
        socha, state = self._socha, self._state
        self._skip()
        # Rows count from the top here.
        points = [(cell % WIDTH, WIDTH - 1 - cell // WIDTH) for cell in cells]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        form = self._forms[frozenset((x - left, y - top) for x, y in points)]
        if state.round() == 1:
            state.start_piece = form[0]
        piece = socha.Piece(state.current_color(), *form, socha.Coordinate(left, top))
        self._rules.perform_move(state, socha.Move.set_move(piece))
        self._skip()

    def legal(self) -> list[Any]:
        if not self._state.has_valid_colors():
            return []
        moves: list[Any] = self._rules.get_all_possible_moves(self._state)
        return moves

    def placements(self) -> frozenset[Cells]:
        return frozenset(
            frozenset(
                (WIDTH - 1 - y - piece.position.y) * WIDTH + x + piece.position.x
                for x, y in self._cells[int(piece.kind), int(piece.rotation), piece.is_flipped]
            )
            for piece in self.legal()
        )


class _Socha(Contender):
    name = "socha"
    rules = _RULES
    uniform = False

    def __init__(self, socha: Any) -> None:
        self._socha = socha

    def play_random_games(self, games: int, seed: int) -> Games:
        rules, state_class, set_move = self._socha.GameRuleLogic, self._socha.GameState, self._socha.Move.set_move
        pentominoes = [kind for kind in self._socha.PieceShape.all() if kind.size() == 5]
        pick = picker(seed)
        lengths = []
        start = clock()
        for _ in range(games):
            state = state_class(start_piece=pentominoes[pick(len(pentominoes))])
            plies = 0
            while state.has_valid_colors():
                pieces = rules.get_all_possible_moves(state)
                if pieces:
                    rules.perform_move(state, set_move(pieces[pick(len(pieces))]))
                    plies += 1
                else:
                    state.remove_active_color()
            lengths.append(plies)
        return games_from_lengths(lengths, clock() - start)

    def session(self) -> Session:
        return _Session(self._socha)


def contenders() -> Sequence[Contender]:
    """The package's one way to play."""
    return [_Socha(importlib.import_module("socha"))]
