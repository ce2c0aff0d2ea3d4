"""Every SQL statement about how far counted hours are added up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from parley.domain.conversations.model import Count, Stage
from parley.storage.db import Connection, Database, Row

HOURS = {Count.ANALYTICS: "analytics_hours", Count.METRICS: "metric_hours"}
TOTALS = {Count.ANALYTICS: "analytics_totals", Count.METRICS: "metric_totals"}


async def find_added_up(
    db: Database, count: Count, project_id: str, environments: Sequence[str]
) -> dict[str, datetime]:
    """Until when hours of each environment are added up."""
    rows = await db.fetch(
        f"""
        select environment, least(counted_until, added_up_until) as until from {count}
        where project_id = $1 and environment = any($2) and added_up_until is not null
        """,
        project_id, list(environments),
    )  # fmt: skip
    return {row["environment"]: row["until"] for row in rows}


async def list_not_added_up(db: Database, count: Count) -> list[Stage]:
    rows = await db.fetch(
        f"""
        select project_id, environment from {count} where added_up_until is distinct from counted_until order by 1, 2
        """
    )
    return [Stage(row["project_id"], row["environment"]) for row in rows]


async def lock_progress(tx: Connection, count: Count, stage: Stage) -> Row | None:
    """(start, counted_until): between these hours are still to be added up. None: somebody else counts the stage, or
    adds up."""
    return await tx.fetchrow(
        f"""
        select counted_until, least(counted_until, coalesce(added_up_until, (
                   select min(hour) from {HOURS[count]} where project_id = $1 and environment = $2
               ))) as start
        from {count} where project_id = $1 and environment = $2 for update skip locked
        """,
        stage.project_id, stage.environment,
    )  # fmt: skip


async def set_added_up(tx: Connection, count: Count, stage: Stage, until: datetime) -> None:
    await tx.execute(
        f"update {count} set added_up_until = $3 where project_id = $1 and environment = $2",
        stage.project_id, stage.environment, until,
    )  # fmt: skip


async def void_totals(tx: Connection, count: Count, stage: Stage, since: datetime) -> None:
    """Hours from that one on are counted anew."""
    args = (stage.project_id, stage.environment, since)
    # Where nothing is added up yet there is nothing to undo: it begins with the first hour there is.
    was_added_up = await tx.fetchval(
        f"""
        update {count} set added_up_until = $3
        where project_id = $1 and environment = $2 and added_up_until > $3 returning true
        """,
        *args,
    )
    if was_added_up:
        await tx.execute(
            f"delete from {TOTALS[count]} where project_id = $1 and environment = $2 and hour >= $3", *args
        )
