"""Hours that are over are counted once (decision 0015): a quarter of a year is then a few thousand rows."""

from __future__ import annotations

from datetime import datetime

from parley.domain.analytics import metric_store, store, totals_store
from parley.domain.analytics.metrics import MetricSums
from parley.domain.analytics.model import DAY, Sums
from parley.domain.analytics.totals import add_up
from parley.domain.conversations.counted_hours import GRACE, STEP, begin_to_count, count_step, hour_of
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
        for stage in await totals_store.list_not_added_up(db, count):
            while await add_up_next(db, count, stage):
                pass


async def count_next(db: Database, count: Count, stage: Stage, until: datetime) -> bool:
    keep = _keep_sums if count is Count.ANALYTICS else _keep_metrics

    async def keep_step(tx: Connection, start: datetime, end: datetime) -> None:
        # A version that knows no totals may have begun to count anew.
        await totals_store.void_totals(tx, count, stage, start)
        await keep(tx, stage, start, end)

    return await count_step(db, count, stage, until, keep_step)


async def _keep_sums(tx: Connection, stage: Stage, start: datetime, end: datetime) -> None:
    await store.insert_hours(tx, stage, await store.measure(tx, stage, start, end, None))


async def _keep_metrics(tx: Connection, stage: Stage, start: datetime, end: datetime) -> None:
    await metric_store.insert_hours(tx, stage, await metric_store.measure(tx, stage, start, end, None, None))


async def add_up_next(db: Database, count: Count, stage: Stage) -> bool:
    """A day of counted hours, in a transaction that holds the stage's progress. False when there is no more to do:
    all is added up, or somebody else is at it."""
    async with db.transaction() as tx:
        progress = await totals_store.lock_progress(tx, count, stage)
        if progress is None:
            return False
        start, counted = progress["start"], progress["counted_until"]
        await totals_store.void_totals(tx, count, stage, start)
        end = min(start + STEP, counted)
        if count is Count.ANALYTICS:
            hours = await store.fetch_hours(tx, stage, start, end)
            parts = ((hour, facet, sums) for (hour, facet), sums in hours.items())
            await store.insert_totals(tx, stage, add_up(parts, Sums))
        else:
            measured = await metric_store.fetch_hours(tx, stage, start, end)
            named = (((place.name, place.hour), place.facet, sums) for place, sums in measured.items())
            await metric_store.insert_totals(tx, stage, add_up(named, MetricSums))
        await totals_store.set_added_up(tx, count, stage, end)
    return bool(end < counted)
