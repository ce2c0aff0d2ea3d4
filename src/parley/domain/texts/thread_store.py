"""Every SQL statement about threads."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from parley.domain.numbers.model import PhoneNumber
from parley.domain.texts.model import Channel, Pair, Thread
from parley.storage.db import Connection, Database, Row

COLUMNS = ", ".join(Thread.__dataclass_fields__)


async def lock_pair(
    tx: Connection, thread_id: UUID, pair: Pair, number: PhoneNumber, connector_id: str, at: datetime
) -> Thread:
    """The thread of this pair, made if it is new. Nobody else changes it until the transaction ends. A number that has
    gone to another agent since takes its threads along: what users have said they want holds for the number."""
    row = await tx.fetchrow(
        f"""
        insert into text_threads as t (id, account_id, project_id, connector_id, environment, variant_id, channel,
                                       our_number, user_number, last_active_at, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
        on conflict (account_id, channel, our_number, user_number) do update
            set conversation_id = case when t.project_id = $3 and t.environment = $5 then t.conversation_id end,
                greeting = case when t.project_id = $3 and t.environment = $5 then t.greeting else '' end,
                project_id = $3, connector_id = $4, environment = $5, variant_id = $6
        returning {COLUMNS}
        """,
        thread_id, number.account_id, number.project_id, connector_id, number.environment, number.variant_id,
        pair.channel, pair.our_number, pair.user_number, at,
    )  # fmt: skip
    assert row is not None, "an upsert returns its row"
    return _thread(row)


async def lock_thread(tx: Connection, thread_id: UUID) -> Thread | None:
    row = await tx.fetchrow(
        f"select {COLUMNS} from text_threads where id = $1 for update",
        thread_id,
    )
    return _thread(row) if row else None


async def find_thread(db: Database | Connection, thread_id: UUID) -> Thread | None:
    row = await db.fetchrow(
        f"select {COLUMNS} from text_threads where id = $1",
        thread_id,
    )
    return _thread(row) if row else None


async def find_thread_of(db: Database | Connection, conversation_id: UUID) -> Thread | None:
    row = await db.fetchrow(
        f"select {COLUMNS} from text_threads where conversation_id = $1",
        conversation_id,
    )
    return _thread(row) if row else None


async def list_threads(db: Database | Connection, project_id: str, limit: int) -> list[Thread]:
    rows = await db.fetch(
        f"""
        select {COLUMNS} from text_threads where project_id = $1 order by last_active_at desc limit $2
        """,
        project_id, limit,
    )  # fmt: skip
    return [_thread(row) for row in rows]


async def list_silent(db: Database | Connection, before: datetime, warned_before: datetime, limit: int) -> list[UUID]:
    """Threads with a conversation in which nothing has been said for long, or since a warning."""
    rows = await db.fetch(
        """
        select id from text_threads
        where conversation_id is not null and last_active_at < $1 and (warned_at is null or warned_at < $2)
        order by last_active_at limit $3
        """,
        before, warned_before, limit,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def find_number_of_service(db: Database, connector_id: str, service_sid: str, user_number: str) -> str | None:
    """Which number of ours a user means who answers a messaging service; no service: the newest."""
    row = await db.fetchrow(
        """
        select our_number from text_threads
        where connector_id = $1 and user_number = $3 and service_sid <> '' and ($2 = '' or service_sid = $2)
        order by last_active_at desc limit 1
        """,
        connector_id, service_sid, user_number,
    )  # fmt: skip
    return row["our_number"] if row else None


async def set_service(tx: Connection, thread_id: UUID, service_sid: str) -> None:
    await tx.execute("update text_threads set service_sid = $2 where id = $1", thread_id, service_sid)


async def set_received(tx: Connection, thread_id: UUID, at: datetime) -> None:
    await tx.execute(
        "update text_threads set received_at = $2, last_active_at = $2, warned_at = null where id = $1", thread_id, at
    )


async def set_blocked(tx: Connection, thread_id: UUID, until: datetime) -> None:
    await tx.execute("update text_threads set blocked_until = $2 where id = $1", thread_id, until)


async def set_opted_out(tx: Connection, thread_id: UUID, at: datetime | None) -> None:
    """None: messages are wanted again."""
    await tx.execute("update text_threads set opted_out_at = $2 where id = $1", thread_id, at)


async def set_helped(tx: Connection, thread_id: UUID, at: datetime) -> None:
    await tx.execute("update text_threads set helped_at = $2 where id = $1", thread_id, at)


async def set_warned(tx: Connection, thread_id: UUID, at: datetime) -> None:
    await tx.execute("update text_threads set warned_at = $2 where id = $1", thread_id, at)


async def begin_conversation(
    tx: Connection,
    thread_id: UUID,
    conversation_id: UUID,
    greeting: str,
    language: str,
    began_at: datetime,
    at: datetime,
) -> None:
    """`began_at`: a message from before does not belong to it."""
    await tx.execute(
        """
        update text_threads
        set conversation_id = $2, greeting = $3, language = $4, began_at = $5, last_active_at = $6, warned_at = null
        where id = $1
        """,
        thread_id, conversation_id, greeting, language, began_at, at,
    )  # fmt: skip


async def set_said(tx: Connection, thread_id: UUID, language: str, at: datetime) -> None:
    """The agent has said something: its greeting went along."""
    await tx.execute(
        "update text_threads set greeting = '', language = $2, last_active_at = $3 where id = $1",
        thread_id, language, at,
    )  # fmt: skip


async def end_conversation(tx: Connection, thread_id: UUID, conversation_id: UUID) -> None:
    """The next message begins another one. One that has begun since stays."""
    await tx.execute(
        """
        update text_threads set conversation_id = null, greeting = '', warned_at = null
        where id = $1 and conversation_id = $2
        """,
        thread_id, conversation_id,
    )  # fmt: skip


async def is_opted_out(db: Database | Connection, project_id: str, our_number: str, user_number: str) -> bool:
    """Whether this user wants nothing more from the number, by whatever agent it is used; where no number is named, as
    with a messaging service, from any of the project's."""
    row = await db.fetchrow(
        """
        select from text_threads
        where user_number = $3 and opted_out_at is not null and case
            when $2 like '+%' then our_number = $2 and account_id = (select account_id from projects where id = $1)
            else project_id = $1
        end
        limit 1
        """,
        project_id, our_number, user_number,
    )  # fmt: skip
    return row is not None


async def delete_forgotten(tx: Connection, before: datetime, limit: int) -> int:
    """Threads without a conversation or a message, in which nobody has asked for anything that must be remembered."""
    rows = await tx.fetch(
        """
        delete from text_threads where id in (
            select id from text_threads as t
            where last_active_at < $1 and conversation_id is null and opted_out_at is null
                and not exists (select from text_messages where thread_id = t.id)
            limit $2
        )
        returning id
        """,
        before, limit,
    )  # fmt: skip
    return len(rows)


def _thread(row: Row) -> Thread:
    return Thread(**{**row, "channel": Channel(row["channel"])})
