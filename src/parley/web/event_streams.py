"""Answers as server-sent events: what comes of some work while it goes on, for clients that ask for that form."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

import orjson
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from parley.kit import tasks
from parley.web.headers import Headers
from parley.web.responses import EVENT_STREAM, JSON, disconnected

HEARTBEAT = b": still here\n\n"
"""A comment, which clients skip: it tells proxies and both ends that the connection lives."""
HEARTBEAT_SECONDS = 15.0
HEADERS = {
    "cache-control": "no-store",
    # Proxies in front would keep the pieces until there are enough of them.
    "x-accel-buffering": "no",
}
MOST_ACCEPTED = 32
"""Media types in a header that are looked at."""


def wants_events(headers: Headers) -> bool:
    """Whether the client names this form and likes no JSON as much. Wildcards mean JSON, as if nothing were said."""
    weights = dict(_weighted(part) for part in headers.get("accept", "").split(",", MOST_ACCEPTED)[:MOST_ACCEPTED])
    return weights.get(EVENT_STREAM, 0.0) > weights.get(JSON, 0.0)


def _weighted(part: str) -> tuple[str, float]:
    kind, *parameters = (each.strip().lower() for each in part.split(";"))
    given = next((each[2:] for each in parameters if each.startswith("q=")), "1")
    try:
        return kind, float(given)
    except ValueError:
        return kind, 0.0


def event(name: str, data: object) -> bytes:
    # JSON has no line ends of its own, so that one line holds it.
    return b"event: %s\ndata: %s\n\n" % (name.encode(), orjson.dumps(data))


class Source(Protocol):
    """Work whose results come in pieces. It goes on whether or not anybody reads them."""

    work: asyncio.Task[Any]
    has_news: asyncio.Event
    """Set when there is something to take, and when the work ends."""

    def take(self) -> bytes:
        """The events since the last call; empty: nothing has come."""
        ...

    def last(self) -> bytes:
        """The events that are left when the work has ended, well or badly."""
        ...


class EventStream(Response):
    """A client that hangs up, or reads slowly, holds nothing up: the work is never cancelled for that, and this answer
    ends with it, so that a server that is told to stop waits for it."""

    def __init__(self, source: Source, heartbeat: float = HEARTBEAT_SECONDS, status: int = 200) -> None:
        self.status_code = status
        self.media_type = EVENT_STREAM
        self.background = None
        self.init_headers(HEADERS)
        self._source = source
        self._heartbeat = heartbeat

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        work = self._source.work
        gone = tasks.start(disconnected(receive), "disconnect")
        sending = tasks.start(self._send(send), "events of an answer")
        try:
            await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({work})
            last = self._source.last()
            if not gone.done():
                await sending
                await send({"type": "http.response.body", "body": last})
        finally:
            await tasks.cancel(gone, sending, work)

    async def _send(self, send: Send) -> None:
        """All that comes until the work ends."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        while not self._source.work.done():
            in_time = await await_news(self._source, self._heartbeat)
            events = self._source.take() if in_time else HEARTBEAT
            if events:
                await send({"type": "http.response.body", "body": events, "more_body": True})


async def await_news(source: Source, seconds: float) -> bool:
    """False: none came in that time."""
    try:
        async with asyncio.timeout(seconds):
            await source.has_news.wait()
    except TimeoutError:
        return False
    return True
