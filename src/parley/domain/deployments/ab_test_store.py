"""Every SQL statement about A/B tests."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from parley.domain.deployments.ab_tests import AbTest, Active
from parley.domain.deployments.store import as_deployment
from parley.storage.db import Connection, Database, Row

NAMES = tuple(AbTest.__dataclass_fields__)
COLUMNS = ", ".join(NAMES)
TEST = ", ".join(f"t.{name} as test_{name}" for name in NAMES)


def _test(row: Row, prefix: str = "") -> AbTest:
    return AbTest(**{name: row[prefix + name] for name in NAMES})


async def insert_test(tx: Connection, test: AbTest) -> None:
    places = ", ".join(f"${number}" for number in range(1, len(NAMES) + 1))
    await tx.execute(f"insert into ab_tests ({COLUMNS}) values ({places})", *(getattr(test, name) for name in NAMES))


async def find_test(db: Database | Connection, project_id: str, test_id: UUID) -> AbTest | None:
    row = await db.fetchrow(f"select {COLUMNS} from ab_tests where id = $1 and project_id = $2", test_id, project_id)
    return _test(row) if row else None


async def lock_test(tx: Connection, project_id: str, test_id: UUID) -> AbTest | None:
    row = await tx.fetchrow(
        f"select {COLUMNS} from ab_tests where id = $1 and project_id = $2 for update", test_id, project_id
    )
    return _test(row) if row else None


async def find_running(db: Database | Connection, project_id: str) -> AbTest | None:
    row = await db.fetchrow(f"select {COLUMNS} from ab_tests where project_id = $1 and ended_at is null", project_id)
    return _test(row) if row else None


async def list_tests(db: Database | Connection, project_id: str, limit: int) -> list[AbTest]:
    """Newest first."""
    rows = await db.fetch(
        f"select {COLUMNS} from ab_tests where project_id = $1 order by id desc limit $2", project_id, limit
    )
    return [_test(row) for row in rows]


async def set_share(tx: Connection, test_id: UUID, percentage: int) -> None:
    await tx.execute("update ab_tests set traffic_percentage = $2 where id = $1", test_id, percentage)


async def set_ended(tx: Connection, test_id: UUID, at: datetime, chosen: UUID) -> None:
    await tx.execute("update ab_tests set ended_at = $2, chosen_deployment_id = $3 where id = $1", test_id, at, chosen)


async def lock_live(tx: Connection, project_id: str) -> None:
    """Whoever puts a version live waits until this transaction has ended, and the other way round."""
    await tx.execute(
        "select from active_deployments where project_id = $1 and environment = 'live' for update", project_id
    )


async def find_active(db: Database | Connection, project_id: str, environment: str) -> Active | None:
    """With its test, in one statement: every process asks it anew whenever something was deployed."""
    rows = await db.fetch(
        f"""
        select a.deployment_id as active_id, {TEST}, d.* from active_deployments as a
            left join ab_tests as t on t.project_id = a.project_id and t.ended_at is null and a.environment = 'live'
            join deployments as d on d.id = any(array[a.deployment_id, t.variant_deployment_id])
        where a.project_id = $1 and a.environment = $2
        """,
        project_id, environment,
    )  # fmt: skip
    found = {row["id"]: as_deployment(row) for row in rows}
    if not rows:
        return None
    row = rows[0]
    test = None if row["test_id"] is None else _test(row, "test_")
    return Active(found[row["active_id"]], test, None if test is None else found[test.variant_deployment_id])
