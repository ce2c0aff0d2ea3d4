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
from parley.worker.deliveries import Deliveries
from parley.worker.registry import JOBS, JobKind
from parley.worker.schedule import ask_for_due

log = logger(__name__)

IDLE_SECONDS = 1.0
SCHEDULE_SECONDS = 1.0
LEASE_SECONDS = 60.0
"""The first lease of every job. A job's own kind may ask for more, or less, when it is prolonged."""
ENDING_SECONDS = 0.5
_done = Counter("parley_jobs", "Jobs by kind and result.", ["kind", "result"])


class TooManyAttempts(Exception):
    """The job was begun as often as its kind allows and never came to an end: it takes its worker down with it."""


class Worker:
    def __init__(
        self,
        resources: Resources,
        kinds: Mapping[str, JobKind] = JOBS,
        at_once: int = 16,
        lease_seconds: float = LEASE_SECONDS,
    ) -> None:
        self._resources = resources
        self._kinds = kinds
        self._at_once = at_once
        self._lease_seconds = lease_seconds
        self._running: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        resources.signals.subscribe(queue.CHANNEL, lambda _payload: self._wake.set(), self._wake.set)

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
                jobs = await queue.lease_due(tx, self._kinds, free, self._lease_seconds)
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
        kind = self._kinds[job.kind]
        result = "done"
        try:
            if job.attempts > kind.attempts:
                raise TooManyAttempts
            await self._run_under_lease(job, kind)
        except LeaseLost:
            result = "lost"
        except Exception as error:  # noqa: BLE001 one job's failure, of whatever kind, is that job's alone
            result = "failed"
            await self._failed(job, kind, error)
        _done.labels(job.kind, result).inc()

    async def _run_under_lease(self, job: Job, kind: JobKind) -> None:
        """Keeps the lease while the job runs. A job that another worker has taken over is stopped."""
        working = asyncio.ensure_future(kind.run(self._resources, job))
        keeping = asyncio.create_task(self._keep(job, kind))
        try:
            await asyncio.wait({working, keeping}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():  # the lease is gone: lost, or given back by a job that is just ending
                await asyncio.wait({working}, timeout=ENDING_SECONDS)
            if not working.done():
                keeping.result()
            await working
        finally:
            keeping.cancel()
            working.cancel()
            await asyncio.gather(keeping, working, return_exceptions=True)

    async def _keep(self, job: Job, kind: JobKind) -> None:
        """A kind that wants to be missed sooner than others, when its worker dies, gets its shorter lease at once."""
        pause = min(kind.lease_seconds, self._lease_seconds) / 3
        if kind.lease_seconds >= self._lease_seconds:
            await asyncio.sleep(pause)
        while True:
            try:
                async with self._resources.db.transaction() as tx:
                    await queue.renew_lease(tx, job, kind.lease_seconds)
            except DatabaseUnavailable:
                log.warning("lease_not_kept", kind=job.kind, job=str(job.id))
            await asyncio.sleep(pause)

    async def _failed(self, job: Job, kind: JobKind, error: Exception) -> None:
        """Only the error's class is kept: its text may hold what people said."""
        name = type(error).__name__
        log.warning("job_failed", kind=job.kind, job=str(job.id), attempt=job.attempts, error=name, at=where(error))
        try:
            async with self._resources.db.transaction() as tx:
                if job.attempts >= kind.attempts:
                    is_ours = await queue.give_up(tx, job, name)
                    if is_ours and kind.abandon is not None:
                        await kind.abandon(tx, job, self._resources.clock.now())
                else:
                    chance = random.random()  # noqa: S311 it spreads attempts over time and keeps nothing secret
                    await queue.postpone(tx, job, backoff_seconds(job.attempts, chance), name)
        except DatabaseUnavailable:
            log.warning("job_failure_not_recorded", kind=job.kind, job=str(job.id))


async def work(resources: Resources, stop: asyncio.Event) -> None:
    """All that a worker process does: jobs, and webhooks beside them. When one of the two breaks, the process ends."""
    worker, deliveries = Worker(resources), Deliveries(resources)
    async with asyncio.TaskGroup() as group:
        group.create_task(worker.run(stop), name="jobs")
        group.create_task(deliveries.run(stop), name="deliveries")


def backoff_seconds(attempts: int, chance: float) -> float:
    """1 s, 2 s, 4 s … up to ten minutes, each up to a half longer by chance, so that failures do not march in step."""
    return float(min(2 ** (attempts - 1), 600) * (1 + chance / 2))
