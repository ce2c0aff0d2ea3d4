"""Hours that are over are counted once (decision 0015): a quarter of a year is then a few thousand rows."""

from __future__ import annotations

from datetime import datetime, timedelta

from parley.domain.analytics import store
from parley.domain.analytics.model import DAY, Stage, Step, step_start
from parley.domain.deployments.model import SEQUENCE
from parley.kit.ids import EPOCH
from parley.storage.db import Database
from parley.storage.partitions import MILLISECOND

COUNT_HOURS = "analytics.count_hours"
GRACE = timedelta(minutes=10)
"""How long after its end an hour is counted: whatever started in it is written by then."""
PATIENCE = DAY
"""An hour is not counted before all its conversations are finished, or this much later."""
ID_MOMENT = 80
"""Bits of an id below its milliseconds."""


async def count_hours(db: Database, now: datetime) -> None:
    until = _hour(now - GRACE)
    for stage, first in await store.list_behind(db, SEQUENCE, until):
        oldest = await store.find_oldest_open(db, stage, now - PATIENCE)
        ready = until if oldest is None else min(until, _hour(oldest))
        start = _hour(EPOCH + (first.int >> ID_MOMENT) * MILLISECOND)
        while await count_next(db, stage, start, ready):
            pass


async def count_next(db: Database, stage: Stage, start: datetime, until: datetime) -> bool:
    """One day at most. False when there is nothing more to do: all is counted, or somebody else is counting."""
    async with db.transaction() as tx:
        begin = await store.lock_progress(tx, stage, start)
        if begin is None or begin >= until:
            return False
        end = min(begin + DAY, until)
        await store.insert_hours(tx, stage, await store.measure(tx, stage, begin, end, None))
        # In one transaction with its hours: progress never speaks of hours that are not there.
        await store.set_progress(tx, stage, end)
    return end < until


def _hour(moment: datetime) -> datetime:
    return step_start(moment, Step.HOUR, moment)
