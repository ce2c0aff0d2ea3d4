"""The queue against a model of it: whatever happens in whatever order, both say the same.

Nobody waits: time passes by moving every moment in the table back, in units so long that the test itself takes none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parley.storage import queue
from parley.storage.db import Connection, Database
from parley.storage.queue import Job, LeaseLost

pytestmark = pytest.mark.io

UNIT = 1000.0
KINDS = ("known", "strange")
FAR = 10**9


@dataclass(slots=True)
class Row:
    """A job as it should be. Moments are whole units from now; `order` tells jobs of the same moment apart."""

    kind: str
    key: str | None
    due: int
    order: int
    attempts: int = 0
    lease: UUID | None = None
    leased_until: int | None = None
    dead: bool = False

    @property
    def can_be_taken(self) -> bool:
        return (
            self.kind == "known"
            and not self.dead
            and self.due <= 0
            and (self.leased_until is None or self.leased_until <= 0)
        )


@dataclass(slots=True)
class Model:
    rows: dict[UUID, Row] = field(default_factory=dict)
    held: list[Job] = field(default_factory=list)
    """Every job that a worker was ever given, also those whose lease it has lost since."""
    steps: int = 0

    async def defer(self, tx: Connection, kind: str, key: str | None, delay: int) -> None:
        now = await tx.fetchval("select now()")
        run_at = now + timedelta(seconds=delay * UNIT) if delay else None
        job_id = await queue.defer(tx, kind, {}, run_at=run_at, key=key)
        taken = key is not None and any(row.key == key for row in self.rows.values())
        assert (job_id is None) == taken
        if job_id is not None:
            self.rows[job_id] = Row(kind, key, delay, self.steps)

    async def take(self, tx: Connection, count: int, lease: int) -> None:
        jobs = await queue.take(tx, ["known"], count, lease * UNIT)
        ready = sorted((row.due, row.order, job_id) for job_id, row in self.rows.items() if row.can_be_taken)
        assert {job.id for job in jobs} == {job_id for _, _, job_id in ready[:count]}
        for job in jobs:
            row = self.rows[job.id]
            row.attempts += 1
            row.lease, row.leased_until = job.lease, lease
            assert job.attempts == row.attempts
        self.held += jobs

    async def finish(self, tx: Connection, job: Job) -> None:
        await self._if_held(job, queue.finish(tx, job), lambda: self.rows.pop(job.id))

    async def keep(self, tx: Connection, job: Job, lease: int) -> None:
        def kept() -> None:
            self.rows[job.id].leased_until = lease

        await self._if_held(job, queue.keep(tx, job, lease * UNIT), kept)

    async def postpone(self, tx: Connection, job: Job, delay: int) -> None:
        await queue.postpone(tx, job, delay * UNIT, "Error")
        if (row := self._held_row(job)) is not None:
            row.due, row.order, row.lease, row.leased_until = delay, self.steps, None, None

    async def give_up(self, tx: Connection, job: Job) -> None:
        await queue.give_up(tx, job, "Error")
        if (row := self._held_row(job)) is not None:
            row.dead, row.lease, row.leased_until, row.key = True, None, None, None

    async def requeue(self, tx: Connection, job: Job) -> None:
        row = self.rows.get(job.id)
        was_dead = row is not None and row.dead
        assert await queue.requeue(tx, job.id) == was_dead
        if row is not None and was_dead:
            row.dead, row.attempts, row.due, row.order = False, 0, 0, self.steps

    async def let_time_pass(self, tx: Connection, units: int) -> None:
        span = timedelta(seconds=units * UNIT)
        await tx.execute(
            "update jobs set run_at = run_at - $1::interval, leased_until = leased_until - $1::interval", span
        )
        for row in self.rows.values():
            row.due -= units
            row.leased_until = None if row.leased_until is None else row.leased_until - units

    async def agrees(self, tx: Connection) -> None:
        stored = await tx.fetch("select id, key, attempts, lease, failed_at is not null as dead from jobs")
        assert {row["id"]: (row["key"], row["attempts"], row["lease"], row["dead"]) for row in stored} == {
            job_id: (row.key, row.attempts, row.lease, row.dead) for job_id, row in self.rows.items()
        }

    def _held_row(self, job: Job) -> Row | None:
        row = self.rows.get(job.id)
        return row if row is not None and row.lease == job.lease else None

    async def _if_held(self, job: Job, action: Awaitable[None], then: Callable[[], object]) -> None:
        if self._held_row(job) is None:
            with pytest.raises(LeaseLost):
                await action
        else:
            await action
            then()


numbers = st.integers(min_value=0, max_value=3)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("defer"), st.sampled_from(KINDS), st.sampled_from([None, None, "a", "b"]), numbers),
        st.tuples(st.just("take"), st.integers(1, 3), st.integers(1, 3)),
        st.tuples(st.sampled_from(["finish", "give_up", "requeue"]), st.integers(0, FAR)),
        st.tuples(st.sampled_from(["keep", "postpone"]), st.integers(0, FAR), st.integers(1, 3)),
        st.tuples(st.just("let_time_pass"), st.integers(1, 3)),
    ),
    max_size=30,
)
ON_A_JOB = ("finish", "give_up", "requeue", "keep", "postpone")


@given(steps)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
async def test_the_queue_does_what_the_model_says(db: Database, steps: list[tuple[Any, ...]]) -> None:
    model = Model()
    async with db.transaction() as tx:
        await tx.execute("delete from jobs")
    for name, *arguments in steps:
        model.steps += 1
        if name in ON_A_JOB:
            if not model.held:
                continue
            arguments[0] = model.held[arguments[0] % len(model.held)]
        async with db.transaction() as tx:
            await getattr(model, name)(tx, *arguments)
        async with db.transaction() as tx:
            await model.agrees(tx)
