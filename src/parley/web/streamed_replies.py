"""A reply as server-sent events: chunks of it while it is spoken, then the very body of the plain answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.responses import Response

from parley.domain.messaging.events import ServerEvent
from parley.kit import tasks
from parley.kit.errors import InternalServerError, ParleyError
from parley.kit.ids import trace_id
from parley.kit.log import logger, where
from parley.runtime.turn.output import Event, Listener, Speech
from parley.web.endpoint import ApiRequest
from parley.web.errors import Envelope
from parley.web.event_streams import HEARTBEAT_SECONDS, EventStream, await_news, event

log = logger(__name__)

Body = Mapping[str, Any]
"""Of the plain answer; its `response` is the reply."""


async def stream_reply(
    request: ApiRequest[Any, Any], envelope: Envelope, work: Callable[[Listener], Awaitable[Body]], status: int = 200
) -> Response:
    """What fails before anything was said is an error like any other."""
    reply = StreamedReply(envelope, request.correlation_id)
    reply.start(lambda: work(reply.hear))
    try:
        await await_news(reply, HEARTBEAT_SECONDS)
        if reply.work.done():
            await reply.work
    except BaseException:
        await tasks.cancel(reply.work)
        raise
    return EventStream(reply, status=status)


class StreamedReply:
    """A listener of a turn, and the source of the events. What is said while a client reads is its next chunk, so that
    one that reads slowly gets fewer and larger ones."""

    work: asyncio.Task[Body]

    def __init__(self, envelope: Envelope, correlation_id: str) -> None:
        self.has_news = asyncio.Event()
        self._envelope = envelope
        self._correlation_id = correlation_id
        self._message_id = trace_id()
        self._text = ""
        self._index = 0

    def start(self, work: Callable[[], Awaitable[Body]]) -> None:
        async def working() -> Body:
            try:
                return await work()
            finally:
                self.has_news.set()

        self.work = tasks.start(working(), "streamed reply")

    async def hear(self, event: Event) -> None:
        if isinstance(event, Speech):
            self._text += event.text
            self.has_news.set()

    def take(self) -> bytes:
        self.has_news.clear()
        return self._chunk(is_complete=False) if self._text.strip() else b""

    def last(self) -> bytes:
        error = self.work.exception()
        if error is not None:
            return event("error", self._envelope(self._known(error), self._correlation_id))
        body = self.work.result()
        if not self._index:
            # All of it at once: nothing has been sent yet, or it is the answer to an earlier request.
            self._text = body["response"]
        rest = self._chunk(is_complete=True) if self._index or self._text else b""
        return rest + event("response", body)

    def _chunk(self, *, is_complete: bool) -> bytes:
        # White space waits for the word after it: all chunks joined are the reply.
        text = self._text.rstrip()
        self._text = self._text[len(text) :]
        self._index += 1
        payload = {
            "message_id": self._message_id,
            "text": text,
            "chunk_index": self._index,
            "is_complete": is_complete,
        }
        return event(ServerEvent.AGENT_CHUNK, payload)

    def _known(self, error: BaseException) -> ParleyError:
        if isinstance(error, ParleyError):
            return error
        log.error("reply_broken_off", id=self._correlation_id, error=type(error).__name__, at=where(error))
        return InternalServerError()
