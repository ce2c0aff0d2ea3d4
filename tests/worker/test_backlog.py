from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from prometheus_client import REGISTRY

from parley.domain.calls.model import Direction
from parley.domain.calls.store import count_open
from parley.kit.ids import uuid7
from parley.resources import Resources
from parley.storage import queue
from parley.storage.db import Connection
from parley.worker import backlog
from tests.make import Make

pytestmark = pytest.mark.io


async def test_jobs_that_are_tried_again_and_their_age(resources: Resources) -> None:
    kind, now = "backlog.test", datetime.now(UTC)
    async with resources.db.transaction() as tx:
        await queue.defer(tx, kind, {}, run_at=now - timedelta(minutes=1))
        [job] = await queue.lease_due(tx, [kind], 1, 60)
        await queue.postpone(tx, job, 600, "Broken")
        await queue.defer(tx, kind, {}, run_at=now + timedelta(hours=1))
        await tx.execute("update jobs set created_at = now() - interval '1 hour' where id = $1", job.id)
    await backlog.measure(resources.db, [kind])
    assert sample("parley_jobs_retrying", kind=kind) == 1
    assert sample("parley_jobs_waiting", kind=kind, state="later") == 2
    assert 3600 <= sample("parley_jobs_oldest_seconds", kind=kind, state="later") < 7200
    assert sample("parley_jobs_oldest_seconds", kind=kind, state="due") == 0


async def test_calls_that_wait_ring_and_run(resources: Resources, make: Make) -> None:
    project = await make.project()

    async def call(tx: Connection, direction: Direction, status: str, connected: bool = False) -> None:
        await tx.execute(
            """
            insert into calls (id, direction, account_id, project_id, environment, to_number, status, created_at,
                connected_at)
            values ($1, $2, $3, $4, 'live', '+14155550100', $5, now() - interval '5 minutes',
                case when $6 then now() end)
            """,
            uuid7(), direction, project.account_id, project.id, status, connected,
        )  # fmt: skip

    before = {(row["direction"], row["state"]): row["count"] for row in await count_open(resources.db)}
    async with resources.db.transaction() as tx:
        await call(tx, Direction.OUTBOUND, "queued")
        await call(tx, Direction.OUTBOUND, "calling")
        await call(tx, Direction.INBOUND, "calling", connected=True)
        await call(tx, Direction.OUTBOUND, "failure")
    await backlog.measure(resources.db, [])
    for direction, state in (("outbound", "queued"), ("outbound", "calling"), ("inbound", "connected")):
        known = before.get((direction, state), 0)
        assert sample("parley_calls_open", direction=direction, state=state) == known + 1
    assert sample("parley_calls_queued_seconds") >= 300
    async with resources.db.transaction() as tx:
        await tx.execute("delete from calls where project_id = $1", project.id)
    await backlog.measure(resources.db, [])
    assert sample("parley_calls_open", direction="outbound", state="queued") == before.get(("outbound", "queued"), 0)


def sample(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0
