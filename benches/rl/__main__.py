"""What the learning interfaces cost: prints Markdown tables.

    python -m benches.rl [--seconds S] [--rounds R] [--pgx-python PYTHON]

Run it from the repository's root with ``zellige[rl,openspiel]``, ``chess`` and ``pygame-ce`` installed. pgx brings JAX
along and is left out unless a Python that has it is named. All rows of a table run in turns in one session, one core.
"""

from __future__ import annotations

import argparse
import os
import statistics

os.environ.setdefault("OMP_NUM_THREADS", "1")
# One core for JAX too.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import zellige as zl

from . import environments, loops, others

GAMES = {"Blokus": zl.Blokus(corners="fixed"), "Casbah": zl.Casbah(), "Casa Grande": zl.CasaGrande()}


def stepping(seconds: float, rounds: int) -> None:
    """PettingZoo environments."""
    environments.check(seed=1)
    made = environments.environments()
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in made}
    for number in range(rounds):
        for name, environment in made.items():
            stepped, observed = environments.steps(environment, seconds, number)
            times[name].append((environments.microseconds(stepped), environments.microseconds(observed)))
    chess = times.get("PettingZoo chess_v6")
    print("PettingZoo environments without wrappers, a random player: medians. The games differ.\n")
    print("| environment | `step` | `last` | steps in one of chess |")
    print("| --- | ---: | ---: | ---: |")
    for name, measured in times.items():
        step, last = (statistics.median(column) for column in zip(*measured, strict=True))
        ratio = ""
        if chess:
            ratio = f"{statistics.median(b[0] / a[0] for a, b in zip(measured, chess, strict=True)):,.0f}"
        print(f"| {name} | {step:,.1f} µs | {last:,.1f} µs | {ratio} |")
    print()


def packages(seconds: float, rounds: int, python: str | None) -> None:
    """Loops of other packages."""
    print("Random loops of other packages on games of theirs, one core. The games differ: what is told is the scale.\n")
    print("| loop | game | plies of a game | plies/s |")
    print("| --- | --- | ---: | ---: |")
    for name in others.OPENSPIEL:
        runs = [others.openspiel(name, seconds, number) for number in range(rounds)]
        rate = statistics.median(plies / spent for plies, spent, _ in runs)
        print(
            f"| OpenSpiel, one state in Python | {name} | {statistics.mean(run[2] for run in runs):.0f} | {rate:,.0f} |"
        )
    for name in others.PGX if python else ():
        found = [others.pgx(str(python), name, seconds, loops.N) for _ in range(rounds)]
        rate = statistics.median(run["plies"] / run["seconds"] for run in found)
        length = sum(run["plies"] for run in found) / max(1, sum(run["games"] for run in found))
        print(f"| pgx, {loops.N} in a batch | {name} | {length:.0f} | {rate:,.0f} |")
    for name, game in GAMES.items():
        lengths = loops.check(game, seed=2)
        runs_ours = [loops.batch_sample(game, lengths, seconds, number) for number in range(rounds)]
        rate = statistics.median(plies / spent for plies, spent in runs_ours)
        print(f"| zellige, {loops.N} in a `Batch` | {name} | {lengths.plies:.0f} | {rate:,.0f} |")
    print()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benches.rl", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="time of a row in a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; medians are told")
    parser.add_argument("--pgx-python", help="a Python that has pgx")
    parser.add_argument("--only", choices=["pettingzoo", "others"], help="one table alone")
    options = parser.parse_args()
    if options.only in (None, "pettingzoo"):
        stepping(options.seconds, options.rounds)
    if options.only in (None, "others"):
        packages(options.seconds, options.rounds, options.pgx_python)


if __name__ == "__main__":
    main()
