"""How a position is put into words: names of cells, whose turn it is, how things stand."""

from __future__ import annotations

from ..blokus import COLOUR_NAMES, Blokus, BlokusState
from ..casa_grande import CasaGrande, CasaGrandeState
from ..casbah import Casbah, CasbahState
from ..game import Game
from ..reference.blokus.pieces import NAMES, piece_of
from ..state import State
from .session import turn

__all__ = ["cell_name", "piece_name", "player_names", "result", "task"]


def cell_name(game: Game, cell: tuple[int, int]) -> str:
    """A cell as the game's notation writes it; one that has no letter by its numbers.

    >>> import zellige as zl
    >>> cell_name(zl.Blokus(), (0, 19)), cell_name(zl.Casbah(), (-2, 3)), cell_name(zl.Blokus(), (-1, 3))
    ('a20', '-2,3', '(-1,3)')
    """
    x, y = cell
    if isinstance(game, Casbah):
        return f"{x},{y}"
    return f"{chr(ord('a') + x)}{y + 1}" if 0 <= x < 26 and y >= 0 else f"({x},{y})"


def piece_name(move: str) -> str:
    """The name of the piece that a move of Blokus lays; empty if its cells are none.

    >>> piece_name("a19,a20,b20"), piece_name("a1,c3")
    ('V3', '')
    """
    piece = piece_of(frozenset((ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in move.split(",")))
    return "" if piece is None else NAMES[piece]


def player_names(game: Game) -> list[str]:
    """The players, with the colours that they lay in Blokus and their letters on the board of Casa Grande.

    >>> import zellige as zl
    >>> player_names(zl.Blokus(players=2)), player_names(zl.CasaGrande())
    (['player 0 (Blue, Red)', 'player 1 (Yellow, Green)'], ['player 0 (A)', 'player 1 (B)'])
    """
    players = range(game.num_players())
    names = [f"player {player}" for player in players]
    if isinstance(game, Blokus):
        # Of three players each lays Green in turn (B10).
        own = COLOUR_NAMES[: game.num_colours() if len(names) == 2 else len(names)]
        return [f"{name} ({', '.join(own[player :: len(names)])})" for player, name in enumerate(names)]
    if isinstance(game, CasaGrande):
        return [f"{name} ({chr(ord('A') + player)})" for player, name in enumerate(names)]
    return names


def task(state: State) -> str:
    """What is to be done now, as one sentence without its end.

    >>> import zellige as zl
    >>> task(zl.Blokus(players=2).new_initial_state())
    'player 0 lays a piece of Blue'
    """
    if state.is_terminal():
        return "the game is over"
    who = f"player {turn(state)}"
    if isinstance(state, BlokusState):
        return f"{who} lays a piece of {COLOUR_NAMES[state.current_colour()]}"
    if isinstance(state, CasbahState):
        return f"{who} takes a tile" if state.phase() == "draft" else f"{who} lays a tile"
    if isinstance(state, CasaGrandeState):
        tasks = {"die": "rolls the die", "step": "may buy steps", "block": "lays a block"}
        return f"{who} {tasks.get(state.phase(), 'may lay a platform')}"
    return f"{who} is to move"


def result(state: State) -> str:
    """Who has won; nothing before the end.

    >>> import zellige as zl
    >>> state = zl.CasaGrande(max_rounds=1).new_initial_state()
    >>> for move in ("die=5", "step=0", "die=5", "step=0"):
    ...     state.push(move)
    >>> result(state)
    'players 0 and 1 share the win'
    """
    if not state.is_terminal():
        return ""
    returns = state.returns().tolist()
    if len(returns) == 1:
        return f"player 0 has {state.scores()[0]} points"
    best = [str(player) for player, value in enumerate(returns) if value == max(returns)]
    if len(best) == 1:
        return f"player {best[0]} wins"
    return f"players {', '.join(best[:-1])} and {best[-1]} share the win"
