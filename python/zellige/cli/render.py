"""Make a replay page, or a picture of one position, out of a recorded game.

zellige render games.jsonl -o game.html
zellige render games.jsonl --game 3 --ply 20 -o position.svg

FILE holds records, one JSON object a line, as simulate, play and Python's zl.write_records save them, or is a .blksgf
file of Pentobi. An .html file is a page with a slider, the moves and the scores over time; it loads nothing from
anywhere. An .svg, .png (needs 'zellige[png]') or .txt file shows one position. The exit status is 1, and
nothing is written, if the game is wrong.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .. import blksgf
from ..casa_grande import CasaGrande
from ..draw import png, svg, text
from ..errors import RecordError
from ..files import atomic_write
from ..game import ENGINES
from ..record import MAX_LINE, Record, push_move, read_objects
from ..replay import to_html
from ..state import State
from .options import add_common, number
from .output import Progress, print_json

__all__ = ["add_arguments", "run"]

ENDINGS = (".html", ".svg", ".png", ".txt")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "file", metavar="FILE", help=f"records as JSON Lines, lines of up to {MAX_LINE // 2**20} MiB; or .blksgf"
    )
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help=f"the file to write: {', '.join(ENDINGS)}")
    parser.add_argument(
        "--game",
        type=number(1, 2**40),
        default=1,
        metavar="N",
        help="which game of FILE, from 1: its line (default 1)",
    )
    parser.add_argument(
        "--ply",
        type=number(0, 2**31),
        metavar="N",
        help="the position after N moves (default: the last; of a page the one shown first, by default the start)",
    )
    parser.add_argument("--size", type=number(50, 10_000), metavar="N", help="width of a picture in pixels")
    parser.add_argument("--view", choices=("plan", "isometric"), help="view of a picture of Casa Grande (default plan)")
    parser.add_argument("--title", metavar="TEXT", help="what stands above a page (default: the name of the game)")
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help="which engine replays (default native)")
    add_common(parser, "taken because every command takes it; nothing here is drawn at random")


def run(args: argparse.Namespace) -> int:
    """Renders."""
    ending = Path(args.output).suffix.lower()
    _check(args, ending)
    record = _record(args.file, args.game)
    moves = len(record.moves)
    if args.ply is not None and args.ply > moves:
        raise ValueError(f"--ply: the game has {moves} moves, and {args.ply} is more")
    if args.view is not None and not isinstance(record.game, CasaGrande):
        raise ValueError(f"--view: {record.game.name} has one view only")
    if ending == ".html":
        with Progress("positions") as progress:
            shown = progress if progress.shown else None
            to_html(record, args.output, title=args.title, ply=args.ply or 0, engine=args.engine, progress=shown)
    else:
        picture = _picture(ending, _position(record, moves if args.ply is None else args.ply, args.engine), args)
        with atomic_write(args.output) as file:
            file.write(picture)
    size = Path(args.output).stat().st_size
    if args.json:
        print_json({"file": args.output, "bytes": size, "game": str(record.game), "moves": moves})
    else:
        print(f"{args.output}: {record.game.name}, {moves} moves, {size:,} bytes")
    return 0


def _check(args: argparse.Namespace, ending: str) -> None:
    if ending not in ENDINGS:
        raise ValueError(f"-o: the file must end in {', '.join(ENDINGS)}, not as {args.output!r} does")
    for option, endings in (("title", ENDINGS[:1]), ("size", ENDINGS[1:3]), ("view", ENDINGS[1:3])):
        if getattr(args, option) is not None and ending not in endings:
            raise ValueError(f"--{option} goes with {' and '.join(endings)}")
    folder = Path(args.output).parent
    if not folder.is_dir():
        raise ValueError(f"-o: there is no folder {str(folder)!r}")


def _record(file: str, wanted: int) -> Record:
    """The game of that number; what is wrong with other lines of a file of records is no matter."""
    count = 0
    if Path(file).suffix.lower() == ".blksgf":
        for count, game in enumerate(blksgf.iter_games(file), 1):
            if count == wanted:
                return Record.from_dict(game.record, file=file)
    else:
        for count, value in read_objects(file):
            if count == wanted:
                if isinstance(value, RecordError):
                    raise value
                return Record.from_dict(value, file=file, line=count)
    raise ValueError(f"--game: {file} has {count} {'game' if count == 1 else 'games'}, and there is no game {wanted}")


def _position(record: Record, ply: int, engine: Any) -> State:
    state = record.start(engine)
    for i in range(ply):
        push_move(state, record, i)
    return state


def _picture(ending: str, state: State, args: argparse.Namespace) -> bytes:
    if ending == ".txt":
        return f"{text(state, colour=False)}\n".encode()
    options: dict[str, Any] = {"view": args.view or "plan"}
    if args.size is not None:
        options["size"] = args.size
    return png(state, **options) if ending == ".png" else svg(state, **options).encode()
