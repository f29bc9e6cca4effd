"""A Casbah position in letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from ..casbah import CasbahState, Frame
from ..state import TERMINAL
from ..tiles import TileSet
from .palette import GREEN
from .request import move_cells, past
from .table import draw_table
from .terminal import Page

if TYPE_CHECKING:
    from ..casbah import Casbah, CasbahRules

__all__ = ["Row", "draw", "frames_line", "rows", "rules_of", "status"]

_MOST_COLUMNS = 79


class Row(NamedTuple):
    """A row of the table of tiles: the face-up tiles (player -1) or a player's hand."""

    player: int
    counts: dict[str, int]
    chips: int
    score: int


def draw(state: CasbahState, colour: bool) -> str:
    """The laid tiles, the frames, and who holds what."""
    tiles = rules_of(state).tiles
    page = Page()
    page.line(status(state), bold=True)
    latest = next(past(state), None)
    new = next(iter(move_cells(state, latest.move)), None) if latest else None
    placed = {(tile.x, tile.y): (tile.name, tile.r) for tile in state.tiles()}
    parts = [page.text(colour)]
    parts += draw_table(placed, tiles, colour=colour, values=True, new=new)
    page = Page()
    if placed:
        page.line(f"inside: the value; D door, W french window, F front door, G garden{_walls(tiles)}")
    if state.phase() == "lay":
        page.line(frames_line(state.frames()))
    _holdings(page, state)
    if latest:
        star = " (* in the drawing)" if new else ""
        page.line(f"last move: {latest.move}{star}")
    return "\n".join([*parts, page.text(colour)])


def status(state: CasbahState) -> str:
    """Who is to move and to do what, or how the game ended, in a line."""
    player = state.current_player()
    if player != TERMINAL:
        return f"Player {player} to {'take a tile' if state.phase() == 'draft' else 'lay a tile'}"
    scores = state.scores()
    if len(scores) == 1:
        w, h = rules_of(state).size
        done = len(state.tiles()) == w * h
        return f"The casbah is {'complete' if done else 'not complete'}: {int(scores[0])} points"
    best = [p for p in range(len(scores)) if scores[p] == scores.max()]
    who = " and ".join(f"player {p}" for p in best)
    return f"The game is over: {who} {'wins' if len(best) == 1 else 'share the win'}"


def frames_line(frames: list[Frame]) -> str:
    """The possible frames in words.

    >>> frames_line([Frame(-1, 0, 4, 9), Frame(0, 0, 4, 9), Frame(-5, 0, 9, 4)])
    'possible frames: 4x9 from column -1, 0; 9x4 from column -5'
    """
    sizes: dict[tuple[int, int], list[str]] = {}
    for frame in frames:
        sizes.setdefault((frame.w, frame.h), []).append(str(frame.x0))
    words = [f"{w}x{h} from column {', '.join(columns)}" for (w, h), columns in sizes.items()]
    return f"possible frames: {'; '.join(words)}"


def rows(state: CasbahState) -> list[Row]:
    """Who holds what, the face-up tiles of the draft first."""
    scores = state.scores()
    hands = [Row(p, state.hand(p), state.chips(p), int(scores[p])) for p in range(len(scores))]
    return [Row(-1, state.pool(), 0, 0), *hands] if state.phase() == "draft" else hands


def rules_of(state: CasbahState) -> CasbahRules:
    """The options of a state's game."""
    return cast("Casbah", state.game).rules


def _walls(tiles: TileSet) -> str:
    return ", . wall" if any("." in tile.sides for tile in tiles.tiles) else ""


def _holdings(page: Page, state: CasbahState) -> None:
    kinds = rules_of(state).tiles.tiles
    names = {row.player: "face up" if row.player < 0 else f"player {row.player}" for row in rows(state)}
    first = 0
    while first < len(kinds):
        width, after = 12, first
        while after == first or (after < len(kinds) and width + _width(kinds[after].name) <= _MOST_COLUMNS):
            width += _width(kinds[after].name)
            after += 1
        band = kinds[first:after]
        page.line(f"{'tile':<11}" + "".join(kind.name.rjust(_width(kind.name)) for kind in band))
        page.line(f"{'value':<11}" + "".join(str(kind.value).rjust(_width(kind.name)) for kind in band))
        for row in rows(state):
            mark = "> " if row.player == state.current_player() else "  "
            page.write(mark + f"{names[row.player]:<9}")
            for kind in band:
                count = row.counts.get(kind.name, 0)
                colour = GREEN if count and kind.sides == "GGGG" else None
                page.write(str(count or ".").rjust(_width(kind.name)), colour)
            page.line()
        first = after
    for row in rows(state):
        if row.player >= 0:
            page.line(f"player {row.player}: chips {row.chips}, points {row.score}")


def _width(name: str) -> int:
    return max(len(name), 3) + 1
