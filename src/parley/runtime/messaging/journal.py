"""The journal of messaging sessions, as one process writes and follows it.

An event is written before anyone is told. Subscribers in this process are told at once, in the order of sequences;
other processes that have sockets of the session get a signal and read what they miss. A signal that was lost is made up
for by a look at the sequences every few seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol
from uuid import UUID

import orjson

from parley.domain.messaging import journal_store, session_store
from parley.domain.messaging.model import Append, Appended, Journaled
from parley.kit.clock import Clock
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.storage.batch import Batch, distinct_rounds
from parley.storage.db import DEADLOCK, Connection, Database, DatabaseUnavailable
from parley.storage.signals import Signals

log = logger(__name__)

CHANNEL = "parley_messaging"
LONGEST_SIGNAL = 7000
"""PostgreSQL takes no payload of 8,000 bytes."""
IDS_IN_SIGNAL = 150
AT_ONCE = 256
"""Sessions that one statement writes or reads."""
DEADLOCKS = 4
"""In a row, after which something is wrong with the database."""
AFTER_DEADLOCK_SECONDS = 0.02
LOOK_SECONDS = 5.0
"""How often sequences are looked at, in case a signal was lost."""


class Subscriber(Protocol):
    """A socket of a session in this process."""

    position: int
    """The sequence of the last event that it was given."""
    is_desk: bool
    """It belongs to a person who has taken over, and not to the user."""

    def receive(self, events: Sequence[Journaled]) -> None:
        """Events that follow each other. Whoever lacks some before them reads the journal."""
        ...

    def tell(self, text: str, after: int | None = None) -> None:
        """An event without a sequence. `after`: what it follows, unless more has been said since."""
        ...

    def catch_up(self) -> None:
        """There may be events in the journal that it was not given."""
        ...


class Journal:
    def __init__(self, db: Database, signals: Signals, clock: Clock) -> None:
        self._db = db
        self._signals = signals
        self._clock = clock
        self._batch: Batch[Append, Appended | None] = Batch(self._write, AT_ONCE)
        self._reads: Batch[tuple[UUID, int, int], Sequence[Journaled]] = Batch(self._read, AT_ONCE)
        self._subscribers: dict[UUID, tuple[Subscriber, ...]] = {}
        self._elsewhere: set[UUID] = set()
        """Sessions of which other processes are to be told."""
        self._tasks = Tasks()
        self._telling: asyncio.Task[None] | None = None
        signals.subscribe(CHANNEL, self._signalled, self.catch_up)

    @property
    def node(self) -> int:
        return self._signals.identity

    async def append(self, append: Append) -> Appended | None:
        """Returns when the events are on disk. None: the session has ended, or what was to be done is done."""
        appended = await self.submit(append)
        if appended is not None:
            self.publish(append.session_id, appended)
        return appended

    def submit(self, append: Append) -> asyncio.Future[Appended | None]:
        """As `append`, but for telling: whoever has submitted it publishes what was written."""
        return self._batch.submit(append)

    async def read(self, session_id: UUID, after: int, most: int) -> Sequence[Journaled]:
        """Events after that sequence, at most so many."""
        return await self._reads.add((session_id, after, most))

    def publish(self, session_id: UUID, appended: Appended) -> None:
        """After a commit: events that were written in a transaction."""
        for subscriber in self.subscribers(session_id):
            subscriber.receive(appended.events)
        if appended.is_elsewhere:
            self._elsewhere.add(session_id)
            if self._telling is None or self._telling.done():
                self._telling = self._tasks.start(self._tell_others(), "messaging signals")

    def tell(self, session_id: UUID, text: str, *, after: int | None = None, to_desk: bool = False) -> None:
        """An event without a sequence, for the subscribers of this process."""
        for subscriber in self.subscribers(session_id):
            if subscriber.is_desk is to_desk:
                subscriber.tell(text, after)

    async def tell_everywhere(
        self, session_id: UUID, text: str, *, after: int | None = None, to_desk: bool = False
    ) -> None:
        self.tell(session_id, text, after=after, to_desk=to_desk)
        told = {"from": self.node, "session": str(session_id), "text": text, "after": after, "desk": to_desk}
        payload = orjson.dumps(told).decode()
        if len(payload.encode()) <= LONGEST_SIGNAL:
            await self._signals.broadcast(self._db, CHANNEL, payload)

    def subscribe(self, session_id: UUID, subscriber: Subscriber) -> None:
        self._subscribers[session_id] = (*self.subscribers(session_id), subscriber)

    def subscribers(self, session_id: UUID) -> tuple[Subscriber, ...]:
        """Of this process, as they are now: being told may end one."""
        return self._subscribers.get(session_id, ())

    def unsubscribe(self, session_id: UUID, subscriber: Subscriber) -> None:
        left = tuple(each for each in self.subscribers(session_id) if each is not subscriber)
        if left:
            self._subscribers[session_id] = left
        else:
            self._subscribers.pop(session_id, None)

    async def look(self) -> None:
        """To be called every `LOOK_SECONDS`."""
        if not self._subscribers:
            return
        for session_id, sequence in (await session_store.list_sequences(self._db, [*self._subscribers])).items():
            for subscriber in self.subscribers(session_id):
                if subscriber.position < sequence:
                    subscriber.catch_up()

    def catch_up(self) -> None:
        """All subscribers look for what they lack."""
        for subscribers in tuple(self._subscribers.values()):
            for subscriber in subscribers:
                subscriber.catch_up()

    async def aclose(self) -> None:
        await self._tasks.aclose()

    async def _write(self, appends: Sequence[Append]) -> Sequence[Appended | None]:
        """A statement holds at most one `Append` of a session; nearly always one statement holds all."""
        results: list[Appended | None] = [None] * len(appends)
        async with self._db.connection() as connection:
            for places in distinct_rounds([append.session_id for append in appends]):
                written = await self._append(connection, [appends[each] for each in places])
                for each, appended in zip(places, written, strict=True):
                    results[each] = appended
        return results

    async def _append(self, connection: Connection, appends: Sequence[Append]) -> Sequence[Appended | None]:
        for _ in range(DEADLOCKS):
            with suppress(DEADLOCK):
                return await journal_store.append(connection, appends, self.node, self._clock.now())
            # The other one, for which this one was ended, has to come first: whoever is faster may be in its way again.
            await asyncio.sleep(AFTER_DEADLOCK_SECONDS)
        return await journal_store.append(connection, appends, self.node, self._clock.now())

    async def _read(self, wanted: Sequence[tuple[UUID, int, int]]) -> Sequence[Sequence[Journaled]]:
        return await journal_store.list_pages(self._db, wanted)

    async def _tell_others(self) -> None:
        while self._elsewhere:
            some = [self._elsewhere.pop() for _ in range(min(IDS_IN_SIGNAL, len(self._elsewhere)))]
            payload = orjson.dumps({"from": self.node, "sessions": [str(each) for each in some]}).decode()
            try:
                await self._signals.broadcast(self._db, CHANNEL, payload)
            except DatabaseUnavailable:
                log.warning("messaging_signal_lost", sessions=len(some))

    def _signalled(self, payload: str) -> None:
        told = orjson.loads(payload)
        if told["from"] == self.node:
            return
        if "text" in told:
            self.tell(UUID(told["session"]), told["text"], after=told["after"], to_desk=told["desk"])
        for session in told.get("sessions", ()):
            for subscriber in self.subscribers(UUID(session)):
                subscriber.catch_up()
