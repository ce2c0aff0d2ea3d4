"""What happens to reservations by itself."""

from __future__ import annotations

from datetime import datetime

from parley.domain.reservations import store
from parley.storage.db import Database

FORGET = "reservations.forget_expired"
STEP = 500
"""Reservations of one transaction, so that it stays short."""


async def forget_expired(db: Database, now: datetime) -> int:
    """Forgets what callers who never came would have brought along. How many there were."""
    forgotten = 0
    while True:
        async with db.transaction() as tx:
            gone = await store.forget_attributes(tx, now, STEP)
        forgotten += gone
        if gone < STEP:
            return forgotten
