"""Jobs that failed too often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from parley.storage import queue
from parley.storage.db import Database


async def dead_letter(
    db: Database, args: Mapping[str, Any], kind: str = "records.pack", error: str = "OSError"
) -> UUID:
    async with db.transaction() as tx:
        job_id = await queue.defer(tx, kind, args)
        [job] = [each for each in await queue.lease_due(tx, [kind], 100, 60) if each.id == job_id]
        assert await queue.give_up(tx, job, error)
    return job.id
