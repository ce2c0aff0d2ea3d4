"""What happens to branches later."""

from __future__ import annotations

from datetime import datetime

from parley.domain.branches import store
from parley.domain.branches.model import IN_ARCHIVE
from parley.storage.db import Database

FORGET_ARCHIVED = "branches.forget_archived"
STEP = 50
"""Branches in one transaction: their files may be megabytes."""


async def forget_archived(db: Database, now: datetime) -> None:
    forgotten = STEP
    while forgotten == STEP:
        async with db.transaction() as tx:
            forgotten = len(await store.delete_archived(tx, now - IN_ARCHIVE, STEP))
