"""What a user thought of a conversation: kept as a metric of its record, once that is written."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.conversations import store
from parley.domain.messaging.model import Session
from parley.storage import queue
from parley.storage.db import Connection, Database
from parley.storage.queue import Job

KEEP_RATING = "messaging.keep_rating"
METRIC = "CSAT"
AGAIN = timedelta(seconds=60)
"""A conversation that goes on gets its metrics when it is finished: until then nothing is added to them."""


async def rate(tx: Connection, session: Session, score: int) -> None:
    if session.conversation_id is not None:
        await _defer(tx, str(session.conversation_id), score, None)


async def keep_rating(db: Database, job: Job, now: datetime) -> None:
    conversation, score = str(job.args["conversation"]), int(job.args["score"])
    async with db.transaction() as tx:
        await queue.finish(tx, job)
        if not await store.add_metric(tx, UUID(conversation), METRIC, str(score)):
            await _defer(tx, conversation, score, now + AGAIN)


async def _defer(tx: Connection, conversation: str, score: int, run_at: datetime | None) -> None:
    # Under a key: however often a client says it, one waits.
    args = {"conversation": conversation, "score": score}
    await queue.defer(tx, KEEP_RATING, args, run_at=run_at, key=f"{KEEP_RATING}:{conversation}")
