"""A program that plays 20,000 random games and prints one line about them, such as a naive engine to be beaten."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

from .contender import Contender, Games

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Program"]

_GAMES = 20_000
_LINE = re.compile(r"[\d.]+ games/s, (?P<plies>[\d.]+) plies/game")


class Program(Contender):
    """Plays its own number of games at each call; the mean length is the one that it prints."""

    def __init__(self, path: Path) -> None:
        self.name = f"program {path.name}"
        self._path = path

    def play_random_games(self, games: int, seed: int) -> Games:
        """Ignores both arguments: the program has a fixed seed and a fixed number of games."""
        before = os.times()
        text = subprocess.run([self._path], capture_output=True, text=True, check=True).stdout
        after = os.times()
        seconds = after.children_user + after.children_system - before.children_user - before.children_system
        found = _LINE.search(text)
        if found is None:
            raise ValueError(f'{self._path} printed no line like "20000 games/s, 59.0 plies/game"')
        return Games(_GAMES, seconds, _GAMES * float(found["plies"]), None)
