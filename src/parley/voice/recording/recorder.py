"""Writes the recordings of all calls of a process while they run: one timer, one thread and one statement for all.

The media never waits for it. What cannot be written waits in memory for a while; then that recording is over, and the
call goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from uuid import UUID

import asyncpg
from prometheus_client import Counter, Gauge

from parley.domain.recordings import codec, store
from parley.domain.recordings.model import Chunk, RecordingSettings
from parley.kit.clock import Clock
from parley.kit.encryption import Encryptor
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.storage.db import Database, DatabaseUnavailable
from parley.voice.media_leg import RATE, MediaLeg
from parley.voice.recording.call_recording import CallRecording, Phase, WaitingPiece
from parley.voice.recording.tapped_leg import TappedLeg

log = logger(__name__)

_recordings = Counter("parley_recordings", "Recordings of calls by how they ended.", ["outcome"])
_bytes = Counter("parley_recording_bytes", "Bytes of recordings that were written.")
_running = Gauge("parley_recordings_running", "Calls of this process that are recorded at the moment.")

TICK_SECONDS = 0.5
CHUNK_SECONDS = 3.0
"""Of what is written at once. With a second that may still change, and the tick: what a crash costs."""
MOST_WRITTEN = 64
"""Chunks in one statement: some megabytes."""
CLOSE_SECONDS = 5.0
"""How long the end of a call waits for the end of its recording to be written."""
FAILURES = (DatabaseUnavailable, asyncpg.PostgresError)


class Recorder:
    def __init__(self, db: Database, encryptor: Encryptor, clock: Clock) -> None:
        self._db = db
        self._encryptor = encryptor
        self._clock = clock
        self._recordings: list[CallRecording] = []
        self._tasks = Tasks()
        self._ticking: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()

    def begin(
        self, settings: RecordingSettings, conversation: UUID, leg: MediaLeg, *, is_listened: bool
    ) -> tuple[MediaLeg, CallRecording | None]:
        """The leg to talk over, and its recording, if the project wants one. `is_listened`: somebody reads the leg's
        audio all the time."""
        if not settings.is_on:
            return leg, None
        poll = None if is_listened else leg
        recording = CallRecording(conversation, self._clock.now(), keeps_private=settings.keeps_private, poll=poll)
        self._recordings.append(recording)
        _running.set(len(self._recordings))
        if self._ticking is None:
            self._ticking = self._tasks.start(self._tick(), "recorder")
        return TappedLeg(leg, recording), recording

    async def end(self, recording: CallRecording) -> None:
        """The call is over. Returns when its recording is on disk, or after a while: then it is written later."""
        recording.stop()
        self._wake.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(recording.wait_over(), CLOSE_SECONDS)

    async def aclose(self) -> None:
        """Once all calls are over."""
        await self._tasks.aclose()

    async def _tick(self) -> None:
        """While there are recordings."""
        try:
            while self._recordings:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), TICK_SECONDS)
                self._wake.clear()
                await self._seal_ready()
                await self._write_waiting()
                self._drop_unwritable()
                self._forget_over()
        finally:
            self._ticking = None

    async def _seal_ready(self) -> None:
        ready = [(each, waiting) for each in self._recordings for waiting in each.take(CHUNK_SECONDS)]
        if not ready:
            return
        chunks = await asyncio.to_thread(self._seal_all, ready)
        for (recording, _), chunk in zip(ready, chunks, strict=True):
            # It may have been discarded meanwhile.
            if not recording.is_over:
                recording.chunks.append(chunk)

    def _seal_all(self, ready: Iterable[tuple[CallRecording, WaitingPiece]]) -> list[Chunk]:
        return [seal_piece(self._encryptor, recording, waiting) for recording, waiting in ready]

    async def _write_waiting(self) -> None:
        writing = [each for each in self._recordings if each.phase in (Phase.RUNNING, Phase.ENDING)]
        batch = [chunk for recording in writing for chunk in recording.chunks][:MOST_WRITTEN]
        try:
            taken = await self._write(writing, batch)
        except FAILURES as error:
            log.warning("recordings_not_written", error=type(error).__name__, chunks=len(batch))
            return
        _bytes.inc(sum(len(chunk.audio) for chunk in batch))
        for recording in writing:
            recording.is_begun = True
            count = sum(chunk.recording_id == recording.id for chunk in batch)
            if count and recording.id not in taken:
                recording.drop("discarded")
            elif not recording.is_over:
                recording.written(count)

    async def _write(self, writing: Sequence[CallRecording], batch: Sequence[Chunk]) -> set[UUID]:
        new = [each for each in writing if not each.is_begun]
        if not new and not batch:
            return set()
        async with self._db.transaction() as tx:
            for recording in new:
                await store.insert_recording(tx, recording.id, recording.started_at, RATE)
            return await store.append_chunks(tx, batch) if batch else set()

    def _drop_unwritable(self) -> None:
        for recording in self._recordings:
            if recording.is_too_much:
                log.error("recording_ended", conversation=str(recording.id), reason="it could not be written")
                recording.drop("failed")

    def _forget_over(self) -> None:
        for recording in self._recordings:
            if recording.is_over:
                _recordings.labels(recording.outcome).inc()
        self._recordings = [each for each in self._recordings if not each.is_over]
        _running.set(len(self._recordings))


def seal_piece(encryptor: Encryptor, recording: CallRecording, waiting: WaitingPiece) -> Chunk:
    """What the project does not want to keep is silent from here on."""
    piece = waiting.piece
    is_kept = recording.keeps_private or not piece.is_private
    caller = piece.caller if is_kept else bytes(len(piece.caller))
    return codec.seal_chunk(
        encryptor, recording.id, waiting.number, piece.first_sample, (caller, piece.agent), piece.is_private
    )
