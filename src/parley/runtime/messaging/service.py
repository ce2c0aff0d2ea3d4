"""The messaging of one process: its journal, its verbs, and who acts on requests."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from parley.domain.messaging import session_store
from parley.domain.messaging.model import IDLE, KEPT_AFTER_END
from parley.domain.projects.tenant_cache import TenantCache
from parley.kit.clock import Clock
from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.runtime.messaging.call_links import CallLinks
from parley.runtime.messaging.desk import Desk
from parley.runtime.messaging.journal import Journal
from parley.runtime.messaging.presence import Presence
from parley.runtime.messaging.pushes import SessionOutlet
from parley.runtime.messaging.runner import Runner
from parley.runtime.messaging.verbs import Verbs
from parley.runtime.session.sessions import Sessions
from parley.storage.db import Database
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
