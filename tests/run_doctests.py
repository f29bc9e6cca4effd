"""Runs the examples of all modules of the installed package, of the README and of the docs."""

import doctest
import importlib
import pkgutil
import sys
from pathlib import Path

import zellige

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def main() -> int:
    failed = attempted = 0
    names = ["zellige", *(found.name for found in pkgutil.walk_packages(zellige.__path__, "zellige."))]
    for name in names:
        if name.endswith("__main__"):
            continue
        result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
        failed, attempted = failed + result.failed, attempted + result.attempted
    root = Path(__file__).parent.parent
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]
    for page in pages:
        result = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS)
        failed, attempted = failed + result.failed, attempted + result.attempted
    print(f"{attempted - failed} passed, {failed} failed")
    return int(failed > 0 or attempted == 0)


if __name__ == "__main__":
    sys.exit(main())
