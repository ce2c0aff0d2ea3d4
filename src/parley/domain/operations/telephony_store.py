"""Every SQL statement about the telephony of a whole account."""

from __future__ import annotations

from datetime import datetime

from parley.storage.db import Connection, Database, Row


async def list_numbers(db: Database | Connection, account_id: str, limit: int) -> list[Row]:
    """By number."""
    return await db.fetch(
        """
        select number, project_id, environment, variant_id, connector_id, is_dynamic from phone_numbers
        where account_id = $1 order by number limit $2
        """,
        account_id, limit,
    )  # fmt: skip


async def list_connectors(db: Database | Connection, account_id: str, limit: int) -> list[Row]:
    """With how many calls run through each, and what became of its registration: one whose process is gone has none."""
    return await db.fetch(
        """
        select c.*,
            (select count(*)::int from calls where connector_id = c.id and status = 'calling') as running,
            case when coalesce(c.settings->>'register_over', '') = '' then null
                when r.leased_until > now() then r.state else 'registering' end as registration,
            coalesce(r.reason, '') as reason
        from connectors as c left join registrations as r on r.connector_id = c.id
        where c.account_id = $1 order by c.created_at, c.id limit $2
        """,
        account_id, limit,
    )  # fmt: skip


async def list_reservations(db: Database | Connection, account_id: str, now: datetime, limit: int) -> list[Row]:
    """Those that a call may still use, or uses. What they bring along is for the call alone."""
    return await db.fetch(
        """
        select r.number, r.project_id, r.environment, r.variant_id, r.reserved_at, r.expires_at,
            r.call_id is not null as is_used
        from phone_numbers as p join dni_reservations as r on r.number = p.number
            left join calls as c on c.id = r.call_id
        where p.account_id = $1
            and ((r.call_id is null and r.expires_at > $2) or (c.id is not null and c.ended_at is null))
        order by r.reserved_at desc, r.number limit $3
        """,
        account_id, now, limit,
    )  # fmt: skip
