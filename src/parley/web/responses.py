"""Answers as bytes: at once, or part by part when there is much of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import suppress

import orjson
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from parley.kit import tasks

JSON = "application/json"
EVENT_STREAM = "text/event-stream"
ASK_SECONDS = 0.25
"""How often it is asked whether an answer may go on: what is known of keys and sessions is in memory."""
END_SECONDS = 0.25
"""How long a client is waited for that listens to events, so that its stream ends and does not break."""


class NoLongerAllowed(Exception):
    """The key or session that an answer was for is over."""


def json_response(body: object, status: int = 200) -> Response:
    return json_bytes_response(orjson.dumps(body), status=status)


def json_bytes_response(body: bytes, headers: Mapping[str, str] | None = None, status: int = 200) -> Response:
    """A body that is JSON already."""
    return Response(body, status_code=status, headers=headers, media_type=JSON)


class Streamed(Response):
    """Sent part by part. The first part is there before the status goes out, so that what fails by then is an error
    like any other; each later one is made while the one before is being sent, and none for a client that is gone. What
    fails later breaks the answer off, and the client sees that it is incomplete."""

    def __init__(
        self,
        first: bytes,
        rest: AsyncGenerator[bytes, None],
        headers: Mapping[str, str] | None = None,
        *,
        media_type: str = JSON,
        status: int = 200,
    ) -> None:
        self.status_code = status
        self.media_type = media_type
        self.background = None
        self.init_headers(headers)
        self._first = first
        self._rest = rest
        self.may_go_on: Callable[[], Awaitable[bool]] | None = None
        """Asked again and again while it is sent. None: it goes on whatever happens to who asked for it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.may_go_on is None:
            await self._send_all(scope, receive, send)
            return
        try:
            # A client that takes its time must not keep it from ending: whatever is waited for then is given up.
            async with asyncio.timeout(None) as allowed:
                watching = tasks.start(_watch(self.may_go_on, allowed), "allowed")
                try:
                    await self._send_all(scope, receive, send)
                finally:
                    await tasks.cancel(watching)
        except TimeoutError:
            if not allowed.expired():
                raise
            if self.media_type != EVENT_STREAM:
                raise NoLongerAllowed from None
            with suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await send({"type": "http.response.body", "body": b""})

    async def _send_all(self, scope: Scope, receive: Receive, send: Send) -> None:
        gone = tasks.start(disconnected(receive), "disconnect")
        # Begun before the first part is sent, so that database and client do not wait for each other.
        coming = tasks.start(_next(self._rest), "next part")
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            part: bytes | None = self._first
            # For a client that is gone no further part is made: each may cost a query.
            while part is not None and not gone.done() and scope["method"] != "HEAD":
                await send({"type": "http.response.body", "body": part, "more_body": True})
                part = await coming
                coming = tasks.start(_next(self._rest), "next part")
            await send({"type": "http.response.body", "body": b""})
        finally:
            await tasks.cancel(gone, coming)
            await self._rest.aclose()


async def _watch(may_go_on: Callable[[], Awaitable[bool]], allowed: asyncio.Timeout) -> None:
    while True:
        if not await may_go_on():
            allowed.reschedule(0)
            return
        await asyncio.sleep(ASK_SECONDS)


async def _next(parts: AsyncGenerator[bytes, None]) -> bytes | None:
    return await anext(parts, None)


async def disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
