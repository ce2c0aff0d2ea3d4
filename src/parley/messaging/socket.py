"""One WebSocket of a session: what its client sends; what it is told is in `outgoing`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from starlette.types import Receive, Send

from parley.domain.messaging import events, journal_store, session_store
from parley.domain.messaging.events import REQUESTS, ClientEvent, EventInvalid, Received, ServerEvent, read_event
from parley.domain.messaging.model import LARGEST_MESSAGE, Append, Attendance, Entry, Journaled, Session
from parley.kit.ids import trace_id
from parley.messaging.outgoing import Outgoing
from parley.messaging.rates import RateLimit
from parley.resources import Resources
from parley.runtime.messaging import ratings
from parley.storage.db import DatabaseUnavailable
from parley.web.websockets import SendText

KNOWN_REQUESTS = 64
ABOUT_PERSONS = "EVENT_TYPE_LIVE_AGENT_"
# As they stand in an event, and as nothing that a user writes can: its quotes are escaped.
JOINED, LEFT = (f'"type":"{event}"' for event in (ServerEvent.PERSON_JOINED, ServerEvent.PERSON_LEFT))
SHORT = 4096
"""Characters of an event that is looked into though it is not taken."""
TOO_LARGE = f"The event is larger than {LARGEST_MESSAGE} bytes."
NOT_TEXT = "Events are sent as text."
TOO_FAST = "Too many events at once: this one was not taken."
NOT_LINKED = "This call cannot be linked: the session has begun without it, or another session has it."
GONE = "The session has ended."
AWAY = "The service cannot take this at the moment. Please send it again."


class SessionSocket:
    __slots__ = (
        "_clock", "_has_person", "_journal", "_outgoing", "_rate", "_receive", "_resources", "_send", "_write",
        "active_at", "session_id", "waits_for_an_answer",
    )  # fmt: skip

    def __init__(
        self, resources: Resources, session: Session, cursor: int, receive: Receive, send: Send, write: SendText
    ) -> None:
        self._resources = resources
        self._journal = resources.messaging.journal
        self._clock = resources.clock
        self._receive = receive
        self._send = send
        self._write = write
        self._rate = RateLimit(resources.clock.monotonic())
        # What has ended is told once more to whoever has seen it all: that is what closes its socket.
        position = min(cursor, session.last_sequence - 1 if session.has_ended else session.last_sequence)
        self._outgoing = Outgoing(position, self._read, self._send_now, self._send_text, self._close, resources.clock)
        self._has_person = session.attendance is Attendance.PERSON
        self.session_id = session.id
        self.waits_for_an_answer = session.last_request > session.answered
        self.active_at = self._clock.now()

    async def run(self) -> None:
        """Returns when the connection is gone."""
        await self._send({"type": "websocket.accept"})
        self._journal.subscribe(self.session_id, self._outgoing)
        try:
            self._outgoing.catch_up()
            await self._receive_all()
        finally:
            self._journal.unsubscribe(self.session_id, self._outgoing)
            await self._outgoing.aclose()

    async def _read(self, after: int, most: int) -> Sequence[Journaled]:
        return await self._journal.read(self.session_id, after, most)

    def _send_now(self, text: str) -> bool:
        is_sent = self._write(text)
        if is_sent:
            self._note(text)
        return is_sent

    async def _send_text(self, text: str) -> None:
        await self._send({"type": "websocket.send", "text": text})
        self._note(text)

    def _note(self, text: str) -> None:
        """Whether a person has the session, who wants to know that the user types."""
        if ABOUT_PERSONS in text:
            joined, left = text.rfind(JOINED), text.rfind(LEFT)
            self._has_person = joined > left if joined != left else self._has_person

    async def _close(self, code: int) -> None:
        await self._send({"type": "websocket.close", "code": code})

    async def _receive_all(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            if message["type"] != "websocket.receive":
                continue
            text = message.get("text")
            if not self._rate.take(self._clock.monotonic()):
                self._complain(TOO_FAST, events.metadata_of(text) if text and len(text) <= SHORT else None)
            elif text is None:
                self._complain(NOT_TEXT)
            elif len(text) > LARGEST_MESSAGE or len(text.encode()) > LARGEST_MESSAGE:
                self._complain(TOO_LARGE, events.metadata_of(text))
            else:
                await self._take(text)

    async def _take(self, text: str) -> None:
        try:
            event = read_event(text)
        except EventInvalid as invalid:
            self._complain(invalid.problem, invalid.metadata)
            return
        self.active_at = self._clock.now()
        if event.type in REQUESTS:
            await self._request(event)
        elif event.type is ClientEvent.TYPING and self._has_person:
            text = events.transient(event.type, event.payload, self.active_at)
            with suppress(DatabaseUnavailable):  # nobody misses it
                await self._journal.tell_everywhere(self.session_id, text, to_desk=True)
        elif event.type is ClientEvent.SURVEY:
            await self._take_survey(event)
        elif event.type is ClientEvent.LINK:
            await self._link_call(event)
        elif event.type is ClientEvent.HEARTBEAT:
            self._outgoing.tell(events.transient(event.type, {}, self.active_at, event.metadata))

    async def _request(self, event: Received) -> None:
        """Written, and with that acknowledged, before anybody acts on it."""
        payload: dict[str, Any] = dict(event.payload)
        if event.type is ClientEvent.MESSAGE:
            payload["message_id"] = trace_id()
        body = events.body(event.type, payload, self.active_at, event.metadata)
        is_message = event.type is ClientEvent.MESSAGE
        entry = Entry(body, is_request=True, fingerprint=event.fingerprint, is_message=is_message)
        try:
            appended = await self._journal.append(Append(self.session_id, [entry]))
            if appended is None:
                await self._repeat(event)
                return
        except DatabaseUnavailable:
            self._complain(AWAY, event.metadata)
            return
        if not appended.has_requests:
            return
        if appended.runner == self._journal.node:
            self._resources.messaging.runner.wake(self.session_id)
        else:  # another process acts on what came before, and goes on with this, unless it is gone
            self._resources.messaging.runner.wake_abandoned(self.session_id)

    async def _repeat(self, event: Received) -> None:
        """Nothing was written: the event is known, and is repeated once more, or the session has ended."""
        if event.fingerprint is not None:
            for known in await journal_store.list_requests(self._resources.db, self.session_id, KNOWN_REQUESTS):
                if events.fingerprint_of(known.body) == event.fingerprint:
                    self._outgoing.repeat(known)
                    return
        self._complain(GONE, event.metadata)

    async def _take_survey(self, event: Received) -> None:
        try:
            session = await session_store.find_session(self._resources.db, self.session_id)
            if session is not None:
                async with self._resources.db.transaction() as tx:
                    await ratings.rate(tx, session, event.payload["score"])
        except DatabaseUnavailable:
            self._complain(AWAY, event.metadata)

    async def _link_call(self, event: Received) -> None:
        try:
            if not await self._resources.messaging.links.link(self.session_id, event.payload["call_sid"]):
                self._complain(NOT_LINKED, event.metadata)
        except DatabaseUnavailable:
            self._complain(AWAY, event.metadata)

    def _complain(self, text: str, metadata: Any = None) -> None:
        self._outgoing.tell(
            events.transient(ServerEvent.SYSTEM_MESSAGE, events.problem(text), self._clock.now(), metadata)
        )
