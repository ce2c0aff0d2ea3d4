"""What happens to events by itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from parley.domain.webhooks import store
from parley.storage.chunks import in_chunks
from parley.storage.db import Database

FORGET_OLD_EVENTS = "webhooks.forget_old"


async def forget_old_events(db: Database, now: datetime, keep: timedelta) -> int:
    """Removes events that happened so long ago, with the log of their deliveries. How many there were."""
    return await in_chunks(db, lambda tx, most: store.delete_old_events(tx, now - keep, most))
