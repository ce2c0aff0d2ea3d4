"""Processes and dead letters as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from parley.kit.errors import ParleyError

REPORT_SECONDS = 5.0
SILENT_AFTER = timedelta(seconds=3 * REPORT_SECONDS)
"""Whoever has not been heard of for so long is gone, or hangs."""
MOST_LETTERS = 200
"""In one answer: the latest."""


class DeadLetterNotFound(ParleyError):
    """There is no such dead letter in this account."""

    status = 404


@dataclass(frozen=True, slots=True)
class WarmAgent:
    """A deployment whose code a process keeps ready."""

    deployment_id: UUID
    children: int
    busy: int
    waiting: int
    calls: int
    failures: int
    memory_bytes: int = 0
    """Of its children, besides what they share; a process of the version before says nothing of it."""


@dataclass(frozen=True, slots=True)
class Process:
    id: int
    role: str
    node: str
    pid: int
    version: str
    started_at: datetime
    cpu: float
    """Of one core, since the report before."""
    memory_bytes: int
    agents: Sequence[WarmAgent]
    seen_at: datetime | None = None

    def is_alive(self, now: datetime) -> bool:
        return self.seen_at is not None and now - self.seen_at < SILENT_AFTER


@dataclass(frozen=True, slots=True)
class DeadLetter:
    id: UUID
    kind: str
    attempts: int
    failed_at: datetime
    error: str
    """The class of the last error: its text may hold what people said."""
    is_own: bool
    """Whether it is about something of the account that asks."""

    def to_json(self) -> dict[str, Any]:
        return {
            "id": str(self.id),
            "kind": self.kind,
            "attempts": self.attempts,
            "error": self.error,
            "own": self.is_own,
        }
