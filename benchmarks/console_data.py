"""What the console benchmarks measure on: seeded conversations, and values to filter them by."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg

from benchmarks.records_data import fill
from parley.domain.records.pages.page import Cursor

DAYS = 90
TAG = "bench"
SAMPLED = 2_000


@dataclass(frozen=True, slots=True)
class Samples:
    week: str
    """A week ago."""
    variant: str
    reason: str
    metric: str
    metric_value: str
    function: str
    topic: str
    tag: str
    deep: str
    """A cursor behind nine of ten conversations."""


async def prepare(dsn: str, project: str, slug: str, count: int) -> Samples:
    await fill(dsn, project, count, slug, DAYS)
    connection = await asyncpg.connect(dsn)
    try:
        await _tag_some(connection, project)
        return await _samples(connection, project, count)
    finally:
        await connection.close()


async def _tag_some(connection: asyncpg.Connection[Any], project: str) -> None:
    """One in fifty."""
    await connection.execute(
        """
        insert into conversation_tags (conversation_id, project_id, tag)
        select id, project_id, $2 from (
            select id, project_id, row_number() over (order by id) as place from conversations where project_id = $1
        ) as c
        where place % 50 = 0 on conflict do nothing
        """,
        project, TAG,
    )  # fmt: skip
    await connection.execute("analyze conversation_tags")  # as the server does by itself after a while


async def _samples(connection: asyncpg.Connection[Any], project: str, count: int) -> Samples:
    some = f"(select * from conversations where project_id = $1 and environment = 'live' limit {SAMPLED}) as c"
    turns = f"{some} join turns as t on t.conversation_id = c.id"

    async def common(expression: str, source: str) -> str:
        """The most frequent value."""
        found: str = await connection.fetchval(
            f"select {expression} from {source} where {expression} <> '' group by 1 order by count(*) desc limit 1",
            project,
        )
        return found

    deep = await connection.fetchval(
        "select id from conversations where project_id = $1 order by id desc offset $2 limit 1",
        project,
        count * 9 // 10,
    )
    metrics = f"{some} cross join lateral jsonb_each_text(c.metrics) as m"
    metric = await common("m.key", metrics)
    week_ago = datetime.now(UTC).replace(microsecond=0) - timedelta(days=7)
    return Samples(
        week=week_ago.isoformat().replace("+00:00", "Z"),
        variant=await common("c.variant_id", some),
        reason=await common("c.handoff_reason", some),
        metric=metric,
        metric_value=await common(f"c.metrics ->> '{metric}'", some),
        function=await common("t.trace -> 'functions' -> 0 ->> 'name'", turns),
        topic=await common("t.intents ->> 0", turns),
        tag=TAG,
        deep=str(Cursor(id=deep)),
    )
