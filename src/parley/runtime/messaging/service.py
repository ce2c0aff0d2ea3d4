"""The messaging of one process: its journal, its verbs, and who acts on requests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from parley.domain.messaging import session_store
from parley.domain.messaging.model import IDLE, KEPT_AFTER_END, MOST_SOCKETS, RESUMABLE_AFTER_END, Session
from parley.domain.projects.tenant_cache import TenantCache
from parley.kit.clock import Clock
from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.runtime.messaging.call_links import CallLinks
from parley.runtime.messaging.desk import Desk
from parley.runtime.messaging.hooks import TurnHook
from parley.runtime.messaging.journal import Journal
from parley.runtime.messaging.runner import Runner
from parley.runtime.messaging.verbs import Verbs
from parley.runtime.session.sessions import Sessions
from parley.runtime.turn.output import TurnResult
from parley.storage.batch import Batch, distinct_rounds
from parley.storage.db import Connection, Database
from parley.storage.signals import Signals

log = logger(__name__)

EXPIRE_SESSIONS = "messaging.expire_sessions"
MOST_AT_ONCE = 500
SIGNS_WRITTEN_AFTER = timedelta(seconds=60)
"""Heartbeats are written in batches: a session is over so much later than it was silent."""


@dataclass(slots=True)
class Messaging:
    db: Database
    clock: Clock
    journal: Journal
    verbs: Verbs
    runner: Runner
    outlet: SessionOutlet
    presence: Presence
    desk: Desk
    links: CallLinks

    @classmethod
    def over(cls, db: Database, signals: Signals, clock: Clock, tenants: TenantCache, sessions: Sessions) -> Messaging:
        journal = Journal(db, signals, clock)
        verbs = Verbs(db, clock, tenants, sessions, journal)
        runner, outlet = Runner(db, verbs, journal.node), SessionOutlet(db, clock, journal)
        presence, desk = Presence(db, clock, journal.node), Desk(db, clock, tenants, verbs, journal)
        links = CallLinks(db, clock, journal)
        return cls(db, clock, journal, verbs, runner, outlet, presence, desk, links)

    async def expire_idle(self) -> None:
        """Ends sessions whose clients have gone, and forgets those that ended long ago."""
        now = self.clock.now()
        for session_id in await session_store.list_idle(self.db, now - IDLE - SIGNS_WRITTEN_AFTER, MOST_AT_ONCE):
            try:
                await self.verbs.expire(session_id)
            except ParleyError as error:  # the next round tries again
                log.warning("session_not_expired", session=str(session_id), error=error.code)
        while True:
            async with self.db.transaction() as tx:
                if await session_store.delete_ended(tx, now - KEPT_AFTER_END, MOST_AT_ONCE) < MOST_AT_ONCE:
                    return

    async def aclose(self) -> None:
        await self.links.aclose()
        await self.runner.aclose()
        await self.journal.aclose()


AT_ONCE = 256
"""Sockets that one statement counts."""


class Presence:
    def __init__(self, db: Database, clock: Clock, node: int) -> None:
        self._db = db
        self._clock = clock
        self._node = node
        self._coming: Batch[tuple[UUID, UUID], Session | None] = Batch(self._add, AT_ONCE)
        self._leaving: Batch[UUID, None] = Batch(self._remove, AT_ONCE)

    async def add(self, session_id: UUID, key_id: UUID) -> Session | None:
        """The session with one more socket here. None: it is not of that key, is over, or has no room."""
        return await self._coming.add((session_id, key_id))

    async def remove(self, session_id: UUID) -> None:
        await self._leaving.add(session_id)

    async def _add(self, coming: Sequence[tuple[UUID, UUID]]) -> Sequence[Session | None]:
        found: list[Session | None] = [None] * len(coming)
        now = self._clock.now()
        async with self._db.connection() as connection:
            for places in distinct_rounds([session for session, _ in coming]):
                counted = await session_store.add_sockets(
                    connection,
                    [coming[place] for place in places],
                    self._node,
                    MOST_SOCKETS,
                    now,
                    now - RESUMABLE_AFTER_END,
                )
                for place in places:
                    found[place] = counted.get(coming[place][0])
        return found

    async def _remove(self, leaving: Sequence[UUID]) -> Sequence[None]:
        async with self._db.connection() as connection:
            for places in distinct_rounds(leaving):
                await session_store.remove_sockets(connection, [leaving[place] for place in places], self._node)
        return [None] * len(leaving)


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
