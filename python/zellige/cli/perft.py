"""Count the action sequences of each length, as tests of move generators do.

zellige perft blokus 3 --corners fixed
zellige perft casbah 4 --engine both --plies 20 --seed 7
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from ..game import ENGINES, Engine, Game
from ..perft import perft
from ..reference.play import choose
from ..reference.rng import Stream
from ..state import State
from .options import add_common, add_game, game_of, number
from .output import print_game, print_json, print_table

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    add_game(parser)
    parser.add_argument("depth", type=number(0, 1000), metavar="DEPTH", help="length of the longest sequences")
    parser.add_argument(
        "--engine", choices=(*ENGINES, "both"), default="native", help="which engine counts (default native)"
    )
    parser.add_argument("--divide", action="store_true", help="also print the count after each first move")
    parser.add_argument(
        "--plies",
        type=number(0, 2**31),
        default=0,
        metavar="N",
        help="start after N random moves instead of at the start",
    )
    add_common(parser, "seed of the random moves")


def run(args: argparse.Namespace) -> int:
    """Counts and prints; the status is 1 if the engines count differently."""
    game = game_of(args)
    engines: tuple[Engine, ...] = ENGINES if args.engine == "both" else (args.engine,)
    states = {engine: _start(game, engine, args.seed, args.plies) for engine in engines}
    started = time.perf_counter()
    counts = {
        engine: [perft(state, depth) for depth in range(min(1, args.depth), args.depth + 1)]
        for engine, state in states.items()
    }
    divided = {engine: _divide(state, args.depth) if args.divide else {} for engine, state in states.items()}
    seconds = time.perf_counter() - started
    same = len({str((counts[engine], divided[engine])) for engine in engines}) == 1
    if args.json:
        facts: dict[str, Any] = {"game": game.name, "options": game.options(), "seed": args.seed, "plies": args.plies}
        facts |= {"depth": args.depth, "seconds": seconds, "counts": counts, "ok": same}
        print_json(facts | ({"divide": divided} if args.divide else {}))
    else:
        print_game(game)
        rows = [
            [str(depth), *(f"{count:,}" for count in row)]
            for depth, row in enumerate(zip(*counts.values(), strict=True), start=min(1, args.depth))
        ]
        print_table([["depth", *engines], *rows])
        if args.divide:
            moves = sorted(set().union(*divided.values()))
            print()
            print_table(
                [["move", *engines], *([move, *(_shown(divided[e].get(move)) for e in engines)] for move in moves)]
            )
        if not same:
            print("the engines differ")
    return 0 if same else 1


def _start(game: Game, engine: Engine, seed: int, plies: int) -> State:
    state, stream = game.new_initial_state(engine), Stream(seed)
    for ply in range(plies):
        if state.is_terminal():
            raise ValueError(f"--plies: game 0 of seed {seed} is over after {ply} moves")
        state.apply_action(choose(state, stream))
    return state


def _divide(state: State, depth: int) -> dict[str, int]:
    counts = {}
    for action in state.legal_actions().tolist() if depth else ():
        move, child = state.action_to_string(action), state.clone()
        child.apply_action(action)
        counts[move] = perft(child, depth - 1)
    return counts


def _shown(count: int | None) -> str:
    return "-" if count is None else f"{count:,}"
