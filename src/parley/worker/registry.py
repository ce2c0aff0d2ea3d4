"""Every kind of job, and the period of those that happen again and again.

What a job does stands with its noun, or in `runtime/session/jobs` if it takes a turn. Here it is given what it needs of
the process's resources.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from parley.domain.accounts import actions as accounts
from parley.domain.alerts import jobs as alerts
from parley.domain.analytics import jobs as analytics
from parley.domain.audit import jobs as audit
from parley.domain.audit.model import FORGET_OLD as FORGET_AUDIT_LOG
from parley.domain.branches import jobs as branches
from parley.domain.calls import jobs as calls
from parley.domain.concurrency import jobs as concurrency
from parley.domain.console import actions as console
from parley.domain.console import store as console_store
from parley.domain.conversations import actions as conversations
from parley.domain.conversations import agent_removal, retention
from parley.domain.conversations.model import CLOSED, Ending
from parley.domain.conversations.redaction import is_redacted
from parley.domain.recordings import jobs as recordings
from parley.domain.records import jobs as records
from parley.domain.reservations import jobs as reservations
from parley.domain.test_runs.actions import RUN_TESTS, abandon_run
from parley.domain.texts import actions as texts
from parley.domain.webhooks import jobs as webhooks
from parley.resources import Resources
from parley.runtime.messaging.ratings import KEEP_RATING, keep_rating
from parley.runtime.messaging.service import EXPIRE_SESSIONS
from parley.runtime.session import jobs as sessions
from parley.runtime.session.summaries import SUMMARIZE, summarize
from parley.runtime.test_runs import deployed
from parley.runtime.texts import expiry, inbound
from parley.storage import queue
from parley.storage.db import Connection
from parley.storage.queue import Job

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR

Run = Callable[[Resources, Job], Coroutine[Any, Any, object]]
Abandon = Callable[[Connection, Job, datetime], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class JobKind:
    """`run` does the job and calls `queue.finish` in the transaction of its effect."""

    name: str
    run: Run
    attempts: int = 10
    lease_seconds: float = 60.0
    """Less for what must not wait long for another worker when its own dies."""
    every_seconds: float | None = None
    """How often it happens by itself; None: only when somebody defers it."""
    abandon: Abandon | None = None
    """Tells those who wait for the job that it is given up, in the transaction that makes it a dead letter."""


async def forget_dead_keys(resources: Resources, job: Job) -> None:
    async with resources.db.transaction() as tx:
        await accounts.forget_dead_keys(tx, resources.clock.now())
        await queue.finish(tx, job)


async def forget_console_sessions(resources: Resources, job: Job) -> None:
    async with resources.db.transaction() as tx:
        await console_store.forget_over(tx, resources.clock.now())
        await queue.finish(tx, job)


async def finish_conversation(resources: Resources, job: Job) -> None:
    await sessions.finish(resources.dependencies, job)


async def summarize_conversation(resources: Resources, job: Job) -> None:
    await summarize(resources.dependencies, job)


async def send_message(resources: Resources, job: Job) -> None:
    await sessions.send_message(resources.dependencies, job)


async def deliver_events(resources: Resources, job: Job) -> None:
    await sessions.deliver_events(resources.dependencies, resources.sessions, job)


async def close_idle(resources: Resources, job: Job) -> None:
    await sessions.close_idle(resources.dependencies, resources.sessions, job)


async def forget_old(resources: Resources, job: Job) -> None:
    await sessions.forget_old(resources.dependencies, job)


async def end_orphaned_calls(resources: Resources, job: Job) -> None:
    await sessions.end_orphaned_calls(resources.dependencies, resources.sessions, job)


async def keep_ratings(resources: Resources, job: Job) -> None:
    await keep_rating(resources.db, job, resources.clock.now())


async def run_tests(resources: Resources, job: Job) -> None:
    dependencies = resources.dependencies
    await deployed.run_tests(dependencies, resources.hosts, dependencies.agents.embedder, job)


async def expire_conversations(resources: Resources, job: Job) -> None:
    await retention.expire_conversations(resources.db, resources.clock, job)


async def forget_agent(resources: Resources, job: Job) -> None:
    await agent_removal.forget_agent(resources.db, job)


async def mark_records(resources: Resources, job: Job) -> None:
    await records.mark_unmarked(resources.db, resources.clock, job)


async def build_missing_records(resources: Resources, job: Job) -> None:
    await records.build_missing_records(resources.db, resources.clock, job)


async def embed_records(resources: Resources, job: Job) -> None:
    await records.embed_queued(resources.db, resources.semantic.embedder, resources.clock, job)


async def pack_vectors(resources: Resources, job: Job) -> None:
    await records.pack_vectors(resources.db, job)


async def requeue_unembedded(resources: Resources, job: Job) -> None:
    await records.requeue_unembedded(resources.db, resources.semantic.embedder, resources.clock, job)


async def count_closed_hours(resources: Resources, job: Job) -> None:
    await concurrency.count_closed_hours(resources.db, resources.clock.now())
    await _finish(resources, job)


async def count_analytics(resources: Resources, job: Job) -> None:
    await analytics.count_hours(resources.db, resources.clock.now())
    await _finish(resources, job)


async def forget_reservations(resources: Resources, job: Job) -> None:
    await reservations.forget_expired(resources.db, resources.clock.now())
    await _finish(resources, job)


async def forget_webhook_events(resources: Resources, job: Job) -> None:
    keep = timedelta(days=resources.settings.webhook_log_days)
    await webhooks.forget_old_events(resources.db, resources.clock.now(), keep)
    await _finish(resources, job)


async def forget_audit_log(resources: Resources, job: Job) -> None:
    await audit.forget_old(resources.db, resources.clock.now(), timedelta(days=resources.settings.audit_log_days))
    await _finish(resources, job)


async def forget_archived_branches(resources: Resources, job: Job) -> None:
    await branches.forget_archived(resources.db, resources.clock.now())
    await _finish(resources, job)


async def expire_calls(resources: Resources, job: Job) -> None:
    await calls.expire_calls(resources.db, resources.clock.now())
    await _finish(resources, job)


async def evaluate_rules(resources: Resources, job: Job) -> None:
    await alerts.evaluate_rules(resources.db, resources.clock, resources.settings.alert_environments)
    await _finish(resources, job)


async def silence_recording(resources: Resources, job: Job) -> None:
    await recordings.silence_hidden(resources.db, resources.dependencies.secret_store.encryptor, is_redacted, job)


async def expire_sessions(resources: Resources, job: Job) -> None:
    await resources.messaging.expire_idle()
    await resources.messaging.desk.give_up_waiting()
    await _finish(resources, job)


async def answer_text(resources: Resources, job: Job) -> None:
    await inbound.answer(resources.dependencies, resources.sessions, job)


async def send_text(resources: Resources, job: Job) -> None:
    await resources.texts.sending.send(job)


async def end_text_conversation(resources: Resources, job: Job) -> None:
    await resources.sessions.end(UUID(job.args["conversation"]), Ending(CLOSED))
    await _finish(resources, job)


async def expire_texts(resources: Resources, job: Job) -> None:
    await expiry.expire_silent(resources.db, resources.sessions, resources.clock.now())
    await _finish(resources, job)


async def forget_texts(resources: Resources, job: Job) -> None:
    await expiry.forget_old(resources.db, resources.clock.now())
    await _finish(resources, job)


async def _finish(resources: Resources, job: Job) -> None:
    """For work in transactions of its own, which finds nothing left to do when it is done twice."""
    async with resources.db.transaction() as tx:
        await queue.finish(tx, job)


JOBS = {
    kind.name: kind
    for kind in (
        JobKind(RUN_TESTS, run_tests, attempts=3, abandon=abandon_run),
        JobKind(accounts.FORGET_DEAD_KEYS, forget_dead_keys, every_seconds=DAY),
        JobKind(console.FORGET_SESSIONS, forget_console_sessions, every_seconds=HOUR),
        JobKind(conversations.FINISH, finish_conversation),
        JobKind(SUMMARIZE, summarize_conversation, attempts=5),
        JobKind(conversations.SEND_MESSAGE, send_message, attempts=8),
        JobKind(conversations.DELIVER_EVENTS, deliver_events, lease_seconds=15.0),
        JobKind(conversations.CLOSE_IDLE, close_idle, every_seconds=15.0),
        JobKind(conversations.FORGET_OLD, forget_old, every_seconds=HOUR),
        JobKind(KEEP_RATING, keep_ratings),
        JobKind(EXPIRE_SESSIONS, expire_sessions, every_seconds=15.0),
        JobKind(texts.ANSWER, answer_text, attempts=5, lease_seconds=15.0, abandon=inbound.abandon),
        JobKind(texts.SEND, send_text, lease_seconds=30.0),
        JobKind(texts.END, end_text_conversation),
        JobKind(expiry.EXPIRE, expire_texts, every_seconds=MINUTE),
        JobKind(expiry.FORGET_OLD, forget_texts, every_seconds=HOUR),
        JobKind(agent_removal.FORGET, forget_agent),
        JobKind(retention.EXPIRE, expire_conversations, every_seconds=HOUR),
        JobKind(concurrency.COUNT_CLOSED_HOURS, count_closed_hours, every_seconds=5 * MINUTE),
        JobKind(analytics.COUNT_HOURS, count_analytics, every_seconds=5 * MINUTE),
        JobKind(alerts.EVALUATE_RULES, evaluate_rules, attempts=4, lease_seconds=15.0, every_seconds=30.0),
        JobKind(records.BUILD_MISSING, build_missing_records, lease_seconds=records.LEASE_SECONDS, every_seconds=HOUR),
        JobKind(records.MARK, mark_records, lease_seconds=records.LEASE_SECONDS, every_seconds=HOUR),
        JobKind(records.EMBED, embed_records, lease_seconds=records.LEASE_SECONDS, every_seconds=2.0),
        JobKind(records.PACK, pack_vectors),
        JobKind(records.REQUEUE_UNEMBEDDED, requeue_unembedded, every_seconds=HOUR),
        JobKind(recordings.SILENCE, silence_recording, lease_seconds=recordings.LEASE_SECONDS),
        JobKind(reservations.FORGET_EXPIRED, forget_reservations, every_seconds=5 * MINUTE),
        JobKind(webhooks.FORGET_OLD_EVENTS, forget_webhook_events, every_seconds=HOUR),
        JobKind(FORGET_AUDIT_LOG, forget_audit_log, every_seconds=HOUR),
        JobKind(branches.FORGET_ARCHIVED, forget_archived_branches, every_seconds=HOUR),
        JobKind(calls.END_ORPHANS, end_orphaned_calls, attempts=4, lease_seconds=15.0, every_seconds=2.0),
        JobKind(calls.EXPIRE_CALLS, expire_calls, attempts=4, lease_seconds=15.0, every_seconds=5.0),
    )
}
