"""Every kind of job."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from parley.domain.accounts.jobs import forget_dead_keys
from parley.domain.alerts.jobs import EVALUATE, evaluate_rules
from parley.domain.calls import jobs as calls
from parley.domain.concurrency.jobs import count_closed_hours
from parley.domain.conversations import retention
from parley.domain.conversations.actions import FINISH, SEND_MESSAGE, TAKE_IN_EVENTS
from parley.domain.records import jobs as records
from parley.domain.reservations import jobs as reservations
from parley.domain.test_runs.actions import RUN_TESTS, abandon_run
from parley.domain.webhooks import jobs as webhooks
from parley.resources import Resources
from parley.runtime.session import jobs
from parley.runtime.test_runs import deployed
from parley.storage import queue
from parley.storage.db import Connection
from parley.storage.queue import Job

Run = Callable[[Resources, Job], Awaitable[object]]
Abandon = Callable[[Connection, Job, datetime], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class JobKind:
    """`run` does the job and calls `queue.finish` in the transaction of its effect."""

    name: str
    run: Run
    attempts: int = 10
    lease_seconds: float = 60.0
    abandon: Abandon | None = None
    """Tells those who wait for the job that it is given up, in the transaction that makes it a dead letter."""


async def forget_keys(resources: Resources, job: Job) -> None:
    async with resources.db.transaction() as tx:
        await forget_dead_keys(tx, resources.clock.now())
        await queue.finish(tx, job)


async def finish_conversation(resources: Resources, job: Job) -> None:
    await jobs.finish(resources.dependencies, job)


async def send_message(resources: Resources, job: Job) -> None:
    await jobs.send_message(resources.dependencies, job)


async def take_in_events(resources: Resources, job: Job) -> None:
    await jobs.deliver_events(resources.dependencies, resources.sessions, job)


async def close_idle(resources: Resources, job: Job) -> None:
    await jobs.close_idle(resources.dependencies, resources.sessions, job)


async def forget_old(resources: Resources, job: Job) -> None:
    await jobs.forget_old(resources.dependencies, job)


async def end_orphaned_calls(resources: Resources, job: Job) -> None:
    await jobs.end_orphaned_calls(resources.dependencies, resources.sessions, job)


async def count_concurrency(resources: Resources, job: Job) -> None:
    await count_closed_hours(resources.db, resources.clock.now())
    async with resources.db.transaction() as tx:
        await queue.finish(tx, job)


async def run_tests(resources: Resources, job: Job) -> None:
    dependencies = resources.dependencies
    await deployed.run_tests(dependencies, resources.hosts, dependencies.agents.embedder, job)


async def expire_conversations(resources: Resources, job: Job) -> None:
    await retention.expire(resources.db, resources.clock, job)


async def build_missing_records(resources: Resources, job: Job) -> None:
    await records.build_missing_records(resources.db, resources.clock, job)


async def embed_records(resources: Resources, job: Job) -> None:
    await records.embed_queued(resources.db, resources.semantic.embedder, resources.clock, job)


async def pack_vectors(resources: Resources, job: Job) -> None:
    await records.pack_vectors(resources.db, job)


async def requeue_unembedded(resources: Resources, job: Job) -> None:
    await records.requeue_unembedded(resources.db, resources.semantic.embedder, resources.clock, job)


async def forget_reservations(resources: Resources, job: Job) -> None:
    await reservations.forget_expired(resources.db, resources.clock.now())
    async with resources.db.transaction() as tx:
        await queue.finish(tx, job)


async def forget_webhook_events(resources: Resources, job: Job) -> None:
    keep = timedelta(days=resources.settings.webhook_log_days)
    await webhooks.forget_old(resources.db, resources.clock.now(), keep)
    async with resources.db.transaction() as tx:
        await queue.finish(tx, job)


async def tend_calls(resources: Resources, job: Job) -> None:
    await calls.tend(resources.db, resources.clock.now())
    async with resources.db.transaction() as tx:
        await queue.finish(tx, job)


async def evaluate_alerts(resources: Resources, job: Job) -> None:
    await evaluate_rules(resources.db, resources.clock, resources.settings.alert_environments)
    async with resources.db.transaction() as tx:
        await queue.finish(tx, job)


JOBS = {
    kind.name: kind
    for kind in (
        JobKind(RUN_TESTS, run_tests, attempts=3, abandon=abandon_run),
        JobKind("accounts.forget_dead_keys", forget_keys),
        JobKind(FINISH, finish_conversation),
        JobKind(SEND_MESSAGE, send_message, attempts=8),
        JobKind(TAKE_IN_EVENTS, take_in_events, lease_seconds=15.0),
        JobKind("conversations.close_idle", close_idle),
        JobKind("conversations.forget_old", forget_old),
        JobKind(retention.EXPIRE, expire_conversations),
        JobKind("concurrency.count_closed_hours", count_concurrency),
        JobKind(EVALUATE, evaluate_alerts, attempts=4, lease_seconds=15.0),
        JobKind(records.BUILD_MISSING, build_missing_records, lease_seconds=records.LEASE_SECONDS),
        JobKind(records.EMBED, embed_records, lease_seconds=records.LEASE_SECONDS),
        JobKind(records.PACK, pack_vectors),
        JobKind(records.REQUEUE_UNEMBEDDED, requeue_unembedded),
        JobKind(reservations.FORGET, forget_reservations),
        JobKind("webhooks.forget_old", forget_webhook_events),
        JobKind("calls.end_orphans", end_orphaned_calls, attempts=4, lease_seconds=15.0),
        JobKind(calls.TEND, tend_calls, attempts=4, lease_seconds=15.0),
    )
}
