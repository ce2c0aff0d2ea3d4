"""What the agent says of its own accord, such as after an external event, reaches the clients of a session at once."""

from __future__ import annotations

from uuid import UUID

from parley.domain.messaging import session_store
from parley.domain.messaging.model import Session
from parley.kit.clock import Clock
from parley.runtime.messaging.hooks import TurnHook
from parley.runtime.messaging.journal import Journal
from parley.runtime.turn.output import TurnResult
from parley.storage.db import Connection, Database


class SessionPush:
    def __init__(self, hook: TurnHook, journal: Journal, session: Session) -> None:
        self._hook = hook
        self._journal = journal
        self._session = session

    async def store(self, tx: Connection, result: TurnResult) -> None:
        await self._hook.store(tx, result)

    def publish(self) -> None:
        if self._hook.appended is not None:
            self._journal.publish(self._session.id, self._hook.appended)


class SessionOutlet:
    """An `Outlet`."""

    def __init__(self, db: Database, clock: Clock, journal: Journal) -> None:
        self._db = db
        self._clock = clock
        self._journal = journal

    async def find_push(self, conversation: UUID) -> SessionPush | None:
        session = await session_store.find_session_of(self._db, conversation)
        if session is None or session.has_ended:
            return None
        hook = TurnHook(self._db, self._clock, self._journal.node, session, None, None)
        return SessionPush(hook, self._journal, session)
