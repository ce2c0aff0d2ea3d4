"""Every SQL statement about conversations that are being held. Reading records is `records`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.conversations.model import (
    Conversation,
    ConversationRef,
    Ending,
    LiveConversation,
    LiveState,
    OutboxMessage,
    Turn,
)
from parley.storage.db import Connection, Database, Row


async def insert_conversation(tx: Connection, conversation: Conversation) -> None:
    c = conversation
    await tx.execute(
        """
        insert into conversations (id, public_id, account_id, project_id, environment, deployment_id, channel,
                                   variant_id, variant_name, language, from_number, to_number, started_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        """,
        c.id, c.public_id, c.account_id, c.project_id, c.environment, c.deployment_id, c.channel, c.variant_id,
        c.variant_name, c.language, c.from_number, c.to_number, c.started_at,
    )  # fmt: skip


async def insert_live(tx: Connection, conversation: Conversation, live: LiveState, at: datetime, ended: bool) -> None:
    await tx.execute(
        """
        insert into live_conversations (id, project_id, environment, deployment_id, context, dialog, state, turns,
                                        last_active_at, ended)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """,
        conversation.id, conversation.project_id, conversation.environment, conversation.deployment_id, live.context,
        live.dialog, live.state, live.turns, at, ended,
    )  # fmt: skip


async def acquire_lease(
    db: Database | Connection, wanted: ConversationRef, token: UUID, seconds: float, owner: int
) -> LiveConversation | None:
    """None when there is no such live conversation or another turn holds it. The claim of a process whose lock is open
    is nobody's any more.

    A claim that is lost in a crash harms nobody, so its commit does not wait for the disk.
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
        wanted.id, token, seconds, wanted.project_id, wanted.environment, owner,
    )  # fmt: skip
    return _claimed(row) if row else None


async def renew_leases(db: Database, claims: Sequence[tuple[UUID, UUID]], seconds: float) -> None:
    """(conversation, token) each. What is no longer ours stays with whoever has it, and what is just being written is
    left alone: two who wait for each other's rows would wait for ever."""
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
        [conversation for conversation, _ in claims], [token for _, token in claims], seconds,
    )  # fmt: skip


async def release(tx: Connection, conversation_id: UUID, token: UUID) -> None:
    await tx.execute(
        "update live_conversations set lease = null, leased_until = null where id = $1 and lease = $2",
        conversation_id, token,
    )  # fmt: skip


async def release_owned_lease(db: Database, conversation_id: UUID, owner: int, before: UUID) -> None:
    """A claim of that process, if it is older than `before`: a newer one belongs to a turn that has begun since."""
    async with db.connection() as connection:
        await connection.execute(
            """
            update live_conversations set lease = null, leased_until = null
            where id = $1 and owner = $2 and lease < $3
            """,
            conversation_id, owner, before,
        )  # fmt: skip


async def insert_turn(tx: Connection, conversation_id: UUID, turn: Turn) -> None:
    t = turn
    await tx.execute(
        """
        insert into turns (conversation_id, number, user_input, user_input_at, agent_response, agent_response_at,
                           barge_in, is_silence, is_ood, dtmf, intents, entities, metrics, latency_ms, function_errors,
                           api_errors, trace)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
        """,
        conversation_id, t.number, t.user_input, t.user_input_at, t.agent_response, t.agent_response_at, t.barge_in,
        t.is_silence, t.is_ood, t.dtmf, t.intents, t.entities, t.metrics, t.latency_ms,
        t.function_errors, t.api_errors, t.trace,
    )  # fmt: skip


async def save_dialog(tx: Connection, claimed: LiveConversation, live: LiveState) -> bool:
    """Keeps what a conversation has learnt without a turn and gives the claim back. False when the claim was no longer
    ours."""
    saved: bool | None = await tx.fetchval(
        """
        update live_conversations set dialog = $3, lease = null, leased_until = null
        where id = $1 and lease = $2 returning true
        """,
        claimed.id, claimed.lease, live.dialog,
    )  # fmt: skip
    return bool(saved)


async def set_closed(tx: Connection, claimed: LiveConversation) -> bool:
    """Ends a live conversation without a turn and gives the claim back. False when the claim was no longer ours."""
    closed: bool | None = await tx.fetchval(
        """
        update live_conversations set ended = true, lease = null, leased_until = null
        where id = $1 and lease = $2 returning true
        """,
        claimed.id, claimed.lease,
    )  # fmt: skip
    return bool(closed)


async def set_ended(tx: Connection, conversation_id: UUID, ending: Ending, at: datetime) -> None:
    await tx.execute(
        """
        update conversations set ended_at = $2, end_reason = $3, handoff = $4, handoff_reason = $5,
                                 handoff_destination = $6
        where id = $1 and ended_at is null
        """,
        conversation_id, at, ending.reason, ending.handoff, ending.handoff_reason, ending.handoff_destination,
    )  # fmt: skip


async def set_finished(
    tx: Connection, conversation_id: UUID, state: Mapping[str, Any], metrics: Mapping[str, Any]
) -> None:
    """Puts the sums of its turns into the header; the turns themselves stay as they are."""
    await tx.execute(
        """
        update conversations set state = $2, metrics = $3, num_turns = sums.turns, num_silences = sums.silences,
                                 num_ood = sums.ood
        from (
            select count(*) as turns, count(*) filter (where is_silence) as silences,
                   count(*) filter (where is_ood) as ood
            from turns where conversation_id = $1
        ) as sums
        where id = $1
        """,
        conversation_id, state, metrics,
    )  # fmt: skip


async def delete_live(tx: Connection, conversation_id: UUID) -> None:
    await tx.execute("delete from live_conversations where id = $1", conversation_id)


async def find_header(db: Database | Connection, conversation_id: UUID) -> Row | None:
    return await db.fetchrow(
        "select project_id, environment, ended_at, end_reason from conversations where id = $1", conversation_id
    )


async def find_summary(db: Database | Connection, conversation_id: UUID) -> Row | None:
    """What an operator sees of a conversation besides what was said."""
    return await db.fetchrow(
        """
        select public_id, account_id, project_id, environment, channel, variant_name, language, from_number, to_number,
               started_at, ended_at, end_reason, handoff, handoff_reason, handoff_destination
        from conversations where id = $1
        """,
        conversation_id,
    )


async def idle_since(tx: Connection, before: datetime, limit: int) -> list[UUID]:
    rows = await tx.fetch(
        "select id from live_conversations where not ended and last_active_at < $1 order by last_active_at limit $2",
        before, limit,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def said(db: Database | Connection, conversation_id: UUID) -> list[tuple[int, str | None, str]]:
    """(number, what the user said, what the agent answered), from the opening on. A silent user said the empty text;
    None: it was not the user's turn, but the opening or an external event's."""
    rows = await db.fetch(
        """
        select number, case when is_silence or user_input <> '' then user_input end as user_input, agent_response
        from turns where conversation_id = $1 order by number
        """,
        conversation_id,
    )
    return [(row["number"], row["user_input"], row["agent_response"]) for row in rows]


async def metrics_of(tx: Connection, conversation_id: UUID) -> list[tuple[str, Any]]:
    rows = await tx.fetch("select metrics from turns where conversation_id = $1 order by number", conversation_id)
    return [(name, value) for row in rows for name, value in row["metrics"]]


async def traces(db: Database, conversation_id: UUID) -> list[Row]:
    return await db.fetch(
        """
        select number, user_input_at, agent_response_at, latency_ms, function_errors, api_errors, trace
        from turns where conversation_id = $1 order by number
        """,
        conversation_id,
    )


async def insert_message(
    tx: Connection, message_id: UUID, project_id: str, conversation_id: UUID, message: OutboxMessage
) -> None:
    m = message
    await tx.execute(
        """
        insert into messages (id, project_id, conversation_id, kind, recipient, sender, subject, body, details)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """,
        message_id, project_id, conversation_id, m.kind, m.recipient, m.sender, m.subject, m.body, m.details,
    )  # fmt: skip


def _claimed(row: Row) -> LiveConversation:
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


async def is_live(db: Database, wanted: ConversationRef) -> bool:
    row = await db.fetchrow(
        """
        select from live_conversations
        where id = $1 and ($2::text is null or project_id = $2) and ($3::text is null or environment = $3)
        """,
        wanted.id, wanted.project_id, wanted.environment,
    )  # fmt: skip
    return row is not None
