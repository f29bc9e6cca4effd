"""Convert games between records, Pentobi's files and saved simulations.

zellige convert games.jsonl games.blksgf
zellige convert game.blksgf game.jsonl --variations
zellige convert games.npz games/

IN is records (.jsonl), .blksgf, or a simulation saved with --record (.npz, .parquet). OUT has one of these endings, or
is a folder, written with a / at its end, which gets a .blksgf file for each game, as Pentobi opens only files with one.
Every game is replayed first. The exit status is 1, and nothing is written, if a game is wrong.
"""

from __future__ import annotations

import argparse

from ..convert import convert
from .options import add_common
from .output import print_json

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("source", metavar="IN", help="the file with the games")
    parser.add_argument("target", metavar="OUT", help="the file to write, or a folder")
    parser.add_argument("--force", action="store_true", help="replace OUT if it is a file that exists")
    parser.add_argument(
        "--variations", action="store_true", help="every variation of a .blksgf file is a game, not only the main line"
    )
    add_common(parser, "taken because every command takes it; nothing here is drawn at random")


def run(args: argparse.Namespace) -> int:
    """Converts and prints what was done."""
    report = convert(args.source, args.target, variations=args.variations, force=args.force)
    if args.json:
        print_json({"in": args.source, "out": args.target, "games": report.games, "left_out": report.left_out})
    else:
        games = "1 game" if report.games == 1 else f"{report.games:,} games"
        print(f"{games} written to {args.target}")
        for name, count in report.left_out.items():
            print(f"left out, as there is no place for them: {name} of {count:,} game{'s' if count > 1 else ''}")
    return 0
