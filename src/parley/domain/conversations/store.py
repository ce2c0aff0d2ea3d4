"""Every SQL statement about the header of a conversation and its live row. Turns, leases and what else belongs to one
have stores of their own; reading what was said is `records`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from parley.domain.conversations.model import Conversation, Ending, Finish, LiveConversation, LiveState
from parley.domain.webhooks.model import EventType
from parley.storage.db import Connection, Database, Row


async def insert_conversation(tx: Connection, conversation: Conversation) -> bool:
    """Whether somebody wants to be told of it: a question of its own would be a round trip."""
    c = conversation
    is_told: bool = await tx.fetchval(
        """
        insert into conversations (id, public_id, account_id, project_id, environment, deployment_id, channel,
                                   variant_id, variant_name, language, from_number, to_number, started_at, replay_of,
                                   ab_test_id, chosen_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $16, $17)
        returning exists (select from webhook_endpoints as e where e.account_id = $3 and $14 = any(e.event_types))
        """,
        c.id, c.public_id, c.account_id, c.project_id, c.environment, c.deployment_id, c.channel, c.variant_id,
        c.variant_name, c.language, c.from_number, c.to_number, c.started_at,
        EventType.CONVERSATION_STARTED, c.replay_of, c.ab_test_id, c.chosen_id,
    )  # fmt: skip
    return is_told


async def find_chosen(db: Database | Connection, project_id: str, chosen_id: str) -> str | None:
    """The public id of the conversation that somebody calls so."""
    row = await db.fetchrow(
        "select public_id from conversations where project_id = $1 and chosen_id = $2", project_id, chosen_id
    )
    return row["public_id"] if row else None


async def lock_chosen(tx: Connection, project_id: str, chosen_id: str) -> None:
    """Nobody else takes this id for a conversation of the project before this transaction has ended."""
    await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", f"{project_id} {chosen_id}")


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


async def save_dialog(tx: Connection, conversation: LiveConversation, live: LiveState) -> bool:
    """Stores what a conversation has learnt without a turn and releases its lease. False when the lease was no longer
    ours."""
    saved: bool | None = await tx.fetchval(
        """
        update live_conversations set dialog = $3, lease = null, leased_until = null
        where id = $1 and lease = $2 returning true
        """,
        conversation.id, conversation.lease, live.dialog,
    )  # fmt: skip
    return bool(saved)


async def set_closed(tx: Connection, conversation: LiveConversation) -> bool:
    """Ends a live conversation without a turn and releases its lease. False when the lease was no longer ours."""
    closed: bool | None = await tx.fetchval(
        """
        update live_conversations set ended = true, lease = null, leased_until = null
        where id = $1 and lease = $2 returning true
        """,
        conversation.id, conversation.lease,
    )  # fmt: skip
    return bool(closed)


async def set_ended(tx: Connection, conversation_id: UUID, ending: Ending, at: datetime) -> None:
    """The first ending stays."""
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


async def add_metric(tx: Connection, conversation_id: UUID, name: str, value: str) -> bool:
    """What is known only after the end. False as long as the conversation is not finished: that writes all others."""
    is_running: bool = await tx.fetchval(
        """
        with running as (select from live_conversations where id = $1), changed as (
            update conversations set metrics = metrics || jsonb_build_object($2::text, $3::text), traits = null
            where id = $1 and not exists (select from running)
        )
        select exists (select from running)
        """,
        conversation_id, name, value,
    )  # fmt: skip
    return not is_running


async def insert_finish(tx: Connection, conversation_id: UUID, finish: Finish) -> None:
    """In the transaction that finishes the conversation: a run whose process died before that leaves nothing."""
    await tx.execute(
        """
        insert into finishes (conversation_id, ran_at, function_errors, api_errors, metrics, trace)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing
        """,
        conversation_id, finish.at, finish.function_errors, finish.api_errors, finish.metrics, finish.trace,
    )  # fmt: skip


async def find_finish(db: Database, conversation_id: UUID) -> Finish | None:
    row = await db.fetchrow(
        "select ran_at, function_errors, api_errors, metrics, trace from finishes where conversation_id = $1",
        conversation_id,
    )
    return Finish(*row) if row else None


async def delete_live(tx: Connection, conversation_id: UUID) -> None:
    await tx.execute("delete from live_conversations where id = $1", conversation_id)


async def find_header(db: Database | Connection, conversation_id: UUID) -> Row | None:
    return await db.fetchrow(
        """
        select project_id, environment, deployment_id, ended_at, end_reason, replay_of, ab_test_id
        from conversations where id = $1
        """,
        conversation_id,
    )


async def list_headers(db: Database, ids: Sequence[UUID]) -> list[Row]:
    return await db.fetch(
        "select id, deployment_id, language, ended_at, chosen_id from conversations where id = any($1)", list(ids)
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


async def list_idle(tx: Connection, now: datetime, idle: timedelta, limit: int) -> list[UUID]:
    """Conversations in which nobody has said anything for so long, or for as long as they themselves may wait."""
    rows = await tx.fetch(
        """
        select id from live_conversations
        where not ended and last_active_at < $1::timestamptz - $2::interval
            and last_active_at < $1 - coalesce(make_interval(secs => (context->>'idle_seconds')::float8), $2)
        order by last_active_at limit $3
        """,
        now, idle, limit,
    )  # fmt: skip
    return [row["id"] for row in rows]
