"""Reads the audio of all calls of a process, and judges where somebody speaks: one timer and one computation for all.

Judging each call alone would cost four times as much.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.voice_activity.protocol import WINDOW_BYTES, WINDOW_SECONDS, VoiceActivityDetector
from parley.voice.media_leg import CallEnded, MediaLeg

log = logger(__name__)

Heard = Callable[[bytes, float], None]
"""Takes a window of audio and the probability that somebody speaks in it."""
MOST_WINDOWS = 31
"""Of one call at once: a second, which is what a leg buffers."""


class _Source:
    def __init__(self, leg: MediaLeg, state: Any, heard: Heard) -> None:
        self.leg = leg
        self.state = state
        self.heard = heard
        self.rest = b""

    def read(self) -> list[bytes]:
        audio = self.rest + self.leg.read_audio()
        whole = len(audio) // WINDOW_BYTES * WINDOW_BYTES
        windows = [audio[at : at + WINDOW_BYTES] for at in range(0, whole, WINDOW_BYTES)]
        self.rest = audio[whole:]
        return windows[-MOST_WINDOWS:]


class AudioTicker:
    def __init__(self, detector: VoiceActivityDetector) -> None:
        self._detector = detector
        self._sources: list[_Source] = []
        self._tasks = Tasks()
        self._ticking: asyncio.Task[None] | None = None
        # A thread, because the computation holds the loop up for a millisecond or two when there are many calls.
        self._thread = ThreadPoolExecutor(1, "voice activity")

    def attach(self, leg: MediaLeg, heard: Heard) -> Callable[[], None]:
        """Reads this leg's audio from now on, until the call ends or what is returned is called."""
        source = _Source(leg, self._detector.new_state(), heard)
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

    async def _judge(self, sources: list[_Source], windows: list[bytes]) -> None:
        states = [source.state for source in sources]
        found = await asyncio.get_running_loop().run_in_executor(self._thread, self._detector.detect, states, windows)
        for source, window, probability in zip(sources, windows, found, strict=True):
            if source in self._sources:
                source.heard(window, probability)
