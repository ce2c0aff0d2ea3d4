"""Every SQL statement about artifacts and deployments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from parley.domain.deployments.model import Deployment
from parley.storage.db import Connection, Database, Row


def as_deployment(row: Row) -> Deployment:
    return Deployment(**{name: row[name] for name in Deployment.__dataclass_fields__})


async def insert_artifact(tx: Connection, content_hash: str, files: bytes) -> None:
    await tx.execute(
        "insert into artifacts (hash, files) values ($1, $2) on conflict (hash) do nothing", content_hash, files
    )


async def find_artifact(db: Database | Connection, content_hash: str) -> bytes | None:
    row = await db.fetchrow("select files from artifacts where hash = $1", content_hash)
    return row["files"] if row else None


async def insert_deployment(tx: Connection, deployment: Deployment) -> None:
    await tx.execute(
        """
        insert into deployments (id, account_id, project_id, environment, artifact_hash, artifact_version, version,
                                 created_by, created_at, metadata, record_ids)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        """,
        deployment.id, deployment.account_id, deployment.project_id, deployment.environment, deployment.artifact_hash,
        deployment.artifact_version, deployment.version, deployment.created_by, deployment.created_at,
        deployment.metadata, dict(deployment.record_ids),
    )  # fmt: skip


async def set_active(tx: Connection, deployment: Deployment) -> None:
    await tx.execute(
        """
        insert into active_deployments (project_id, environment, deployment_id) values ($1, $2, $3)
        on conflict (project_id, environment) do update set deployment_id = excluded.deployment_id, since = now()
        """,
        deployment.project_id, deployment.environment, deployment.id,
    )  # fmt: skip


async def find_active(db: Database | Connection, project_id: str, environment: str) -> Deployment | None:
    row = await db.fetchrow(
        """
        select deployments.* from active_deployments join deployments on deployments.id = deployment_id
        where active_deployments.project_id = $1 and active_deployments.environment = $2
        """,
        project_id, environment,
    )  # fmt: skip
    return as_deployment(row) if row else None


async def find_published(db: Database | Connection, project_id: str) -> Deployment | None:
    """What was published last, whatever was rolled back since."""
    row = await db.fetchrow(
        """
        select * from deployments
        where project_id = $1 and environment = 'sandbox' and metadata->>'deployment_type' = 'publish'
        order by id desc limit 1
        """,
        project_id,
    )
    return as_deployment(row) if row else None


async def find_main(db: Database | Connection, project_id: str) -> tuple[Deployment | None, int]:
    """What was published last, and how many publications there were."""
    row = await db.fetchrow(
        """
        select *, count(*) over () as published from deployments
        where project_id = $1 and environment = 'sandbox' and metadata->>'deployment_type' = 'publish'
        order by id desc limit 1
        """,
        project_id,
    )
    return (as_deployment(row), row["published"]) if row else (None, 0)


async def find_published_as(db: Database | Connection, project_id: str, number: int) -> Deployment | None:
    """The publication of this number, counted from 1."""
    row = await db.fetchrow(
        """
        select * from deployments
        where project_id = $1 and environment = 'sandbox' and metadata->>'deployment_type' = 'publish'
        order by id offset $2 limit 1
        """,
        project_id,
        number - 1,
    )
    return as_deployment(row) if row else None


async def find_draft(
    tx: Connection, project_id: str, artifact_hash: str, record_ids: Mapping[str, Any]
) -> Deployment | None:
    """The deployment that answers nowhere and has these files, with the same ids."""
    row = await tx.fetchrow(
        """
        select * from deployments
        where project_id = $1 and environment = 'draft' and artifact_hash = $2 and record_ids = $3 limit 1
        """,
        project_id, artifact_hash, dict(record_ids),
    )  # fmt: skip
    return as_deployment(row) if row else None


async def list_active(db: Database | Connection, project_id: str) -> list[Deployment]:
    rows = await db.fetch(
        """
        select deployments.* from active_deployments join deployments on deployments.id = deployment_id
        where active_deployments.project_id = $1
        """,
        project_id,
    )
    return [as_deployment(row) for row in rows]


async def list_callable(db: Database | Connection, limit: int) -> list[Deployment]:
    """Active deployments that calls may come to, the newest first."""
    rows = await db.fetch(
        """
        select deployments.* from active_deployments join deployments on deployments.id = deployment_id
        where exists (select from connectors where connectors.project_id = active_deployments.project_id)
        order by active_deployments.since desc limit $1
        """,
        limit,
    )
    return [as_deployment(row) for row in rows]


async def list_deployments(
    db: Database | Connection, project_id: str, environment: str | None, limit: int
) -> list[Deployment]:
    """Newest first."""
    rows = await db.fetch(
        """
        select * from deployments where project_id = $1 and case when $2::text is null then environment <> 'draft'
                                                                 else environment = $2 end
        order by id desc limit $3
        """,
        project_id, environment, limit,
    )  # fmt: skip
    return [as_deployment(row) for row in rows]


async def find_deployment(db: Database | Connection, deployment_id: UUID) -> Deployment | None:
    row = await db.fetchrow("select * from deployments where id = $1", deployment_id)
    return as_deployment(row) if row else None
