"""For whoever writes conversations into the past."""

from __future__ import annotations

from datetime import datetime

from parley.domain.analytics import store
from parley.domain.analytics.model import Stage, Step, step_start
from parley.storage.db import Connection


async def recount_from(tx: Connection, project_id: str, environment: str, moment: datetime) -> None:
    """Conversations that started at `moment` or later were written: what was counted since is void. Call it in the
    transaction that writes them, after they are written."""
    hour = step_start(moment, Step.HOUR, moment)
    stage = Stage(project_id, environment)
    # A stage that was never counted needs a row too: it is what holds those up that count.
    await store.lock_progress(tx, stage, hour)
    await store.void_hours(tx, stage, hour)
