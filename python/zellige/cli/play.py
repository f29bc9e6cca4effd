"""Play against a policy, in the terminal or in a browser.

zellige play blokus --opponent greedy
zellige play casbah --size 4x4 --seat 1
zellige play casa_grande --web

In the terminal moves are typed in the rules' notation; "help" lists what else can be typed. Lines may come from a pipe.
--web opens a page on 127.0.0.1, which nobody else can reach. The exit status is 0 after quit or the end of the input,
whether or not the game was over, and 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from collections.abc import Callable, Sequence
from typing import BinaryIO, TextIO

from ..draw.terminal import wants_colours
from ..game import ENGINES
from ..play.session import Session
from ..play.terminal import MOST_CHARACTERS, Terminal
from ..reference.play import POLICIES
from .options import add_common, add_game, game_of, number
from .output import print_game, print_json

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "--seat", default="0", metavar="N", help="the player that you are (default 0), several as 0,2, or all"
    )
    parser.add_argument(
        "--opponent", choices=POLICIES, default=POLICIES[0], help=f"how the others play (default {POLICIES[0]})"
    )
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help="which engine runs the game")
    parser.add_argument("--web", action="store_true", help="play on a page in the browser")
    parser.add_argument(
        "--port", type=number(0, 65535), metavar="N", help="port of the page (default 0: any that is free)"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the page's address, but do not open it")
    add_common(parser, "seed of the dice and of the others")


def run(args: argparse.Namespace) -> int:
    """Plays."""
    game = game_of(args)
    if not args.web and (args.port is not None or args.no_browser):
        raise ValueError("--port and --no-browser go with --web")
    seats = _seats(args.seat, game.num_players())
    session = Session(game, seats, args.opponent, args.seed, args.engine)
    if args.web:
        from ..play.answers import Answers
        from ..play.server import serve

        answers = Answers(game, seats, args.opponent, args.seed, args.engine)
        serve(answers, port=args.port or 0, browser=not args.no_browser, as_json=args.json)
        return 0
    # With --json the talk goes to standard error, and the one thing printed is the record.
    out = sys.stderr if args.json and sys.stderr is not None else sys.stdout
    colour = wants_colours(out)
    with contextlib.redirect_stdout(out):
        print_game(game)
        print(f'you are {_named(seats)}; "help" lists what can be typed', flush=True)
    Terminal(session, _reader(out), out, colour).run()
    if args.json:
        print_json(session.record())
    return 0


def _reader(out: TextIO) -> Callable[[str], str | None]:
    """Reads lines from a person, who is prompted, or from a pipe."""
    if sys.stdin is None:
        return lambda _: None
    if not sys.stdin.isatty():
        return lambda _: _line(sys.stdin.buffer)
    with contextlib.suppress(ImportError):  # lines can be edited where the system has it
        import readline  # noqa: F401
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")

    def ask(prompt: str) -> str | None:
        try:
            with contextlib.redirect_stdout(out):
                return input(prompt)
        except EOFError:
            print(file=out)
            return None

    return ask


def _line(file: BinaryIO) -> str | None:
    """The next line of a pipe; of an endless one only as much as shows that it is too long."""
    line = file.readline(MOST_CHARACTERS + 1)
    if not line:
        return None
    rest = line
    while len(rest) > MOST_CHARACTERS and not rest.endswith(b"\n"):
        rest = file.readline(MOST_CHARACTERS + 1)
    return line.decode(errors="replace").removesuffix("\n")


def _seats(text: str, players: int) -> list[int]:
    if text == "all":
        return list(range(players))
    if not re.fullmatch(r"[0-9](,[0-9])*", text):
        raise ValueError(f"--seat: {text[:40]!r} is no player such as 0, no list such as 0,2, and not all")
    seats = sorted({int(part) for part in text.split(",")})
    if seats[-1] >= players:
        raise ValueError(f"--seat: there is no player {seats[-1]}; the players are 0 to {players - 1}")
    return seats


def _named(seats: Sequence[int]) -> str:
    return f"player {seats[0]}" if len(seats) == 1 else f"players {', '.join(map(str, seats))}"
