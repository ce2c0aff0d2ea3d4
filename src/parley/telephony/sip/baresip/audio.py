"""The audio of a call, as the stack buffers it: what is sent waits for its turn, what was received waits to be read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from baresip.audio import CallAudio
from baresip.errors import AudioNotActive, AudioRestarted

from parley.telephony.sip.media.wide_band import WideBand
from parley.voice.media_leg import FRAME_SECONDS, RATE, WIDE_RATE

T = TypeVar("T")

BYTES_PER_SECOND = RATE * 2
READ_BYTES = BYTES_PER_SECOND
"""At most a second at once."""
SAMPLE_BYTES = 2
HELD_BYTES = 2 * BYTES_PER_SECOND
CLEAR_SECONDS = 1.5 * FRAME_SECONDS
"""The stack clears its buffer with the next frame that it sends."""


class BaresipAudio:
    def __init__(self, audio: CallAudio) -> None:
        self._audio = audio
        self._format = (RATE, 1)
        self._band: WideBand | None = None
        """Of what is received, if there is more in it than `RATE` carries."""
        self.wide = b""
        """What was read last, at `WIDE_RATE`, if it was that wide."""
        self._held: bytearray | None = None
        """What was written since a clear that is not done yet: the stack would throw that away, too."""

    @property
    def is_agreed(self) -> bool:
        """Both sides have agreed on a codec: audio can be sent."""
        return self._use_audio(lambda: self._audio.info().tx_ready, inactive=False)

    def write_audio(self, pcm: bytes) -> int:
        if self._held is None:
            return self._use_audio(lambda: self._audio.write(pcm), 0)
        taken = pcm[: HELD_BYTES - len(self._held)]
        self._held += taken
        return len(taken)

    def queued_seconds(self) -> float:
        waiting = self._buffered() if self._held is None else len(self._held)
        return waiting / BYTES_PER_SECOND

    def clear_audio(self) -> None:
        if self._held is not None:
            self._held.clear()
        elif self._buffered():
            self._use_audio(self._audio.flush_tx, None)
            self._held = bytearray()
            asyncio.get_running_loop().call_later(CLEAR_SECONDS, self._write_held)

    def read_audio(self) -> bytes:
        return self._use_audio(self._read, b"")

    def _read(self) -> bytes:
        info = self._audio.info()
        rate, channels = info.rx_sample_rate or RATE, info.rx_channels or 1
        if (rate, channels) != self._format:
            self._format = (rate, channels)
            self._band = WideBand(rate, channels) if rate >= WIDE_RATE else None
        received = self._audio.read(rate * channels * SAMPLE_BYTES)
        if self._band is None:
            self.wide = b""
            return received
        narrow, self.wide = self._band.feed(received)
        return narrow

    def _write_held(self) -> None:
        if self._buffered():
            asyncio.get_running_loop().call_later(CLEAR_SECONDS, self._write_held)
            return
        held, self._held = bytes(self._held or b""), None
        self.write_audio(held)

    def _buffered(self) -> int:
        return self._use_audio(lambda: self._audio.info().tx_buffered, 0)

    def _use_audio(self, use: Callable[[], T], inactive: T) -> T:
        """Audio is replaced under us whenever the sides agree anew, and is not there before the call is connected."""
        try:
            return use()
        except AudioRestarted:
            return self._use_audio(use, inactive)
        except AudioNotActive:
            return inactive
