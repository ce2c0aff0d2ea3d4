"""Every SQL statement about summaries of conversations. A conversation removes its own."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from parley.kit.values import value
from parley.storage.db import Connection, Database


@value
class ShortSummary:
    heading: str
    content: str


async def upsert_summary(tx: Connection, conversation_id: UUID, summary: ShortSummary) -> None:
    """Nothing is written of a conversation that has gone meanwhile, and none goes until the transaction ends."""
    await tx.execute(
        """
        with found as (select id, project_id from conversations where id = $1 for key share)
        insert into conversation_summaries (conversation_id, project_id, heading, content)
        select id, project_id, $2, $3 from found
        on conflict (conversation_id) do update set heading = excluded.heading, content = excluded.content
        """,
        conversation_id, summary.heading, summary.content,
    )  # fmt: skip


async def list_short_summaries(db: Database, ids: Sequence[UUID]) -> dict[UUID, ShortSummary]:
    """Of those that have one."""
    rows = await db.fetch(
        "select conversation_id, heading, content from conversation_summaries where conversation_id = any($1)",
        list(ids),
    )
    return {row["conversation_id"]: ShortSummary(row["heading"], row["content"]) for row in rows}
