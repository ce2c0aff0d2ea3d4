"""Every SQL statement about how far hours are counted: a row for each stage, in a table for each kind of count."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.conversations.model import Count, Stage
from parley.kit.ids import EPOCH
from parley.storage.db import Connection, Database
from parley.storage.partitions import MILLISECOND, first_id

ID_MOMENT = 80
"""Bits of an id below its milliseconds."""


async def list_uncounted(
    db: Database, count: Count, environments: Sequence[str], until: datetime
) -> list[tuple[Stage, datetime]]:
    """Stages that had conversations before that moment, and when the first of each may have started."""
    rows = await db.fetch(
        f"""
        select p.id as project_id, e.environment, first.id
        from projects p cross join unnest($1::text[]) as e (environment) cross join lateral (
            select id from conversations
            where project_id = p.id and environment = e.environment order by id limit 1
        ) as first
        where first.id < $2 and not exists (
            select from {count} where project_id = p.id and environment = e.environment
        )
        """,
        list(environments), first_id(until),
    )  # fmt: skip
    return [(Stage(row["project_id"], row["environment"]), _id_moment(row["id"])) for row in rows]


async def list_behind(db: Database, count: Count, until: datetime) -> list[Stage]:
    """Stages that are counted, but not up to that moment."""
    rows = await db.fetch(f"select project_id, environment from {count} where counted_until < $1 order by 1, 2", until)
    return [Stage(row["project_id"], row["environment"]) for row in rows]


async def find_first_moment(tx: Connection, stage: Stage) -> datetime | None:
    """No conversation of the stage started before this. None: it has none."""
    first: UUID | None = await tx.fetchval(
        "select id from conversations where project_id = $1 and environment = $2 order by id limit 1",
        stage.project_id, stage.environment,
    )  # fmt: skip
    return None if first is None else _id_moment(first)


async def list_begun(
    db: Database, count: Count, project_id: str, environments: Sequence[str]
) -> dict[str, datetime | None]:
    """Until when hours of each environment are counted; None: none is, but there are conversations. Without those that
    never had any: to look for their hours would take longer than all the rest."""
    # By channel: the index that has these in order finds the first at once, or that there is none.
    rows = await db.fetch(
        f"""
        select e.environment, p.counted_until
        from unnest($2::text[]) as e (environment)
            left join {count} as p on p.project_id = $1 and p.environment = e.environment
            left join lateral (
                select true as found from conversations
                where project_id = $1 and environment = e.environment order by channel limit 1
            ) as first on true
        where p.counted_until is not null or first.found
        """,
        project_id, list(environments),
    )  # fmt: skip
    return {row["environment"]: row["counted_until"] for row in rows}


async def insert_progress(tx: Connection, count: Count, stage: Stage, moment: datetime) -> None:
    """From when on hours are to be counted, where none ever was."""
    await tx.execute(
        f"insert into {count} (project_id, environment, counted_until) values ($1, $2, $3) on conflict do nothing",
        stage.project_id, stage.environment, moment,
    )  # fmt: skip


async def lock_progress(tx: Connection, count: Count, stage: Stage) -> datetime | None:
    """Until when the stage is counted, for whoever counts on. None: it never was, or somebody else is at it."""
    # Whoever else counts this stage is not waited for: what they count need not be counted again.
    until: datetime | None = await tx.fetchval(
        f"""
        select counted_until from {count} where project_id = $1 and environment = $2 for update skip locked
        """,
        stage.project_id, stage.environment,
    )  # fmt: skip
    return until


async def set_progress(tx: Connection, count: Count, stage: Stage, until: datetime) -> None:
    await tx.execute(
        f"update {count} set counted_until = $3 where project_id = $1 and environment = $2",
        stage.project_id, stage.environment, until,
    )  # fmt: skip


async def lower_progress(tx: Connection, count: Count, stage: Stage, until: datetime) -> None:
    await tx.execute(
        f"""
        update {count} set counted_until = least(counted_until, $3) where project_id = $1 and environment = $2
        """,
        stage.project_id, stage.environment, until,
    )  # fmt: skip


def _id_moment(row_id: UUID) -> datetime:
    return EPOCH + (row_id.int >> ID_MOMENT) * MILLISECOND
