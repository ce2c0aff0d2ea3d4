"""Every SQL statement about test runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.test_runs.model import RunStatus, TestRun
from parley.storage.db import Connection, Database, Row


async def insert_run(tx: Connection, run: TestRun) -> None:
    await tx.execute(
        """
        insert into test_runs (id, account_id, project_id, deployment_id, artifact_hash, trigger, total, created_by,
                               created_at, cases, branch)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        """,
        run.id, run.account_id, run.project_id, run.deployment_id, run.artifact_hash, run.trigger, run.total,
        run.created_by, run.created_at, run.cases, run.branch,
    )  # fmt: skip


async def find_run(db: Database | Connection, run_id: UUID) -> TestRun | None:
    row = await db.fetchrow("select * from test_runs where id = $1", run_id)
    return _run(row) if row else None


async def list_runs(
    db: Database | Connection,
    project_id: str,
    limit: int,
    *,
    offset: int = 0,
    deployment_id: UUID | None = None,
    branch: str | None = None,
) -> list[TestRun]:
    """Newest first."""
    rows = await db.fetch(
        """
        select * from test_runs
        where project_id = $1 and ($4::uuid is null or deployment_id = $4) and ($5::text is null or branch = $5)
        order by id desc limit $2 offset $3
        """,
        project_id, limit, offset, deployment_id, branch,
    )  # fmt: skip
    return [_run(row) for row in rows]


async def list_results(
    db: Database,
    project_id: str,
    limit: int,
    *,
    offset: int = 0,
    deployment_id: UUID | None = None,
    branch: str | None = None,
    case: str | None = None,
) -> list[tuple[UUID, Mapping[str, Any]]]:
    """Results of cases, each with its run; of the newest run first, and in a run in their order."""
    rows = await db.fetch(
        """
        select test_runs.id, result - 'turns' as result
        from test_runs cross join jsonb_array_elements(results) with ordinality as each (result, place)
        where project_id = $1 and ($4::uuid is null or deployment_id = $4) and ($5::text is null or branch = $5)
              and ($6::text is null or result->>'name' = $6)
        order by test_runs.id desc, place limit $2 offset $3
        """,
        project_id, limit, offset, deployment_id, branch, case,
    )  # fmt: skip
    return [(row["id"], row["result"]) for row in rows]


async def find_last_status(tx: Connection, project_id: str, artifact_hash: str) -> RunStatus | None:
    """How the newest run of these files went."""
    found = await tx.fetchval(
        "select status from test_runs where project_id = $1 and artifact_hash = $2 order by id desc limit 1",
        project_id, artifact_hash,
    )  # fmt: skip
    return RunStatus(found) if found else None


async def set_started(tx: Connection, run_id: UUID, total: int, at: datetime) -> None:
    # Results of a worker that died on the way are dropped: the run begins anew.
    await tx.execute(
        """
        update test_runs set status = 'running', total = $2, started_at = $3, passed = 0, failed = 0, results = '[]',
                             error = '', finished_at = null
        where id = $1
        """,
        run_id, total, at,
    )  # fmt: skip


async def add_result(tx: Connection, run_id: UUID, result: Mapping[str, Any], passed: int, failed: int) -> None:
    await tx.execute(
        """
        update test_runs set results = results || jsonb_build_array($2::jsonb), passed = passed + $3,
                             failed = failed + $4
        where id = $1
        """,
        run_id, result, passed, failed,
    )  # fmt: skip


async def set_finished(tx: Connection, run_id: UUID, status: RunStatus, error: str, at: datetime) -> TestRun | None:
    row = await tx.fetchrow(
        "update test_runs set status = $2, error = $3, finished_at = $4 where id = $1 returning *",
        run_id, status.value, error, at,
    )  # fmt: skip
    return _run(row) if row else None


def _run(row: Row) -> TestRun:
    results: Sequence[Mapping[str, Any]] = row["results"]
    values = {name: row[name] for name in TestRun.__dataclass_fields__}
    return TestRun(**{**values, "status": RunStatus(row["status"]), "results": results})
