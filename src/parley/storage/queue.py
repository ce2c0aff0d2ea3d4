"""Durable jobs: a row written in the transaction that wants the work, taken by one worker at a time under a lease.

A worker that dies lets its lease run out and another one takes the job. `finish` deletes the row in the transaction of
the job's own effect and fails when the lease is no longer ours, so an effect happens once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.kit.errors import ParleyError
from parley.kit.ids import uuid7
from parley.storage.db import Connection, Database, Row, wake

CHANNEL = "parley_jobs"


class LeaseLost(ParleyError):
    """Another worker took this job over."""


@dataclass(frozen=True, slots=True)
class Job:
    id: UUID
    kind: str
    args: Mapping[str, Any]
    attempts: int
    lease: UUID


async def defer(
    tx: Connection, kind: str, args: Mapping[str, Any], *, run_at: datetime | None = None, key: str | None = None
) -> UUID | None:
    """Asks for a job, now or at `run_at`. At most one waiting job has a given `key`: None when there is one."""
    job_id: UUID | None = await tx.fetchval(
        """
        insert into jobs (id, kind, args, run_at, key) values ($1, $2, $3, coalesce($4, now()), $5)
        on conflict (key) where key is not null do nothing returning id
        """,
        uuid7(), kind, dict(args), run_at, key,
    )  # fmt: skip
    if job_id is not None and run_at is None:  # one for later is found by the workers' own rounds
        wake(tx, CHANNEL)
    return job_id


async def lease_due(tx: Connection, kinds: Iterable[str], count: int, lease_seconds: float) -> list[Job]:
    """Leases up to `count` due jobs, oldest first; jobs that others hold are passed over without waiting.

    Only of the kinds that the worker knows: others wait for a newer worker, as there is during an upgrade.
    """
    rows = await tx.fetch(
        """
        with due as (
            select id from jobs
            where failed_at is null and run_at <= now() and (leased_until is null or leased_until < now())
                and kind = any($1)
            order by run_at limit $2 for update skip locked
        )
        update jobs set lease = $3, leased_until = now() + make_interval(secs => $4), attempts = attempts + 1
        from due where jobs.id = due.id returning jobs.id, kind, args, attempts, lease
        """,
        list(kinds), count, uuid7(), lease_seconds,
    )  # fmt: skip
    return [Job(**row) for row in rows]


async def backlog(db: Database) -> Sequence[Row]:
    """By kind: how many jobs are due (those being done among them), for later and put aside, and are tried again, how
    old the first of each is, and for how many seconds the first has been due."""
    return await db.fetch(
        """
        select kind,
            count(*) filter (where failed_at is null and run_at <= now()) as due,
            count(*) filter (where failed_at is null and leased_until >= now()) as running,
            count(*) filter (where failed_at is null and run_at > now()) as later,
            count(*) filter (where failed_at is not null) as failed,
            count(*) filter (where failed_at is null and last_error is not null) as retrying,
            coalesce(extract(epoch from now() - min(created_at) filter (
                where failed_at is null and run_at <= now())), 0)::float8 as oldest_due,
            coalesce(extract(epoch from now() - min(created_at) filter (
                where failed_at is null and run_at > now())), 0)::float8 as oldest_later,
            coalesce(extract(epoch from now() - min(created_at) filter (
                where failed_at is not null)), 0)::float8 as oldest_failed,
            coalesce(extract(epoch from
                now() - min(run_at) filter (where failed_at is null and run_at <= now())), 0)::float8 as overdue
        from jobs group by kind
        """
    )


async def finish(tx: Connection, job: Job) -> None:
    """The job is done, in the same transaction as its effect."""
    if await tx.fetchval("delete from jobs where id = $1 and lease = $2 returning true", job.id, job.lease) is None:
        raise LeaseLost


async def hold_lease(tx: Connection, job: Job) -> None:
    """What the transaction writes on the way is written only while the job is ours, and nobody takes it meanwhile."""
    held = await tx.fetchval("select true from jobs where id = $1 and lease = $2 for no key update", job.id, job.lease)
    if held is None:
        raise LeaseLost


async def renew_lease(tx: Connection, job: Job, lease_seconds: float) -> None:
    """Holds a long job's lease a little longer."""
    kept = await tx.fetchval(
        """
        update jobs set leased_until = now() + make_interval(secs => $3)
        where id = $1 and lease = $2 returning true
        """,
        job.id, job.lease, lease_seconds,
    )  # fmt: skip
    if kept is None:
        raise LeaseLost


async def postpone(tx: Connection, job: Job, seconds: float, error: str) -> None:
    """The job failed and will be tried again after `seconds`."""
    # No error where the lease is gone: what becomes of the job is up to the worker that has it now.
    await tx.execute(
        """
        update jobs set run_at = now() + make_interval(secs => $3), leased_until = null, lease = null, last_error = $4
        where id = $1 and lease = $2
        """,
        job.id, job.lease, seconds, error,
    )  # fmt: skip


async def give_up(tx: Connection, job: Job, error: str) -> bool:
    """The job failed too often: it stays as a dead letter until the operator requeues or removes it. False when it is
    another worker's by now."""
    # Its key is free again: a dead letter must not keep the same job from being asked for.
    given_up: bool | None = await tx.fetchval(
        """
        update jobs set failed_at = now(), leased_until = null, lease = null, key = null, last_error = $3
        where id = $1 and lease = $2 returning true
        """,
        job.id, job.lease, error,
    )  # fmt: skip
    return bool(given_up)


async def due_period(tx: Connection, name: str, every_seconds: float) -> bool:
    """True for exactly one caller each time the period `name` comes round."""
    claimed: bool | None = await tx.fetchval(
        """
        insert into periods (name, next_at) values ($1, now() + make_interval(secs => $2))
        on conflict (name) do update set next_at = excluded.next_at where periods.next_at <= now() returning true
        """,
        name, every_seconds,
    )  # fmt: skip
    return bool(claimed)


async def dead_letters(tx: Connection, limit: int = 100) -> list[Row]:
    return await tx.fetch(
        """
        select id, kind, attempts, failed_at, last_error from jobs
        where failed_at is not null order by failed_at limit $1
        """,
        limit,
    )


async def requeue(tx: Connection, job_id: UUID) -> bool:
    """Gives a dead letter another life. False when there is no such dead letter."""
    requeued: bool | None = await tx.fetchval(
        """
        update jobs set failed_at = null, attempts = 0, run_at = now()
        where id = $1 and failed_at is not null returning true
        """,
        job_id,
    )
    if requeued:
        wake(tx, CHANNEL)
    return bool(requeued)


async def remove(tx: Connection, job_id: UUID) -> bool:
    """Forgets a dead letter. False when there is no such dead letter."""
    removed: bool | None = await tx.fetchval(
        "delete from jobs where id = $1 and failed_at is not null returning true", job_id
    )
    return bool(removed)
