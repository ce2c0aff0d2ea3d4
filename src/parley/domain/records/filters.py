"""Filters as SQL: one place, so that every way of finding records means the same by them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from parley.domain.records.model import EARLY, Filters
from parley.kit.ids import EPOCH
from parley.storage.partitions import first_id

MILLISECOND = timedelta(milliseconds=1)
"""Ids know a moment by its millisecond: whatever started within that of the end has to be looked at."""


class Conditions:
    """The conditions of one statement on `conversations as c`, and the arguments that they take, in order."""

    def __init__(self, filters: Filters) -> None:
        self.args: list[Any] = []
        self._parts: list[str] = []
        self.add("c.project_id = {}", filters.project_id)
        self.add("c.environment = {}", filters.environment)
        if filters.start is not None:
            self.add("c.id >= {}", first_id(max(filters.start, EPOCH + EARLY) - EARLY))
            self.add("c.started_at >= {}", filters.start)
        if filters.end is not None:
            self.add("c.id < {}", first_id(max(filters.end, EPOCH) + MILLISECOND))
            self.add("c.started_at < {}", filters.end)
        if len(filters.channels) == 1:
            self.add("c.channel = {}", filters.channels[0])
        elif filters.channels:
            self.add("c.channel = any({})", list(filters.channels))
        if filters.variant_id is not None:
            self.add("c.variant_id = {}", filters.variant_id)
        if filters.variant_name is not None:
            self.add("c.variant_name = {}", filters.variant_name)
        if filters.in_progress is True:
            self._parts.append("c.ended_at is null and c.record_bytes is null")
        elif filters.in_progress is False:
            self._parts.append("c.ended_at is not null")

    def add(self, condition: str, value: Any) -> None:
        """Adds a condition with one argument, whose place is marked by `{}`."""
        self._parts.append(condition.format(self.arg(value)))

    def arg(self, value: Any) -> str:
        """The place of one more argument."""
        self.args.append(value)
        return f"${len(self.args)}"

    def __str__(self) -> str:
        return " and ".join(self._parts)
