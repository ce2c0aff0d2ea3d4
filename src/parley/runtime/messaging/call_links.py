"""Calls whose clients are also connected by messages: what is said on the call is told in the session."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

from parley.domain.messaging import actions, events, session_store
from parley.domain.messaging.events import ClientEvent
from parley.domain.messaging.model import Append, EndReason, Entry, RequestDone, Session
from parley.kit.clock import Clock
from parley.kit.ids import trace_id
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.runtime.messaging import reply_events
from parley.runtime.messaging.journal import Journal
from parley.runtime.turn.output import TurnResult
from parley.storage.db import Database, DatabaseUnavailable

log = logger(__name__)

MOST_UNTOLD = 100
"""Events of a call that are kept for a client that has not linked its session yet."""


class CallLinks:
    """Of one process."""

    def __init__(self, db: Database, clock: Clock, journal: Journal) -> None:
        self._db = db
        self._clock = clock
        self._journal = journal
        self._tasks = Tasks()

    async def link(self, session_id: UUID, call_sid: str) -> bool:
        """False: the session has an agent already, or has ended, or another one has that call."""
        async with self._db.transaction() as tx:
            return await session_store.set_call(tx, session_id, call_sid)

    def of(self, project_id: str, environment: str, call_sid: str) -> CallLink:
        """The call's side."""
        return CallLink(self._db, self._clock, self._journal, self._tasks, (project_id, environment, call_sid))

    async def aclose(self) -> None:
        await self._tasks.aclose()


class CallLink:
    """What is told is written in order, in the background: no call waits for it."""

    def __init__(self, db: Database, clock: Clock, journal: Journal, tasks: Tasks, call: tuple[str, str, str]) -> None:
        self._db = db
        self._clock = clock
        self._journal = journal
        self._tasks = tasks
        self._call = call
        self._turn = asyncio.Lock()
        self._session: Session | None = None
        self._untold: list[Entry] = []

    def tell_user(self, text: str) -> None:
        payload = {"text": text, "message_id": trace_id()}
        self._tell([events.entry(ClientEvent.MESSAGE, payload, self._clock.now())])

    def tell_agent(self, result: TurnResult) -> None:
        self._tell(reply_events.whole_message(result, trace_id(), self._clock.now()))

    def end(self) -> None:
        """The call is over, and the session with it."""
        self._tasks.start(self._in_turn(self._end), "end of a linked call")

    def _tell(self, entries: Sequence[Entry]) -> None:
        if entries:
            self._tasks.start(self._in_turn(lambda: self._write(entries)), "linked call")

    async def _in_turn(self, work: Callable[[], Awaitable[None]]) -> None:
        async with self._turn:
            try:
                await work()
            except (DatabaseUnavailable, RequestDone) as error:
                log.warning("linked_call_not_told", error=type(error).__name__)

    async def _write(self, entries: Sequence[Entry]) -> None:
        self._untold = [*self._untold, *entries][-MOST_UNTOLD:]
        session = await self._find()
        if session is not None and self._untold:
            untold, self._untold = self._untold, []
            await self._journal.append(Append(session.id, untold))

    async def _end(self) -> None:
        await self._write([])
        if self._session is None:
            return
        now = self._clock.now()
        last = Append(self._session.id, [reply_events.left(now)])
        async with self._db.transaction() as tx:
            appended = await actions.end_session(
                tx, self._session, EndReason.NATURAL_END, last, self._journal.node, now
            )
        self._journal.publish(self._session.id, appended)

    async def _find(self) -> Session | None:
        if self._session is None:
            self._session = await session_store.find_session_of_call(self._db, *self._call)
            if self._session is not None:
                self._untold.insert(0, reply_events.joined(self._session, self._clock.now()))
        return self._session
