"""Every SQL statement about projects."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.real_time import ConfigLayer
from parley.storage.db import Connection, Database, Row


def _project(row: Row) -> ProjectInfo:
    return ProjectInfo(
        id=row["id"],
        account_id=row["account_id"],
        slug=row["slug"],
        name=row["name"],
        region=row["region"],
        settings=row["settings"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )


async def insert_project(
    tx: Connection, project_id: str, account_id: str, slug: str, name: str, region: str, settings: Mapping[str, Any]
) -> ProjectInfo | None:
    """None when the id or the slug is taken."""
    row = await tx.fetchrow(
        """
        insert into projects (id, account_id, slug, name, region, settings) values ($1, $2, $3, $4, $5, $6)
        on conflict do nothing returning *
        """,
        project_id, account_id, slug, name, region, dict(settings),
    )  # fmt: skip
    return _project(row) if row else None


async def find_project(db: Database | Connection, account_id: str, reference: str) -> ProjectInfo | None:
    row = await db.fetchrow(
        "select * from projects where account_id = $1 and (slug = $2 or id = $2)", account_id, reference
    )
    return _project(row) if row else None


async def find_project_by_id(db: Database | Connection, project_id: str) -> ProjectInfo | None:
    row = await db.fetchrow("select * from projects where id = $1", project_id)
    return _project(row) if row else None


async def list_projects(db: Connection | Database, account_id: str | None) -> list[ProjectInfo]:
    rows = await db.fetch(
        "select * from projects where $1::text is null or account_id = $1 order by created_at, id", account_id
    )
    return [_project(row) for row in rows]


async def lock_project(tx: Connection, project_id: str) -> bool:
    """What is decided by all that belongs to the project is decided by one transaction at a time. False: it is gone."""
    return bool(await tx.fetchval("select true from projects where id = $1 for no key update", project_id))


async def delete_project(tx: Connection, project_id: str) -> bool:
    """With all that refers to it. False: it is gone already."""
    return bool(await tx.fetchval("delete from projects where id = $1 returning true", project_id))


async def update_settings(tx: Connection, project_id: str, settings: Mapping[str, Any]) -> ProjectInfo | None:
    """Merges the given settings over the present ones."""
    row = await tx.fetchrow(
        "update projects set settings = settings || $2, updated_at = now() where id = $1 returning *",
        project_id, dict(settings),
    )  # fmt: skip
    return _project(row) if row else None


def _config_layer(row: Row) -> ConfigLayer:
    return ConfigLayer(row["schema"], row["variables"], row["updated_at"])


async def find_edits(db: Database | Connection, project_id: str, environment: str) -> ConfigLayer:
    """Of the real-time configuration; an empty one when nothing was edited."""
    row = await db.fetchrow(
        "select * from real_time_configs where project_id = $1 and environment = $2", project_id, environment
    )
    return _config_layer(row) if row else ConfigLayer()


async def edit_schema(
    tx: Connection, project_id: str, environment: str, schema: Mapping[str, Any], now: datetime
) -> ConfigLayer:
    row = await tx.fetchrow(
        """
        insert into real_time_configs (project_id, environment, schema, updated_at) values ($1, $2, $3, $4)
        on conflict (project_id, environment) do update
        set schema = excluded.schema, updated_at = excluded.updated_at
        returning *
        """,
        project_id, environment, dict(schema), now,
    )  # fmt: skip
    assert row is not None
    return _config_layer(row)


async def edit_variables(
    tx: Connection, project_id: str, environment: str, changes: Mapping[str, Any], now: datetime
) -> ConfigLayer:
    """Merges the changes over earlier ones."""
    # A null is kept: it is what takes away the key that the files have.
    row = await tx.fetchrow(
        """
        insert into real_time_configs (project_id, environment, variables, updated_at) values ($1, $2, $3, $4)
        on conflict (project_id, environment) do update
        set variables = real_time_configs.variables || excluded.variables, updated_at = excluded.updated_at
        returning *
        """,
        project_id, environment, dict(changes), now,
    )  # fmt: skip
    assert row is not None
    return _config_layer(row)


async def drop_edits(tx: Connection, project_id: str, environment: str, now: datetime) -> ConfigLayer:
    """The row stays, for the moment of it."""
    row = await tx.fetchrow(
        """
        update real_time_configs set schema = null, variables = '{}', updated_at = $3
        where project_id = $1 and environment = $2
        returning *
        """,
        project_id, environment, now,
    )  # fmt: skip
    return _config_layer(row) if row else ConfigLayer()
