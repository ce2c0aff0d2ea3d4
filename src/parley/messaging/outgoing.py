"""What one socket of a session is told: the events of the journal in their order, each once, and between them what has
no sequence. Nobody waits for a slow client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import orjson

from parley.domain.messaging import events
from parley.domain.messaging.events import ServerEvent
from parley.domain.messaging.model import Journaled
from parley.kit.clock import Clock
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.storage.db import DatabaseUnavailable

log = logger(__name__)

PAGE = 50
"""Events that are read at once."""
BATCH_BYTES = 96 * 1024
"""Of one frame with several events, about."""
MOST_UNSENT = 2 << 20
"""Characters. A client that takes nothing for so long comes back with its cursor."""
NORMAL, TRY_AGAIN = 1000, 1013

Read = Callable[[int, int], Awaitable[Sequence[Journaled]]]
"""The journal of the session: events after a sequence, at most so many."""


class Outgoing:
    """A `Subscriber` of the journal."""

    __slots__ = (
        "_clock", "_hang_up", "_held", "_is_behind", "_is_opening", "_is_reading", "_is_sending", "_queue", "_read",
        "_send", "_send_now", "_tasks", "_unsent", "is_closed", "position",
    )  # fmt: skip
    is_desk = False

    def __init__(
        self,
        position: int,
        read: Read,
        send_now: Callable[[str], bool],
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
        clock: Clock,
    ) -> None:
        self.position = position
        """The last event of the journal that was sent, or stands in the queue."""
        self._read = read
        self._send_now = send_now
        """False: the client does not take it now, and `send` waits until it does."""
        self._send = send
        self._hang_up = close
        self._clock = clock
        self._tasks = Tasks()
        self._queue: list[str] = []
        self._held: list[tuple[str, int | None]] = []
        """Events without a sequence that wait for those of the journal before them."""
        self._unsent = 0
        self._is_opening = True
        self._is_behind = False
        self._is_reading = False
        self._is_sending = False
        self.is_closed = False

    def receive(self, events: Sequence[Journaled]) -> None:
        # An append without events says nothing.
        if not events or events[-1].sequence <= self.position:
            return
        if self._is_opening or events[0].sequence > self.position + 1:
            self.catch_up()
            return
        self._put(events)
        self._flush()

    def repeat(self, event: Journaled) -> None:
        """An event that may have been told before; if not, its turn comes."""
        if event.sequence <= self.position:
            self.tell(event.text)

    def tell(self, text: str, after: int | None = None) -> None:
        """`after`: what the event follows. When more has been said since, it is out of date."""
        if after is not None and after < self.position:
            return
        if after is not None and after > self.position:
            self._is_behind = True
        if self._is_opening or (after is not None and (self._is_behind or self._is_reading)):
            self._count(text)
            self._held.append((text, after))
        else:
            self._queue_up(text)
        self._flush()

    def catch_up(self) -> None:
        """There may be events in the journal that it was not given."""
        self._is_behind = True
        self._flush()

    def hang_up(self) -> None:
        """Its client may come back with its cursor."""
        if not self.is_closed:
            self._forget_all()
            self._tasks.start(self._close(TRY_AGAIN), "close of a socket")

    async def aclose(self) -> None:
        self.is_closed = True
        await self._tasks.aclose()

    def _put(self, found: Sequence[Journaled]) -> None:
        for event in found:
            if event.sequence > self.position:
                self.position = event.sequence
                self._queue_up(event.text)

    def _queue_up(self, text: str) -> None:
        if self._is_sending or self._queue or self.is_closed or not self._goes_now(text):
            self._count(text)
            self._queue.append(text)

    def _goes_now(self, text: str) -> bool:
        """Nearly always. What may be the last text of all has more to follow than a text."""
        return ServerEvent.SESSION_END not in text and self._send_now(text)

    def _count(self, text: str) -> None:
        self._unsent += len(text)
        if self._unsent > MOST_UNSENT:
            self.hang_up()

    def _forget_all(self) -> None:
        self.is_closed = True
        self._queue.clear()
        self._held.clear()

    def _flush(self) -> None:
        # An idle socket has no task: there may be ten thousand of them.
        has_work = self._queue or self._is_behind or self._held or self._is_opening
        if has_work and not self._is_sending and not self.is_closed:
            self._is_sending = True
            self._tasks.start_eagerly(self._send_all(), "events of a socket")

    async def _send_all(self) -> None:
        try:
            while not self.is_closed:
                if self._is_opening:
                    await self._open()
                elif self._queue:
                    text = self._queue.pop(0)
                    self._unsent -= len(text)
                    await self._send_text(text)
                elif self._is_behind:
                    self._put(await self._read_page())
                elif self._held:
                    self._release_held()
                else:
                    return
        except OSError:  # the connection is gone, as the other side will be told
            self._forget_all()
        except DatabaseUnavailable:
            log.warning("events_not_read")
            if self._is_opening:
                self._forget_all()
                await self._close(TRY_AGAIN)
            # Otherwise the journal looks again in some seconds.
        finally:
            self._is_sending = False

    async def _read_page(self) -> Sequence[Journaled]:
        self._is_behind, self._is_reading = False, True
        try:
            found = await self._read(self.position, PAGE)
        except BaseException:
            self._is_behind = True
            raise
        finally:
            self._is_reading = False
        self._is_behind = self._is_behind or len(found) == PAGE
        return found

    def _release_held(self) -> None:
        """Those that follow an event of the journal come when all is read, if it is still the newest."""
        is_read = not self._is_behind
        held, self._held = self._held, []
        for text, after in held:
            if after is not None and not is_read:
                self._held.append((text, after))
            elif after is None or after == self.position:
                self._queue.append(text)
            else:
                self._unsent -= len(text)

    async def _open(self) -> None:
        """The first frame of a connection is always a batch, and always has the session's start. What comes meanwhile
        is read as well."""
        start = await self._read(0, 1) if self.position > 0 else ()
        found = await self._read_page()
        await self._send_batches([*start, *found])
        while found:
            self.position = found[-1].sequence
            if len(found) < PAGE:
                break
            found = await self._read_page()
            await self._send_batches(found)
        self._is_opening = False
        self._release_held()

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
        await self._send(text)
        # What a user writes may look like it: only then is it read.
        if ServerEvent.SESSION_END in text and _ends_session(text):
            self._forget_all()
            await self._close(NORMAL)

    async def _close(self, code: int) -> None:
        try:
            await self._hang_up(code)
        except OSError:  # it was faster
            return


def _ends_session(text: str) -> bool:
    event = orjson.loads(text)
    last = event["payload"]["events"][-1] if event["type"] == ServerEvent.BATCH else event
    return bool(last["type"] == ServerEvent.SESSION_END)
