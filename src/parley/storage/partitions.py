"""Monthly partitions of the tables whose keys are time-ordered UUIDs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

from parley.kit.ids import EPOCH
from parley.storage.db import Connection

MILLISECOND = timedelta(milliseconds=1)

TABLES = ("conversations", "turns", "records", "record_words", "record_vectors")
MONTHS_AHEAD = 3


def month_start(moment: datetime, months: int = 0) -> datetime:
    months += moment.year * 12 + moment.month - 1
    return datetime(months // 12, months % 12 + 1, 1, tzinfo=UTC)


def first_id(moment: datetime) -> UUID:
    """The smallest UUIDv7 of that moment."""
    return UUID(int=(moment - EPOCH) // MILLISECOND << 80)


async def ensure(tx: Connection, now: datetime) -> None:
    """Makes the partitions of this month and the next ones, and of last month for clocks that are behind."""
    await ensure_between(tx, month_start(now, -1), month_start(now, MONTHS_AHEAD))


async def ensure_between(tx: Connection, first: datetime, end: datetime) -> None:
    """Makes the partitions of every month that has a moment in [first, end)."""
    start = month_start(first)
    while start < end:
        following = month_start(start, 1)
        for table in TABLES:
            await tx.execute(
                f"create table if not exists {table}_{start:%Y_%m} partition of {table} "
                f"for values from ('{first_id(start)}') to ('{first_id(following)}')"
            )
        start = following
