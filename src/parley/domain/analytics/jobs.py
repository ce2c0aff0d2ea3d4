"""Hours that are over are counted once (decision 0015): a quarter of a year is then a few thousand rows."""

from __future__ import annotations

from datetime import datetime

from parley.domain.analytics import store
from parley.domain.analytics.model import DAY
from parley.domain.conversations.counted_hours import GRACE, begin_to_count, count_step, hour_of
from parley.domain.conversations.model import Count, Stage
from parley.domain.deployments.model import SEQUENCE
from parley.storage.db import Connection, Database

COUNT_HOURS = "analytics.count_hours"
PATIENCE = DAY
"""An hour is not counted before all its conversations are finished, or this much later."""


async def count_hours(db: Database, now: datetime) -> None:
    until = hour_of(now - GRACE)
    for stage in await begin_to_count(db, Count.ANALYTICS, SEQUENCE, until):
        oldest = await store.find_oldest_open(db, stage, now - PATIENCE)
        ready = until if oldest is None else min(until, hour_of(oldest))
        while await count_next(db, stage, ready):
            pass


async def count_next(db: Database, stage: Stage, until: datetime) -> bool:
    async def keep(tx: Connection, start: datetime, end: datetime) -> None:
        await store.insert_hours(tx, stage, await store.measure(tx, stage, start, end, None))

    return await count_step(db, Count.ANALYTICS, stage, until, keep)
