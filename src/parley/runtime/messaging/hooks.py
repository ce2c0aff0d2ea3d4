"""What is written in the transaction of a turn: the events that it means, and that its request was acted on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.messaging import actions, desk_actions, journal_store, session_store
from parley.domain.messaging.model import (
    Append,
    Appended,
    Attendance,
    EndReason,
    Entry,
    Handover,
    Request,
    RequestDone,
    Session,
)
from parley.kit.clock import Clock
from parley.kit.ids import trace_id
from parley.runtime.messaging import reply_events
from parley.runtime.messaging.chunks import ChunkedReply
from parley.runtime.turn.output import TurnResult
from parley.storage.db import Connection, Database

MOST_SINCE = 2000
"""Events that are looked at for a reply that another process has begun."""


class TurnHook:
    """A `ReplyHook`: the answer reaches the journal with the turn, or neither is there."""

    def __init__(
        self, db: Database, clock: Clock, node: int, session: Session, request: int | None, chunks: ChunkedReply | None
    ) -> None:
        self._db = db
        self._clock = clock
        self._node = node
        self._session = session
        self._request = request
        """None: nobody asked for the turn."""
        self._chunks = chunks
        self.appended: Appended | None = None
        """What clients are told once the transaction is over."""

    async def check(self) -> None:
        """Another process may have taken the request over, or acted on it, or begun to, before it died."""
        if self._request is None:
            return
        current = await session_store.find_request(self._db, self._session.id, self._node)
        if current is None or current.sequence != self._request:
            raise RequestDone
        if self._chunks is not None and current.session.last_sequence > self._request:
            since = await journal_store.list_events(self._db, self._session.id, self._request, MOST_SINCE)
            self._chunks.resume(reply_events.begun_reply(since))

    async def settle(self) -> None:
        if self._chunks is not None:
            await self._chunks.settle()

    async def store(self, tx: Connection, result: TurnResult) -> None:
        now, session = self._clock.now(), self._session
        said = self._said(result, now)
        entries = [*self._before(now), *reply_events.language_change(session, result, now), *said]
        if result.dialog.language != session.language:
            await session_store.set_language(tx, session.id, result.dialog.language)
        if result.handoff is not None and result.dialog.context.has_desk:
            appended = await self._append(tx, [*entries, *reply_events.handoff_to_desk(result, now)], now)
            reason, queue = result.handoff.reason, result.handoff.destination
            await desk_actions.hand_over(tx, session, Handover(queue, reason, appended.events[-1].sequence, now))
        elif result.handoff is not None and result.end_conversation:
            await self._append(tx, [*entries, *reply_events.handoff_by_client(result, now)], now)
            await session_store.set_attendance(tx, session.id, Attendance.CLIENT)
        elif result.end_conversation:
            append = self._append_of([*entries, reply_events.left(now)])
            self.appended = await actions.end_session(tx, session, EndReason.NATURAL_END, append, self._node, now)
        else:
            await self._append(tx, entries, now)

    def _before(self, _now: datetime) -> Sequence[Entry]:
        """What is told first."""
        return ()

    def _said(self, result: TurnResult, now: datetime) -> list[Entry]:
        if self._chunks is not None:
            return self._chunks.last(result)
        return reply_events.whole_message(result, trace_id(), now)

    async def _append(self, tx: Connection, entries: Sequence[Entry], now: datetime) -> Appended:
        self.appended = await actions.append(tx, self._append_of(entries), self._node, now)
        return self.appended

    def _append_of(self, entries: Sequence[Entry]) -> Append:
        return Append(self._session.id, entries, self._request, by_runner=self._request is not None)


class OpeningHook(TurnHook):
    """The session gets its conversation with the opening turn."""

    def __init__(
        self,
        db: Database,
        clock: Clock,
        node: int,
        request: Request,
        chunks: ChunkedReply | None,
        conversation_id: UUID,
    ) -> None:
        super().__init__(db, clock, node, request.session, request.sequence, chunks)
        self._conversation_id = conversation_id

    async def store(self, tx: Connection, result: TurnResult) -> None:
        await session_store.set_conversation(tx, self._session.id, self._conversation_id, result.dialog.language)
        await super().store(tx, result)


class ReturnHook(TurnHook):
    """The session goes from the desk back to the agent with the turn that says so."""

    def __init__(self, db: Database, clock: Clock, node: int, session: Session, told: Entry) -> None:
        super().__init__(db, clock, node, session, None, None)
        self.told = told

    def _before(self, now: datetime) -> Sequence[Entry]:
        return [self.told, reply_events.joined(self._session, now)]

    async def store(self, tx: Connection, result: TurnResult) -> None:
        await desk_actions.take_back(tx, self._session.id, self._session.person)
        await super().store(tx, result)
