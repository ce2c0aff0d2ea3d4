"""Every SQL statement about the audit log. None of them changes an entry."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.audit.model import Actor, ActorKind, Entry, Wanted
from parley.storage.db import Connection, Database, Row


async def set_actor(tx: Connection, actor: Actor) -> None:
    """Until the end of the transaction, beside what is known already of whom it acts for."""
    await tx.execute(
        """
        select set_config('parley.actor', (
            coalesce(nullif(current_setting('parley.actor', true), ''), '{}')::jsonb || $1::jsonb
        )::text, true)
        """,
        actor.to_json(),
    )


async def insert_entry(
    tx: Connection,
    entry_id: UUID,
    account_id: str,
    verb: str,
    kind: str,
    subject: str,
    project_id: str | None,
    fields: Sequence[str],
) -> None:
    await tx.execute(
        """
        insert into audit_log (id, account_id, actor, key_id, actor_name, role, address,
                               verb, kind, subject, project_id, fields)
        select $1, $2, coalesce(who->>'kind', 'system'), (who->>'key_id')::uuid, coalesce(who->>'name', ''),
               who->>'role', who->>'address', $3, $4, $5, $6, $7
        from (select coalesce(nullif(current_setting('parley.actor', true), ''), '{}')::jsonb as who) as acting
        """,
        entry_id, account_id, verb, kind, subject, project_id, list(fields),
    )  # fmt: skip


async def was_recorded(tx: Connection, account_id: str, verb: str, subject: str, after: UUID) -> bool:
    """Whether there is such an entry behind `after`."""
    found: bool | None = await tx.fetchval(
        "select true from audit_log where account_id = $1 and id > $2 and verb = $3 and subject = $4 limit 1",
        account_id, after, verb, subject,
    )  # fmt: skip
    return bool(found)


async def list_page(
    db: Database | Connection, account_id: str, wanted: Wanted, after: UUID | None, limit: int
) -> list[Entry]:
    """Newest first, from behind the entry `after` on."""
    rows = await db.fetch(
        """
        select * from audit_log
        where account_id = $1 and ($2::uuid is null or id < $2)
          and ($3::text is null or actor = $3 or key_id::text = $3)
          and ($4::text is null or kind = $4) and ($5::text is null or subject = $5)
          and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)
        order by id desc limit $8
        """,
        account_id, after, wanted.actor, wanted.kind, wanted.subject, wanted.since, wanted.until, limit,
    )  # fmt: skip
    return [_entry(row) for row in rows]


async def delete_before(tx: Connection, before: datetime, most: int) -> int:
    deleted: int = await tx.fetchval(
        """
        with old as (select id from audit_log where at < $1 limit $2),
             gone as (delete from audit_log using old where audit_log.id = old.id returning 1)
        select count(*) from gone
        """,
        before, most,
    )  # fmt: skip
    return deleted


def _entry(row: Row) -> Entry:
    actor = Actor(ActorKind(row["actor"]), row["key_id"], row["actor_name"], row["role"], row["address"])
    return Entry(
        row["id"],
        row["at"],
        actor,
        row["verb"],
        row["kind"],
        row["subject"],
        row["project_id"],
        tuple(row["fields"]),
    )
