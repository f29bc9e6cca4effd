"""Play many whole games and print scores, win shares and speed.

zellige simulate blokus --games 20000
zellige simulate casa_grande --players 2 --policy random,greedy --save games.npz
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from ..plot import save_plots
from ..simulate import POLICIES, SimulationResult, simulate
from ..summary import Interval, Summary
from .options import add_common, add_game, check_folder, game_of, number
from .output import Progress, print_game, print_json, print_table, rate
from .pool import process_pool

__all__ = ["add_arguments", "run"]

ENDINGS = (".npz", ".jsonl", ".parquet")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "--games", type=number(1, 2**40), default=1000, metavar="N", help="how many games (default 1000)"
    )
    parser.add_argument(
        "--first", type=number(0, 2**64 - 1), default=0, metavar="N", help="number of the first game (default 0)"
    )
    parser.add_argument(
        "--policy", default="random", metavar="NAMES", help=f"{' or '.join(POLICIES)}, or one per player: random,greedy"
    )
    parser.add_argument(
        "--threads", type=number(1, 1024), metavar="N", help="native threads (default: one per processor)"
    )
    parser.add_argument("--executor", choices=("process",), help="play in processes instead of threads")
    parser.add_argument(
        "--workers", type=number(1, 1024), metavar="N", help="how many processes (default: one per processor)"
    )
    parser.add_argument("--save", metavar="FILE", help=f"write the games to FILE: {', '.join(ENDINGS)}")
    parser.add_argument(
        "--plot", metavar="FOLDER", help="draw scores, wins, lengths and more into FOLDER (extra [viz])"
    )
    parser.add_argument("--record", action="store_true", help="save the moves too; .jsonl always has them")
    add_common(parser, "seed of the games; the same seed gives the same games on any machine")


def run(args: argparse.Namespace) -> int:
    """Plays and prints."""
    game = game_of(args)
    _check(args)
    policies = args.policy.split(",")
    kept = args.record or (args.save or "").endswith(".jsonl")
    with contextlib.ExitStack() as stack:
        executor: Executor | None = None
        if args.executor is not None:
            executor = stack.enter_context(process_pool(args.workers))
        progress = stack.enter_context(Progress("games"))
        result = simulate(
            game,
            args.games,
            seed=args.seed,
            first=args.first,
            policy=policies[0] if len(policies) == 1 else policies,
            threads=args.threads,
            executor=executor,
            # A heat map needs the moves.
            record=kept or args.plot is not None,
            progress=progress,
        )
    if args.save:
        (result if kept else dataclasses.replace(result, actions=None)).save(args.save)
    if args.plot is not None:
        save_plots(result, args.plot)
    if args.json:
        print_json(_as_json(result))
    else:
        _print(result)
    return 0


def _check(args: argparse.Namespace) -> None:
    if args.workers is not None and args.executor is None:
        raise ValueError("--workers goes with --executor process")
    if args.threads is not None and args.executor is not None:
        raise ValueError("--threads does not go with --executor process, whose processes have one thread each")
    if args.save is not None and not args.save.endswith(ENDINGS):
        raise ValueError(f"--save: the file must end in {', '.join(ENDINGS)}, not as {args.save!r} does")
    check_folder(args.save)
    if args.plot is not None and (not args.plot or (Path(args.plot).exists() and not Path(args.plot).is_dir())):
        raise ValueError(f"--plot: {args.plot!r} is no folder")
    if args.record and args.save is None:
        raise ValueError("--record goes with --save FILE")


def _as_json(result: SimulationResult) -> dict[str, Any]:
    plies = int(result.lengths.sum(dtype="int64"))
    return {
        "game": result.game.name,
        "options": result.game.options(),
        "seed": result.seed,
        "first": result.first,
        "policies": list(result.policies),
        "seconds": result.seconds,
        "games_per_second": rate(len(result), result.seconds),
        "plies": plies,
        "plies_per_second": rate(plies, result.seconds),
        **result.summary().to_dict(),
    }


def _print(result: SimulationResult) -> None:
    summary, facts = result.summary(), _as_json(result)
    print_game(result.game)
    last = result.first + len(result) - 1
    policies = result.policies if len(set(result.policies)) > 1 else result.policies[:1]
    print(f"policy {','.join(policies)}; seed {result.seed}, games {result.first:,} to {last:,}")
    print(
        f"{len(result):,} games in {result.seconds:.2f} s: {facts['games_per_second']:,.0f} games/s, "
        f"{facts['plies_per_second']:,.0f} plies/s"
    )
    print(f"mean length {summary.mean_length:.2f} plies ({_interval(summary.length_interval)})\n")
    print_table(_players(summary))
    if summary.mean_colour_scores:
        print()
        print_table(_colours(summary))


def _players(summary: Summary) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("player", "mean score", "95 % interval", "win share", "95 % interval")]
    columns = (summary.mean_scores, summary.score_intervals, summary.win_shares, summary.win_intervals)
    for player, (score, scores, share, shares) in enumerate(zip(*columns, strict=True)):
        low, high = shares
        cells = (f"{score:.2f}", _interval(scores), f"{100 * share:.2f} %", f"{100 * low:.2f} % to {100 * high:.2f} %")
        rows.append((str(player), *cells))
    return rows


def _colours(summary: Summary) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("colour", "mean score", "95 % interval")]
    columns = (summary.mean_colour_scores, summary.colour_score_intervals)
    for colour, (score, scores) in enumerate(zip(*columns, strict=True)):
        rows.append((str(colour), f"{score:.2f}", _interval(scores)))
    return rows


def _interval(interval: Interval) -> str:
    return f"{interval[0]:.2f} to {interval[1]:.2f}"
