"""Every kind of job."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from parley.domain.accounts.jobs import forget_dead_keys
from parley.domain.conversations.actions import FINISH, SEND_MESSAGE
from parley.resources import Resources
from parley.runtime import jobs
from parley.storage import queue
from parley.storage.queue import Job

Run = Callable[[Resources, Job], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class JobKind:
    """`run` does the job and calls `queue.finish` in the transaction of its effect."""

    name: str
    run: Run
    attempts: int = 10
    lease_seconds: float = 60.0


async def forget_keys(resources: Resources, job: Job) -> None:
    async with resources.db.transaction() as tx:
        await forget_dead_keys(tx, resources.clock.now())
        await queue.finish(tx, job)


async def finish_conversation(resources: Resources, job: Job) -> None:
    await jobs.finish(resources.equipment, job)


async def send_message(resources: Resources, job: Job) -> None:
    await jobs.send_message(resources.equipment, job)


async def close_idle(resources: Resources, job: Job) -> None:
    await jobs.close_idle(resources.equipment, resources.sessions, job)


async def forget_old(resources: Resources, job: Job) -> None:
    await jobs.forget_old(resources.equipment, job)


JOBS = {
    kind.name: kind
    for kind in (
        JobKind("accounts.forget_dead_keys", forget_keys),
        JobKind(FINISH, finish_conversation),
        JobKind(SEND_MESSAGE, send_message, attempts=8),
        JobKind("conversations.close_idle", close_idle),
        JobKind("conversations.forget_old", forget_old),
    )
}
