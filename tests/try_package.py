"""Installs the newest built package of a folder into an empty environment, away from the checkout, and tries it."""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

SCRIPT = """
import zellige as zl
for game in zl.GAMES.values():
    result = zl.simulate(game(), 50, seed=3)
    state = game().new_initial_state(engine="reference")
    state.apply_action(state.legal_actions()[0])
    report = zl.crosscheck(game(), games=1)
    assert len(result) == 50 and report, report
    print(game(), result.summary().mean_scores)
assert "</html>" in zl.to_html(state)
from zellige.play.answers import Answers
from zellige.play.server import Server
server = Server(Answers(zl.Blokus(), [0], "random", 0, "native"))  # which reads all files of the page
assert len(server.assets) == 7
server.server_close()
"""


def main(folder: str, ending: str) -> None:
    package = max(Path(folder).glob(f"zellige-*.{ending}"), key=lambda path: path.stat().st_mtime)
    with tempfile.TemporaryDirectory() as scratch:
        venv.create(scratch, with_pip=True)
        python = Path(scratch) / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", str(package.resolve())], check=True, cwd=scratch)
        subprocess.run([python, "-c", SCRIPT], check=True, cwd=scratch)
        subprocess.run([python, "-m", "zellige", "simulate", "blokus", "--games", "100"], check=True, cwd=scratch)
    print(f"{package.name} works in an empty environment")


if __name__ == "__main__":
    main(*sys.argv[1:])
