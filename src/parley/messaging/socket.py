"""One WebSocket of a session. What goes out is in the order of the journal, and nobody waits for a slow client."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import orjson
from starlette.types import Receive, Send

from parley.domain.messaging import events, journal_store
from parley.domain.messaging.events import REQUESTS, ClientEvent, EventInvalid, Received, ServerEvent, read_event
from parley.domain.messaging.model import LARGEST_MESSAGE, Append, Entry, Journaled, Session
from parley.kit.ids import trace_id
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.messaging.rates import RateLimit
from parley.resources import Resources
from parley.storage.db import DatabaseUnavailable

log = logger(__name__)

PAGE = 200
"""Events that are read at once."""
BATCH_BYTES = 96 * 1024
"""Of one frame with several events, about."""
MOST_UNSENT = 2 << 20
"""Bytes. A client that takes nothing for so long comes back with its cursor."""
NORMAL, TRY_AGAIN = 1000, 1013

TOO_LARGE = f"The event is larger than {LARGEST_MESSAGE} bytes."
NOT_TEXT = "Events are sent as text."
TOO_FAST = "Too many events at once: this one was not taken."
GONE = "The session has ended."
AWAY = "The service cannot take this at the moment. Please send it again."


class SessionSocket:
    """A `Subscriber` of the journal."""

    is_desk = False

    def __init__(self, resources: Resources, session: Session, cursor: int, receive: Receive, send: Send) -> None:
        self._resources = resources
        self._journal = resources.messaging.journal
        self._clock = resources.clock
        self._session_id = session.id
        self._receive = receive
        self._send = send
        self._rate = RateLimit(resources.clock.monotonic())
        self._tasks = Tasks()
        self._unsent: list[str] = []
        self._unsent_bytes = 0
        self._is_sending = False
        self._is_behind = False
        self._is_closed = False
        self._opening = True
        self._has_person = False
        self.position = min(cursor, session.last_sequence)
        self.session_id = session.id
        self.active_at = self._clock.now()

    async def run(self) -> None:
        """Returns when the connection is gone."""
        await self._send({"type": "websocket.accept"})
        self._journal.subscribe(self._session_id, self)
        try:
            self.catch_up()
            await self._receive_all()
        finally:
            self._journal.unsubscribe(self._session_id, self)
            await self._tasks.aclose()

    # What comes in

    async def _receive_all(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            if message["type"] != "websocket.receive":
                continue
            text = message.get("text")
            if text is None:
                self._complain(NOT_TEXT)
            elif len(text) > LARGEST_MESSAGE or len(text.encode()) > LARGEST_MESSAGE:
                self._complain(TOO_LARGE)
            elif not self._rate.take(self._clock.monotonic()):
                self._complain(TOO_FAST)
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
                await self._journal.tell_everywhere(self._session_id, text, to_desk=True)
        elif event.type is ClientEvent.HEARTBEAT:
            self.tell(events.transient(event.type, {}, self.active_at, event.metadata))

    async def _request(self, event: Received) -> None:
        """Written, and with that acknowledged, before anybody acts on it."""
        payload: dict[str, Any] = dict(event.payload)
        if event.type is ClientEvent.MESSAGE:
            payload["message_id"] = trace_id()
        entry = Entry(events.body(event.type, payload, self.active_at, event.metadata), is_request=True)
        try:
            appended = await self._journal.append(Append(self._session_id, [entry]))
        except DatabaseUnavailable:
            self._complain(AWAY, event.metadata)
            return
        if appended is None:
            self._complain(GONE, event.metadata)
        else:
            self._resources.messaging.runner.wake(self._session_id)

    def _complain(self, text: str, metadata: Any = None) -> None:
        self.tell(events.transient(ServerEvent.SYSTEM_MESSAGE, events.problem(text), self._clock.now(), metadata))

    # What goes out

    def receive(self, events: Sequence[Journaled]) -> None:
        # An append without events says nothing.
        if not events or events[-1].sequence <= self.position:
            return
        if self._opening or self._is_behind or events[0].sequence > self.position + 1:
            self.catch_up()
            return
        for event in events:
            if event.sequence > self.position:
                self.position = event.sequence
                self.tell(event.text)

    def tell(self, text: str) -> None:
        self._unsent.append(text)
        self._unsent_bytes += len(text)
        if self._unsent_bytes > MOST_UNSENT:
            self._unsent.clear()
            self._tasks.start(self._close(TRY_AGAIN), "close of a slow socket")
        else:
            self._flush()

    def catch_up(self) -> None:
        self._is_behind = True
        self._flush()

    def _flush(self) -> None:
        # An idle socket has no task: there may be ten thousand of them.
        if not self._is_sending and not self._is_closed:
            self._is_sending = True
            self._tasks.start(self._send_all(), "events of a socket")

    async def _send_all(self) -> None:
        try:
            while (self._is_behind or self._unsent) and not self._is_closed:
                if self._is_behind:
                    await self._send_missed()
                unsent, self._unsent, self._unsent_bytes = self._unsent, [], 0
                for text in unsent:
                    await self._send_text(text)
        except OSError:  # the connection is gone, as the other side will be told
            self._is_closed = True
        except DatabaseUnavailable:  # the journal looks again in some seconds
            log.warning("events_not_read")
        finally:
            self._is_sending = False

    async def _send_missed(self) -> None:
        """From the journal. The first frame of a connection is always a batch, and always has the session's start."""
        self._is_behind = False
        found = await journal_store.list_events(self._resources.db, self._session_id, self.position, PAGE)
        self._is_behind = self._is_behind or len(found) == PAGE
        if self._opening:
            if self.position > 0:
                start = await journal_store.list_events(self._resources.db, self._session_id, 0, 1)
                found = [*start, *found]
            await self._send_batches(found)
            self._opening = self._is_behind and len(found) >= PAGE
        else:
            for event in found:
                self.position = event.sequence
                await self._send_text(event.text)
        if found:
            self.position = max(self.position, found[-1].sequence)

    async def _send_batches(self, found: Sequence[Journaled]) -> None:
        texts: list[str] = []
        size = 0
        for event in found:
            texts.append(event.text)
            size += len(event.text)
            if size > BATCH_BYTES:
                await self._send_text(events.batch(texts, self._clock.now()))
                texts, size = [], 0
        if texts:
            await self._send_text(events.batch(texts, self._clock.now()))

    async def _send_text(self, text: str) -> None:
        await self._send({"type": "websocket.send", "text": text})
        joined, left = text.rfind(ServerEvent.PERSON_JOINED), text.rfind(ServerEvent.PERSON_LEFT)
        if joined != left:
            self._has_person = joined > left
        # What a user writes may look like it: only then is it read.
        if ServerEvent.SESSION_END in text and _ends_session(text):
            await self._close(NORMAL)

    async def _close(self, code: int) -> None:
        if not self._is_closed:
            self._is_closed = True
            await self._send({"type": "websocket.close", "code": code})


def _ends_session(text: str) -> bool:
    event = orjson.loads(text)
    last = event["payload"]["events"][-1] if event["type"] == ServerEvent.BATCH else event
    return bool(last["type"] == ServerEvent.SESSION_END)
