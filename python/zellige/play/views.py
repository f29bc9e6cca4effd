"""What the page shows, as JSON values: a game, a position with what can be done in it, and why a move is illegal."""

from __future__ import annotations

import dataclasses
from typing import Any

from ..blokus import BlokusState
from ..casa_grande import CasaGrande, CasaGrandeState
from ..casbah import CasbahState
from ..draw import svg as draw_svg
from ..game import Game
from ..platforms import PlatformSet
from ..reference.blokus.pieces import NAMES, orientations
from ..state import State
from ..tiles import TileSet
from .session import Session
from .words import cell_name, player_names, result, task

__all__ = ["described", "reasons", "view"]


def described(game: Game) -> dict[str, Any]:
    """A game: its name, its options as text, and what should be said about its sets."""
    notes = [
        f"set {value.name}: {value.note}"
        for field in dataclasses.fields(game.rules)
        if isinstance(value := getattr(game.rules, field.name), (TileSet, PlatformSet)) and value.note.strip()
    ]
    return {
        "name": game.name,
        "text": str(game)[:300],
        "notes": notes,
        "players": game.num_players(),
        "names": player_names(game),
    }


def view(session: Session) -> dict[str, Any]:
    """A position as a person sees it who is to move."""
    state = session.state
    return {
        "ply": len(session.log),
        "over": state.is_terminal(),
        "player": state.current_player(),
        "seats": sorted(session.seats),
        "opponent": session.opponent,
        "seed": str(session.seed),
        "task": task(state),
        "result": result(state),
        "scores": state.scores().tolist(),
        "facts": _facts(state),
        "svg": draw_svg(state, data=True),
        "legal": state.legal_moves(),
        "log": [{"text": str(entry), "by": entry.by, "player": entry.player} for entry in session.log],
        "choice": _choice(state),
    }


def reasons(state: State, move: str) -> dict[str, Any]:
    """Every violated rule of a move, with the cells by their numbers and by their names."""
    found = [
        {
            "rule": reason.rule,
            "message": reason.message,
            "cells": [list(cell) for cell in reason.cells],
            "names": [cell_name(state.game, cell) for cell in reason.cells],
        }
        for reason in state.explain(move)
    ]
    return {"move": move, "reasons": found}


def _facts(state: State) -> list[str]:
    """What a player should know beside the score, one text per player."""
    players = range(state.game.num_players())
    if isinstance(state, CasbahState):
        return [f"{sum(state.hand(player).values())} tiles in hand" for player in players]
    if isinstance(state, CasaGrandeState):
        return [
            f"marker {state.marker(player)}, {state.blocks(player)} blocks, "
            f"{sum(state.stock(player).values())} platforms, pawn on {state.pawn(player)}"
            for player in players
        ]
    return ["" for _ in players]


def _choice(state: State) -> dict[str, Any]:
    """What is chosen before a square is clicked: pieces, tiles, platforms, or one of a few words."""
    if state.is_terminal():
        return {"kind": "none", "items": []}
    if isinstance(state, BlokusState):
        items = [{"name": name, "cells": _form(name)} for name in state.hand(state.current_colour())]
        return {"kind": "piece", "items": items, "colour": state.current_colour()}
    if isinstance(state, CasbahState):
        return _tile_choice(state)
    if isinstance(state, CasaGrandeState):
        return _casa_grande_choice(state)
    raise TypeError(f"there is no page for {state.game.name}")


def _form(name: str) -> list[list[int]]:
    """One and always the same way to lay a piece of Blokus, the flattest."""
    form = min(orientations(NAMES.index(name)), key=lambda form: (max(y for _, y in form), sorted(form)))
    return [list(square) for square in sorted(form)]


def _tile_choice(state: CasbahState) -> dict[str, Any]:
    drafting = state.phase() == "draft"
    held = state.pool() if drafting else state.hand(state.current_player())
    tiles = {tile.name: tile for tile in state.game.rules.tiles.tiles}
    items = [
        {"name": name, "sides": tiles[name].sides, "value": tiles[name].value, "count": count}
        for name, count in held.items()
    ]
    return {"kind": "draft" if drafting else "tile", "items": items}


def _casa_grande_choice(state: CasaGrandeState) -> dict[str, Any]:
    assert isinstance(state.game, CasaGrande)
    phase = state.phase()
    if phase == "step":
        return {"kind": "word", "items": [{"name": move} for move in state.legal_moves()]}
    if phase == "block":
        return {"kind": "block", "items": []}
    stock = state.stock(state.current_player())
    items = [
        {"name": entry.name, "rows": list(entry.rows), "count": stock[entry.name]}
        for entry in state.game.rules.platforms.platforms
        if stock.get(entry.name)
    ]
    return {"kind": "platform", "items": items, "words": ["decline"]}
