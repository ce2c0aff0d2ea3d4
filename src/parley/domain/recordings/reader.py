"""A recording as a WAV file, made while it is sent: a window of it is in memory at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence

import numpy as np

from parley.domain.recordings import store, wav
from parley.domain.recordings.codec import Samples, open_chunk
from parley.domain.recordings.model import Chunk, Direction, HiddenSpan, Recording
from parley.domain.recordings.wav import HEADER_BYTES, SAMPLE_BYTES, ByteRange
from parley.kit.encryption import Encryptor
from parley.kit.values import value
from parley.storage.db import Database

WINDOW_SECONDS = 16


@value
class Rendering:
    """How a recording is given out. Times are counted from the start of the record."""

    recording: Recording
    direction: Direction = Direction.COMBINED
    hidden: Sequence[HiddenSpan] = ()
    hides_private: bool = False

    @property
    def channels(self) -> int:
        return 2 if self.direction is Direction.COMBINED else 1

    @property
    def size(self) -> int:
        """Bytes of the whole file."""
        return HEADER_BYTES + self.recording.length * self.channels * SAMPLE_BYTES

    @property
    def header(self) -> bytes:
        return wav.header(self.channels, self.recording.rate, self.recording.length)


async def read_wav(
    db: Database, encryptor: Encryptor, rendering: Rendering, wanted: ByteRange
) -> AsyncGenerator[bytes, None]:
    """The bytes of a range of the file, part by part."""
    if wanted.first < HEADER_BYTES:
        yield rendering.header[wanted.first : wanted.end]
    frame, recording = rendering.channels * SAMPLE_BYTES, rendering.recording
    first_byte = max(wanted.first - HEADER_BYTES, 0)
    end_byte = wanted.end - HEADER_BYTES
    step = WINDOW_SECONDS * recording.rate
    for first in range(first_byte // frame, -(-end_byte // frame), step):
        end = min(first + step, recording.length)
        chunks = await store.list_chunks(db, recording.id, first - recording.lead, end - recording.lead)
        audio = await asyncio.to_thread(render_window, encryptor, rendering, chunks, first, end)
        yield audio[max(first_byte - first * frame, 0) : end_byte - first * frame]


def render_window(encryptor: Encryptor, rendering: Rendering, chunks: Sequence[Chunk], first: int, end: int) -> bytes:
    """The samples from `first` up to `end`, interleaved. Where there is no chunk there is silence."""
    caller, agent = np.zeros(end - first, np.int16), np.zeros(end - first, np.int16)
    for chunk in chunks:
        sides = open_chunk(encryptor, chunk)
        at = chunk.first_sample + rendering.recording.lead - first
        if not (chunk.is_private and rendering.hides_private):
            _place(caller, sides[0], at)
        _place(agent, sides[1], at)
    rate = rendering.recording.rate
    for span in rendering.hidden:
        silence(caller if span.is_caller else agent, span, first, rate)
    if rendering.direction is Direction.COMBINED:
        return np.stack([caller, agent], axis=1).tobytes()
    return (caller if rendering.direction is Direction.USER else agent).tobytes()


def silence(samples: Samples, span: HiddenSpan, first: int, rate: int) -> None:
    """`first` is where the samples begin."""
    end = len(samples) if span.end == float("inf") else round(span.end * rate) - first
    samples[max(round(span.begin * rate) - first, 0) : max(end, 0)] = 0


def _place(window: Samples, samples: Samples, at: int) -> None:
    """Puts samples into a window, as far as they are in it."""
    begin, end = max(at, 0), min(at + len(samples), len(window))
    if begin < end:
        window[begin:end] = samples[begin - at : end - at]
