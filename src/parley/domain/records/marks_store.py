"""Every SQL statement that finds or writes the marks of conversations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

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


async def set_marks(tx: Connection, marks: Mapping[UUID, Sequence[int]]) -> None:
    await tx.execute(
        """
        update conversations as c set marks = given.marks::bigint[]
        from unnest($1::uuid[], $2::text[]) as given (id, marks) where c.id = given.id
        """,
        list(marks), [f"{{{','.join(map(str, each))}}}" for each in marks.values()],
    )  # fmt: skip


async def lock_unmarked(tx: Connection, count: int) -> list[UUID]:
    """Finished conversations without marks, kept from changing until the transaction ends. Those that someone else has
    locked are passed over."""
    # The order is that of the index of those without marks, so that nothing else is looked at.
    rows = await tx.fetch(
        """
        select id from conversations where marks is null and record_bytes is not null
        order by project_id, environment, id desc limit $1 for update skip locked
        """,
        count,
    )
    return [row["id"] for row in rows]
