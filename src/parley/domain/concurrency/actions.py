"""What happens to counted hours when the past changes. Runs in the caller's transaction."""

from __future__ import annotations

from datetime import datetime

from parley.domain.concurrency import store
from parley.domain.conversations.counted_hours import count_anew_from, hour_of
from parley.domain.conversations.model import Count, Stage
from parley.storage.db import Connection


async def recount_from(tx: Connection, project_id: str, environment: str, moment: datetime) -> None:
    """Conversations that ran at `moment` or later were written, changed or removed: what was counted since is void.

    For whoever writes conversations that started more than a few minutes ago. Call it in the transaction that writes
    them, after they are written: until it ends, nobody counts there.
    """
    stage, since = Stage(project_id, environment), hour_of(moment)
    await count_anew_from(tx, Count.CONCURRENCY, stage, since)
    await store.delete_hours(tx, stage, since)
