"""Hours that are over are counted once (decision 0015): what runs on them is kept by whoever counts, how far each count
has got is kept here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta

from parley.domain.conversations import counted_hours_store as store
from parley.domain.conversations.model import Count, Stage
from parley.storage.db import Connection, Database

GRACE = timedelta(minutes=10)
"""How long after its end an hour is counted: whatever started in it is written by then."""
STEP = timedelta(days=1)
"""How much is counted in one transaction."""

Keep = Callable[[Connection, datetime, datetime], Awaitable[None]]
"""Counts from a moment up to another, both full hours, and keeps what it finds."""


def hour_of(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


async def begin_to_count(db: Database, count: Count, environments: Sequence[str], until: datetime) -> list[Stage]:
    """Every stage with conversations that are not counted up to that moment."""
    # A row of progress comes first: it is what whoever counts a stage locks.
    for stage, first in await store.list_uncounted(db, count, environments, until):
        async with db.transaction() as tx:
            await store.insert_progress(tx, count, stage, hour_of(first))
    return await store.list_behind(db, count, until)


async def count_step(db: Database, count: Count, stage: Stage, until: datetime, keep: Keep) -> bool:
    """One step, in a transaction that holds the stage's progress: whoever else counts there passes on, and a step that
    dies leaves nothing behind. False when there is nothing more to do: all is counted, or somebody else is counting."""
    async with db.transaction() as tx:
        start = await store.lock_progress(tx, count, stage)
        if start is None or start >= until:
            return False
        end = min(start + STEP, until)
        await keep(tx, start, end)
        # In one transaction with its hours: progress never speaks of hours that are not there.
        await store.set_progress(tx, count, stage, end)
    return end < until


async def count_anew_from(tx: Connection, count: Count, stage: Stage, since: datetime) -> None:
    """What was counted of that hour and later ones is void. Until the transaction ends, nobody counts there."""
    first = await store.find_first_moment(tx, stage)
    # A stage that was never counted needs a row too: lowering it is what locks the stage.
    await store.insert_progress(tx, count, stage, hour_of(min(first or since, since)))
    await store.lower_progress(tx, count, stage, since)
