"""The recording of one call: what of it goes to the writer, and when nothing more does.

Nothing leaves memory before the conversation itself is on disk: a recording belongs to one, and goes with it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from uuid import UUID

from parley.domain.recordings.model import Chunk
from parley.voice.media_leg import RATE, CallEnded, MediaLeg
from parley.voice.recording.tracks import Piece, RecordingTracks

MOST_HELD_SECONDS = 60.0
"""In memory, while the conversation opens: whose start function takes longer is not recorded."""
MOST_CHUNKS = 20
"""Made and not written: a minute of a call. A database that is away for longer ends the recording, never the call."""


class Phase(Enum):
    HELD = auto()
    """The conversation is not on disk yet."""
    RUNNING = auto()
    ENDING = auto()
    """Nothing is added; what there is is still to be written."""
    OVER = auto()
    """Nothing is left to be done, for whatever reason."""


@dataclass(frozen=True, slots=True)
class WaitingPiece:
    number: int
    piece: Piece


class CallRecording:
    """Everything happens on the loop, and nothing here waits for anything but `wait_over`."""

    def __init__(self, recording_id: UUID, started_at: datetime, *, keeps_private: bool, poll: MediaLeg | None) -> None:
        """`poll`: a leg that nobody else reads."""
        self._loop = asyncio.get_running_loop()
        self.id = recording_id
        self.started_at = started_at
        self.keeps_private = keeps_private
        self.phase = Phase.HELD
        self.outcome = "kept"
        self.is_begun = False
        """The database knows of it."""
        self.chunks: deque[Chunk] = deque()
        """Made, but not written."""
        self._poll = poll
        self._tracks = RecordingTracks(RATE, self._loop.time())
        self._held_until = self._loop.time() + MOST_HELD_SECONDS
        self._numbers = 0
        self._is_all_taken = False
        self._over = asyncio.Event()

    @property
    def is_open(self) -> bool:
        return self.phase in (Phase.HELD, Phase.RUNNING)

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    def heard(self, pcm: bytes, now: float) -> None:
        if pcm and self.is_open:
            self._tracks.heard(pcm, now)

    def sent(self, pcm: bytes, queued: float, now: float) -> None:
        if pcm and self.is_open:
            self._tracks.sent(pcm, queued, now)

    def cleared(self, queued: float, now: float) -> None:
        if self.is_open:
            self._tracks.cleared(queued, now)

    def turn_done(self, *, is_discarded: bool, is_paused: bool) -> None:
        if is_discarded:
            self.drop("discarded")
            return
        if self.phase is Phase.HELD:
            self.phase = Phase.RUNNING
        self._tracks.set_paused(is_paused, self._loop.time())

    def expect_turn(self, *, is_private: bool) -> None:
        self._tracks.set_private(is_private, self._loop.time())

    def stop(self) -> None:
        if self.phase is Phase.RUNNING:
            self._tracks.end(self._loop.time())
            self.phase = Phase.ENDING
        elif self.phase is Phase.HELD:
            self.drop("unopened")

    def drop(self, outcome: str) -> None:
        """What was not written is not kept."""
        if self.is_over:
            return
        self.phase, self.outcome = Phase.OVER, outcome
        self.chunks.clear()
        self._tracks = RecordingTracks(RATE, self._loop.time())
        self._over.set()

    def take(self, least: float) -> list[WaitingPiece]:
        """What is ready to be written."""
        if self.is_open:
            self._read_leg()
        # All of it is taken once: what would come after the end is silence.
        if self.phase in (Phase.HELD, Phase.OVER) or self._is_all_taken:
            return []
        self._is_all_taken = self.phase is Phase.ENDING
        pieces = self._tracks.take(self._loop.time(), least, is_last=self._is_all_taken)
        waiting = [WaitingPiece(number, piece) for number, piece in enumerate(pieces, self._numbers)]
        self._numbers += len(waiting)
        return waiting

    @property
    def is_too_much(self) -> bool:
        """More waits in memory than is good for it."""
        return len(self.chunks) > MOST_CHUNKS or (self.phase is Phase.HELD and self._loop.time() > self._held_until)

    def written(self, count: int) -> None:
        """The oldest chunks are on disk."""
        for _ in range(min(count, len(self.chunks))):
            self.chunks.popleft()
        if self._is_all_taken and not self.chunks:
            self.phase = Phase.OVER
            self._over.set()

    async def wait_over(self) -> None:
        await self._over.wait()

    def _read_leg(self) -> None:
        if self._poll is not None:
            try:
                self.heard(self._poll.read_audio(), self._loop.time())
            except CallEnded:
                self._poll = None
