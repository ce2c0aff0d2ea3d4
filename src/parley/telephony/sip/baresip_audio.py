"""The audio of a call, as the stack buffers it: what is said waits for its turn, what is heard waits to be read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from baresip.audio import CallAudio
from baresip.errors import AudioNotActive, AudioRestarted

from parley.telephony.sip.protocol import FRAME_SECONDS, RATE

T = TypeVar("T")

BYTES_A_SECOND = RATE * 2
READ_BYTES = BYTES_A_SECOND
"""At most a second at once."""
HELD_BYTES = 2 * BYTES_A_SECOND
HUSH_SECONDS = 1.5 * FRAME_SECONDS


class BaresipAudio:
    def __init__(self, audio: CallAudio) -> None:
        self._audio = audio
        self._held: bytearray | None = None
        """What was said since a hush that is not done yet: the stack will throw away whatever it has then."""

    @property
    def is_agreed(self) -> bool:
        """There is a way for sound to the other side."""
        return self._do(lambda: self._audio.info().tx_ready, nothing=False)

    def write_audio(self, pcm: bytes) -> int:
        if self._held is None:
            return self._do(lambda: self._audio.write(pcm), 0)
        taken = pcm[: HELD_BYTES - len(self._held)]
        self._held += taken
        return len(taken)

    def queued_seconds(self) -> float:
        waiting = self._buffered() if self._held is None else len(self._held)
        return waiting / BYTES_A_SECOND

    def clear_audio(self) -> None:
        if self._held is not None:
            self._held.clear()
        elif self._buffered():
            self._do(self._audio.flush_tx, None)
            self._held = bytearray()
            asyncio.get_running_loop().call_later(HUSH_SECONDS, self._release)

    def read_audio(self) -> bytes:
        return self._do(lambda: self._audio.read(READ_BYTES), b"")

    def _release(self) -> None:
        if self._buffered():
            asyncio.get_running_loop().call_later(HUSH_SECONDS, self._release)
            return
        held, self._held = bytes(self._held or b""), None
        self.write_audio(held)

    def _buffered(self) -> int:
        return self._do(lambda: self._audio.info().tx_buffered, 0)

    def _do(self, use: Callable[[], T], nothing: T) -> T:
        """Audio is replaced under us whenever the sides agree anew, and is not there before the call is connected."""
        try:
            return use()
        except AudioRestarted:
            return self._do(use, nothing)
        except AudioNotActive:
            return nothing
