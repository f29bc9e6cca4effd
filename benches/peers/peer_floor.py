"""A program that plays 20,000 random games and prints one line about them, such as a naive engine to be beaten."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from .contender import Contender, Games

__all__ = ["Program"]

_GAMES = 20_000
_LINE = re.compile(r"(?P<rate>[\d.]+) games/s, (?P<plies>[\d.]+) plies/game")


class Program(Contender):
    """Plays its own number of games at each call; the rate and the mean length are those that it prints."""

    def __init__(self, path: Path) -> None:
        self.name = f"program {path.name}"
        self._path = path

    def play_random_games(self, games: int, seed: int) -> Games:
        """Ignores both arguments: the program has a fixed seed and a fixed number of games."""
        text = subprocess.run([self._path], capture_output=True, text=True, check=True).stdout
        found = _LINE.search(text)
        if found is None:
            raise ValueError(f'{self._path} printed no line like "20000 games/s, 59.0 plies/game"')
        return Games(_GAMES, _GAMES / float(found["rate"]), _GAMES * float(found["plies"]), None)
