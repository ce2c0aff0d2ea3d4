"""The caller's speech in a call: feeds the recogniser with what belongs to the caller's turn, and asks it for words."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.recognition.protocol import (
    RATE,
    WIDE_RATE,
    RecognitionFailed,
    RecognitionSettings,
    Recognizer,
)
from parley.providers.speech.protocol import silence
from parley.providers.turn_end.protocol import TurnEndModel
from parley.providers.voice_activity.protocol import WINDOW_SECONDS
from parley.voice import speech_activity
from parley.voice.audio_ticker import Heard, Ticker
from parley.voice.media_leg import MediaLeg
from parley.voice.speech_activity import SpeechBegan, SpeechPaused
from parley.voice.turn_end_judge import TurnEndJudge
from parley.voice.turn_events import (
    NotTranscribed,
    Transcribed,
    TurnEndJudged,
)

log = logger(__name__)

LEAD_SECONDS = 0.4
"""Audio from before speech was noticed: the first consonant is in it."""
MOST_LATE_SECONDS = 1.0
"""Audio that is read later than that after it was spoken was lost in part, or there was none for a while."""
WARM_UP_SECONDS = 0.5
MOST_WARM_UP_SECONDS = 120.0
TRANSCRIBE_SECONDS = 10.0
"""A recogniser that takes longer does not work."""

SpeechEvent = SpeechBegan | SpeechPaused | Transcribed | NotTranscribed | TurnEndJudged


@dataclass(frozen=True, slots=True)
class SpeechRecognition:
    """What a process needs to hear the callers of all its calls."""

    ticker: Ticker
    recognizer: Recognizer
    turn_end: TurnEndModel | None = None
    """Hears whether a turn is complete."""

    async def warm_up(self) -> None:
        """Loads what is loaded with the first call. Models that cannot be loaded are for that call to find out."""
        if self.turn_end is not None:
            self.turn_end.start()
        stream = self.recognizer.open_stream(RecognitionSettings())
        stream.feed(silence(WARM_UP_SECONDS))
        with suppress(RecognitionFailed, TimeoutError):
            await asyncio.wait_for(stream.transcribe(), MOST_WARM_UP_SECONDS)
        await stream.aclose()

    async def aclose(self) -> None:
        await self.ticker.aclose()
        await self.recognizer.aclose()
        if self.turn_end is not None:
            await self.turn_end.aclose()


class SpeechInput:
    """One for each call. Calls `report` with what the caller's speech does."""

    def __init__(
        self,
        leg: MediaLeg,
        recognition: SpeechRecognition,
        report: Callable[[SpeechEvent], None],
        also_hears: Heard | None = None,
    ) -> None:
        """`also_hears` gets every window, with the probability of speech in it."""
        self._report = report
        self._also_hears = also_hears
        self._loop = asyncio.get_running_loop()
        self._recognizer = recognition.recognizer
        self._settings = RecognitionSettings()
        self._stream = recognition.recognizer.open_stream(self._settings)
        self._has_settings = False
        """Those of the call, and not what holds until they are known."""
        self._has_fed = False
        """The recogniser has audio since it was last reset."""
        self._activity = speech_activity.ActivityState()
        self.activity_settings = speech_activity.USUAL
        self._heard_until = self._loop.time()
        """The end of the last window, as the caller spoke it."""
        self._wide = b""
        """The window that comes next, at `WIDE_RATE`."""
        self._is_wide = False
        """What the recogniser gets in this turn."""
        self._lead: deque[tuple[bytes, bytes]] = deque(maxlen=round(LEAD_SECONDS / WINDOW_SECONDS))
        self._tasks = Tasks()
        self._transcribing: asyncio.Task[None] | None = None
        self._judge = TurnEndJudge(recognition.turn_end, report) if recognition.turn_end is not None else None
        self._detach = recognition.ticker.attach(leg, self._hear, self._hear_wide)

    def use_settings(self, settings: RecognitionSettings) -> None:
        """From the next turn on: from now on, if nothing of the present one was heard."""
        is_new = settings != self._settings or not self._has_settings
        if settings.language != self._settings.language or not self._has_settings:
            self._check_language(settings.language)
        self._settings, self._has_settings = settings, True
        if is_new and not self._has_fed:
            self.reset()

    def transcribe(self, request: int) -> None:
        """Nobody needs the answer to an earlier request any more, and a stream takes one at a time."""
        if self._transcribing is not None:
            self._transcribing.cancel()
        self._transcribing = self._tasks.start(self._transcribe(request), "transcript")
        if self._judge is not None and not self._activity.is_speaking:
            self._judge.judge(request)

    def reset(self) -> None:
        self._has_fed = False
        rate = WIDE_RATE if self._is_wide else RATE
        self._stream.reset(replace(self._settings, rate=rate))
        if self._judge is not None:
            self._judge.reset(rate)

    def _check_language(self, language: str) -> None:
        if not self._recognizer.supports(language):
            log.warning("language_not_recognised", language=language)

    async def aclose(self) -> None:
        self._detach()
        await self._tasks.aclose()
        if self._judge is not None:
            await self._judge.aclose()
        await self._stream.aclose()

    def _hear_wide(self, window: bytes) -> None:
        self._wide = window

    def _hear(self, window: bytes, probability: float) -> None:
        wide, self._wide = self._wide, b""
        # A line may become wide, or narrow, in mid-call; a turn is one or the other to its end.
        if bool(wide) != self._is_wide and not self._has_fed:
            self._is_wide = bool(wide)
            self.reset()
        if self._also_hears is not None:
            self._also_hears(window, probability)
        self._heard_until = self._window_end(self._loop.time())
        was_speaking = self._activity.is_speaking
        self._activity, events = speech_activity.advance(
            self._activity, probability, self._heard_until, self.activity_settings
        )
        self._has_fed = self._has_fed or self._activity.is_speaking
        if self._activity.is_speaking and not was_speaking:
            for earlier in self._lead:
                self._feed(*earlier)
            self._lead.clear()
        # Pauses are left out but for their edges: recognisers make up words for long ones.
        if self._activity.is_speaking:
            self._feed(window, wide)
        else:
            self._lead.append((window, wide))
        for event in events:
            self._report(event)

    def _feed(self, window: bytes, wide: bytes) -> None:
        if self._is_wide:
            window = wide or np.repeat(np.frombuffer(window, np.int16), WIDE_RATE // RATE).tobytes()
        self._stream.feed(window)
        if self._judge is not None:
            self._judge.feed(window)

    def _window_end(self, now: float) -> float:
        """Windows follow each other as they were spoken, however late they are read; unless some were lost."""
        follows = self._heard_until + WINDOW_SECONDS
        return follows if now - MOST_LATE_SECONDS <= follows <= now + WINDOW_SECONDS else now

    async def _transcribe(self, request: int) -> None:
        try:
            in_speech = self._activity.is_speaking
            found = await asyncio.wait_for(self._stream.transcribe(in_speech=in_speech), TRANSCRIBE_SECONDS)
        except (RecognitionFailed, TimeoutError) as failed:
            # The kind of the failure alone: no word of a conversation goes into the log.
            log.warning("speech_not_transcribed", reason=str(failed) or "timeout")
            self._report(NotTranscribed(request))
        else:
            self._report(Transcribed(request, found.text, found.alternatives))
