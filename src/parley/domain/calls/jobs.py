"""What happens to calls by itself."""

from __future__ import annotations

from datetime import datetime

from parley.domain.calls import actions
from parley.storage.db import Database

TEND = "calls.tend"
STEP = 500
"""Calls of one transaction, so that it stays short."""


async def tend(db: Database, now: datetime) -> None:
    """Calls that waited too long fail, those that ended long ago go away."""
    async with db.transaction() as tx:
        await actions.expire_queued(tx, now)
    gone = STEP
    while gone == STEP:
        async with db.transaction() as tx:
            gone = await actions.forget_old(tx, now, STEP)
