"""What happens to reservations by itself."""

from __future__ import annotations

from datetime import datetime

from parley.domain.reservations import store
from parley.storage.chunks import in_chunks
from parley.storage.db import Database

FORGET_EXPIRED = "reservations.forget_expired"


async def forget_expired(db: Database, now: datetime) -> int:
    """Forgets what callers who never came would have brought along. How many there were."""
    return await in_chunks(db, lambda tx, most: store.forget_attributes(tx, now, most))
