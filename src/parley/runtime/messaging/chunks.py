"""The reply as it comes: pieces are written while the model goes on; what has come meanwhile is the next chunk."""

from __future__ import annotations

import asyncio
from uuid import UUID

from parley.domain.messaging.model import Append, Entry
from parley.kit.clock import Clock
from parley.kit.ids import trace_id
from parley.kit.tasks import Tasks
from parley.runtime.messaging import reply_events
from parley.runtime.messaging.journal import Journal
from parley.runtime.turn.output import Event, Speech, TurnResult


class ChunkedReply:
    """A listener. The first words go out at once; a client that is told of each word costs no more writes than the
    database does anyway."""

    def __init__(self, journal: Journal, clock: Clock, session_id: UUID) -> None:
        self._journal = journal
        self._clock = clock
        self._session_id = session_id
        self._message_id = trace_id()
        self._text = ""
        self._index = 0
        self._tasks = Tasks()
        self._writing: asyncio.Task[None] | None = None
        self._is_settled = False

    @property
    def has_begun(self) -> bool:
        return self._index > 0

    async def hear(self, event: Event) -> None:
        if isinstance(event, Speech):
            self._text += event.text
            if self._writing is None and not self._is_settled:
                self._writing = self._tasks.start(self._write(), "chunks of a reply")

    async def settle(self) -> None:
        """Returns when all that was begun is written: what has come since is left for the last chunk."""
        self._is_settled = True
        if (writing := self._writing) is not None:
            await asyncio.wait([writing])

    def last(self, result: TurnResult | None) -> list[Entry]:
        """After `settle`. None: the turn failed; what was shown of it stays, and is marked as all there is."""
        now = self._clock.now()
        if not self.has_begun:
            return [] if result is None else reply_events.whole_message(result, self._message_id, now)
        text, self._text = self._text, ""
        return [reply_events.last_chunk(result, self._message_id, text, self._index + 1, now)]

    async def _write(self) -> None:
        try:
            while self._text and not (self._is_settled and self._index):
                text, self._text = self._text, ""
                self._index += 1
                entry = reply_events.chunk(self._message_id, text, self._index, self._clock.now())
                await self._journal.append(Append(self._session_id, [entry]))
        finally:
            self._writing = None
