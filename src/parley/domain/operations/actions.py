"""What admins do with the dead letters of their account."""

from __future__ import annotations

from uuid import UUID

from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.operations import letter_store
from parley.domain.operations.model import DeadLetterNotFound
from parley.storage import queue
from parley.storage.db import Connection


async def run_again(tx: Connection, account_id: str, job_id: UUID) -> None:
    """From the start, as if it had never been tried."""
    await _lock(tx, account_id, job_id)
    await queue.requeue(tx, job_id)
    await audit.record(tx, account_id, Verb.RUN_AGAIN, Kind.JOB, job_id)


async def discard(tx: Connection, account_id: str, job_id: UUID) -> None:
    await _lock(tx, account_id, job_id)
    await queue.remove(tx, job_id)
    await audit.record(tx, account_id, Verb.DISCARDED, Kind.JOB, job_id)


async def _lock(tx: Connection, account_id: str, job_id: UUID) -> None:
    if not await letter_store.lock_letter(tx, account_id, job_id):
        raise DeadLetterNotFound
