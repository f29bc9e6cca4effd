"""A Casa Grande position in letters."""

from __future__ import annotations

from typing import Final

from ..casa_grande import CasaGrandeState
from .casa_grande_surface import LETTERS, SIDE, SPACES, Surface, latest_moves, status, surface
from .palette import PLAYERS
from .request import move_cells
from .shapes import Cell
from .terminal import BOLD, Page, Sheet, tint

__all__ = ["draw"]

_LEFT: Final = 10
_TOP: Final = 2
_PITCH: Final = 5


def draw(state: CasaGrandeState, colour: bool) -> str:
    """The board with its track, then the players."""
    latest = latest_moves(state)
    new = {cell for move in (latest.block, latest.platform) if move for cell in move_cells(state, move)}
    page = Page()
    page.line(status(state, latest.die), bold=True)
    parts = [page.text(colour), *_board(state, surface(state), new).lines(colour)]
    page = Page()
    page.line("A2: a block of A, 2 high; a2: a bare platform of A on level 2; lines: platforms seen from above")
    for player in range(state.game.num_players()):
        mark = ">" if player == state.turn_player() else " "
        page.write(f"{mark} ")
        page.write(LETTERS[player], PLAYERS[player], bold=True)
        page.line(
            f" player {player}: money {state.money(player)}, bonus {state.marker(player)}, "
            f"blocks {state.blocks(player)}, pawn on {state.pawn(player)}"
        )
        stock = [f"{name} {count}" for name, count in state.stock(player).items() if count]
        page.line(f"    platforms: {', '.join(stock) or 'none'}")
    laid = [move for move in (latest.block, latest.platform) if move]
    if laid:
        page.line(f"last laid, marked by *: {', '.join(laid)}")
    return "\n".join([*parts, page.text(colour)])


def _board(state: CasaGrandeState, top: Surface, new: set[Cell]) -> Sheet:
    sheet = Sheet()
    bottom = _TOP + 2 * SIDE
    right = _LEFT + _PITCH * SIDE
    _borders(sheet, top)
    for y in range(SIDE):
        line = _TOP + 2 * (SIDE - y) - 1
        sheet.put(_LEFT - 2, line, str(y + 1))
        for x in range(SIDE):
            column = _LEFT + _PITCH * x + 1
            kind, owner = top.kind[y][x], top.owner[y][x]
            if not kind:
                sheet.put(column + 1, line, ".")
                continue
            letter = LETTERS[owner] if kind == 1 else LETTERS[owner].lower()
            star = "*" if (x, y) in new else ""
            text = f"{letter}{top.height[y][x]}{star}"
            sheet.put(column + (len(text) < 4), line, text, tint(PLAYERS[owner]))
    for x in range(SIDE):
        sheet.put(_LEFT + _PITCH * x + 2, bottom + 1, chr(ord("a") + x))
    for space in range(SPACES):
        pawns = "".join(LETTERS[p] for p in range(state.game.num_players()) if state.pawn(p) == space)
        text = f"{space}{':' if pawns else ''}{pawns}"
        corner, step = divmod(space, 5)
        low = step - 1 if corner in (0, 1) else 4 - step
        if step:
            along = bottom - 4 * low - 2 if corner in (0, 2) else _LEFT + 10 * low + 5 - len(text) // 2
            place = [(0, along), (along, 0), (right + 2, along), (along, bottom + 2)][corner]
        else:
            place = [(0, bottom + 2), (0, 0), (right + 2, 0), (right + 2, bottom + 2)][corner]
        sheet.put(*place, text, BOLD if pawns else "")
    return sheet


def _borders(sheet: Sheet, top: Surface) -> None:
    """The border of the board and the lines around platforms."""

    def at(x: int, y: int) -> int:
        return top.platform[y][x] if 0 <= x < SIDE and 0 <= y < SIDE else -2

    for y in range(SIDE + 1):
        line = _TOP + 2 * (SIDE - y)
        for x in range(SIDE + 1):
            column = _LEFT + _PITCH * x
            if x < SIDE and at(x, y) != at(x, y - 1):
                sheet.put(column + 1, line, "-" * (_PITCH - 1))
            if y < SIDE and at(x, y) != at(x - 1, y):
                sheet.put(column, line - 1, "|")
            if len({at(x, y), at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)}) > 1:
                sheet.put(column, line, "+")
