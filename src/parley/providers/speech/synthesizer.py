"""Synthesizers: one that uses engines and services, and one for tests and benchmarks that gives silence."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any

from parley.kit.log import logger
from parley.providers.speech.audio_cache import AudioCache
from parley.providers.speech.espeak import Espeak
from parley.providers.speech.flite import Flite
from parley.providers.speech.hibari import Hibari
from parley.providers.speech.prompt_store import PromptStore
from parley.providers.speech.protocol import (
    Engine,
    Piece,
    SpeechChoice,
    SpeechService,
    SpeechUnavailable,
    SpokenWord,
    read_voice,
    silence,
)
from parley.providers.speech.speakers import (
    EngineThreads,
    LocalEngine,
    Speaker,
    cache_key,
    choose_speakers,
    shifted,
    speak,
)
from parley.providers.speech.spoken_cache import SpokenCache
from parley.providers.speech.text_normalization import Pause, normalize
from parley.providers.speech.voices import KnownVoice, known_voices

log = logger(__name__)

SECONDS_PER_LETTER = 0.065
MAX_SILENCE = 20.0


class EngineSynthesizer:
    """A sentence is spoken by the engine or service that the voice names, if it supports the language, or else by the
    first that does; where it fails, by the next. Services that no voice names speak only if they are among the
    defaults, and then before the engines."""

    def __init__(
        self,
        engines: Sequence[Engine],
        cache: AudioCache | None = None,
        services: Sequence[SpeechService] = (),
        defaults: Sequence[str] = (),
        *,
        store: PromptStore | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        cache = cache or AudioCache()
        self.providers = (*(each.name for each in services), *(each.name for each in engines))
        self.voices = tuple(voice for engine in engines for voice in known_voices(engine))
        self._before = SpokenCache(cache, store)
        self._threads = EngineThreads()
        self._services = services
        rank = {name: number for number, name in enumerate(defaults)}
        self._speakers = [
            *(
                Speaker(service, is_default=service.name in rank, is_local=False, clock=clock)
                for service in sorted(services, key=lambda each: rank.get(each.name, len(rank)))
            ),
            *(Speaker(LocalEngine(engine, self._threads, cache)) for engine in engines),
        ]

    async def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Piece, None]:
        settings = read_voice(voice)
        speakers = choose_speakers(self._speakers, language, settings)
        said = 0
        for part in normalize(text, language):
            if isinstance(part, Pause):
                pause = silence(part.seconds)
                said += len(pause)
                yield pause
                continue
            before = said
            async with aclosing(speak(speakers, part, language, settings, self._before)) as pieces:
                async for piece in pieces:
                    said += 0 if isinstance(piece, SpokenWord) else len(piece)
                    yield shifted(piece, before)

    async def prepare(self, text: str, language: str, voice: Mapping[str, Any] | None = None) -> int:
        """Has a fixed text ready for calls, now and after a restart. How many sentences had to be spoken for it. Only
        the engine that comes first speaks them: another one's voice would not be heard again. Raises `SpeechFailed`."""
        settings = read_voice(voice)
        speaker = choose_speakers(self._speakers, language, settings)[0]
        made = 0
        for part in normalize(text, language):
            if isinstance(part, Pause):
                continue
            self._before.add_fixed(part, language)
            key = cache_key(speaker.service, part, language, settings)
            if await self._before.is_kept(key, part, language) or speaker.is_left_out(language, settings):
                continue
            async with aclosing(speak([speaker], part, language, settings, self._before)) as pieces:
                async for _ in pieces:
                    pass
            made += 1
        return made

    async def aclose(self) -> None:
        await self._threads.aclose()
        for service in self._services:
            await service.aclose()


class SilentSynthesizer:
    """Silence that lasts as long as the words would: calls without the cost of speech."""

    providers: tuple[str, ...] = ()
    voices: tuple[KnownVoice, ...] = ()

    def __init__(self, seconds_per_letter: float = SECONDS_PER_LETTER) -> None:
        self._seconds = seconds_per_letter

    async def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Piece, None]:
        for part in normalize(text, language):
            seconds = part.seconds if isinstance(part, Pause) else len(part) * self._seconds
            yield silence(min(seconds, MAX_SILENCE))

    async def prepare(self, text: str, language: str, voice: Mapping[str, Any] | None = None) -> int:
        return 0

    async def aclose(self) -> None:
        pass


def create_synthesizer(
    choice: SpeechChoice,
    services: Sequence[SpeechService] = (),
    defaults: Sequence[str] = (),
    store: PromptStore | None = None,
) -> EngineSynthesizer | SilentSynthesizer:
    """`auto`: whichever of the engines are there, the best first. The name of an engine insists on it; what is better
    is not loaded then, and what is worse speaks the languages that it does not. Loads libraries and models, which takes
    up to a second. Raises `SpeechUnavailable` when what is wanted is not there."""
    if choice == "silent":
        return SilentSynthesizer()
    if unknown := set(defaults) - {each.name for each in services}:
        raise SpeechUnavailable(f"PARLEY_SPEECH_SERVICES names what is not set up: {', '.join(sorted(unknown))}")
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
    if not engines and not services:
        raise SpeechUnavailable("; ".join(map(str, missing)))
    log.info("speech_ready", engines=[engine.name for engine in engines], services=[each.name for each in services])
    return EngineSynthesizer(engines, services=services, defaults=defaults, store=store)
