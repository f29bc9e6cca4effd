"""The command ``zellige``.

A command is a module of this package with a docstring, ``add_arguments(parser)`` and ``run(args) -> int``; it is added
to `COMMANDS`. Exit status: 0; 1 when a difference, an illegal record or a violated rule was found; 2 when the arguments
are wrong or the work cannot be done; 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from typing import NoReturn

from ..errors import RecordError
from . import bench, check, convert, crosscheck, perft, play, render, simulate, verify

__all__ = ["COMMANDS", "main"]

COMMANDS = (play, render, simulate, crosscheck, perft, verify, convert, check, bench)

_GONE = 141
"""The status when the reader of the output has gone, as that of a program that SIGPIPE ends."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command line and returns its exit status.

    Args:
        argv: The arguments without the program's name; those of the process if ``None``.

    >>> main(["perft", "blokus", "1", "--corners", "fixed"])
    blokus(players=4,corners=fixed,scoring=advanced)
    depth  native
        1      58
    0
    """
    if sys.stdout is None:  # closed by whoever started the program: what is printed goes nowhere
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    status = _run(argv)
    try:
        sys.stdout.flush()
    except OSError as why:
        # What cannot be written goes nowhere, so that the interpreter does not try it again when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if status == 0:
            status = _GONE if isinstance(why, BrokenPipeError) else _complain("zellige", why.strerror, 2)
    return status


def _run(argv: Sequence[str] | None) -> int:
    name = "zellige"
    try:
        args, unknown = _parser().parse_known_args(argv)
        name += f" {args.command}"
        if unknown:
            raise _UsageError(name, f"unrecognized arguments: {' '.join(unknown)} (see {name} --help)")
        status: int = args.run(args)
        return status
    except SystemExit as done:  # --help and --version
        return done.code if isinstance(done.code, int) else 0
    except KeyboardInterrupt:
        return _complain(name, "interrupted", 130)
    except BrokenPipeError:
        return _GONE
    except _UsageError as why:
        return _complain(why.program, why, 2)
    except RecordError as why:
        return _complain(name, why, 1)
    except BrokenExecutor:
        return _complain(name, "a worker process died before its games were done", 2)
    except MemoryError as why:
        return _complain(name, str(why) or "not enough memory", 2)
    except OSError as why:
        return _complain(name, f"{why.filename}: {why.strerror}" if why.filename and why.strerror else why, 2)
    except Exception as why:
        if os.environ.get("ZELLIGE_TRACEBACK"):
            raise
        expected = isinstance(why, (ValueError, TypeError, ImportError))
        return _complain(name, why if expected and str(why) else f"{type(why).__name__}: {why}", 2)


class _UsageError(Exception):
    def __init__(self, program: str, message: str) -> None:
        super().__init__(message)
        self.program = program


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _UsageError(self.prog, f"{message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    from .. import __version__

    parser = _Parser(prog="zellige", description="Play, count, compare and check board games.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"zellige {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for module in COMMANDS:
        text = (module.__doc__ or "").strip()
        summary = text.partition("\n")[0]
        command = commands.add_parser(
            module.__name__.rpartition(".")[2],
            help=summary,
            description=text,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def _complain(name: str, why: object, status: int) -> int:
    if sys.stderr is not None:
        print(f"{name}: {' '.join(str(why).split())}", file=sys.stderr, flush=True)
    return status
