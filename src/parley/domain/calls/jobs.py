"""What happens to calls by itself."""

from __future__ import annotations

from datetime import datetime

from parley.domain.calls import actions, store
from parley.domain.calls.model import KEPT_AFTER_END, REMEMBERED
from parley.storage.chunks import in_chunks
from parley.storage.db import Database

EXPIRE_CALLS = "calls.expire"
END_ORPHANS = "calls.end_orphans"


async def expire_calls(db: Database, now: datetime) -> None:
    """Calls that waited too long fail; those that ended long ago go away."""
    async with db.transaction() as tx:
        await actions.fail_expired(tx, now)
    await in_chunks(db, lambda tx, most: store.delete_ended(tx, now - KEPT_AFTER_END, most))
    await in_chunks(db, lambda tx, most: store.delete_carrier_calls(tx, now - REMEMBERED, most))
