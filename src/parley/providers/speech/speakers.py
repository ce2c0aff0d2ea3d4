"""Engines and services behind one interface: who speaks a sentence, and who goes on when that fails."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from parley.kit.circuit_breaker import CircuitBreaker
from parley.kit.log import logger
from parley.providers.speech.audio_cache import AudioCache, Spoken
from parley.providers.speech.protocol import (
    Engine,
    Piece,
    SpeechFailed,
    SpeechRefused,
    SpeechService,
    SpokenWord,
    VoiceSettings,
)
from parley.providers.speech.spoken_cache import SpokenCache
from parley.providers.speech.word_times import rest_of

log = logger(__name__)

THREADS = 2
"""Flite and eSpeak NG speak one sentence at a time; while they do, the one before is resampled."""
LEFT_OUT_SECONDS = 30.0
TRIAL_SECONDS = 5.0
MOST_REFUSALS = 1_000


class LocalEngine:
    """An engine of this machine, which blocks while it speaks, made a service."""

    def __init__(self, engine: Engine, threads: EngineThreads, cache: AudioCache) -> None:
        self._engine = engine
        self._threads = threads
        self._cache = cache
        self.name = engine.name
        self.version = engine.version

    def supports(self, language: str) -> bool:
        return self._engine.supports(language)

    async def speak(self, sentence: str, language: str, voice: VoiceSettings) -> AsyncGenerator[Piece, None]:
        # As many as there are threads: who waits looks into the cache again when it is their turn.
        async with self._threads.slots:
            # Calls often begin together, with the same greeting: it may be there by now.
            found = self._cache.get(cache_key(self, sentence, language, voice))
            audio = found.audio if found else await self._threads.run(self._engine, sentence, language, voice)
        yield audio

    async def aclose(self) -> None:
        """The threads are closed by themselves."""


class EngineThreads:
    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "speech")
        self.slots = asyncio.Semaphore(THREADS)

    async def run(self, engine: Engine, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, engine.synthesize, sentence, language, voice)

    async def aclose(self) -> None:
        """Waits for what is being synthesized at this moment; the rest is never begun."""
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)


class Speaker:
    """An engine or service in the order of preference. Engines of this machine are never left out: a sentence that one
    cannot say says nothing about the next."""

    def __init__(
        self,
        service: SpeechService,
        *,
        is_default: bool = True,
        is_local: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.service = service
        self.is_default = is_default
        """It speaks although no voice names it."""
        self._is_local = is_local
        self._clock = clock
        self._breaker = self._new_breaker()
        self._refused: OrderedDict[Hashable, CircuitBreaker] = OrderedDict()
        """By language and voice."""

    @property
    def name(self) -> str:
        return self.service.name

    def is_left_out(self, language: str, voice: VoiceSettings) -> bool:
        if self._breaker.is_open:
            return True
        refused = self._refused.get((language, voice.of(self.name)))
        return refused is not None and refused.is_open

    def begin(self) -> None:
        self._breaker.begin()

    def succeeded(self) -> None:
        self._breaker.succeeded()

    def failed(self, failure: SpeechFailed, language: str, voice: VoiceSettings) -> None:
        if self._is_local:
            return
        if not isinstance(failure, SpeechRefused):
            self._breaker.failed()
            return
        key = language, voice.of(self.name)
        self._refused.setdefault(key, self._new_breaker()).failed()
        while len(self._refused) > MOST_REFUSALS:
            self._refused.popitem(last=False)

    def _new_breaker(self) -> CircuitBreaker:
        return CircuitBreaker(self._clock, pause=LEFT_OUT_SECONDS, trial=TRIAL_SECONDS)


def choose_speakers(speakers: Sequence[Speaker], language: str, voice: VoiceSettings) -> list[Speaker]:
    """In the order in which they are to try. A language that none supports is left to all: some have a reading for
    everything."""
    allowed = [each for each in speakers if each.is_default or each.name == voice.provider] or speakers
    able = [each for each in allowed if each.service.supports(language)] or allowed
    return sorted(able, key=lambda each: each.name != voice.provider)


def cache_key(service: SpeechService, sentence: str, language: str, voice: VoiceSettings) -> Hashable:
    """Of what it makes of the voice: other providers' voices are one to it."""
    return service.name, service.version, sentence, language, voice.of(service.name)


@dataclass(slots=True)
class SentenceAudio:
    """What has come of a sentence."""

    words: list[SpokenWord] = field(default_factory=list)
    _audio: list[bytes] = field(default_factory=list)
    size: int = 0

    def add(self, piece: Piece) -> None:
        if isinstance(piece, SpokenWord):
            self.words.append(piece)
        else:
            self._audio.append(piece)
            self.size += len(piece)

    def spoken(self) -> Spoken:
        return Spoken(b"".join(self._audio), tuple(self.words))


async def speak(
    speakers: Sequence[Speaker], sentence: str, language: str, voice: VoiceSettings, before: SpokenCache
) -> AsyncGenerator[Piece, None]:
    """By the first that does not fail; where one breaks off, the next says the rest. Another voice in the middle of a
    reply is strange, but words that are missing may change its meaning. Raises `SpeechFailed` when all fail."""
    if found := await before.get(cache_key(speakers[0].service, sentence, language, voice), sentence, language):
        for piece in pieces_of(found):
            yield piece
        return
    able = [each for each in speakers if not each.is_left_out(language, voice)] or [speakers[-1]]
    said = 0
    for number, speaker in enumerate(able):
        heard = SentenceAudio()
        try:
            async with aclosing(_attempt(speaker, sentence, language, voice)) as pieces:
                async for piece in pieces:
                    heard.add(piece)
                    yield shifted(piece, said)
        except SpeechFailed as failed:
            others = able[number + 1 :]
            # Its failures say nothing of what was to be said.
            following = others[0].name if others else None
            log.warning("engine_failed", engine=speaker.name, next=following, error=str(failed))
            speaker.failed(failed, language, voice)
            sentence = rest_of(sentence, heard.words, heard.size) if heard.size else sentence
            said += heard.size
            if not any(map(str.isalnum, sentence)):
                return
            if not others:
                raise
        else:
            if not said:
                key = cache_key(speaker.service, sentence, language, voice)
                await before.put(key, sentence, language, heard.spoken())
            return


async def _attempt(speaker: Speaker, sentence: str, language: str, voice: VoiceSettings) -> AsyncGenerator[Piece, None]:
    speaker.begin()
    is_heard = False
    async with aclosing(speaker.service.speak(sentence, language, voice.of(speaker.name))) as pieces:
        async for piece in pieces:
            if isinstance(piece, bytes) and piece and not is_heard:
                is_heard = True
                speaker.succeeded()
            yield piece
    if not is_heard:
        raise SpeechFailed(f"{speaker.name} gave no audio")


def pieces_of(spoken: Spoken) -> Iterator[Piece]:
    yield from spoken.words
    yield spoken.audio


def shifted(piece: Piece, by: int) -> Piece:
    return replace(piece, end=piece.end + by) if isinstance(piece, SpokenWord) else piece
