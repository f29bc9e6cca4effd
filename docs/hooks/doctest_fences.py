"""Shows the examples of docstrings as code: a run of lines that begins with a prompt gets a fence around it."""

from typing import Any

import griffe


class DoctestFences(griffe.Extension):
    """Changes the docstrings as they are collected."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fences the examples of one docstring."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """A docstring with a fence around each of its examples, which end with an empty line."""
    lines: list[str] = []
    margin = None
    for line in [*text.splitlines(), ""]:
        if margin is None and line.lstrip().startswith(">>> "):
            margin = line[: len(line) - len(line.lstrip())]
            lines += ["", f"{margin}```pycon"]
        elif margin is not None and not line.strip():
            lines.append(f"{margin}```")
            margin = None
        lines.append(line)
    return "\n".join(lines)
