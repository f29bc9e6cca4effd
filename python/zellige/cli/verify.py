"""Replay files of records or vectors on both engines and name the first ply that is wrong.

zellige verify games.jsonl

A file holds one JSON object a line: records as simulate saves them, or vectors that give the player, the number and the
digest of the legal moves at every ply. The exit status is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse

from ..game import ENGINES
from ..verify import verify
from .options import add_common, number
from .output import Progress, print_json

__all__ = ["add_arguments", "run"]

_MOST = 20
"""How many findings are printed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON Lines")
    parser.add_argument(
        "--engine", choices=(*ENGINES, "both"), default="both", help="which engine replays (default both)"
    )
    parser.add_argument(
        "--illegal-moves",
        type=number(0, 1000),
        default=0,
        metavar="N",
        help="random moves to explain at each ply (default 0)",
    )
    add_common(parser, "seed of those random moves")


def run(args: argparse.Namespace) -> int:
    """Verifies and prints."""
    engines = ENGINES if args.engine == "both" else (args.engine,)
    with Progress("lines") as progress:
        shown = progress if progress.shown else None
        report = verify(args.files, engines, illegal_moves=args.illegal_moves, seed=args.seed, progress=shown)
    if args.json:
        print_json(report.to_dict())
    else:
        for finding in report.findings[:_MOST]:
            print(finding)
        if len(report.findings) > _MOST:
            print(f"and {len(report.findings) - _MOST:,} more")
        print(report)
    return 0 if report else 1
