"""Reads the audio of all calls of a process, and judges where somebody speaks: one timer and one computation for all.

Judging each call alone would cost four times as much.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.voice_activity.protocol import WINDOW_BYTES, WINDOW_SECONDS, VoiceActivityDetector
from parley.voice.media_leg import RATE, WIDE_RATE, CallEnded, MediaLeg, WideLeg

log = logger(__name__)

Heard = Callable[[bytes, float], None]
"""Takes a window of audio and the probability that somebody speaks in it."""
OCTAVE = WIDE_RATE // RATE
HeardWide = Callable[[bytes], None]
"""Takes the same window before, at `WIDE_RATE`, where the line carries as much."""
MOST_WINDOWS = 31
"""Of one call at once: a second, which is what a leg buffers."""


class Window(NamedTuple):
    audio: bytes
    wide: bytes
    """The same at `WIDE_RATE`; empty where the line is narrow."""


class _Source:
    def __init__(self, leg: MediaLeg, state: Any, heard: Heard, heard_wide: HeardWide | None) -> None:
        self.leg = leg
        self.state = state
        self._heard = heard
        self._heard_wide = heard_wide
        self._rest = self._wide_rest = b""
        self._wide_leg = leg if heard_wide is not None and isinstance(leg, WideLeg) else None

    def read(self) -> list[Window]:
        audio = self._rest + self.leg.read_audio()
        whole = len(audio) // WINDOW_BYTES * WINDOW_BYTES
        wide = self._read_wide(len(audio) - len(self._rest))
        self._rest, self._wide_rest = audio[whole:], wide[OCTAVE * whole :]
        windows = [
            Window(audio[at : at + WINDOW_BYTES], wide[OCTAVE * at : OCTAVE * (at + WINDOW_BYTES)])
            for at in range(0, whole, WINDOW_BYTES)
        ]
        return windows[-MOST_WINDOWS:]

    def report(self, window: Window, probability: float) -> None:
        if window.wide and self._heard_wide is not None:
            self._heard_wide(window.wide)
        self._heard(window.audio, probability)

    def _read_wide(self, size: int) -> bytes:
        """Of all that is not in a window yet; nothing, where the line is narrow, or was when its rest came."""
        came = self._wide_leg.wide_audio() if self._wide_leg and size else b""
        if len(came) != OCTAVE * size:
            return b""
        missing = OCTAVE * len(self._rest) - len(self._wide_rest)
        # Less than a window of silence, once, where a line becomes wide in the middle of a call.
        return self._wide_rest + bytes(missing) + came


class Ticker(Protocol):
    """Hands the audio of a call, window by window, to whoever attaches to it."""

    def attach(self, leg: MediaLeg, heard: Heard, heard_wide: HeardWide | None = None, /) -> Callable[[], None]: ...

    async def aclose(self) -> None: ...


class AudioTicker:
    def __init__(self, detector: VoiceActivityDetector) -> None:
        self._detector = detector
        self._sources: list[_Source] = []
        self._tasks = Tasks()
        self._ticking: asyncio.Task[None] | None = None
        # A thread, because the computation holds the loop up for a millisecond or two when there are many calls.
        self._thread = ThreadPoolExecutor(1, "voice activity")

    def attach(self, leg: MediaLeg, heard: Heard, heard_wide: HeardWide | None = None) -> Callable[[], None]:
        """Reads this leg's audio from now on, until the call ends or what is returned is called."""
        source = _Source(leg, self._detector.new_state(), heard, heard_wide)
        self._sources.append(source)
        if self._ticking is None:
            self._ticking = self._tasks.start(self._tick(), "audio ticker")

        def detach() -> None:
            with suppress(ValueError):
                self._sources.remove(source)

        return detach

    async def aclose(self) -> None:
        await self._tasks.aclose()
        self._thread.shutdown(wait=True, cancel_futures=True)

    async def _tick(self) -> None:
        """While there are calls."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        try:
            while self._sources:
                await self._read_all()
                # By the clock: delays would add up. What was missed is not caught up with, the legs have buffered it.
                due = max(due + WINDOW_SECONDS, loop.time())
                await asyncio.sleep(due - loop.time())
        finally:
            self._ticking = None

    async def _read_all(self) -> None:
        waiting = []
        for source in list(self._sources):
            try:
                waiting += [(number, source, window) for number, window in enumerate(source.read())]
            except CallEnded:
                self._sources.remove(source)
        # A state sees the windows of its call one after the other: the first of all calls together, then the second.
        for number in range(max((number for number, _, _ in waiting), default=-1) + 1):
            together = [(source, window) for at, source, window in waiting if at == number]
            await self._judge([source for source, _ in together], [window for _, window in together])

    async def _judge(self, sources: list[_Source], windows: list[Window]) -> None:
        states, audio = [source.state for source in sources], [window.audio for window in windows]
        found = await asyncio.get_running_loop().run_in_executor(self._thread, self._detector.detect, states, audio)
        for source, window, probability in zip(sources, windows, found, strict=True):
            if source in self._sources:
                source.report(window, probability)
