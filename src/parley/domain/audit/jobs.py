"""What happens to the audit log later."""

from __future__ import annotations

from datetime import datetime, timedelta

from parley.domain.audit import store
from parley.storage.db import Database

STEP = 5000
"""Entries in one transaction."""


async def forget_old(db: Database, now: datetime, keep: timedelta) -> None:
    deleted = STEP
    while deleted == STEP:
        async with db.transaction() as tx:
            deleted = await store.delete_before(tx, now - keep, STEP)
