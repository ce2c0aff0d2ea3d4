"""The WebSocket of a stream: let in by its ticket, checked against its call, then audio, keys and marks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.telephony.streams.provider import (
    Audio,
    Key,
    MarkReturned,
    Provider,
    Started,
    Stopped,
    StreamMessage,
)
from parley.telephony.streams.stream_call import StreamCall
from parley.telephony.streams.stream_leg import StreamLeg, StreamStalled
from parley.voice.media_leg import CallEnded

log = logger(__name__)

START_SECONDS = 10.0
MOST_BAD_MESSAGES = 20
"""That are none of the carrier's: whoever sends more is not one."""
NORMAL, REFUSED, BROKEN = 1000, 1008, 1007


class StreamRefused(Exception):
    """It is not the stream of its call."""


class MediaSocket:
    def __init__(self, socket: WebSocket, provider: Provider, call: StreamCall, account: str) -> None:
        self._socket = socket
        self._provider = provider
        self._call = call
        self._account = account
        self._is_stopped = False

    async def run(self) -> None:
        """Returns when the stream is over."""
        await self._socket.accept()
        messages = self._messages()
        try:
            async with asyncio.timeout(START_SECONDS):
                leg = await self._start(messages)
            detached = self._call.attach(leg)
        except (TimeoutError, StreamRefused, CallEnded, WebSocketDisconnect) as refused:
            log.warning("stream_refused", carrier=self._provider.name, reason=type(refused).__name__)
            await self._close(REFUSED)
            return
        try:
            await self._exchange(leg, messages, detached)
        finally:
            self._call.detach(leg, stopped=self._is_stopped)
        await self._close(NORMAL)

    async def _start(self, messages: AsyncIterator[StreamMessage]) -> StreamLeg:
        async for message in messages:
            if not isinstance(message, Started):
                continue
            is_own = message.call_id == self._call.call_id and message.account in ("", self._account)
            if not is_own or message.audio is None:
                raise StreamRefused
            return StreamLeg(self._provider, message.stream_id, message.audio)
        raise StreamRefused

    async def _exchange(self, leg: StreamLeg, messages: AsyncIterator[StreamMessage], detached: asyncio.Event) -> None:
        tasks = Tasks()
        work = [
            tasks.start(self._receive(leg, messages), "stream received"),
            tasks.start(self._send(leg), "stream sent"),
            tasks.start(detached.wait(), "end of a stream"),
        ]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await tasks.aclose()

    async def _send(self, leg: StreamLeg) -> None:
        # The connection is gone, or might as well be: the receiving side, or nobody, hears more of it.
        with suppress(StreamStalled, WebSocketDisconnect, RuntimeError):
            await leg.send_all(self._socket.send_text)

    async def _receive(self, leg: StreamLeg, messages: AsyncIterator[StreamMessage]) -> None:
        with suppress(WebSocketDisconnect, StreamRefused):
            async for message in messages:
                match message:
                    case Audio():
                        leg.receive_audio(message)
                    case Key(digit):
                        self._call.press(digit)
                    case MarkReturned(name):
                        leg.mark_returned(name)
                    case Stopped():
                        self._is_stopped = True
                        return

    async def _messages(self) -> AsyncIterator[StreamMessage]:
        """Raises `WebSocketDisconnect` at the end, and `StreamRefused` when too many are none."""
        bad = 0
        while True:
            received: Mapping[str, object] = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                self._is_stopped = self._provider.stops_by_closing and received.get("code") == NORMAL
                raise WebSocketDisconnect
            text = received.get("text")
            try:
                message = self._provider.read_message(text) if isinstance(text, str) else None
                bad += not isinstance(text, str)
            except ValueError:
                message, bad = None, bad + 1
            if bad > MOST_BAD_MESSAGES:
                raise StreamRefused
            if message is not None:
                yield message

    async def _close(self, code: int) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):  # closed already, by the other side
            await self._socket.close(code)
