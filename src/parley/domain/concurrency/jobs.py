"""Hours that are over are counted once: a query about a quarter of a year then reads two thousand rows."""

from __future__ import annotations

import asyncio
from datetime import datetime

from parley.domain.concurrency import store
from parley.domain.concurrency.model import HOUR, CountedHour, Facet, FacetRows, Range, SeriesQuery
from parley.domain.concurrency.peaks import count_hours
from parley.domain.conversations.counted_hours import GRACE, begin_to_count, count_step, hour_of
from parley.domain.conversations.model import Count, Stage
from parley.domain.projects.model import ENVIRONMENTS
from parley.storage.db import Connection, Database

COUNT_CLOSED_HOURS = "concurrency.count_closed_hours"


async def count_closed_hours(db: Database, now: datetime) -> None:
    """Every stage, from where counting has got to up to the last hour that is over."""
    until = hour_of(now - GRACE)
    for stage in await begin_to_count(db, Count.CONCURRENCY, ENVIRONMENTS, until):
        while await count_next(db, stage, until, now):
            pass


async def count_next(db: Database, stage: Stage, until: datetime, now: datetime) -> bool:
    async def keep(tx: Connection, start: datetime, end: datetime) -> None:
        range_ = Range(start, end)
        await store.insert_hours(tx, stage, await _count(tx, stage, range_, now))
        await store.insert_started_hours(tx, stage, range_)

    return await count_step(db, Count.CONCURRENCY, stage, until, keep)


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
