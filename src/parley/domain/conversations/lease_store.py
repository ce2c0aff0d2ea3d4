"""Every SQL statement about leases: the right to take the next turn of a conversation, one process at a time.

A lease ends when it is released, when its time runs out, or with its process: that holds an advisory lock for as long
as its connection lasts, and a lock that can be had is nobody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from parley.domain.conversations.model import ConversationRef, LiveConversation, LiveState
from parley.storage.db import Connection, Database, Row


async def acquire_lease(
    db: Database | Connection, ref: ConversationRef, token: UUID, seconds: float, owner: int
) -> LiveConversation | None:
    """None when there is no such live conversation, or another turn holds it. A lease of its own a process may take
    again: within a process, turns of a conversation wait for each other anyway.

    A lease that is lost in a crash harms nobody, so its commit does not wait for the disk.
    """
    row = await db.fetchrow(
        """
        update live_conversations set lease = $2, leased_until = now() + make_interval(secs => $3), owner = $6
        from (select set_config('synchronous_commit', 'off', true)) as unhurried
        where id = $1
            and ($4::text is null or project_id = $4) and ($5::text is null or environment = $5)
            and (lease is null or leased_until < now() or owner = $6 or pg_try_advisory_xact_lock(owner))
        returning id, lease, project_id, environment, deployment_id, context, dialog, state, turns, ended,
                  last_active_at, awaits_events
        """,
        ref.id, token, seconds, ref.project_id, ref.environment, owner,
    )  # fmt: skip
    return _live_conversation(row) if row else None


async def renew_leases(db: Database, leases: Sequence[tuple[UUID, UUID]], seconds: float) -> None:
    """(conversation, token) each. What is no longer ours stays with whoever has it, and what is just being written is
    left alone: two processes that wait for each other's rows would wait for ever."""
    await db.fetch(
        """
        update live_conversations as l set leased_until = now() + make_interval(secs => $3)
        from (
            select live.id from live_conversations as live
                join unnest($1::uuid[], $2::uuid[]) as held (id, lease) on held.id = live.id and held.lease = live.lease
            for update of live skip locked
        ) as ours
        where l.id = ours.id
        """,
        [conversation for conversation, _ in leases], [token for _, token in leases], seconds,
    )  # fmt: skip


async def release_lease(tx: Connection, conversation_id: UUID, token: UUID) -> None:
    await tx.execute(
        "update live_conversations set lease = null, leased_until = null where id = $1 and lease = $2",
        conversation_id, token,
    )  # fmt: skip


async def move_to_deployment(tx: Connection, conversation: LiveConversation, deployment_id: UUID) -> None:
    """From the next turn on. Whoever does it has the lease."""
    await tx.execute(
        """
        with live as (
            update live_conversations set deployment_id = $3 where id = $1 and lease = $2 returning id
        )
        update conversations set deployment_id = $3 where id = (select id from live)
        """,
        conversation.id, conversation.lease, deployment_id,
    )  # fmt: skip


async def release_owned_lease(db: Database, conversation_id: UUID, owner: int, before: UUID) -> None:
    """A lease of that process, if it is older than `before`: a newer one belongs to a turn that has begun since."""
    # Tokens are UUIDs of version 7, which compare by their time.
    async with db.connection() as connection:
        await connection.execute(
            """
            update live_conversations set lease = null, leased_until = null
            where id = $1 and owner = $2 and lease < $3
            """,
            conversation_id, owner, before,
        )  # fmt: skip


async def find_live(db: Database, ref: ConversationRef) -> LiveConversation | None:
    """To look at: without the lease no turn can be taken."""
    row = await db.fetchrow(
        """
        select id, coalesce(lease, id) as lease, project_id, environment, deployment_id, context, dialog, state, turns,
               ended, last_active_at, awaits_events
        from live_conversations
        where id = $1 and ($2::text is null or project_id = $2) and ($3::text is null or environment = $3)
        """,
        ref.id, ref.project_id, ref.environment,
    )  # fmt: skip
    return _live_conversation(row) if row else None


async def is_live(db: Database, ref: ConversationRef) -> bool:
    row = await db.fetchrow(
        """
        select from live_conversations
        where id = $1 and ($2::text is null or project_id = $2) and ($3::text is null or environment = $3)
        """,
        ref.id, ref.project_id, ref.environment,
    )  # fmt: skip
    return row is not None


def _live_conversation(row: Row) -> LiveConversation:
    return LiveConversation(
        id=row["id"],
        lease=row["lease"],
        project_id=row["project_id"],
        environment=row["environment"],
        deployment_id=row["deployment_id"],
        live=LiveState(row["context"], row["dialog"], row["state"], row["turns"]),
        ended=row["ended"],
        last_active_at=row["last_active_at"],
        awaits_events=row["awaits_events"],
    )
