"""Every SQL statement about messaging sessions; what is said in them is in `journal_store`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.messaging.model import Attendance, EndReason, Person, Request, Session, read_handover
from parley.storage.db import Connection, Database, Row

COLUMNS = """s.id, s.account_id, s.project_id, s.key_id, s.environment, s.variant, s.streaming, s.conversation_id,
    s.attendance, s.language, s.agent_name, s.avatar_url, s.context, s.context_id, s.last_sequence, s.last_request,
    s.answered, s.ended_at, s.end_reason, s.handoff, s.handed_over_at, s.person"""


def session_of(row: Row) -> Session:
    return Session(
        id=row["id"],
        account_id=row["account_id"],
        project_id=row["project_id"],
        key_id=row["key_id"],
        environment=row["environment"],
        variant=row["variant"],
        streaming=row["streaming"],
        conversation_id=row["conversation_id"],
        attendance=Attendance(row["attendance"]),
        language=row["language"],
        agent_name=row["agent_name"],
        avatar_url=row["avatar_url"],
        context=row["context"],
        context_id=row["context_id"],
        last_sequence=row["last_sequence"],
        last_request=row["last_request"],
        answered=row["answered"],
        ended_at=row["ended_at"],
        end_reason=row["end_reason"],
        handover=read_handover(row["handoff"], row["handed_over_at"]),
        person=Person(**row["person"]) if row["person"] else None,
    )


async def insert_session(
    tx: Connection, session: Session, client: Mapping[str, str], opening: Sequence[str], at: datetime
) -> None:
    """With the events that it begins with. `client`: what kind of device it says it is."""
    await tx.execute(
        """
        insert into messaging_sessions (id, account_id, project_id, key_id, environment, variant, streaming, agent_name,
                                        avatar_url, context_id, client, last_sequence, created_at, last_active_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
        """,
        session.id, session.account_id, session.project_id, session.key_id, session.environment, session.variant,
        session.streaming, session.agent_name, session.avatar_url, session.context_id, dict(client), len(opening), at,
    )  # fmt: skip
    await tx.executemany(
        "insert into messaging_events (session_id, sequence, body) values ($1, $2, $3)",
        [(session.id, number, body) for number, body in enumerate(opening, 1)],
    )


async def find_session(db: Database | Connection, session_id: UUID) -> Session | None:
    row = await db.fetchrow(f"select {COLUMNS} from messaging_sessions s where id = $1", session_id)
    return session_of(row) if row else None


async def find_session_of(db: Database | Connection, conversation_id: UUID) -> Session | None:
    row = await db.fetchrow(f"select {COLUMNS} from messaging_sessions s where conversation_id = $1", conversation_id)
    return session_of(row) if row else None


async def find_session_of_call(db: Database, project_id: str, environment: str, call_sid: str) -> Session | None:
    """That which was linked first."""
    row = await db.fetchrow(
        f"""
        select {COLUMNS} from messaging_sessions s
        where call_sid = $3 and project_id = $1 and environment = $2 and ended_at is null order by id limit 1
        """,
        project_id, environment, call_sid,
    )  # fmt: skip
    return session_of(row) if row else None


async def find_request(db: Database | Connection, session_id: UUID, node: int) -> Request | None:
    """The client's next request that nobody has acted on; None when there is none, the session has ended, or another
    process acts on its requests."""
    row = await db.fetchrow(
        f"""
        select {COLUMNS}, s.sockets, e.sequence, e.body from messaging_sessions s
            join messaging_events e on e.session_id = s.id and e.sequence > s.answered and e.is_request
        where s.id = $1 and s.ended_at is null and s.runner = $2 order by e.sequence limit 1
        """,
        session_id, node,
    )  # fmt: skip
    return Request(session_of(row), row["sequence"], row["body"], frozenset(row["sockets"])) if row else None


async def take_over(db: Database, session_id: UUID, node: int) -> bool:
    """Whether this process acts on the session's requests from now on: nobody else does, or who did is gone."""
    async with db.transaction() as tx:
        row = await tx.fetchrow(
            """
            update messaging_sessions set runner = $2 where id = $1 and ended_at is null and last_request > answered
                and (runner is null or runner = $2 or pg_try_advisory_xact_lock(runner))
            returning id
            """,
            session_id, node,
        )  # fmt: skip
    return row is not None


async def add_socket(tx: Connection, session_id: UUID, node: int, most: int, at: datetime) -> Session | None:
    """The session with one more socket at that process; None when there is no such session or it has no room."""
    row = await tx.fetchrow(
        f"""
        update messaging_sessions s
        set sockets = s.sockets || $2::bigint,
            last_active_at = case when s.ended_at is null then greatest(s.last_active_at, $4) else s.last_active_at end
        where id = $1 and cardinality(s.sockets) < $3 returning {COLUMNS}
        """,
        session_id, node, most, at,
    )  # fmt: skip
    return session_of(row) if row else None


async def add_sockets(
    tx: Connection, coming: Sequence[tuple[UUID, UUID]], node: int, most: int, at: datetime, ended_after: datetime
) -> dict[UUID, Session]:
    """The sessions, each once among those coming with the key it is of, with one more socket at that process. Those
    that are over, for good or by being abandoned, or have no room, are not in the answer."""
    rows = await tx.fetch(
        f"""
        with locked as (
            select s.id from messaging_sessions s
                join unnest($1::uuid[], $2::uuid[]) as c (id, key_id) using (id, key_id)
            where cardinality(s.sockets) < $4
                and (s.ended_at is null or s.ended_at > $6 and s.end_reason <> $7)
            order by s.id for no key update of s
        )
        update messaging_sessions s
        set sockets = s.sockets || $3::bigint,
            last_active_at = case when s.ended_at is null then greatest(s.last_active_at, $5) else s.last_active_at end
        from locked where s.id = locked.id and cardinality(s.sockets) < $4 returning {COLUMNS}
        """,
        [session for session, _ in coming], [key for _, key in coming], node, most, at, ended_after,
        EndReason.USER_ABANDONED,
    )  # fmt: skip
    return {row["id"]: session_of(row) for row in rows}


async def remove_dead_sockets(tx: Connection, session_id: UUID) -> None:
    """Those of processes that are gone: their lock can be had."""
    await tx.execute(
        """
        update messaging_sessions set sockets = array(
            select node from unnest(sockets) as node where not pg_try_advisory_xact_lock(node)
        ) where id = $1
        """,
        session_id,
    )


async def remove_sockets(tx: Connection, leaving: Sequence[UUID], node: int) -> None:
    """Of each of these sessions one."""
    await tx.execute(
        """
        with locked as (
            select s.id from messaging_sessions s where s.id = any ($1::uuid[]) order by s.id for no key update
        )
        update messaging_sessions s
        set sockets = s.sockets[:array_position(s.sockets, $2) - 1] || s.sockets[array_position(s.sockets, $2) + 1:]
        from locked where s.id = locked.id and $2 = any (s.sockets)
        """,
        list(leaving), node,
    )  # fmt: skip


async def set_active(db: Database, seen: Sequence[tuple[UUID, datetime]]) -> None:
    """Their clients gave a sign of life. In the order of ids: processes that write at once wait for no circle."""
    async with db.connection() as connection:
        await connection.execute(
            """
            with locked as (
                select s.id, seen.at from messaging_sessions s
                    join unnest($1::uuid[], $2::timestamptz[]) as seen (id, at) using (id)
                where s.ended_at is null order by s.id for no key update of s
            )
            update messaging_sessions s set last_active_at = greatest(s.last_active_at, locked.at)
            from locked where s.id = locked.id
            """,
            [session for session, _ in seen], [at for _, at in seen],
        )  # fmt: skip


async def set_conversation(tx: Connection, session_id: UUID, conversation_id: UUID, language: str) -> None:
    await tx.execute(
        """
        update messaging_sessions set conversation_id = $2, language = $3, attendance = $4 where id = $1
        """,
        session_id, conversation_id, language, Attendance.AGENT,
    )  # fmt: skip


async def set_language(tx: Connection, session_id: UUID, language: str) -> None:
    await tx.execute("update messaging_sessions set language = $2 where id = $1", session_id, language)


async def set_attendance(tx: Connection, session_id: UUID, attendance: Attendance) -> None:
    await tx.execute("update messaging_sessions set attendance = $2 where id = $1", session_id, attendance)


async def set_call(tx: Connection, session_id: UUID, call_sid: str) -> bool:
    """False when somebody has joined the session, or another session has that call."""
    row = await tx.fetchrow(
        """
        update messaging_sessions s set call_sid = $2, attendance = $3
        where id = $1 and ended_at is null and (call_sid = $2 or call_sid is null and attendance = $4)
            and not exists (
                select from messaging_sessions o where o.call_sid = $2 and o.id <> s.id
                    and o.project_id = s.project_id and o.environment = s.environment
            )
        returning id
        """,
        session_id, call_sid, Attendance.CALL, Attendance.NOBODY,
    )  # fmt: skip
    return row is not None


async def set_context(db: Database, session_id: UUID, context: Mapping[str, Any]) -> bool:
    """False when there is no such session any more."""
    row = await db.fetchrow(
        "update messaging_sessions set context = $2 where id = $1 and ended_at is null returning id",
        session_id, dict(context),
    )  # fmt: skip
    return row is not None


async def set_ended(tx: Connection, session_id: UUID, reason: EndReason, at: datetime) -> bool:
    """False when it has ended before."""
    row = await tx.fetchrow(
        """
        update messaging_sessions set ended_at = $3, end_reason = $2 where id = $1 and ended_at is null returning id
        """,
        session_id, reason, at,
    )  # fmt: skip
    return row is not None


async def lock_session(tx: Connection, session_id: UUID) -> Session | None:
    """Until the end of the transaction nothing else happens to it."""
    row = await tx.fetchrow(f"select {COLUMNS} from messaging_sessions s where id = $1 for no key update", session_id)
    return session_of(row) if row else None


async def list_idle(db: Database, before: datetime, most: int) -> list[UUID]:
    rows = await db.fetch(
        "select id from messaging_sessions where ended_at is null and last_active_at < $1 limit $2", before, most
    )
    return [row["id"] for row in rows]


async def list_waiting(db: Database, node: int, most: int) -> list[UUID]:
    """Sessions with requests that this process is to act on, or one that is gone since."""
    rows = await db.fetch(
        """
        select id from messaging_sessions
        where ended_at is null and last_request > answered
            and (runner is null or runner = $1 or pg_try_advisory_xact_lock(runner))
        limit $2
        """,
        node, most,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def list_sequences(db: Database, sessions: Sequence[UUID]) -> dict[UUID, int]:
    rows = await db.fetch("select id, last_sequence from messaging_sessions where id = any ($1::uuid[])", sessions)
    return {row["id"]: row["last_sequence"] for row in rows}


async def delete_ended(tx: Connection, before: datetime, most: int) -> int:
    rows = await tx.fetch(
        """
        with old as (
            select id from messaging_sessions where ended_at < $1 order by id limit $2 for update skip locked
        ), said as (
            delete from messaging_events where session_id in (select id from old)
        )
        delete from messaging_sessions where id in (select id from old) returning id
        """,
        before, most,
    )  # fmt: skip
    return len(rows)
