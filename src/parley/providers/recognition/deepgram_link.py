"""One WebSocket to Deepgram, from connecting to its end: sends audio, keeps the connection alive, hears results."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from parley.kit import tasks
from parley.kit.tls import authorities
from parley.providers.recognition.deepgram_messages import (
    CLOSE_STREAM,
    COVERED_SECONDS,
    FINALIZE,
    KEEP_ALIVE,
    TurnResults,
    read_result,
)
from parley.providers.recognition.protocol import RecognitionFailed, RecognitionRefused

CONNECT_SECONDS = 2.0
KEEP_ALIVE_SECONDS = 4.0
"""The service hangs up after 10 s without audio."""
CLOSE_SECONDS = 0.5
FRAMES_PER_SECOND = 4
"""Of audio in a second, at least: what is sent again, or waited for the connection, comes in one piece."""
MOST_QUEUED_SECONDS = 70
"""Of audio that waits to be sent: a whole turn and what comes while that is sent. More of them: the service hangs."""
REFUSALS = frozenset({400, 404, 422})
"""Statuses that speak of the model or the language."""
# Of its own and silent: the library writes headers, with the key, and messages, with the words, at level debug.
SILENT = logging.Logger("deepgram", logging.CRITICAL + 1)


class DeepgramLink:
    """Calls `changed` when it is open, when it has heard something, and when it has failed."""

    def __init__(
        self, url: str, headers: Mapping[str, str], byte_rate: int, changed: Callable[[DeepgramLink], None]
    ) -> None:
        self.url = url
        self.results = TurnResults()
        self.has_opened = False
        self.failure: RecognitionFailed | None = None
        """Once it has ended."""
        self._headers = headers
        self._byte_rate = byte_rate
        self._changed = changed
        self._audio_bytes = 0
        """All that was to be sent, which says where in the connection's audio we are."""
        self._outbox: deque[bytes | str] = deque()
        self._queued = 0
        self._is_filled = asyncio.Event()
        self._finalized: deque[int] = deque()
        """Up to where in the audio, in bytes, final results were asked for and have not come."""
        self._final_until = 0.0
        self._socket: ClientConnection | None = None
        self._task = tasks.start(self._run(), "deepgram")

    def send_audio(self, pcm: bytes) -> None:
        if self.failure is not None:
            return
        self._audio_bytes += len(pcm)
        self._queued += len(pcm)
        if self._queued > MOST_QUEUED_SECONDS * self._byte_rate:
            self.fail("takes no audio")
            return
        size = self._byte_rate // FRAMES_PER_SECOND
        for start in range(0, len(pcm), size):
            self._put(pcm[start : start + size])

    def finalize(self) -> int:
        """Asks for final results of all that was sent; answers how many bytes that is."""
        position = self._audio_bytes
        if not self._is_final(position) and position not in self._finalized:
            self._finalized.append(position)
            self._put(FINALIZE)
        return position

    def is_answered(self, position: int) -> bool:
        """Whether nothing better will come for the audio up to `position`."""
        return position not in self._finalized

    def begin_turn(self) -> None:
        """What was sent so far belongs to another turn. Results are to end there: one that reaches over the end of a
        turn is harder to divide."""
        self.results = TurnResults(self._seconds(self.finalize()))

    def fail(self, what: str) -> None:
        self._fail(RecognitionFailed(f"deepgram: {what}"))
        self._task.cancel()

    async def aclose(self) -> None:
        socket = self._socket
        if socket is not None:
            with suppress(ConnectionClosed, TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await socket.send(CLOSE_STREAM)
        await tasks.cancel(self._task)

    def _seconds(self, pcm_bytes: int) -> float:
        return pcm_bytes / self._byte_rate

    def _fail(self, failure: RecognitionFailed) -> None:
        if self.failure is None:
            self.failure = failure
            self._outbox.clear()
            self._changed(self)

    def _put(self, frame: bytes | str) -> None:
        self._outbox.append(frame)
        self._is_filled.set()

    async def _run(self) -> None:
        try:
            await self._converse()
        except InvalidStatus as refused:
            status = refused.response.status_code
            kind = RecognitionRefused if status in REFUSALS else RecognitionFailed
            self._fail(kind(f"deepgram: status {status}"))
        except (OSError, TimeoutError, WebSocketException) as error:
            # The kind alone: the text may hold what was said.
            self._fail(RecognitionFailed(f"deepgram: connection failed ({type(error).__name__})"))

    async def _converse(self) -> None:
        connecting = connect(
            self.url,
            additional_headers=self._headers,
            ssl=authorities() if self.url.startswith("wss:") else None,
            # Audio does not become smaller, and costs time.
            compression=None,
            open_timeout=CONNECT_SECONDS,
            close_timeout=CLOSE_SECONDS,
            logger=SILENT,
        )
        async with connecting as socket:
            self._socket, self.has_opened = socket, True
            self._changed(self)
            sending = tasks.start(self._send(socket), "audio to deepgram")
            try:
                async for message in socket:
                    self._hear(message)
            finally:
                self._socket = None
                await tasks.cancel(sending)
        self._fail(RecognitionFailed("deepgram: the service has hung up"))

    async def _send(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                while self._outbox:
                    frame = self._outbox.popleft()
                    if isinstance(frame, bytes):
                        self._queued -= len(frame)
                    await socket.send(frame)
                self._is_filled.clear()
                try:
                    async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                        await self._is_filled.wait()
                except TimeoutError:
                    await socket.send(KEEP_ALIVE)

    def _hear(self, message: str | bytes) -> None:
        result = read_result(message)
        if result is None:
            return
        self.results.add(result)
        if result.is_final:
            self._final_until = max(self._final_until, result.end)
            if result.from_finalize and self._finalized:
                self._finalized.popleft()
            # By position too: not every Finalize gets an answer of its own.
            while self._finalized and self._is_final(self._finalized[0]):
                self._finalized.popleft()
        self._changed(self)

    def _is_final(self, position: int) -> bool:
        return self._final_until >= self._seconds(position) - COVERED_SECONDS
