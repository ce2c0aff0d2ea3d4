"""Hours that are over are counted once (decision 0015): a quarter of a year is then a few thousand rows."""

from __future__ import annotations

from datetime import datetime

from parley.domain.analytics import metric_store, store
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
    for count in (Count.ANALYTICS, Count.METRICS):
        for stage in await begin_to_count(db, count, SEQUENCE, until):
            oldest = await store.find_oldest_open(db, stage, now - PATIENCE)
            ready = until if oldest is None else min(until, hour_of(oldest))
            while await count_next(db, count, stage, ready):
                pass


async def count_next(db: Database, count: Count, stage: Stage, until: datetime) -> bool:
    keep = _keep_sums if count is Count.ANALYTICS else _keep_metrics

    async def keep_step(tx: Connection, start: datetime, end: datetime) -> None:
        await keep(tx, stage, start, end)

    return await count_step(db, count, stage, until, keep_step)


async def _keep_sums(tx: Connection, stage: Stage, start: datetime, end: datetime) -> None:
    await store.insert_hours(tx, stage, await store.measure(tx, stage, start, end, None))


async def _keep_metrics(tx: Connection, stage: Stage, start: datetime, end: datetime) -> None:
    await metric_store.insert_hours(tx, stage, await metric_store.measure(tx, stage, start, end, None, None))
