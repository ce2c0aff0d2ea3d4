"""Takes due jobs and does them. A job that fails is tried again, later each time; one that fails too often is kept for
the operator to see. A worker that is killed loses nothing: its leases run out and others take over."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping

from prometheus_client import Counter

from parley.kit import tasks
from parley.kit.backoff import ExponentialBackoff, Jitter
from parley.kit.log import logger, where
from parley.kit.randomness import fraction
from parley.kit.tasks import Tasks, every
from parley.kit.tracing.spans import Kind, tracing
from parley.resources import Resources
from parley.storage import queue
from parley.storage.db import Database, DatabaseUnavailable
from parley.storage.queue import Job, LeaseLost
from parley.worker import backlog
from parley.worker.deliveries import DeliveryWorker
from parley.worker.registry import JOBS, JobKind

log = logger(__name__)

IDLE_SECONDS = 1.0
"""Signals wake a worker. This is for jobs whose time comes, and for signals that were lost."""
SCHEDULE_SECONDS = 1.0
LEASE_SECONDS = 60.0
"""The first lease of every job. A job's own kind may ask for more, or less, when it is renewed."""
ENDING_SECONDS = 0.5
"""A job that has just finished no longer has a lease: it is given this long to return."""
BACKOFF = ExponentialBackoff(first=1.0, longest=600.0, jitter=Jitter(spread=0.5))
BACKLOG_SECONDS = 15.0
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
        tasks.start(
            every(SCHEDULE_SECONDS, lambda: defer_periodic_jobs(self._resources.db), DatabaseUnavailable), "schedule"
        )
        tasks.start(every(BACKLOG_SECONDS, self.measure_backlog, DatabaseUnavailable), "backlog")
        stopping = tasks.start(stop.wait(), "stop")
        while not stop.is_set():
            self._wake.clear()  # before looking: what is deferred meanwhile wakes us again
            started = await self._start_due()
            if started == 0 or len(self._running) >= self._at_once:
                await self._wait_for_work(stopping)
        await tasks.aclose()
        stopping.cancel()
        if self._running:
            # What does not end in time is taken over by others when its lease runs out.
            await asyncio.wait(self._running, timeout=self._resources.settings.drain_seconds)

    async def _start_due(self) -> int:
        free = self._at_once - len(self._running)
        if free == 0:
            return 0
        try:
            async with self._resources.db.transaction() as tx:
                jobs = await queue.lease_due(tx, self._kinds, free, self._lease_seconds)
        except DatabaseUnavailable:
            return 0
        for job in jobs:
            task = tasks.start(self._run_job(job), f"job-{job.kind}")
            self._running.add(task)
            task.add_done_callback(self._finished)
        return len(jobs)

    async def measure_backlog(self) -> None:
        await backlog.measure(self._resources.db, self._kinds)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._wake.set()

    async def _wait_for_work(self, stopping: asyncio.Task[bool]) -> None:
        woken = tasks.start(self._wake.wait(), "wake-up")
        await asyncio.wait({woken, stopping}, timeout=IDLE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        woken.cancel()

    async def _run_job(self, job: Job) -> None:
        kind = self._kinds[job.kind]
        result = "done"
        try:
            # Attempts count from when a job is taken: one that kills its worker each time has an end too.
            if job.attempts > kind.attempts:
                raise TooManyAttempts
            with tracing.span(f"job {job.kind}", Kind.CONSUMER) as span:
                span.set("parley.job.attempt", job.attempts)
                await self._run_under_lease(job, kind)
        except LeaseLost:
            result = "lost"
        except Exception as error:  # noqa: BLE001 one job's failure, of whatever kind, is that job's alone
            result = "failed"
            await self._record_failure(job, kind, error)
        _done.labels(job.kind, result).inc()

    async def _run_under_lease(self, job: Job, kind: JobKind) -> None:
        """Renews the lease while the job runs. A job that another worker has taken over is stopped."""
        working = tasks.start(kind.run(self._resources, job), "job")
        renewing = tasks.start(self._renew_lease(job, kind), "lease of a job")
        try:
            await asyncio.wait({working, renewing}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():  # the lease is gone: lost, or deleted by a job that is just ending
                await asyncio.wait({working}, timeout=ENDING_SECONDS)
            if not working.done():
                # Raises LeaseLost, or whatever else ended the renewal.
                renewing.result()
            await working
        finally:
            renewing.cancel()
            working.cancel()
            await asyncio.gather(renewing, working, return_exceptions=True)

    async def _renew_lease(self, job: Job, kind: JobKind) -> None:
        """A kind with a shorter lease than the first one gets it at once: it is taken over soon if its worker dies."""
        # One renewal may fail: the next one still comes before the lease runs out.
        pause = min(kind.lease_seconds, self._lease_seconds) / 3
        if kind.lease_seconds >= self._lease_seconds:
            await asyncio.sleep(pause)
        while True:
            try:
                async with self._resources.db.transaction() as tx:
                    await queue.renew_lease(tx, job, kind.lease_seconds)
            except DatabaseUnavailable:
                # The job goes on: the lease may hold until the database is back. If not, `finish` refuses.
                log.warning("lease_not_kept", kind=job.kind, job=str(job.id))
            await asyncio.sleep(pause)

    async def _record_failure(self, job: Job, kind: JobKind, error: Exception) -> None:
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
                    chance = fraction()
                    await queue.postpone(tx, job, BACKOFF.delay(job.attempts, chance), name)
        except DatabaseUnavailable:
            log.warning("job_failure_not_recorded", kind=job.kind, job=str(job.id))


async def work(resources: Resources, stop: asyncio.Event) -> None:
    """All that a worker process does: jobs, and webhooks beside them. When one of the two breaks, the process ends."""
    worker, deliveries = Worker(resources), DeliveryWorker(resources)
    async with asyncio.TaskGroup() as group:
        group.create_task(worker.run(stop), name="jobs")
        group.create_task(deliveries.run(stop), name="deliveries")


async def defer_periodic_jobs(db: Database, kinds: Iterable[JobKind] = tuple(JOBS.values())) -> None:
    """Defers the jobs whose period has come. However many workers do so, each round is deferred once."""
    async with db.transaction() as tx:
        for kind in kinds:
            if kind.every_seconds is not None and await queue.due_period(tx, kind.name, kind.every_seconds):
                # With a key: rounds that no worker does, because all are busy or gone, do not pile up.
                await queue.defer(tx, kind.name, {}, key=f"period:{kind.name}")
