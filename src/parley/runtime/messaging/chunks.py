"""The reply as it comes: pieces are written while the model goes on; what has come meanwhile is the next chunk.

A process that died may have written the beginning of a reply. The next process goes on with it as long as its own
says the same; otherwise it leaves it as it is and begins another.
"""

from __future__ import annotations

import asyncio
from datetime import datetime
from uuid import UUID

from parley.domain.messaging.model import Append, Entry
from parley.kit.clock import Clock
from parley.kit.ids import trace_id
from parley.kit.tasks import Tasks
from parley.runtime.messaging import reply_events
from parley.runtime.messaging.journal import Journal
from parley.runtime.messaging.reply_events import BegunReply
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
        self._begun: BegunReply | None = None
        """What another process has written, until this one has said as much."""

    def resume(self, begun: BegunReply | None) -> None:
        """Before the first words."""
        self._begun = begun

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
        entries = self._adopted(now, is_all=True)
        if not self.has_begun:
            return entries if result is None else [*entries, *reply_events.whole_message(result, self._message_id, now)]
        text, self._text = self._text, ""
        return [*entries, reply_events.last_chunk(result, self._message_id, text, self._index + 1, now)]

    async def _write(self) -> None:
        try:
            while self._text and not (self._is_settled and self._index):
                now = self._clock.now()
                entries = self._adopted(now)
                if self._begun is not None:
                    return
                if self._text:
                    text, self._text = self._text, ""
                    self._index += 1
                    entries.append(reply_events.chunk(self._message_id, text, self._index, now))
                if entries:
                    await self._journal.append(Append(self._session_id, entries, by_runner=True))
        finally:
            self._writing = None

    def _adopted(self, now: datetime, *, is_all: bool = False) -> list[Entry]:
        """Goes on with the reply that was begun once this one has said as much. As soon as they differ, the former is
        marked as all there is of it. `is_all`: nothing will be added to what this one has said."""
        begun = self._begun
        if begun is None:
            return []
        if self._text.startswith(begun.text):
            self._message_id, self._index = begun.message_id, begun.chunks
            self._text = self._text[len(begun.text) :]
        elif begun.text.startswith(self._text) and not is_all:
            return []
        self._begun = None
        if self._index:
            return []
        return [reply_events.last_chunk(None, begun.message_id, "", begun.chunks + 1, now)]
