"""Every SQL statement that finds or writes the marks and traits of conversations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from parley.domain.conversations.latencies import TIMINGS
from parley.domain.records.marks import WHOLE
from parley.storage.db import Connection, Row


async def list_called(tx: Connection, ids: Sequence[UUID]) -> list[Row]:
    """(id, project_id, environment, function) of each function that was called in these conversations."""
    return await tx.fetch(
        """
        select c.id, c.project_id, c.environment, called.name #>> '{}' as function
        from unnest($1::uuid[]) as wanted (id)
            cross join lateral (
                select id, project_id, environment from conversations where id = wanted.id offset 0
            ) as c
            cross join lateral (
                select jsonb_path_query(trace, 'lax $.functions[*].name') as name
                from turns where conversation_id = wanted.id
                union
                select jsonb_path_query(trace, 'lax $.functions[*].name')
                from finishes where conversation_id = wanted.id
            ) as called
        """,
        ids,
    )


async def list_traits(tx: Connection, ids: Sequence[UUID]) -> list[Row]:
    """(id, project_id, environment, kind, name, ms) of each trait of these conversations; `ms` of a latency."""
    return await tx.fetch(
        """
        select c.id, c.project_id, c.environment, found.kind, found.name, found.ms
        from unnest($1::uuid[]) as wanted (id)
            cross join lateral (
                select id, project_id, environment, end_reason, metrics from conversations where id = wanted.id offset 0
            ) as c
            cross join lateral (
                select 'topic' as kind, intents ->> 0 as name, null::float8 as ms from turns
                where conversation_id = wanted.id and intents ->> 0 is not null
                union
                select 'metric', jsonb_object_keys(c.metrics), null
                union
                select 'failed', '', null from turns
                where conversation_id = wanted.id and function_errors + api_errors > 0
                union
                select 'failed', '', null from finishes
                where conversation_id = wanted.id and function_errors + api_errors > 0
                union
                select 'failed', '', null where c.end_reason in ('crash', 'error')
                union
                select 'latency', part.name, max(part.ms) from turns
                    cross join lateral (select trace -> 'timings' as timings offset 0) as traced
                    cross join lateral (
                        select $2 as name, latency_ms as ms
                        union all
                        select name, (traced.timings ->> field)::float8
                        from unnest($3::text[], $4::text[]) as named (name, field)
                    ) as part
                where conversation_id = wanted.id and part.ms > 0 group by part.name
            ) as found
        """,
        ids, WHOLE, [part.value for part in TIMINGS], list(TIMINGS.values()),
    )  # fmt: skip


async def set_marks(tx: Connection, found: Mapping[UUID, tuple[Sequence[int], Sequence[int]]]) -> None:
    """Marks and traits of each."""
    await tx.executemany(
        "update conversations set marks = $2, traits = $3 where id = $1",
        [(each, *numbers) for each, numbers in found.items()],
    )


async def lock_unmarked(tx: Connection, count: int) -> list[UUID]:
    """Finished conversations without marks or traits, kept from changing until the transaction ends. Those that someone
    else has locked are passed over."""
    # The order is that of the index of those without traits, so that nothing else is looked at.
    rows = await tx.fetch(
        """
        select id from conversations where traits is null and record_bytes is not null
        order by project_id, environment, id desc limit $1 for update skip locked
        """,
        count,
    )
    return [row["id"] for row in rows]
