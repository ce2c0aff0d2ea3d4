"""Conversations with everything that can be kept of them, and what is left of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from parley.domain.accounts.actions import create_account
from parley.domain.calls import store as calls
from parley.domain.calls.model import Call, Direction, Status
from parley.domain.conversations import (
    actions,
    external_event_store,
    handoff_store,
    message_store,
    store,
    summary_store,
    turn_store,
)
from parley.domain.conversations.model import (
    Conversation,
    Ending,
    Finish,
    HandoffState,
    LiveState,
    OutboxMessage,
    Turn,
    public_id,
)
from parley.domain.conversations.summary_store import ShortSummary
from parley.domain.projects.actions import create_project
from parley.domain.projects.info import ProjectInfo
from parley.domain.reviews import store as reviews
from parley.domain.reviews.model import Note, Rating
from parley.domain.webhooks import store as events
from parley.kit.ids import random_hex, uuid7, uuid7_at
from parley.storage import partitions
from parley.storage.db import Connection, Database

NOW = datetime.now(UTC)

COLUMNS = {
    "conversations": "id",
    "turns": "conversation_id",
    "finishes": "conversation_id",
    "records": "id",
    "record_words": "id",
    "record_vectors": "id",
    "records_to_embed": "id",
    "handoff_states": "conversation_id",
    "messages": "conversation_id",
    "external_event_ids": "conversation_id",
    "recordings": "id",
    "recording_chunks": "recording_id",
    "calls": "id",
    "live_conversations": "id",
    "webhook_events": "conversation_id",
    "conversation_notes": "conversation_id",
    "conversation_tags": "conversation_id",
    "conversation_ratings": "conversation_id",
    "conversation_summaries": "conversation_id",
    "messaging_sessions": "conversation_id",
    "messaging_events": "session_id",
}
"""Every table with something of a conversation, and the column that names it."""


def days_ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


async def place_with(db: Database, **settings: Any) -> ProjectInfo:
    async with db.transaction() as tx:
        name = random_hex(8)
        account = await create_account(tx, name)
        return await create_project(tx, account.id, name, "us-1", settings=settings)


async def add(
    db: Database,
    project: ProjectInfo,
    at: datetime,
    stage: str = "finished",
    *,
    environment: str = "live",
    said: str = "hi",
) -> UUID:
    """A conversation with a row in every table; `stage` is running, ended or finished."""
    async with db.transaction() as tx:
        await partitions.ensure_between(tx, at, at + timedelta(seconds=1))
        conversation = conversation_of(project, at, environment)
        await store.insert_conversation(tx, conversation)
        await store.insert_live(tx, conversation, LiveState({}, b"{}", b"", 2), at, stage != "running")
        for number, user in enumerate(("", said)):
            await turn_store.insert_turn(tx, conversation.id, Turn(number, user, at, f"answer {number}", at))
        if stage != "running":
            await store.set_ended(tx, conversation.id, Ending("closed"), at)
        if stage == "finished":
            await actions.finish(tx, conversation.id, {}, [])
        await _add_beside(tx, conversation, project)
    return conversation.id


def conversation_of(project: ProjectInfo, at: datetime, environment: str) -> Conversation:
    row = uuid7_at(at)
    return Conversation(
        row, public_id(row), project.account_id, project.id, environment, UUID(int=1), "WEBCHAT", "", "", "en-US", at,
        "+447700900123", "+441614960123",
    )  # fmt: skip


async def _add_beside(tx: Connection, conversation: Conversation, project: ProjectInfo) -> None:
    row = conversation.id
    await handoff_store.put_state(tx, row, project.id, HandoffState(conversation.public_id, {}, "shared"))
    await store.insert_finish(tx, row, Finish(conversation.started_at))
    await message_store.insert_message(tx, uuid7(), project.id, row, OutboxMessage("sms", "+447700900123", "Hello"))
    lifetime = datetime.now(UTC) + timedelta(hours=1)
    await external_event_store.insert_event_ids(tx, project.id, row, [(str(uuid7()), False)], lifetime)
    await tx.execute("insert into records (id, head, turns) values ($1, '', '[]')", row)
    await tx.execute("insert into record_words (id, words) values ($1, 'a b')", row)
    await tx.execute("insert into records_to_embed (id) values ($1)", row)
    await add_vector(tx, row, project)
    await tx.execute(
        "insert into recordings (id, started_at, rate) values ($1, $2, 8000)", row, conversation.started_at
    )
    await tx.execute(
        "insert into recording_chunks (recording_id, number, first_sample, samples, is_private, audio) "
        "values ($1, 0, 0, 1, false, 'a')",
        row,
    )
    await calls.insert_call(tx, _call(conversation))
    at = conversation.started_at
    await tx.execute(
        """
        insert into messaging_sessions (id, account_id, project_id, key_id, environment, streaming, conversation_id,
                                        created_at, last_active_at)
        values ($1, $2, $3, $1, 'live', false, $1, $4, $4)
        """,
        row, project.account_id, project.id, at,
    )  # fmt: skip
    await tx.execute("insert into messaging_events (session_id, sequence, body) values ($1, 1, '{}')", row)
    await reviews.insert_tag(tx, project.id, row, "odd")
    await reviews.insert_note(tx, project.id, row, Note(uuid7(), 1, "Look", row, "Ada", at))
    await reviews.upsert_rating(tx, project.id, row, Rating(None, True, "", row, "Ada", at))
    await summary_store.upsert_summary(tx, row, ShortSummary("Oddities", "They were odd."))
    await events.insert_event(tx, uuid7(), project.account_id, "conversation.ended", b"{}", at, row, b"{}")


def _call(conversation: Conversation) -> Call:
    c = conversation
    return Call(
        c.id, Direction.INBOUND, c.account_id, c.project_id, None, c.environment, c.to_number, Status.SUCCESS,
        c.started_at,
    )  # fmt: skip


async def add_vector(tx: Connection, conversation: UUID, project: ProjectInfo) -> None:
    await tx.execute(
        "insert into record_vectors (id, project_id, environment, model, signature, vector, packed) "
        "values ($1, $2, 'live', 'm', 's', 'v', false)",
        conversation, project.id,
    )  # fmt: skip


async def add_block(db: Database, project: ProjectInfo, *ids: UUID) -> UUID:
    block = uuid7()
    async with db.transaction() as tx:
        await tx.execute(
            "insert into vector_blocks (id, project_id, environment, model, first_id, last_id, ids, signatures) "
            "values ($1, $2, 'live', 'm', $3, $4, $5, 's')",
            block, project.id, min(ids), max(ids), b"".join(each.bytes for each in sorted(ids)),
        )  # fmt: skip
        await tx.execute("update record_vectors set packed = true where id = any($1)", list(ids))
    return block


async def left(db: Database, conversation: UUID) -> set[str]:
    """The tables that still hold something of a conversation."""
    found = set()
    for table, column in COLUMNS.items():
        if await db.fetchrow(f"select from {table} where {column} = $1", conversation) is not None:
            found.add(table)
    return found


async def month_names(db: Database) -> list[str]:
    async with db.transaction() as tx:
        return [f"{month.start:%Y_%m}" for month in await partitions.months(tx)]
