"""What happens to a messaging session. Each runs in the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from parley.domain.accounts.model import Key
from parley.domain.messaging import events, journal_store, session_store
from parley.domain.messaging.events import ServerEvent
from parley.domain.messaging.model import (
    HEARTBEAT_SECONDS,
    LARGEST_MESSAGE,
    MOST_RECONNECTS,
    MOST_SOCKETS,
    Append,
    Appended,
    Attendance,
    EndReason,
    RequestDone,
    Session,
    SessionNotFound,
    TooManySockets,
)
from parley.domain.projects.info import ProjectInfo
from parley.kit.ids import uuid7_at
from parley.storage.db import Connection

CAPABILITIES = {
    "max_message_size_bytes": LARGEST_MESSAGE,
    "max_reconnect_attempts": MOST_RECONNECTS,
    "heartbeat_interval_seconds": HEARTBEAT_SECONDS,
}


async def start_session(
    tx: Connection, key: Key, project: ProjectInfo, streaming: bool, client: Mapping[str, str], at: datetime
) -> UUID:
    """A session in which nobody has joined yet."""
    settings, environment = key.scope.settings, key.scope.environment
    assert environment is not None, "a messaging key is bound to an environment"
    session_id = uuid7_at(at)
    session = Session(
        id=session_id,
        account_id=project.account_id,
        project_id=project.id,
        key_id=key.id,
        environment=environment,
        variant=key.scope.variant,
        streaming=streaming,
        conversation_id=None,
        attendance=Attendance.NOBODY,
        language="",
        agent_name=str(settings.get("agent_name") or project.name or project.slug),
        avatar_url=str(settings.get("avatar_url") or ""),
        context=None,
        context_id=str(session_id),
        last_sequence=0,
        last_request=0,
        answered=0,
        ended_at=None,
    )
    start = events.session_start(streaming, session.context_id, CAPABILITIES)
    opening = [events.body(ServerEvent.SESSION_START, start, at)]
    await session_store.insert_session(tx, session, client, opening, at)
    return session_id


async def add_socket(tx: Connection, session_id: UUID, node: int, at: datetime) -> Session:
    found = await session_store.add_socket(tx, session_id, node, MOST_SOCKETS, at)
    if found is not None:
        return found
    if await session_store.find_session(tx, session_id) is None:
        raise SessionNotFound
    await session_store.remove_dead_sockets(tx, session_id)
    found = await session_store.add_socket(tx, session_id, node, MOST_SOCKETS, at)
    if found is None:
        raise TooManySockets
    return found


async def append(tx: Connection, append: Append, node: int, at: datetime) -> Appended:
    """Raises `RequestDone` if that was acted on before, or the session has ended."""
    [written] = await journal_store.append(tx, [append], node, at)
    if written is None:
        raise RequestDone
    return written


async def end_session(
    tx: Connection, session: Session, reason: EndReason, before: Append, node: int, at: datetime
) -> Appended:
    """`before`: what is still to be told."""
    from_us = [*before.entries, events.entry(ServerEvent.SESSION_END, events.session_end(reason), at)]
    appended = await append(tx, replace(before, entries=from_us), node, at)
    await session_store.set_ended(tx, session.id, reason, at)
    return appended
