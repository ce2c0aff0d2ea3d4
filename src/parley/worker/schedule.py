"""Every period: what is asked for again and again. However many workers run, each round is asked for once."""

from __future__ import annotations

from dataclasses import dataclass

from parley.storage import queue
from parley.storage.db import Database

HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Period:
    job: str
    every_seconds: float


PERIODS = (
    Period("accounts.forget_dead_keys", 24 * HOUR),
    Period("conversations.close_idle", 15.0),
    Period("conversations.forget_old", HOUR),
    Period("conversations.expire", HOUR),
    Period("concurrency.count_closed_hours", 300.0),
    Period("alerts.evaluate", 30.0),
    Period("records.build_missing", HOUR),
    Period("records.embed", 2.0),
    Period("records.requeue_unembedded", HOUR),
    Period("reservations.forget_expired", 300.0),
    Period("webhooks.forget_old", HOUR),
    Period("calls.tend", 5.0),
    Period("calls.end_orphans", 2.0),
)


async def ask_for_due(db: Database, periods: tuple[Period, ...] = PERIODS) -> None:
    async with db.transaction() as tx:
        for period in periods:
            if await queue.due_period(tx, period.job, period.every_seconds):
                await queue.defer(tx, period.job, {}, key=f"period:{period.job}")
