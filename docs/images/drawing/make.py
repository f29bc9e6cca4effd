"""Writes the pictures of docs/drawing.md beside this file: greedy games, the same at every run."""

from pathlib import Path

import zellige as zl

HERE = Path(__file__).parent


def position(game: zl.Game, seed: int, plies: int) -> zl.State:
    """A greedy game after some plies."""
    (record,) = zl.simulate(game, 1, seed=seed, policy="greedy", record=True).records()
    state = game.new_initial_state()
    for move in record["moves"][:plies]:
        state.push(move)
    return state


def pictures() -> dict[str, str]:
    """The text of each picture by the name of its file."""
    blokus = position(zl.Blokus(players=4), 2, 36)
    casbah = position(zl.Casbah((6, 6), 2, "reconstruction-walls"), 6, 50)
    casa_grande = position(zl.CasaGrande(players=3), 3, 120)
    return {
        "blokus.svg": blokus.to_svg(),
        "casbah.svg": casbah.to_svg(),
        "casa_grande.svg": casa_grande.to_svg(),
        "casa_grande_isometric.svg": casa_grande.to_svg(view="isometric"),
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (HERE / name).write_text(picture, encoding="utf-8")
