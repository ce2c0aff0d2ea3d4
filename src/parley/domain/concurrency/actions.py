"""What happens to counted hours when the past changes. Runs in the caller's transaction."""

from __future__ import annotations

from datetime import datetime

from parley.domain.concurrency import store
from parley.domain.concurrency.model import HOUR, Stage, floor
from parley.storage.db import Connection


async def recount_from(tx: Connection, project_id: str, environment: str, moment: datetime) -> None:
    """Conversations that ran at `moment` or later were written, changed or removed: what was counted since is void.

    For whoever writes conversations that started more than a few minutes ago. Call it in the transaction that writes
    them, after they are written: until it ends, nobody counts there.
    """
    stage, since = Stage(project_id, environment), floor(moment, HOUR)
    first = await store.find_first_moment(tx, stage)
    # A stage that was never counted needs a row too: lowering it is what locks the stage.
    await store.insert_progress(tx, stage, floor(min(first or since, since), HOUR))
    await store.lower_progress(tx, stage, since)
    await store.delete_hours(tx, stage, since)
