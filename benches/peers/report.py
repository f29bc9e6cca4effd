"""The one table, as plain text, Markdown or JSON."""

from __future__ import annotations

import importlib.metadata
import json
import platform
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .position import PLIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .measure import Result

__all__ = ["MEAN_PLIES", "Missing", "as_json", "as_markdown", "as_text"]

MEAN_PLIES = 59.0
"""Mean length of uniform random Classic games with fixed corners, from 112,500 games of several engines."""

_HEAD = ("engine", "games", "plies/game", "games/s", "ratio", "lists", "legal", "µs/list", "ratio")


@dataclass(frozen=True)
class Missing:
    """A package that is not installed or cannot be imported."""

    name: str
    requirement: str
    reason: str = "not installed"

    @property
    def sentence(self) -> str:
        """What to do about it."""
        return f"{self.name}: {self.reason}; python -m pip install {self.requirement}"


def _versions(distributions: Sequence[str]) -> dict[str, str]:
    found = {}
    for name in distributions:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def _bases(results: Sequence[Result]) -> tuple[float | None, float | None]:
    """What counts as 1: the first row's games and the first list, when these are zellige's."""
    ours = [result for result in results if result.contender.name.startswith("zellige")]
    rates = [result.rate for result in ours if result.rate is not None]
    times = [result.list_time for result in ours if result.list_time is not None]
    return (rates[0] if rates else None), (times[0] if times else None)


def _ratios(result: Result, bases: tuple[float | None, float | None]) -> tuple[float | None, float | None]:
    """Speed as a fraction of zellige's: games, lists."""
    rate, list_time = result.rate, result.list_time
    games = rate / bases[0] if rate is not None and bases[0] is not None else None
    lists = bases[1] / list_time if list_time is not None and bases[1] is not None else None
    return games, lists


def _figure(value: float | None, digits: int = 3) -> str:
    """A number to so many digits, without an exponent."""
    if value is None:
        return "-"
    if value >= 10**digits:
        return f"{value:,.0f}"
    text = f"{value:.{digits}g}"
    return f"{value:.8f}".rstrip("0") if "e" in text else text


def _plies(result: Result) -> str:
    if result.plies is None:
        return "-"
    if result.plies_error is None:
        return f"{result.plies:.1f}"
    return f"{result.plies:.2f} ± {1.96 * result.plies_error:.2f}"


def _rows(results: Sequence[Result]) -> list[tuple[str, ...]]:
    bases = _bases(results)
    rows: list[tuple[str, ...]] = []
    for result in results:
        games, lists = _ratios(result, bases)
        micros = result.list_time * 1e6 if result.list_time is not None else None
        legal = "-" if result.list_count is None else str(result.list_count)
        rows.append(
            (
                result.contender.name,
                f"{result.games:,}",
                _plies(result),
                _figure(result.rate),
                _figure(games),
                f"{result.lists:,}" if result.lists else "-",
                legal if result.list_what in ("", "legal placements") else f"({legal} squares)",
                _figure(micros),
                _figure(lists),
            )
        )
    return rows


def _length_fault(result: Result) -> str:
    """Says so when games that should be ours are longer or shorter than ours."""
    if not result.contender.uniform or result.plies is None:
        return ""
    slack = 0.05 + 4 * (result.plies_error if result.plies_error is not None else 0.0)
    if abs(result.plies - MEAN_PLIES) <= slack:
        return ""
    return f"mean length is not {MEAN_PLIES}: these games are not uniform random games of these rules"


def _notes(results: Sequence[Result], missing: Sequence[Missing]) -> list[str]:
    notes = [
        (
            f"Games: uniform random whole Classic games, four players, fixed corners, one thread; their mean length is "
            f"{MEAN_PLIES} plies (± is the 95 % interval)."
        ),
        f"Lists: all legal placements after {PLIES} placements of the first game of tests/golden/simulate.jsonl.",
        (
            "Ratios: speed as a fraction of zellige's (zl.simulate; legal_actions of its state); medians of "
            "interleaved repeats, processor time of one thread."
        ),
    ]
    for result in results:
        said = [*result.contender.rules, result.agreement, _length_fault(result)]
        notes += [f"{result.contender.name}: {sentence}" for sentence in said if sentence]
    return notes + [gone.sentence for gone in missing]


def as_text(results: Sequence[Result], missing: Sequence[Missing]) -> str:
    """The table in columns, the notes below."""
    rows = [_HEAD, *_rows(results)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEAD))]
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join([*lines, "", *_notes(results, missing)])


def as_markdown(results: Sequence[Result], missing: Sequence[Missing]) -> str:
    """The table in Markdown, the notes as a list."""
    rule = ("---", *("---:" for _ in _HEAD[1:]))
    lines = ["| " + " | ".join(row) + " |" for row in (_HEAD, rule, *_rows(results))]
    return "\n".join([*lines, "", *(f"* {note}" for note in _notes(results, missing))])


def as_json(results: Sequence[Result], missing: Sequence[Missing], distributions: Sequence[str]) -> str:
    """Everything measured, each repeat on its own."""
    bases = _bases(results)
    rows: list[dict[str, Any]] = []
    for result in results:
        games, lists = _ratios(result, bases)
        rows.append(
            {
                "engine": result.contender.name,
                "games": result.games,
                "games_per_second": result.rate,
                "games_per_second_repeats": result.rates,
                "games_ratio": games,
                "mean_plies": result.plies,
                "mean_plies_standard_error": result.plies_error,
                "length_fault": _length_fault(result) or None,
                "lists": result.lists,
                "list_count": result.list_count,
                "list_of": result.list_what or None,
                "list_seconds": result.list_time,
                "list_seconds_repeats": result.list_seconds,
                "list_ratio": lists,
                "agreement": result.agreement or None,
                "rules": list(result.contender.rules),
            }
        )
    document = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "versions": _versions(distributions),
        "position_plies": PLIES,
        "rows": rows,
        "missing": [{"name": gone.name, "requirement": gone.requirement, "reason": gone.reason} for gone in missing],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)
