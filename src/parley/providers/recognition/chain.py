"""Several recognisers in order of preference: when one fails, the next gets the same audio within the same turn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parley.kit.circuit_breaker import CircuitBreaker
from parley.kit.log import logger
from parley.providers.recognition.protocol import (
    RecognitionFailed,
    RecognitionRefused,
    RecognitionSettings,
    RecognitionStream,
    Recognizer,
    Transcript,
)

log = logger(__name__)

LONGEST_SECONDS = 30
"""Of audio that another recogniser can be given; of a longer turn the beginning is left out."""
SLOW_SECONDS = 2.5
"""Longer than this a recogniser is not waited for while there is another one."""
LEFT_OUT_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class GuardedRecognizer:
    recognizer: Recognizer
    breaker: CircuitBreaker


class RecognizerChain:
    name = "chain"

    def __init__(self, recognizers: Sequence[Recognizer], *, clock: Callable[[], float] = time.monotonic) -> None:
        assert recognizers, "somebody has to be asked"
        self._guarded = [
            GuardedRecognizer(recognizer, CircuitBreaker(clock, pause=LEFT_OUT_SECONDS, trial=SLOW_SECONDS))
            for recognizer in recognizers
        ]

    def supports(self, language: str) -> bool:
        return any(each.recognizer.supports(language) for each in self._guarded)

    def open_stream(self, settings: RecognitionSettings) -> ChainStream:
        return ChainStream(self._guarded, settings)

    async def aclose(self) -> None:
        for each in self._guarded:
            await each.recognizer.aclose()


class _Member:
    """One recogniser in one call. Its stream is opened when it is needed, and knows what it has been given."""

    def __init__(self, guarded: GuardedRecognizer, settings: RecognitionSettings) -> None:
        self.name = guarded.recognizer.name
        self.breaker = guarded.breaker
        self.is_refused = False
        """It does not have what the settings ask for."""
        self._recognizer = guarded.recognizer
        self._settings = settings
        self._stream: RecognitionStream | None = None
        self._given = 0
        """Bytes of the turn."""

    def supports(self, language: str) -> bool:
        return self._recognizer.supports(language)

    def open(self) -> RecognitionStream:
        if self._stream is None:
            self._stream = self._recognizer.open_stream(self._settings)
        return self._stream

    def give(self, audio: bytearray, fed: int) -> RecognitionStream:
        """`audio` is the end of the `fed` bytes of the turn."""
        stream = self.open()
        missing = fed - self._given
        if missing:
            stream.feed(bytes(audio[-missing:]))
            self._given = fed
        return stream

    def reset(self, settings: RecognitionSettings) -> None:
        if settings != self._settings:
            self.is_refused = False
        self._settings, self._given = settings, 0
        if self._stream is not None:
            self._stream.reset(settings)

    async def aclose(self) -> None:
        if self._stream is not None:
            await self._stream.aclose()


class ChainStream:
    """Only the recogniser that is preferred at the moment gets audio as it comes: services cost money."""

    def __init__(self, recognizers: Sequence[GuardedRecognizer], settings: RecognitionSettings) -> None:
        self._members = [_Member(each, settings) for each in recognizers]
        self._settings = settings
        self._turn = 0
        self._audio = bytearray()
        self._fed = 0
        """Bytes of the turn, of which `_audio` is the end."""
        self._preferred: _Member | None = None
        """For this turn: another one would have to be given everything from the beginning."""

    def feed(self, pcm: bytes) -> None:
        self._audio += pcm
        del self._audio[: -LONGEST_SECONDS * self._settings.byte_rate]
        self._fed += len(pcm)
        if self._preferred is None:
            candidates = self._candidates()
            self._preferred = candidates[0] if candidates else None
        if self._preferred is not None:
            self._preferred.give(self._audio, self._fed)

    async def transcribe(self, *, in_speech: bool = False) -> Transcript:
        if not self._fed:
            return Transcript()
        turn = self._turn
        failure = RecognitionFailed("no recogniser for this language")
        candidates = self._candidates()
        for member in candidates:
            seconds = None if member is candidates[-1] else SLOW_SECONDS
            found = await self._ask(member, seconds, in_speech=in_speech)
            if turn != self._turn:
                # After a reset neither words nor failures mean anything.
                return Transcript()
            if isinstance(found, Transcript):
                if not in_speech:
                    # What is known already says nothing of whether more will come.
                    member.breaker.succeeded()
                self._preferred = member
                return found
            failure = found
            self._leave_out(member, failure)
        raise failure

    def reset(self, settings: RecognitionSettings) -> None:
        self._turn += 1
        self._audio.clear()
        self._fed = 0
        self._settings = settings
        self._preferred = None
        for member in self._members:
            member.reset(settings)
        # It may have a model to load: there is time for that until somebody speaks.
        for member in self._candidates()[:1]:
            member.open()

    async def aclose(self) -> None:
        for member in self._members:
            await member.aclose()

    def _candidates(self) -> list[_Member]:
        """Whom to ask, in this order. With nobody else to ask, a recogniser that failed is asked again: it cannot be
        worse."""
        able = [each for each in self._members if each.supports(self._settings.language) and not each.is_refused]
        # What the step asks for comes first, then what is in use in this turn, then the order of preference.
        able.sort(key=lambda each: (each.name != self._settings.provider, each is not self._preferred))
        return [each for each in able if not each.breaker.is_open] or able[-1:]

    async def _ask(self, member: _Member, seconds: float | None, *, in_speech: bool) -> Transcript | RecognitionFailed:
        if not in_speech:
            member.breaker.begin()
        stream = member.give(self._audio, self._fed)
        try:
            async with asyncio.timeout(seconds):
                return await stream.transcribe(in_speech=in_speech)
        except RecognitionFailed as failed:
            return failed
        except TimeoutError:
            return RecognitionFailed("too slow")

    def _leave_out(self, member: _Member, failure: RecognitionFailed) -> None:
        # Its failures say nothing of what was said.
        log.warning("recognizer_failed", recognizer=member.name, reason=str(failure))
        if isinstance(failure, RecognitionRefused):
            member.is_refused = True
        else:
            member.breaker.failed()
        if self._preferred is member:
            self._preferred = None
