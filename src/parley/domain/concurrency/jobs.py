"""Hours that are over are counted once: a query about a quarter of a year then reads two thousand rows."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from parley.domain.concurrency import store
from parley.domain.concurrency.model import HOUR, CountedHour, Facet, FacetRows, Range, SeriesQuery, Stage, floor
from parley.domain.concurrency.peaks import count_hours
from parley.domain.projects.model import ENVIRONMENTS
from parley.storage.db import Connection, Database

COUNT_CLOSED_HOURS = "concurrency.count_closed_hours"
GRACE = timedelta(minutes=10)
"""How long after its end an hour is counted: whatever started in it is written by then."""

STEP = timedelta(days=1)
"""How much is counted in one transaction."""


async def count_closed_hours(db: Database, now: datetime) -> None:
    """Every stage, from where counting has got to up to the last hour that is over.

    Each step is a transaction that holds the stage's progress: whoever else counts there passes on, and a step that
    dies leaves nothing behind.
    """
    until = floor(now - GRACE, HOUR)
    # A row of progress comes first: it is what whoever counts a stage locks.
    for stage, first in await store.list_uncounted(db, ENVIRONMENTS, until):
        async with db.transaction() as tx:
            await store.insert_progress(tx, stage, floor(first, HOUR))
    for stage in await store.list_behind(db, until):
        while await count_next(db, stage, until, now):
            pass


async def count_next(db: Database, stage: Stage, until: datetime, now: datetime) -> bool:
    """One step. False when there is nothing more to do: all is counted, or somebody else is counting."""
    async with db.transaction() as tx:
        start = await store.lock_progress(tx, stage)
        if start is None or start >= until:
            return False
        end = min(start + STEP, until)
        await store.insert_hours(tx, stage, await _count(tx, stage, Range(start, end), now))
        await store.insert_started_hours(tx, stage, Range(start, end))
        # In one transaction with its hours: progress never speaks of hours that are not there.
        await store.set_progress(tx, stage, end)
    return end < until


async def _count(tx: Connection, stage: Stage, range_: Range, now: datetime) -> list[CountedHour]:
    everything = SeriesQuery(stage, range_)
    parts: dict[Facet, list[FacetRows]] = {}
    for facet in Facet:
        parts[facet] = await store.fetch_spans(tx, everything, facet, now)
        if not parts[Facet.ALL]:  # nothing ran at all: the other facets need not be asked for
            return []
    hours = (range_.end - range_.start) // HOUR
    return await asyncio.to_thread(
        lambda: [hour for facet in Facet for hour in count_hours(facet, parts[facet], range_.start, hours)]
    )
