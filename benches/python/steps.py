"""What Python adds to a move and the list of what can be played then: ``apply_action`` and ``legal_actions``.

Run from the repository's root: ``python benches/python/steps.py [--games 200] [--rounds 20] [--markdown]``.

The same games are replayed by the engine alone (``cargo run --release -p zellige-benches --bin steps``) and through the
API, in turns; the best rounds are told, and both must find as many entries and actions.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

import zellige as zl
from zellige import _native

GAMES: dict[str, zl.Game] = {"casbah": zl.Casbah(), "casa_grande": zl.CasaGrande(), "blokus": zl.Blokus()}
RUST = ["cargo", "run", "--quiet", "--release", "-p", "zellige-benches", "--bin", "steps", "--"]


def engine(name: str, games: int, rounds: int) -> tuple[float, int, int]:
    """Nanoseconds per entry, entries and listed actions of the engine alone."""
    printed = subprocess.run([*RUST, name, str(games), str(rounds)], check=True, capture_output=True, text=True).stdout
    best, entries, listed = printed.split()
    return float(best), int(entries), int(listed)


def through_python(game: zl.Game, histories: list[list[int]]) -> tuple[float, int]:
    """Nanoseconds per entry, and listed actions, through the API."""
    listed, started = 0, time.perf_counter()
    for history in histories:
        state = game.new_initial_state()
        for action in history:
            state.apply_action(action)
            listed += len(state.legal_actions())
    return (time.perf_counter() - started) * 1e9 / sum(map(len, histories)), listed


def main() -> int:
    """Measures all games."""
    parser = argparse.ArgumentParser(description="apply_action and legal_actions beside the engine alone")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--markdown", action="store_true", help="print a table")
    arguments = parser.parse_args()
    if _native.build_profile() == "debug":
        parser.error("the native module is a debug build; install an optimised one: pip install .")
    if arguments.markdown:
        print("| game | engine alone | through Python | added |\n| --- | ---: | ---: | ---: |")
    for name, game in GAMES.items():
        result = zl.simulate(game, arguments.games, seed=1, threads=1, record=True)
        histories = [history.tolist() for history in result.histories()]
        alone, entries, listed = engine(name, arguments.games, arguments.rounds)
        rounds = [through_python(game, histories) for _ in range(arguments.rounds)]
        assert sum(map(len, histories)) == entries, "other games"
        assert all(found == listed for _, found in rounds), "other lists"
        best = min(nanoseconds for nanoseconds, _ in rounds)
        cells = [name, f"{alone:.0f} ns", f"{best:.0f} ns", f"{best - alone:.0f} ns"]
        print(f"| {' | '.join(cells)} |" if arguments.markdown else "  ".join(cells))
    return 0


if __name__ == "__main__":
    sys.exit(main())
