"""The statement that those run who watch conversations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from parley.domain.conversations.activity import Active
from parley.storage.db import Database

MOST = 500
"""In one look."""


async def list_active(db: Database, project_id: str, environments: Sequence[str], since: datetime) -> list[Active]:
    """Those that took a turn or ended since then. One that has been finished has no live row any more."""
    rows = await db.fetch(
        f"""
        select c.id, coalesce(c.chosen_id, c.public_id), c.environment, c.channel, c.variant_id, c.started_at,
               c.ended_at, c.handoff, l.turns
        from live_conversations as l join conversations as c on c.id = l.id
        where l.project_id = $1 and l.environment = any($2) and l.last_active_at >= $3
        union all
        select c.id, coalesce(c.chosen_id, c.public_id), c.environment, c.channel, c.variant_id, c.started_at,
               c.ended_at, c.handoff, c.num_turns
        from unnest($2::text[]) as e (environment) cross join lateral (
            select * from conversations as c
            where c.project_id = $1 and c.environment = e.environment and c.record_bytes is not null
                and c.finished_at >= $3
        ) as c
        where c.ended_at is not null and not exists (select from live_conversations as l where l.id = c.id)
        order by 1 limit {MOST}
        """,
        project_id, list(environments), since,
    )  # fmt: skip
    return [Active(*row) for row in rows]
