"""OpenSpiel's Monte Carlo tree search against a random player on Blokus Duo.

    python examples/openspiel_mcts.py

Needs ``pip install 'zellige[openspiel]'``. The search is OpenSpiel's own and knows nothing of zellige. It sits in each
seat equally often; the script prints its share of the wins with Wilson's 95 % interval.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import zellige.openspiel  # registers the games
from zellige.summary import wilson


def play(game: Any, bots: list[Any], rng: np.random.RandomState) -> list[float]:
    """One game; ``None`` in the place of a bot is a random player. The result of each player."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
            continue
        bot = bots[state.current_player()]
        state.apply_action(bot.step(state) if bot else int(rng.choice(state.legal_actions())))
    results: list[float] = state.returns()
    return results


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--game", default="zellige_blokus(variant=duo)", help="a game of zellige for two, by OpenSpiel's name"
    )
    parser.add_argument("--games", type=int, default=20, help="games to play")
    parser.add_argument("--simulations", type=int, default=100, help="simulations for each move of the search")
    parser.add_argument("--playouts", type=int, default=1, help="random playouts for each new position")
    parser.add_argument(
        "--native", action="store_true", help="play them out natively (zellige.openspiel.RolloutEvaluator)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of everything")
    options = parser.parse_args()

    started = time.perf_counter()
    game = pyspiel.load_game(options.game)
    rng = np.random.RandomState(options.seed)
    if options.native:
        evaluator = zellige.openspiel.RolloutEvaluator(options.playouts, options.seed)
    else:
        evaluator = mcts.RandomRolloutEvaluator(options.playouts, rng)
    bot = mcts.MCTSBot(game, 1.4, options.simulations, evaluator, random_state=rng)
    wins = 0.0
    for number in range(options.games):
        seat = number % 2
        bots = [bot if player == seat else None for player in range(2)]
        wins += (play(game, bots, rng)[seat] + 1) / 2
    share = wins / options.games
    low, high = wilson(wins, options.games)
    print(f"MCTS won {share:.3f} of {options.games} games against random, 95 % interval {low:.3f} to {high:.3f}")
    print(f"{time.perf_counter() - started:.0f} seconds")


if __name__ == "__main__":
    main()
