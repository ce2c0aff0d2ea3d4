"""What happens to keys by itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from parley.domain.accounts import store
from parley.storage.db import Connection

KEEP_DEAD_KEYS = timedelta(days=90)


async def forget_dead_keys(tx: Connection, now: datetime) -> int:
    """Removes keys that have been revoked or expired for so long that nobody will ask why they stopped working."""
    return await store.delete_dead_keys(tx, now - KEEP_DEAD_KEYS)
