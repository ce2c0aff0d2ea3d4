"""Monthly partitions of the tables whose keys are time-ordered UUIDs."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from parley.storage.db import Connection

TABLES = ("conversations", "turns")
MONTHS_AHEAD = 3


def month_start(moment: datetime, months: int = 0) -> datetime:
    months += moment.year * 12 + moment.month - 1
    return datetime(months // 12, months % 12 + 1, 1, tzinfo=UTC)


def first_id(moment: datetime) -> UUID:
    """The smallest UUIDv7 of that moment."""
    return UUID(int=int(moment.timestamp() * 1000) << 80)


async def ensure(tx: Connection, now: datetime) -> None:
    """Makes the partitions of this month and the next ones, and of last month for clocks that are behind."""
    for table in TABLES:
        for ahead in range(-1, MONTHS_AHEAD):
            start, end = month_start(now, ahead), month_start(now, ahead + 1)
            name = f"{table}_{start:%Y_%m}"
            await tx.execute(
                f"create table if not exists {name} partition of {table} "
                f"for values from ('{first_id(start)}') to ('{first_id(end)}')"
            )
