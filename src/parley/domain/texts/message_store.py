"""Every SQL statement about text messages on their way."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.texts.model import (
    ALIKE_PERIOD,
    PROJECT_PERIOD,
    SENDER_PERIOD,
    IncomingText,
    Message,
    Status,
    Thread,
    Traffic,
)
from parley.kit.ids import uuid7
from parley.storage.db import Connection, Database, Row

OPENING = "opening"
"""In place of a keyword: the first words of a conversation that somebody asked for."""
COLUMNS = ", ".join(Message.__dataclass_fields__)


async def insert_incoming(
    tx: Connection, thread: Thread, text: IncomingText, keyword: str, digest: bytes, at: datetime
) -> UUID | None:
    """None: the carrier has brought it before."""
    inserted: UUID | None = await tx.fetchval(
        """
        insert into text_messages (id, thread_id, project_id, connector_id, is_incoming, keyword, body, digest, status,
                                   carrier_sid, created_at, changed_at)
        values ($1, $2, $3, $4, true, $5, $6, $7, 'received', $8, $9, $9)
        on conflict (connector_id, is_incoming, carrier_sid) where carrier_sid is not null do nothing returning id
        """,
        uuid7(), thread.id, thread.project_id, thread.connector_id, keyword, text.body, digest, text.sid, at,
    )  # fmt: skip
    return inserted


async def insert_outgoing(
    tx: Connection,
    thread: Thread,
    conversation_id: UUID | None,
    parts: Sequence[str],
    at: datetime,
    *,
    is_notice: bool = False,
    keyword: str = "",
) -> None:
    """In the order of the parts."""
    for part in parts:
        await tx.execute(
            """
            insert into text_messages (id, thread_id, project_id, connector_id, conversation_id, is_incoming, is_notice,
                                       keyword, body, status, created_at, changed_at)
            values ($1, $2, $3, $4, $5, false, $6, $7, $8, 'queued', $9, $9)
            """,
            uuid7(), thread.id, thread.project_id, thread.connector_id, conversation_id, is_notice, keyword, part, at,
        )  # fmt: skip


async def count_traffic(tx: Connection, thread: Thread, digest: bytes, now: datetime) -> Traffic:
    """Of messages that are no keywords."""
    row = await tx.fetchrow(
        """
        select
            (select count(*) from text_messages
             where thread_id = $1 and is_incoming and keyword = '' and created_at > $4) as by_sender,
            (select count(*) from text_messages
             where thread_id = $1 and is_incoming and keyword = '' and digest = $3 and created_at > $5) as alike,
            (select count(*) from (
                select from text_messages
                where project_id = $2 and is_incoming and keyword = '' and created_at > $6 limit 200
            ) as recent) as by_project
        """,
        thread.id, thread.project_id, digest, now - SENDER_PERIOD, now - ALIKE_PERIOD, now - PROJECT_PERIOD,
    )  # fmt: skip
    assert row is not None, "an aggregate returns a row"
    return Traffic(row["by_sender"], row["by_project"], row["alike"])


async def count_opened(tx: Connection, project_id: str, since: datetime) -> int:
    """Messages that began a conversation because somebody asked for it."""
    found: int = await tx.fetchval(
        "select count(*) from text_messages where project_id = $1 and keyword = $3 and created_at > $2",
        project_id, since, OPENING,
    )  # fmt: skip
    return found


async def count_waiting(tx: Connection, thread_id: UUID) -> int:
    """To be sent."""
    found: int = await tx.fetchval(
        """
        select count(*) from text_messages
        where thread_id = $1 and status in ('received', 'queued', 'sending') and not is_incoming
        """,
        thread_id,
    )
    return found


async def find_first(db: Database | Connection, thread_id: UUID, *, incoming: bool) -> Message | None:
    """The oldest that waits."""
    row = await db.fetchrow(
        f"""
        select {COLUMNS} from text_messages
        where thread_id = $1 and status in ('received', 'queued', 'sending') and is_incoming = $2
        order by number limit 1
        """,
        thread_id, incoming,
    )  # fmt: skip
    return _message(row) if row else None


async def settle(
    tx: Connection, number: int, known: Status, status: Status, error: str, conversation_id: UUID | None, at: datetime
) -> bool:
    """A message comes to an end, and what it says is forgotten. False: it is no longer as it was known."""
    settled: bool | None = await tx.fetchval(
        """
        update text_messages
        set status = $3, error = $4, body = '', changed_at = $6, conversation_id = coalesce($5, conversation_id)
        where number = $1 and status = $2 returning true
        """,
        number, known, status, error, conversation_id, at,
    )  # fmt: skip
    return bool(settled)


async def settle_id(tx: Connection, message_id: UUID, status: Status, error: str, at: datetime) -> None:
    await tx.execute(
        "update text_messages set status = $2, error = $3, body = '', changed_at = $4 where id = $1",
        message_id, status, error, at,
    )  # fmt: skip


async def settle_waiting(
    tx: Connection, thread_id: UUID, known: Status, status: Status, error: str, at: datetime
) -> None:
    """All that wait in this way."""
    await tx.execute(
        """
        update text_messages set status = $3, error = $4, body = '', changed_at = $5
        where thread_id = $1 and status = $2
        """,
        thread_id, known, status, error, at,
    )  # fmt: skip


async def begin_attempt(tx: Connection, number: int, at: datetime) -> bool:
    begun: bool | None = await tx.fetchval(
        """
        update text_messages set status = 'sending', attempts = attempts + 1, attempted_at = $2, changed_at = $2
        where number = $1 and status = 'queued' returning true
        """,
        number, at,
    )  # fmt: skip
    return bool(begun)


async def begin_search(tx: Connection, number: int) -> None:
    """Counts as an attempt: searching for a message must come to an end too."""
    await tx.execute(
        "update text_messages set attempts = attempts + 1 where number = $1 and status = 'sending'", number
    )


async def requeue(tx: Connection, number: int, at: datetime) -> None:
    """The carrier did not take it, for certain."""
    await tx.execute(
        "update text_messages set status = 'queued', changed_at = $2 where number = $1 and status = 'sending'",
        number, at,
    )  # fmt: skip


async def set_taken(tx: Connection, number: int, sid: str, status: Status, at: datetime) -> None:
    """The carrier has it. A receipt may have been faster; what it said stays."""
    await tx.execute(
        """
        update text_messages
        set carrier_sid = $2, status = case when status = 'sending' then $3 else status end, body = '', changed_at = $4
        where number = $1 and (carrier_sid is null or carrier_sid = $2)
        """,
        number, sid, status, at,
    )  # fmt: skip


async def lock_sent(tx: Connection, message_id: UUID, connector_id: str) -> Row | None:
    """An outgoing message of this connector, for a receipt."""
    return await tx.fetchrow(
        """
        select number, thread_id, status, carrier_sid from text_messages
        where id = $1 and connector_id = $2 and not is_incoming for update
        """,
        message_id, connector_id,
    )  # fmt: skip


async def set_receipt(tx: Connection, number: int, sid: str, status: Status, error: str, at: datetime) -> None:
    await tx.execute(
        """
        update text_messages set status = $3, error = $4, carrier_sid = $2, body = '', changed_at = $5
        where number = $1
        """,
        number, sid, status, error, at,
    )  # fmt: skip


async def list_known_sids(db: Database | Connection, connector_id: str, sids: Sequence[str]) -> set[str]:
    """Which of these belong to messages that we know."""
    rows = await db.fetch(
        "select carrier_sid from text_messages where connector_id = $1 and not is_incoming and carrier_sid = any($2)",
        connector_id, list(sids),
    )  # fmt: skip
    return {row["carrier_sid"] for row in rows}


async def list_messages(db: Database | Connection, project_id: str, thread_id: UUID, limit: int) -> list[Row]:
    return await db.fetch(
        """
        select id, is_incoming, is_notice, keyword, status, error, carrier_sid, attempts, created_at, changed_at
        from text_messages where thread_id = $2 and project_id = $1 order by number desc limit $3
        """,
        project_id, thread_id, limit,
    )  # fmt: skip


async def delete_old(tx: Connection, before: datetime, limit: int) -> int:
    """How many there were, at most `limit`. What still waits stays."""
    rows = await tx.fetch(
        """
        delete from text_messages where number in (
            select number from text_messages
            where created_at < $1 and status not in ('received', 'queued', 'sending') limit $2
        )
        returning number
        """,
        before, limit,
    )  # fmt: skip
    return len(rows)


def _message(row: Row) -> Message:
    return Message(**{**row, "status": Status(row["status"])})
