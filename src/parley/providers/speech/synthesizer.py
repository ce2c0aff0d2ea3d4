"""Synthesizers: one that uses the engines of this machine, and one for tests and benchmarks that gives silence."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from parley.kit.log import logger
from parley.providers.speech.espeak import Espeak
from parley.providers.speech.flite import Flite
from parley.providers.speech.hibari import Hibari
from parley.providers.speech.protocol import (
    Engine,
    SpeechChoice,
    SpeechFailed,
    SpeechUnavailable,
    VoiceSettings,
    read_voice,
    silence,
)
from parley.providers.speech.text_normalization import Pause, normalize

log = logger(__name__)

THREADS = 2
"""Flite and eSpeak NG speak one sentence at a time; while they do, the one before is resampled."""
SECONDS_PER_LETTER = 0.065
MAX_SILENCE = 20.0


class AudioCache:
    """What was synthesized last, as much as fits: greetings and goodbyes come again and again. Not for several
    threads."""

    def __init__(self, size: int = 8 << 20, largest: int = 1 << 19) -> None:
        self._size = size
        self._largest = largest
        self._used = 0
        self._entries: OrderedDict[Hashable, bytes] = OrderedDict()

    @property
    def used(self) -> int:
        return self._used

    def get(self, key: Hashable) -> bytes | None:
        audio = self._entries.get(key)
        if audio is not None:
            self._entries.move_to_end(key)
        return audio

    def put(self, key: Hashable, audio: bytes) -> None:
        if len(audio) > self._largest or key in self._entries:
            return
        self._entries[key] = audio
        self._used += len(audio)
        while self._used > self._size:
            self._used -= len(self._entries.popitem(last=False)[1])


class EngineSynthesizer:
    """A sentence is spoken by the engine that the voice names, if it supports the language, or else by the first that
    does; where it fails, by the next."""

    def __init__(self, engines: Sequence[Engine], cache: AudioCache | None = None) -> None:
        self._engines = engines
        self._cache = cache or AudioCache()
        self._threads = ThreadPoolExecutor(THREADS, "speech")
        self._slots = asyncio.Semaphore(THREADS)

    async def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[bytes, None]:
        settings = read_voice(voice)
        for part in normalize(text, language):
            if isinstance(part, Pause):
                yield silence(part.seconds)
            else:
                yield await self._synthesize_sentence(part, language, settings)

    async def _synthesize_sentence(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        key = (sentence, language, voice)
        if (audio := self._cache.get(key)) is not None:
            return audio
        # As many as there are threads: who waits looks into the cache again when it is their turn.
        async with self._slots:
            # Calls often begin together, with the same greeting: it may be there by now.
            if (audio := self._cache.get(key)) is None:
                audio = await self._run_engines(sentence, language, voice)
                self._cache.put(key, audio)
        return audio

    async def _run_engines(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        engines = choose_engines(self._engines, language, voice)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, synthesize_with, engines, sentence, language, voice)

    async def aclose(self) -> None:
        """Waits for what is being synthesized at this moment; the rest is never begun."""
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)


def choose_engines(engines: Sequence[Engine], language: str, voice: VoiceSettings) -> list[Engine]:
    """In the order in which they are to try. A language that none supports is left to all: some have a reading for
    everything."""
    able = [engine for engine in engines if engine.supports(language)] or engines
    return sorted(able, key=lambda engine: engine.name != voice.provider)


def synthesize_with(engines: Sequence[Engine], sentence: str, language: str, voice: VoiceSettings) -> bytes:
    """By the first that does not fail: another voice in the middle of a reply is strange, but a sentence that is
    missing may change its meaning. Raises `SpeechFailed` when all fail."""
    first, *others = engines
    try:
        return first.synthesize(sentence, language, voice)
    except SpeechFailed as error:
        if not others:
            raise
        log.warning("engine_failed", engine=first.name, next=others[0].name, error=str(error))
    return synthesize_with(others, sentence, language, voice)


class SilentSynthesizer:
    """Silence that lasts as long as the words would: calls without the cost of speech."""

    def __init__(self, seconds_per_letter: float = SECONDS_PER_LETTER) -> None:
        self._seconds = seconds_per_letter

    async def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[bytes, None]:
        for part in normalize(text, language):
            seconds = part.seconds if isinstance(part, Pause) else len(part) * self._seconds
            yield silence(min(seconds, MAX_SILENCE))

    async def aclose(self) -> None:
        pass


def create_synthesizer(choice: SpeechChoice) -> EngineSynthesizer | SilentSynthesizer:
    """`auto`: whichever of the engines are there, the best first. The name of an engine insists on it; what is better
    is not loaded then, and what is worse speaks the languages that it does not. Loads libraries and models, which takes
    up to a second. Raises `SpeechUnavailable` when what is wanted is not there."""
    if choice == "silent":
        return SilentSynthesizer()
    ranked: dict[str, Callable[[], Engine]] = {"hibari": Hibari, "flite": Flite, "espeak": Espeak}
    names = list(ranked)
    engines: list[Engine] = []
    missing: list[SpeechUnavailable] = []
    for name in names if choice == "auto" else names[names.index(choice) :]:
        try:
            engines.append(ranked[name]())
        except SpeechUnavailable as error:
            if name == choice:
                raise
            missing.append(error)
    if not engines:
        raise SpeechUnavailable("; ".join(map(str, missing)))
    log.info("speech_ready", engines=[engine.name for engine in engines])
    return EngineSynthesizer(engines)
