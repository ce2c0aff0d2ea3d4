"""Takes due jobs and does them. A job that fails is tried again, later each time; one that fails too often is kept for
the operator to see. A worker that is killed loses nothing: its leases run out and others take over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping

from prometheus_client import Counter

from parley.kit.log import logger, where
from parley.kit.tasks import Tasks, every
from parley.resources import Resources
from parley.storage import queue
from parley.storage.db import DatabaseUnavailable
from parley.storage.queue import Job, LeaseLost
from parley.worker.registry import JOBS, JobKind
from parley.worker.schedule import ask_for_due

log = logger(__name__)

IDLE_SECONDS = 1.0
SCHEDULE_SECONDS = 1.0
_done = Counter("parley_jobs", "Jobs by kind and result.", ["kind", "result"])


class Worker:
    def __init__(self, resources: Resources, kinds: Mapping[str, JobKind] = JOBS, at_once: int = 16) -> None:
        self._resources = resources
        self._kinds = kinds
        self._at_once = at_once
        self._running: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        resources.signals.on(queue.CHANNEL, lambda _payload: self._wake.set(), self._wake.set)

    async def run(self, stop: asyncio.Event) -> None:
        """Works until told to stop, then finishes what it has begun."""
        tasks = Tasks()
        tasks.start(every(SCHEDULE_SECONDS, lambda: ask_for_due(self._resources.db), DatabaseUnavailable), "schedule")
        stopping = asyncio.create_task(stop.wait())
        while not stop.is_set():
            self._wake.clear()
            taken = await self._take()
            if taken == 0 or len(self._running) >= self._at_once:
                await self._rest(stopping)
        await tasks.aclose()
        stopping.cancel()
        if self._running:
            await asyncio.wait(self._running, timeout=self._resources.settings.drain_seconds)

    async def _take(self) -> int:
        free = self._at_once - len(self._running)
        if free == 0:
            return 0
        try:
            async with self._resources.db.transaction() as tx:
                jobs = await queue.take(tx, free, lease_seconds=60.0)
        except DatabaseUnavailable:
            return 0
        for job in jobs:
            task = asyncio.create_task(self._do(job), name=f"job-{job.kind}")
            self._running.add(task)
            task.add_done_callback(self._finished)
        return len(jobs)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._wake.set()

    async def _rest(self, stopping: asyncio.Task[bool]) -> None:
        woken = asyncio.create_task(self._wake.wait())
        await asyncio.wait({woken, stopping}, timeout=IDLE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        woken.cancel()

    async def _do(self, job: Job) -> None:
        kind = self._kinds.get(job.kind)
        result = "done"
        try:
            if kind is None:
                raise LookupError(job.kind)
            keeping = asyncio.create_task(self._keep(job, kind))
            try:
                await kind.run(self._resources, job)
            finally:
                keeping.cancel()
        except LeaseLost:
            result = "lost"
        except Exception as error:  # noqa: BLE001 one job's failure, of whatever kind, is that job's alone
            result = "failed"
            await self._failed(job, kind, error)
        _done.labels(job.kind, result).inc()

    async def _keep(self, job: Job, kind: JobKind) -> None:
        while True:
            await asyncio.sleep(kind.lease_seconds / 3)
            async with self._resources.db.transaction() as tx:
                await queue.keep(tx, job, kind.lease_seconds)

    async def _failed(self, job: Job, kind: JobKind | None, error: Exception) -> None:
        """Only the error's class is kept: its text may hold what people said."""
        name = type(error).__name__
        log.warning("job_failed", kind=job.kind, job=str(job.id), attempt=job.attempts, error=name, at=where(error))
        try:
            async with self._resources.db.transaction() as tx:
                if kind is None or job.attempts >= kind.attempts:
                    await queue.give_up(tx, job, name)
                else:
                    await queue.postpone(tx, job, backoff_seconds(job.attempts, random.random()), name)  # noqa: S311
        except DatabaseUnavailable:
            log.warning("job_failure_not_recorded", kind=job.kind, job=str(job.id))


def backoff_seconds(attempts: int, chance: float) -> float:
    """1 s, 2 s, 4 s … up to ten minutes, each up to a half longer by chance, so that failures do not march in step."""
    return float(min(2 ** (attempts - 1), 600) * (1 + chance / 2))
