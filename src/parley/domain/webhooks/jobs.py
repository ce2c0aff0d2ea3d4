"""What happens to events by itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from parley.domain.webhooks import store
from parley.storage.db import Database

STEP = 500
"""Events of one transaction, so that it stays short."""


async def forget_old(db: Database, now: datetime, keep: timedelta) -> int:
    """Removes events that happened so long ago, with the log of their deliveries. How many there were."""
    forgotten = 0
    while True:
        async with db.transaction() as tx:
            gone = await store.delete_old_events(tx, now - keep, STEP)
        forgotten += gone
        if gone < STEP:
            return forgotten
