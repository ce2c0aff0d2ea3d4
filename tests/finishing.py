"""Does what a worker does with a conversation that has ended."""

from __future__ import annotations

import asyncio
from uuid import UUID

from parley.domain.conversations.actions import FINISH
from parley.resources import Resources
from parley.storage.db import Row
from parley.worker.registry import JOBS
from parley.worker.run import Worker
from tests.waiting import until


async def finished(resources: Resources, conversation: UUID) -> Row:
    stop = asyncio.Event()
    working = asyncio.create_task(Worker(resources, {FINISH: JOBS[FINISH]}).run(stop))

    async def is_finished() -> bool:
        return await resources.db.fetchrow("select from live_conversations where id = $1", conversation) is None

    await until(is_finished)
    stop.set()
    await working
    row = await resources.db.fetchrow("select * from conversations where id = $1", conversation)
    assert row is not None
    return row
