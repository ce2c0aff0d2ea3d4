"""Every SQL statement about records in the order in which they were finished."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.records.filter_store import Conditions
from parley.domain.records.model import Filters
from parley.storage.db import Database, Row

REPORTED_WITHIN = timedelta(seconds=1)
"""A transaction that begins is seen by others a moment later."""


async def find_horizon(db: Database) -> datetime:
    """`finished_at` is when its transaction began. Whatever began before the oldest that is open now is committed, so
    that a statement after this one sees all of it. Had it one snapshot with that, what commits in between were lost."""
    row = await db.fetchrow(
        """
        select min(xact_start) as oldest from pg_stat_activity
        where datname = current_database() and usename = current_user and xact_start is not null
        """
    )
    assert row is not None, "this statement has a transaction too"
    oldest: datetime = row["oldest"]
    return oldest - REPORTED_WITHIN


async def list_finished(
    db: Database, filters: Filters, after: tuple[datetime, UUID], horizon: datetime, most: int
) -> list[Row]:
    """(id, finished_at, record_bytes) of those that have a snapshot, the earliest finished first."""
    where = Conditions(filters)
    moment, row_id = (where.arg(each) for each in after)
    return await db.fetch(
        f"""
        select c.id, c.finished_at, c.record_bytes from conversations as c
        where {where} and c.record_bytes is not null and (c.finished_at, c.id) > ({moment}, {row_id})
            and c.finished_at < {where.arg(horizon)}
        order by c.finished_at, c.id limit {where.arg(most)}
        """,
        *where.args,
    )
