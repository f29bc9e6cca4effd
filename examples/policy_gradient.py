"""Learns Casbah 4x4 by policy gradient in plain numpy, playing thousands of games at once in `zellige.Batch`.

    python examples/policy_gradient.py

A network with one hidden layer sees the flattened observation and gives a number to every action; the softmax over the
legal ones is the policy. It plays both seats against random opponents (``--opponent random``) or against itself
(``--opponent self``), and after each round of games every move of its own is made more likely by how much better than
average the game ended for it (REINFORCE with Adam). ``--augment`` learns from the mirror picture of each position too
(`game.symmetries()`). In the end it plays against a random player and prints its share of the wins with Wilson's 95 %
interval; ``--picture FILE`` draws the learning curve.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import numpy as np
import numpy.typing as npt

import zellige as zl
from zellige.summary import wilson

Array = npt.NDArray[Any]


class Network:
    """Numbers for all actions of a game from its flattened observations, through one hidden layer."""

    def __init__(self, inputs: int, hidden: int, actions: int, rng: np.random.Generator) -> None:
        first = rng.normal(0, math.sqrt(2 / inputs), (inputs, hidden))
        self.weights = [first, np.zeros(hidden), np.zeros((hidden, actions)), np.zeros(actions)]
        self.weights = [array.astype(np.float32) for array in self.weights]
        self._moments = [(np.zeros_like(array), np.zeros_like(array)) for array in self.weights]
        self._updates = 0

    def forward(self, seen: Array, mask: Array) -> tuple[Array, Array]:
        """The hidden layer, and the probability of each action, 0 for illegal ones."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(seen @ first + first_bias, 0)
        numbers = np.where(mask, hidden @ second + second_bias, -np.inf)
        numbers = np.exp(numbers - numbers.max(axis=1, keepdims=True))
        return hidden, numbers / numbers.sum(axis=1, keepdims=True)

    def learn(self, seen: Array, mask: Array, actions: Array, advantages: Array, rate: float, entropy: float) -> None:
        """One step of Adam that makes actions with a positive advantage more likely, and the policy less sure."""
        hidden, policy = self.forward(seen, mask)
        n = len(actions)
        slope = policy * advantages[:, None]
        slope[np.arange(n), actions] -= advantages
        logs = np.log(policy, out=np.zeros_like(policy), where=policy > 0)
        slope += entropy * policy * (logs - (policy * logs).sum(axis=1, keepdims=True))
        slope /= n
        back = (slope @ self.weights[2].T) * (hidden > 0)
        slopes = [seen.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]
        self._updates += 1
        for weights, (mean, square), change in zip(self.weights, self._moments, slopes, strict=True):
            mean += 0.1 * (change - mean)
            square += 0.001 * (change * change - square)
            scale = np.sqrt(square / (1 - 0.999**self._updates)) + 1e-8
            weights -= rate * mean / (1 - 0.9**self._updates) / scale


def sample(policy: Array, rng: np.random.Generator) -> Array:
    """An action per row, drawn from its probabilities."""
    drawn = rng.random((len(policy), 1), np.float32)
    actions: Array = (policy.cumsum(axis=1) < drawn * policy.sum(axis=1, keepdims=True)).sum(axis=1)
    return actions


class Player:
    """Plays and learns one game in a batch of games."""

    def __init__(self, game: zl.Game, games: int, hidden: int, seed: int) -> None:
        self.game = game
        self.rng = np.random.default_rng(seed)
        self.batch = zl.Batch(game, games, seed=seed, autoreset="DISABLED")
        spec = game.observation_spec()
        # Every input lies between -1 and 1.
        self.scale = np.concatenate([np.full(array.size, 1 / max(1, array.high)) for array in spec.values()])
        self.scale = self.scale.astype(np.float32)
        self.network = Network(len(self.scale), hidden, game.num_distinct_actions(), self.rng)

    def inputs(self, observation: dict[str, Array]) -> Array:
        """What the network sees of many observations."""
        return self.game.flatten(observation) * self.scale

    def round(self, against_random: bool, best: bool = False) -> tuple[list[tuple[Any, ...]], Array]:
        """Plays all games of the batch to the end.

        Args:
            against_random: Whether a random player has one of the seats: seat 1 in the first half, seat 0 in the other.
            best: Whether the likeliest action is taken instead of a drawn one.

        Returns:
            What was observed, legal and done in each turn, with the games and players, and the results of all games.
        """
        batch = self.batch
        batch.reset()
        n = len(batch)
        seats = np.arange(n) * 2 // n
        turns = []
        over = np.zeros(n, np.bool_)
        while not over.all():
            players = batch.current_players()
            own = np.flatnonzero(~over & ((players == seats) | (not against_random)))
            actions = batch.sample().copy()
            if len(own):
                observation = {name: array[own] for name, array in batch.observe().items()}
                mask = batch.mask()[own]
                policy = self.network.forward(self.inputs(observation), mask)[1]
                chosen = policy.argmax(axis=1) if best else sample(policy, self.rng)
                actions[own] = chosen
                turns.append((observation, mask, chosen, own, players[own]))
            over |= batch.step(actions)
        return turns, batch.returns().copy()

    def learn(self, opponent: str, rate: float, entropy: float, augment: bool) -> None:
        """One round of games and one step of learning."""
        turns, results = self.round(opponent == "random")
        observations, *others = zip(*turns, strict=True)
        observation = {name: np.concatenate([seen[name] for seen in observations]) for name in observations[0]}
        mask, actions, games, players = (np.concatenate(column) for column in others)
        gains = results[games, players].astype(np.float32)
        # The first symmetry is the identity.
        symmetries = self.game.symmetries()[: None if augment else 1]
        self.network.learn(
            np.concatenate([self.inputs(symmetry.observation(observation)) for symmetry in symmetries]),
            np.concatenate([symmetry.mask(mask) for symmetry in symmetries]),
            np.concatenate([symmetry.actions[actions] for symmetry in symmetries]),
            np.tile(gains - gains.mean(), len(symmetries)),
            rate,
            entropy,
        )

    def share(self, games: int) -> tuple[float, int]:
        """The share of the wins against a random player, a tie being half a win, and the number of games."""
        shares: list[float] = []
        n = len(self.batch)
        while len(shares) < games:
            results = self.round(True, best=True)[1]
            shares.extend((results[np.arange(n), np.arange(n) * 2 // n] + 1) / 2)
        return float(np.mean(shares)), len(shares)


def draw(curve: list[tuple[int, float, float, float]], path: str) -> None:
    """The learning curve as a picture."""
    from matplotlib.figure import Figure

    rounds, shares, low, high = (np.array(column) for column in zip(*curve, strict=True))
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.fill_between(rounds, low, high, color="#0072b2", alpha=0.2, linewidth=0, label="95 % interval (Wilson)")
    axes.plot(rounds, shares, color="#0072b2", label="the network")
    axes.axhline(0.5, color="#555555", linestyle="--", label="a random player")
    axes.set(xlabel="rounds of games", ylabel="share of the wins against random", ylim=(0, 1.03))
    axes.set_title("Policy gradient on Casbah 4x4")
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=120)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=100, help="rounds of games to learn from")
    parser.add_argument("--games", type=int, default=512, help="games in a round")
    parser.add_argument("--hidden", type=int, default=64, help="size of the hidden layer")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate")
    parser.add_argument("--entropy", type=float, default=0.01, help="weight of the policy's entropy")
    parser.add_argument("--opponent", choices=["random", "self"], default="random", help="who the network learns from")
    parser.add_argument("--augment", action="store_true", help="learn from mirror pictures too")
    parser.add_argument("--every", type=int, default=2, help="rounds between two points of the learning curve")
    parser.add_argument("--evaluate", type=int, default=4000, help="games of the last evaluation")
    parser.add_argument("--seed", type=int, default=0, help="seed of everything")
    parser.add_argument("--picture", help="file for the learning curve, such as curve.png (needs matplotlib)")
    options = parser.parse_args()

    started = time.perf_counter()
    player = Player(zl.Casbah(size="4x4"), options.games, options.hidden, options.seed)
    curve = []
    for number in range(options.rounds + 1):
        if number % options.every == 0:
            share, games = player.share(options.games)
            curve.append((number, share, *wilson(share * games, games)))
            print(f"round {number:4}: {share:.3f} of the wins against random", flush=True)
        if number < options.rounds:
            player.learn(options.opponent, options.rate, options.entropy, options.augment)
    share, games = player.share(options.evaluate)
    low, high = wilson(share * games, games)
    print(f"{share:.3f} of {games} games won against random, 95 % interval {low:.3f} to {high:.3f}")
    print(f"{time.perf_counter() - started:.0f} seconds")
    if options.picture:
        draw(curve, options.picture)


if __name__ == "__main__":
    main()
