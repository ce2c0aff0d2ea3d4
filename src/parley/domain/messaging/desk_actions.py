"""What people at the desk do with a session. Each runs in the caller's transaction, with the session locked."""

from __future__ import annotations

from uuid import UUID

from parley.domain.messaging import desk_store, session_store
from parley.domain.messaging.desk import DeskSessionNotFound, TakenBySomebodyElse, check_handed_over
from parley.domain.messaging.model import Handover, Person, Session
from parley.storage.db import Connection


async def lock_handed_over(tx: Connection, session_id: UUID) -> Session:
    session = await session_store.lock_session(tx, session_id)
    if session is None:
        raise DeskSessionNotFound
    check_handed_over(session)
    return session


async def hand_over(tx: Connection, session: Session, handover: Handover) -> None:
    await desk_store.set_handed_over(tx, session.id, handover)


async def take_back(tx: Connection, session_id: UUID, person: Person | None) -> None:
    """From that person, or, without one, from the queue. Raises what says that somebody was faster."""
    session = await lock_handed_over(tx, session_id)
    if session.person != person:
        raise TakenBySomebodyElse
    await desk_store.set_taken_back(tx, session_id)
