"""Compares zellige with other packages that play Blokus and prints one table of ratios.

    python -m pip install -r benches/peers/requirements.txt
    python -m benches.peers [--json | --markdown] [--floor PROGRAM]

Run it from the repository's root, zellige being installed. A package that is missing is named and left out.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .measure import Result, measure_games, measure_lists
from .peer_floor import Program
from .position import PLIES, golden_game
from .report import Missing, as_json, as_markdown, as_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .contender import Contender

_PEERS = (
    # distribution, what pip is told, module here
    ("zellige", ".", "peer_zellige"),
    ("blokus-rl", "blokus-rl==0.4.0", "peer_blokus_rl"),
    ("blokus-engine", "blokus-engine==0.3.6", "peer_blokus_engine"),
    ("socha", "socha==5.1.0", "peer_socha"),
)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benches.peers", description=(__doc__ or "").splitlines()[0])
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="everything measured, as JSON")
    form.add_argument("--markdown", action="store_true", help="the table in Markdown")
    parser.add_argument("--only", action="append", metavar="PACKAGE", choices=[name for name, _, _ in _PEERS])
    parser.add_argument("--floor", type=Path, metavar="PROGRAM", help="also run this program, which plays 20,000 games")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds per row and repeat (default 1)")
    parser.add_argument("--repeats", type=int, default=5, help="interleaved repeats, the median counts (default 5)")
    parser.add_argument("--seed", type=int, default=0)
    parsed = parser.parse_args(arguments)
    if not parsed.seconds > 0 or parsed.repeats < 1 or parsed.seed < 0:
        parser.error("--seconds must be above 0, --repeats at least 1, --seed at least 0")
    if parsed.floor is not None and not parsed.floor.is_file():
        parser.error(f"--floor: there is no file {parsed.floor}")
    return parsed


def _contenders(only: Sequence[str] | None) -> tuple[list[Contender], list[Missing]]:
    found: list[Contender] = []
    missing = []
    for name, requirement, module in _PEERS:
        if only and name not in only:
            continue
        try:
            found += importlib.import_module(f".{module}", __package__).contenders()
        except ModuleNotFoundError as error:
            missing.append(Missing(name, requirement, f"not installed (no module {error.name})"))
        except ImportError as error:
            missing.append(Missing(name, requirement, f"cannot be imported ({error})"))
    return found, missing


def _compare(results: Sequence[Result], ours: Contender, note: Callable[[str], None]) -> None:
    """Holds every other engine's legal placements against zellige's."""
    moves = golden_game()
    for result in results:
        oracle = ours.session()
        if oracle is not None and result.contender is not ours:
            note(f"comparing {result.contender.name}")
            result.agreement = result.contender.compare(oracle, moves, PLIES)


def _note(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints; 0 when something was measured, 1 when there was nothing to measure."""
    parsed = _arguments(arguments)
    contenders, missing = _contenders(parsed.only)
    if parsed.floor is not None:
        contenders.append(Program(parsed.floor.resolve()))
    results = [Result(contender) for contender in contenders]
    oracle = next((one for one in contenders if one.name.startswith("zellige") and one.session() is not None), None)
    if oracle is not None:
        _compare(results, oracle, _note)
    measure_games(results, parsed.seconds, parsed.repeats, parsed.seed, _note)
    measure_lists(results, golden_game()[:PLIES], parsed.seconds, parsed.repeats, _note)
    _note("")
    if parsed.json:
        print(as_json(results, missing, [name for name, _, _ in _PEERS]))
    elif parsed.markdown:
        print(as_markdown(results, missing))
    else:
        print(as_text(results, missing))
    return 0 if results else 1


if __name__ == "__main__":
    sys.exit(main())
