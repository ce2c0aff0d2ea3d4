"""Calls that run, for people who listen in: both sides in stereo, about a second late.

The call knows nothing of them. Who does not take the audio as fast as it comes loses the place; no call is slowed down.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

import numpy as np

from parley.kit.tasks import Tasks
from parley.voice.media_leg import RATE, CallEnded, MediaLeg
from parley.voice.recording.tracks import Piece, RecordingTracks

MOST_LISTENERS = 4
"""Of one call."""
TICK_SECONDS = 0.2
MOST_WAITING = 25
"""Pieces that a listener has not taken: five seconds."""


class CallNotHere(Exception):
    """No such call runs in this process."""


class CallOver(Exception):
    """The agent has nothing to do with this call any more."""


class TooManyListeners(Exception):
    """As many as may listen do."""


class Listener:
    """What one person is still to hear; None at the end of it."""

    def __init__(self) -> None:
        self.pieces: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING + 1)
        self.too_slow = asyncio.Event()

    def give(self, audio: bytes) -> bool:
        """False: it has lost its place."""
        if self.pieces.qsize() >= MOST_WAITING:
            self.too_slow.set()
            return False
        self.pieces.put_nowait(audio)
        return True


class ListenedCall:
    """A tap on the leg of a call. Until somebody listens, nothing is kept. Nothing is heard before the first turn is on
    disk: until then nobody knows what agent code wants of it."""

    def __init__(self, conversation: UUID, *, keeps_private: bool) -> None:
        """`keeps_private`: what is personal is kept where the call is recorded, so it may be heard as well."""
        self.conversation = conversation
        self._keeps_private = keeps_private
        self._loop = asyncio.get_running_loop()
        self._tasks = Tasks()
        self._listeners: list[Listener] = []
        self._tracks: RecordingTracks | None = None
        self._poll: MediaLeg | None = None
        self._is_paused = True
        self._is_private = self._is_discarded = self._is_over = False

    def poll(self, leg: MediaLeg | None) -> None:
        """A leg that nobody else reads while the agent thinks."""
        self._poll = leg

    def add(self) -> Listener:
        if self._is_over:
            raise CallOver
        if len(self._listeners) >= MOST_LISTENERS:
            raise TooManyListeners
        listener = Listener()
        self._listeners.append(listener)
        if self._tracks is None and not self._is_discarded:
            self._tracks = RecordingTracks(RATE, self._loop.time())
            self._hide(self._tracks)
            self._tasks.start(self._tick(), "listening in")
        return listener

    def remove(self, listener: Listener) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)

    async def aclose(self) -> None:
        """The call is over."""
        self.stop()
        await self._tasks.aclose()

    def turn_done(self, *, is_discarded: bool, is_paused: bool) -> None:
        self._is_discarded = self._is_discarded or is_discarded
        self._is_paused = is_paused
        if self._is_discarded:
            self._tracks = None
        if self._tracks is not None:
            self._hide(self._tracks)

    def expect_turn(self, *, is_private: bool) -> None:
        self._is_private = is_private
        if self._tracks is not None:
            self._hide(self._tracks)

    def stop(self) -> None:
        self._is_over = True
        self._tracks = self._poll = None
        self._tasks.cancel()
        for listener in self._listeners:
            listener.pieces.put_nowait(None)
        self._listeners.clear()

    def heard(self, pcm: bytes, now: float) -> None:
        if pcm and self._tracks is not None:
            self._tracks.heard(pcm, now)

    def sent(self, pcm: bytes, queued: float, now: float) -> None:
        if pcm and self._tracks is not None:
            self._tracks.sent(pcm, queued, now)

    def cleared(self, queued: float, now: float) -> None:
        if self._tracks is not None:
            self._tracks.cleared(queued, now)

    def _hide(self, tracks: RecordingTracks) -> None:
        """From now on, what others are not to hear."""
        tracks.set_paused(self._is_paused, self._loop.time())
        tracks.set_private(self._is_private and not self._keeps_private, self._loop.time())

    async def _tick(self) -> None:
        """While somebody listens."""
        while self._listeners and self._tracks is not None:
            self._read_leg()
            for piece in self._tracks.take(self._loop.time(), 0.0):
                audio = stereo(piece)
                self._listeners = [each for each in self._listeners if each.give(audio)]
            await asyncio.sleep(TICK_SECONDS)
        self._tracks = None

    def _read_leg(self) -> None:
        if self._poll is not None:
            try:
                self._poll.read_audio()
            except CallEnded:
                self._poll = None


class LiveAudio:
    """The calls of this process."""

    def __init__(self) -> None:
        self._calls: dict[UUID, ListenedCall] = {}

    @asynccontextmanager
    async def follow(self, conversation: UUID, *, keeps_private: bool) -> AsyncIterator[ListenedCall]:
        """A call for as long as it lasts."""
        call = self._calls[conversation] = ListenedCall(conversation, keeps_private=keeps_private)
        try:
            yield call
        finally:
            del self._calls[conversation]
            await call.aclose()

    def find(self, conversation: UUID) -> ListenedCall:
        found = self._calls.get(conversation)
        if found is None:
            raise CallNotHere
        return found


def stereo(piece: Piece) -> bytes:
    """The caller left, the agent right. What is personal is silent, as in the recording."""
    caller = bytes(len(piece.caller)) if piece.is_private else piece.caller
    sides = [np.frombuffer(side, np.int16) for side in (caller, piece.agent)]
    return np.stack(sides, axis=1).tobytes()
