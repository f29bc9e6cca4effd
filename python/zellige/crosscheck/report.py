"""What a cross-check found."""

from __future__ import annotations

import dataclasses
from typing import Any

from ..game import Game
from ..record import Record
from .compare import Difference, show

__all__ = ["CrosscheckReport"]


@dataclasses.dataclass(frozen=True)
class CrosscheckReport:
    """What `crosscheck` compared, and the first difference if there is one; true when there is none.

    Attributes:
        game: The game.
        policy: How the moves were chosen.
        seed: The seed of the games.
        first: Number of the first game.
        games: How many games were played to their end without a difference.
        plies: How many moves and chance events they have.
        comparisons: How many questions both engines were asked.
        illegal_moves: How many illegal moves were among them.
        number: Number of the game in which the engines differ, or ``None``.
        difference: What differs at the end of ``record``, or ``None``.
        record: The shortest game found that shows it, or ``None``.
        length: How many moves it took in the game that was played, before shrinking.
    """

    game: Game
    policy: str
    seed: int
    first: int
    games: int = 0
    plies: int = 0
    comparisons: int = 0
    illegal_moves: int = 0
    number: int | None = None
    difference: Difference | None = None
    record: Record | None = None
    length: int | None = None

    @property
    def ok(self) -> bool:
        """Whether the engines agree."""
        return self.difference is None

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        text = (
            f"{self.game}: {self.games:,} games, {self.plies:,} plies, {self.comparisons:,} comparisons, "
            f"{self.illegal_moves:,} illegal moves: "
        )
        if self.difference is None:
            return text + "no difference"
        text += f"game {self.number} of seed {self.seed}, policy {self.policy}: {self.difference}"
        if self.record is not None:
            text += f"\n{self.record.to_json()}"
        return text

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        names = ("policy", "seed", "first", "games", "plies", "comparisons", "illegal_moves", "number", "length")
        report: dict[str, Any] = {"game": str(self.game), "ok": self.ok} | {name: getattr(self, name) for name in names}
        report["difference"] = report["record"] = None
        if self.difference is not None:
            report["difference"] = {
                "text": str(self.difference),
                "what": self.difference.what,
                "ply": self.difference.ply,
            }
            report["difference"] |= {side: show(getattr(self.difference, side)) for side in ("native", "reference")}
        if self.record is not None:
            report["record"] = self.record.to_dict()
        return report

    def __add__(self, other: CrosscheckReport) -> CrosscheckReport:
        """The report on two runs of the same game, the earlier one first."""
        if not self.ok:
            return self
        sums = {name: getattr(self, name) + getattr(other, name) for name in _SUMS}
        return dataclasses.replace(other, first=self.first, **sums)


_SUMS = ("games", "plies", "comparisons", "illegal_moves")
