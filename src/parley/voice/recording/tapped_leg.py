"""A leg whose audio somebody else hears as it passes, in both directions, whatever carries it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from parley.providers.speech.protocol import SAMPLE_BYTES
from parley.voice.media_leg import HangupCause, MediaLeg, WideLeg


class Tap(Protocol):
    """Whoever hears a call besides its agent: its recording, people who listen in. None of it waits."""

    def heard(self, pcm: bytes, now: float) -> None: ...

    def sent(self, pcm: bytes, queued: float, now: float) -> None: ...

    def cleared(self, queued: float, now: float) -> None: ...

    def turn_done(self, *, is_discarded: bool, is_paused: bool) -> None:
        """A turn is on disk, and with it what agent code lets others hear."""

    def expect_turn(self, *, is_private: bool) -> None:
        """What the caller says from now on is personal, or no longer."""

    def stop(self) -> None:
        """What comes after this is for nobody else: another person has the caller, or the call is over."""


class Taps:
    """All those of a call: a conversation tells none of them less than the others."""

    def __init__(self, *taps: Tap | None) -> None:
        self._taps = [tap for tap in taps if tap is not None]

    def turn_done(self, *, is_discarded: bool, is_paused: bool) -> None:
        for tap in self._taps:
            tap.turn_done(is_discarded=is_discarded, is_paused=is_paused)

    def expect_turn(self, *, is_private: bool) -> None:
        for tap in self._taps:
            tap.expect_turn(is_private=is_private)

    def stop(self) -> None:
        for tap in self._taps:
            tap.stop()


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
