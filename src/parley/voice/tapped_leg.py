"""A leg whose audio somebody else hears as it passes, in both directions, whatever carries it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from parley.providers.speech.protocol import SAMPLE_BYTES
from parley.voice.media_leg import HangupCause, MediaLeg, WideLeg


class Tap(Protocol):
    """None of it waits."""

    def heard(self, pcm: bytes, now: float) -> None: ...

    def sent(self, pcm: bytes, queued: float, now: float) -> None: ...

    def cleared(self, queued: float, now: float) -> None: ...


class TappedLeg:
    def __init__(self, leg: MediaLeg, tap: Tap) -> None:
        self._leg = leg
        self._tap = tap
        self._loop = asyncio.get_running_loop()

    async def wait_ended(self) -> HangupCause:
        return await self._leg.wait_ended()

    async def hang_up(self) -> None:
        await self._leg.hang_up()

    def write_audio(self, pcm: bytes) -> int:
        queued = self._leg.queued_seconds()
        taken = self._leg.write_audio(pcm)
        self._tap.sent(pcm[: taken // SAMPLE_BYTES * SAMPLE_BYTES], queued, self._loop.time())
        return taken

    def queued_seconds(self) -> float:
        return self._leg.queued_seconds()

    def clear_audio(self) -> None:
        queued = self._leg.queued_seconds()
        self._leg.clear_audio()
        self._tap.cleared(queued, self._loop.time())

    def read_audio(self) -> bytes:
        pcm = self._leg.read_audio()
        self._tap.heard(pcm, self._loop.time())
        return pcm

    def wide_audio(self) -> bytes:
        return self._leg.wide_audio() if isinstance(self._leg, WideLeg) else b""

    def on_digit(self, received: Callable[[str], None]) -> None:
        self._leg.on_digit(received)

    async def send_dtmf(self, digits: str) -> None:
        await self._leg.send_dtmf(digits)
