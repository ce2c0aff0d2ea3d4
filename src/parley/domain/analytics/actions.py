"""For whoever writes conversations into the past."""

from __future__ import annotations

from datetime import datetime

from parley.domain.analytics import metric_store, store, totals_store
from parley.domain.conversations.counted_hours import count_anew_from, hour_of
from parley.domain.conversations.model import Count, Stage
from parley.storage.db import Connection


async def recount_from(tx: Connection, project_id: str, environment: str, moment: datetime) -> None:
    """Conversations that started at `moment` or later were written: what was counted since is void. Call it in the
    transaction that writes them, after they are written."""
    stage, since = Stage(project_id, environment), hour_of(moment)
    await count_anew_from(tx, Count.ANALYTICS, stage, since)
    await store.delete_hours(tx, stage, since)
    await totals_store.void_totals(tx, Count.ANALYTICS, stage, since)
    await count_anew_from(tx, Count.METRICS, stage, since)
    await metric_store.delete_hours(tx, stage, since)
    await totals_store.void_totals(tx, Count.METRICS, stage, since)
