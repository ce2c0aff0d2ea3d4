"""Speakers: one that uses the engines of this machine, and one for tests and benchmarks that only takes its time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from parley.providers.speech.cache import SoundCache
from parley.providers.speech.protocol import Engine, Manner, manner_of, silence
from parley.providers.speech.text_normalization import Pause, script

THREADS = 2
"""An engine speaks one sentence at a time; while it does, the one before is brought to the rate of the line."""
SECONDS_A_LETTER = 0.065
LONGEST_SILENCE = 20.0


class EngineSpeaker:
    """Each language is spoken by the first engine that knows it, and by the first of all if none does."""

    def __init__(self, engines: Sequence[Engine], cache: SoundCache | None = None) -> None:
        self._engines = engines
        self._cache = cache or SoundCache()
        self._threads = ThreadPoolExecutor(THREADS, "speech")
        self._slots = asyncio.Semaphore(THREADS)

    async def speak(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[bytes, None]:
        manner = manner_of(voice)
        for part in script(text, language):
            if isinstance(part, Pause):
                yield silence(part.seconds)
            else:
                yield await self._say(part, language, manner)

    async def _say(self, sentence: str, language: str, manner: Manner) -> bytes:
        key = (sentence, language, manner)
        if (sound := self._cache.get(key)) is not None:
            return sound
        async with self._slots:
            # Calls often begin together, with the same greeting: it may be there by now.
            if (sound := self._cache.get(key)) is None:
                sound = await self._compute(sentence, language, manner)
                self._cache.keep(key, sound)
        return sound

    async def _compute(self, sentence: str, language: str, manner: Manner) -> bytes:
        engine = next((each for each in self._engines if each.speaks(language)), self._engines[0])
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, engine.say, sentence, language, manner)

    async def aclose(self) -> None:
        """Waits for what is being spoken at this moment; the rest is never begun."""
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)


class SilentSpeaker:
    """Silence that lasts as long as the words would: calls without the cost of speech."""

    def __init__(self, seconds_a_letter: float = SECONDS_A_LETTER) -> None:
        self._seconds = seconds_a_letter

    async def speak(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[bytes, None]:
        for part in script(text, language):
            seconds = part.seconds if isinstance(part, Pause) else len(part) * self._seconds
            yield silence(min(seconds, LONGEST_SILENCE))

    async def aclose(self) -> None:
        pass
