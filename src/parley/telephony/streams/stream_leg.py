"""One stream: the connection over which a call's audio comes and goes, until it is closed."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.speech.protocol import SAMPLE_BYTES
from parley.telephony.received_audio import ReceivedAudio
from parley.telephony.streams.chunk_order import ChunkOrder
from parley.telephony.streams.codecs import AudioFormat, encode_mu_law
from parley.telephony.streams.provider import Audio, Provider
from parley.telephony.streams.tones import key_tones
from parley.voice.media_leg import RATE

MOST_MARKS = 256
GRACE_SECONDS = 1.5
"""A mark that is later than this will not come: the clock alone counts."""
STILL_PLAYING = 0.02


class Playout:
    def __init__(self) -> None:
        self._until = 0.0
        """When all that was sent will have been played, as far as we know."""
        self._sent = 0.0
        """Seconds of audio, of the whole call."""
        self._marks: deque[tuple[str, float]] = deque(maxlen=MOST_MARKS)
        """Those that are on their way, with what had been sent before each."""
        self._count = 0

    def send(self, seconds: float, now: float) -> str:
        """So much audio is sent; the name of the mark to put behind it."""
        self._until = max(self._until, now) + seconds
        self._sent += seconds
        self._count += 1
        name = f"m{self._count}"
        self._marks.append((name, self._sent))
        return name

    def mark_returned(self, name: str, now: float) -> None:
        """All audio before it was played. One that is not expected, as of audio that was cleared, says nothing."""
        if all(name != expected for expected, _ in self._marks):
            return
        while True:
            passed, sent = self._marks.popleft()
            if passed == name:
                break
        # The carrier began later than we thought, or paused: never earlier.
        self._until = max(self._until, now + (self._sent - sent))

    def clear(self, now: float) -> None:
        self._until = min(self._until, now)
        self._marks.clear()

    def queued(self, now: float) -> float:
        """Seconds."""
        left = self._until - now
        if left > 0:
            return left
        # The last words may still be in the carrier's buffer, until it says that they are not.
        return STILL_PLAYING if self._marks and left > -GRACE_SECONDS else 0.0


log = logger(__name__)

BYTES_PER_SECOND = RATE * SAMPLE_BYTES
MOST_AHEAD_SECONDS = 2.0
"""Audio that the carrier is given ahead of time."""
MOST_UNSENT = 512
"""Messages that wait for a connection that takes none: then it is as good as closed."""

SendText = Callable[[str], Awaitable[None]]


class StreamStalled(Exception):
    """The other side does not take what is sent."""


class StreamLeg:
    def __init__(self, provider: Provider, stream_id: str, audio: AudioFormat) -> None:
        self.stream_id = stream_id
        self._provider = provider
        self._audio = audio
        self._loop = asyncio.get_running_loop()
        self._order = ChunkOrder()
        self._received = ReceivedAudio(self._loop.time())
        self._playout = Playout()
        self._unsent: asyncio.Queue[str] = asyncio.Queue(MOST_UNSENT)
        self._is_stalled = asyncio.Event()
        self._tasks = Tasks()

    async def send_all(self, send: SendText) -> None:
        """Sends what is written, until it is cancelled. Raises `StreamStalled`, and what `send` raises."""
        stalled = self._tasks.start(self._is_stalled.wait(), "stalled stream")
        sending = self._tasks.start(self._send_messages(send), "messages of a stream")
        try:
            await asyncio.wait({stalled, sending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._tasks.aclose()
        if self._is_stalled.is_set():
            raise StreamStalled

    def receive_audio(self, audio: Audio) -> None:
        if chunks := self._order.push(audio.number, audio.payload):
            self._received.add(b"".join(map(self._audio.decode, chunks)), self._loop.time())

    def mark_returned(self, name: str) -> None:
        self._playout.mark_returned(name, self._loop.time())

    def write_audio(self, pcm: bytes) -> int:
        room = MOST_AHEAD_SECONDS - self._playout.queued(self._loop.time())
        taken = pcm[: max(0, int(room * RATE)) * SAMPLE_BYTES]
        taken = taken[: len(taken) // SAMPLE_BYTES * SAMPLE_BYTES]
        if taken:
            mark = self._playout.send(len(taken) / BYTES_PER_SECOND, self._loop.time())
            self._send(self._provider.audio_message(self.stream_id, encode_mu_law(taken)))
            self._send(self._provider.mark_message(self.stream_id, mark))
        return len(taken)

    def queued_seconds(self) -> float:
        return self._playout.queued(self._loop.time())

    def clear_audio(self) -> None:
        if self._playout.queued(self._loop.time()):
            self._playout.clear(self._loop.time())
            self._send(self._provider.clear_message(self.stream_id))

    def read_audio(self) -> bytes:
        return self._received.read(self._loop.time())

    def send_keys(self, keys: str) -> bytes:
        """The tones that are to be played instead, where there is no message for keys."""
        if not self._provider.can_send_keys:
            return key_tones(keys)
        self._send(self._provider.keys_message(self.stream_id, keys))
        return b""

    def _send(self, message: str) -> None:
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            self._is_stalled.set()

    async def _send_messages(self, send: SendText) -> None:
        while True:
            await send(await self._unsent.get())
