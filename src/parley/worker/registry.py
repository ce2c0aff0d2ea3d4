"""Every kind of job."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from parley.domain.accounts.jobs import forget_dead_keys
from parley.resources import Resources
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


JOBS = {kind.name: kind for kind in (JobKind("accounts.forget_dead_keys", forget_keys),)}
