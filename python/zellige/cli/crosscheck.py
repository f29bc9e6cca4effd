"""Play the native and the reference engine side by side and compare everything.

zellige crosscheck casbah --size 6x6 --players 2 --games 20

If they differ, the shortest game found that shows it is printed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import contextlib
import time

from ..crosscheck import crosscheck
from ..record import write_records
from ..simulate import POLICIES
from .options import add_common, add_game, check_folder, game_of, number
from .output import Progress, print_json, print_notes
from .pool import process_pool

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    add_game(parser)
    parser.add_argument("--games", type=number(1, 2**40), default=10, metavar="N", help="how many games (default 10)")
    parser.add_argument(
        "--first", type=number(0, 2**64 - 1), default=0, metavar="N", help="number of the first game (default 0)"
    )
    parser.add_argument("--policy", choices=POLICIES, default="random", help="how moves are chosen (default random)")
    parser.add_argument(
        "--illegal-moves",
        type=number(0, 1000),
        default=3,
        metavar="N",
        help="random moves to explain at each ply (default 3)",
    )
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="play in N processes")
    parser.add_argument("--save", metavar="FILE", help="write the game that shows a difference to FILE, as a record")
    add_common(parser, "seed of the games")


def run(args: argparse.Namespace) -> int:
    """Compares and prints."""
    check_folder(args.save)
    game = game_of(args)
    started = time.perf_counter()
    with contextlib.ExitStack() as stack:
        executor = stack.enter_context(process_pool(args.workers)) if args.workers else None
        progress = stack.enter_context(Progress("games"))
        report = crosscheck(
            game,
            args.games,
            args.seed,
            args.first,
            args.policy,
            illegal_moves=args.illegal_moves,
            executor=executor,
            progress=progress,
        )
    if args.save and report.record is not None:
        write_records(args.save, [report.record])
    if args.json:
        print_json(report.to_dict() | {"seconds": time.perf_counter() - started})
    else:
        print_notes(game)
        print(report)
    return 0 if report else 1
