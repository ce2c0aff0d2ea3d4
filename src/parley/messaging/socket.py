"""One WebSocket of a session: what its client sends; what it is told is in `outgoing`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from starlette.types import Receive, Send

from parley.domain.messaging import events, journal_store, session_store
from parley.domain.messaging.events import REQUESTS, ClientEvent, EventInvalid, Received, ServerEvent, read_event
from parley.domain.messaging.model import LARGEST_MESSAGE, Append, Appended, Attendance, Entry, Journaled, Session
from parley.kit.ids import trace_id
from parley.kit.log import logger, where
from parley.kit.tasks import Tasks
from parley.messaging.outgoing import Outgoing
from parley.resources import Resources
from parley.runtime.messaging import ratings
from parley.storage.db import DatabaseUnavailable
from parley.web.server.websockets import Texts

log = logger(__name__)

KNOWN_REQUESTS = 64
MOST_WAITING = 40
MOST_REFUSED = 500
"""Of one connection."""
CRASHED = 1011
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
    """Messages are taken one after the other, each when the one before is written. They come without a coroutine: there
    may be thousands of them in a second."""

    __slots__ = (
        "_clock", "_has_person", "_is_taking", "_journal", "_outgoing", "_rate", "_receive", "_refused", "_resources",
        "_send", "_taken", "_tasks", "_texts", "_waiting", "active_at", "session_id", "waits_for_an_answer",
    )  # fmt: skip

    def __init__(
        self, resources: Resources, session: Session, cursor: int, receive: Receive, send: Send, texts: Texts
    ) -> None:
        self._resources = resources
        self._journal = resources.messaging.journal
        self._clock = resources.clock
        self._receive = receive
        self._send = send
        self._texts = texts
        self._tasks = Tasks()
        self._waiting: list[str] = []
        """What came while something was being written."""
        self._refused = 0
        self._is_taking = False
        self._taken: asyncio.Future[None] | None = None
        """For whoever waits until there is nothing more to take."""
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
            self._texts.receive_texts(self._on_text)
            await self._until_gone()
        finally:
            self._journal.unsubscribe(self.session_id, self._outgoing)
            await self._outgoing.aclose()
            await self._tasks.aclose()

    async def _read(self, after: int, most: int) -> Sequence[Journaled]:
        return await self._journal.read(self.session_id, after, most)

    def _send_now(self, text: str) -> bool:
        is_sent = self._texts.send_text(text)
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

    async def _until_gone(self) -> None:
        while (message := await self._receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.receive":
                if self._is_too_fast():
                    self._refuse("")
                else:
                    self._complain(NOT_TEXT)
        if self._is_taking:  # what was sent before is taken
            self._taken = asyncio.get_running_loop().create_future()
            await self._taken

    def _on_text(self, text: str) -> None:
        if self._is_too_fast():
            self._refuse(text)
        elif len(text) > LARGEST_MESSAGE or len(text.encode()) > LARGEST_MESSAGE:
            self._complain(TOO_LARGE, events.metadata_of(text))
        elif self._is_taking:
            self._waiting.append(text)
        else:
            self._take(text)

    def _is_too_fast(self) -> bool:
        return not self._rate.take(self._clock.monotonic()) or len(self._waiting) >= MOST_WAITING

    def _refuse(self, text: str) -> None:
        """So often, and no more: each answer costs as much as a message."""
        self._refused += 1
        if self._refused <= MOST_REFUSED:
            self._complain(TOO_FAST, events.metadata_of(text) if len(text) <= SHORT else None)
        else:
            self._outgoing.hang_up()

    def _take(self, text: str) -> None:
        try:
            event = read_event(text)
        except EventInvalid as invalid:
            self._complain(invalid.problem, invalid.metadata)
            return
        self.active_at = self._clock.now()
        if event.type in REQUESTS:
            self._request(event)
        elif event.type is ClientEvent.HEARTBEAT:
            self._outgoing.tell(events.transient(event.type, {}, self.active_at, event.metadata))
        elif event.type is not ClientEvent.TYPING or self._has_person:
            self._start_acting_on(event)

    def _go_on(self) -> None:
        """With what came meanwhile."""
        self._is_taking = False
        while self._waiting and not self._is_taking:
            self._take(self._waiting.pop(0))
        if self._taken is not None and not self._is_taking and not self._taken.done():
            self._taken.set_result(None)

    def _start_acting_on(self, event: Received) -> None:
        self._is_taking = True
        self._tasks.start(self._act_on(event), "event of a client").add_done_callback(self._on_acted)

    async def _act_on(self, event: Received) -> None:
        try:
            if event.type is ClientEvent.TYPING:
                text = events.transient(event.type, event.payload, self.active_at)
                with suppress(DatabaseUnavailable):  # nobody misses it
                    await self._journal.tell_everywhere(self.session_id, text, to_desk=True)
            elif event.type is ClientEvent.SURVEY:
                await self._take_survey(event)
            elif event.type is ClientEvent.LINK:
                await self._link_call(event)
            else:
                await self._repeat(event)
        except DatabaseUnavailable:
            self._complain(AWAY, event.metadata)

    def _on_acted(self, acted: asyncio.Task[None]) -> None:
        if acted.cancelled():
            return
        if acted.exception() is not None:
            self._hang_up_crashed()
        self._go_on()

    def _hang_up_crashed(self) -> None:
        """Its client comes back and sends again what was not acknowledged."""
        self._tasks.start(self._close(CRASHED), "close of a socket")

    def _request(self, event: Received) -> None:
        """Written, and with that acknowledged, before anybody acts on it."""
        is_message = event.type is ClientEvent.MESSAGE
        event_id = trace_id()
        payload = {**event.payload, "message_id": event_id} if is_message else event.payload
        body = events.body(event.type, payload, self.active_at, event.metadata, event_id)
        entry = Entry(body, is_request=True, fingerprint=event.fingerprint, is_message=is_message)
        self._is_taking = True
        written = self._journal.submit(Append(self.session_id, (entry,)))
        written.add_done_callback(partial(self._on_written, event))

    def _on_written(self, event: Received, written: asyncio.Future[Appended | None]) -> None:
        error = written.exception()
        if isinstance(error, DatabaseUnavailable):
            self._complain(AWAY, event.metadata)
        elif error is not None:
            log.error("message_not_written", error=type(error).__name__, at=where(error))
            self._hang_up_crashed()
        elif (appended := written.result()) is None:
            self._start_acting_on(event)
            return
        else:
            self._acknowledge(appended)
        self._go_on()

    def _acknowledge(self, appended: Appended) -> None:
        self._journal.publish(self.session_id, appended)
        if appended.has_requests and appended.runner == self._journal.node:
            self._resources.messaging.runner.wake(self.session_id)
        elif appended.has_requests:
            # Another process acts on what came before, and goes on with this, unless it is gone.
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
        session = await session_store.find_session(self._resources.db, self.session_id)
        if session is not None:
            async with self._resources.db.transaction() as tx:
                await ratings.rate(tx, session, event.payload["score"])

    async def _link_call(self, event: Received) -> None:
        if not await self._resources.messaging.links.link(self.session_id, event.payload["call_sid"]):
            self._complain(NOT_LINKED, event.metadata)

    def _complain(self, text: str, metadata: Any = None) -> None:
        self._outgoing.tell(
            events.transient(ServerEvent.SYSTEM_MESSAGE, events.problem(text), self._clock.now(), metadata)
        )


BURST = 40.0
PER_SECOND = 10.0


class RateLimit:
    __slots__ = ("_at", "_left")

    def __init__(self, now: float) -> None:
        self._left = BURST
        self._at = now

    def take(self, now: float) -> bool:
        """False: there is nothing left for this event."""
        self._left = min(BURST, self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
