"""A person plays: the game between people and policies, in a terminal and in a browser (``zellige play``)."""

from __future__ import annotations

from .session import Entry, Session

__all__ = ["Entry", "Session"]
