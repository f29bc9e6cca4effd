"""The floor: whole random games of a plain first engine per game, beside ours, one core, in one session.

Builds ``*_floor.rs`` with rustc alone, once for AVX2 and once without target flags, builds our ``playouts`` program,
and runs them in turns. Prints medians, the ratio ours / floor on both paths, and two threads against one.

Run: ``python benches/floor/run.py [--rounds 7] [--markdown] [GAME ...]``.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
OPTIONS = {"blokus": '{"corners": "fixed"}', "casbah": "{}", "casa_grande": "{}"}
GAMES = {"blokus": 200_000, "casbah": 1_500_000, "casa_grande": 1_000_000}
TABLE_HEAD = ("game", "path", "floor, games/s", "zellige, games/s", "ratio", "two threads / one")


def build(folder: Path) -> Path:
    """Builds all programs; gives the path of ours."""
    for game in OPTIONS:
        for name, flags in (("avx2", ["-C", "target-cpu=x86-64-v3"]), ("portable", [])):
            source, target = HERE / f"{game}_floor.rs", folder / f"{game}_{name}"
            subprocess.run(["rustc", "-O", *flags, source, "-o", target], check=True, stderr=subprocess.DEVNULL)
    subprocess.run(["cargo", "build", "--quiet", "--release", "-p", "zellige-benches"], check=True, cwd=ROOT)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "playouts"


def speed(command: list[str | Path], path: str) -> float:
    """Games per second that a program prints on its last line."""
    environment = os.environ | ({"ZELLIGE_SIMD": "portable"} if path == "portable" else {})
    output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    found = re.search(r"([0-9]+) games/s", output.splitlines()[-1])
    assert found, output
    return float(found[1])


def measure(ours: Path, folder: Path, game: str, path: str, rounds: int) -> tuple[float, float, float, float]:
    """Medians of floor and ours in games/s, the median of the rounds' ratios, and of two threads against one."""
    call: list[str | Path] = [ours, game, "--games", str(GAMES[game]), "--options", OPTIONS[game]]
    floor, single, ratio, pair = [], [], [], []
    for _ in range(rounds):
        floor.append(speed([folder / f"{game}_{path}"], path))
        single.append(speed([*call, "--threads", "1"], path))
        ratio.append(single[-1] / floor[-1])
        pair.append(speed([*call, "--threads", "2"], path) / single[-1])
    return tuple(map(statistics.median, (floor, single, ratio, pair)))  # type: ignore[return-value]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(OPTIONS)}; default: all")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--markdown", action="store_true")
    args = parser.parse_args()
    if wrong := set(args.games) - OPTIONS.keys():
        parser.error(f"there is no game {', '.join(sorted(wrong))}")
    rows: list[tuple[str, ...]] = [TABLE_HEAD]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        ours = build(folder)
        for game in args.games or OPTIONS:
            for path in ("avx2", "portable"):
                floor, single, ratio, pair = measure(ours, folder, game, path, args.rounds)
                rows.append((game, path, f"{floor:,.0f}", f"{single:,.0f}", f"{ratio:.2f}", f"{pair:.2f}"))
    if args.markdown:
        rows.insert(1, ("---",) * len(TABLE_HEAD))
    for row in rows:
        print(f"| {' | '.join(row)} |" if args.markdown else "".join(cell.ljust(20) for cell in row))


if __name__ == "__main__":
    main()
