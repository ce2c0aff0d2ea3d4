"""Listens to who has answered a call: the rules of `detection`, with real audio, real words and a real clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from parley.voice import speech_activity
from parley.voice.answering import detection, tone_detection
from parley.voice.answering.detection import AnsweredBy, Decided, Event, Ready, Tick, Words
from parley.voice.turn_events import CallerTurn, Transcribed
from parley.voice.turn_events import Event as TurnEvent
from parley.voice.turn_events import Output as TurnOutput


class AnswerListener:
    """One for each call that we placed, from its answer on. Fed by whoever reads the call's audio."""

    def __init__(self, language: str, *, has_words: bool) -> None:
        """`has_words`: what is said will be recognised."""
        self._loop = asyncio.get_running_loop()
        self._state = detection.State(self._loop.time(), language, has_words)
        self._activity = speech_activity.ActivityState()
        self._tones = tone_detection.ToneState()
        self._earlier_words = ""
        """Of turns that are complete."""
        self._words = ""
        self._changed = asyncio.Event()
        """Set whenever who it is, or whether it is ready, may have changed."""
        self._ready = 0
        """How often the machine was ready: once when it had finished, and after each beep."""
        self.detach: Callable[[], None] = lambda: None
        """Stops whatever feeds it."""

    @property
    def answered_by(self) -> AnsweredBy | None:
        """None: not decided yet."""
        return self._state.answered_by

    @property
    def ready_count(self) -> int:
        return self._ready

    async def wait_decided(self, but: AnsweredBy | None = None) -> AnsweredBy:
        """Who it is, once that is known and somebody else than `but`."""
        while (by := self._state.answered_by) is None or by is but:
            self._changed.clear()
            await self._changed.wait()
        return by

    async def wait_ready(self, more_than: int = 0) -> None:
        """Returns when the machine records, or was ready for more often than this."""
        while self._ready <= more_than:
            self._changed.clear()
            await self._changed.wait()

    def restart(self) -> None:
        """The machine has had its answer: who speaks next?"""
        self._state = detection.restart(self._state, self._loop.time())
        self._earlier_words = self._words = ""
        self._ready = 0

    def hear_audio(self, window: bytes, probability: float) -> None:
        now = self._loop.time()
        self._activity, events = speech_activity.advance(self._activity, probability, now)
        self._tones, tone = tone_detection.advance(self._tones, window, now)
        for event in (*events, *([tone] if tone else [Tick()])):
            self._advance(event)

    def hear_turn(self, event: TurnEvent, outputs: tuple[TurnOutput, ...]) -> None:
        """What turn taking knows of the words: those of the present turn begin anew after each."""
        if isinstance(event, Transcribed):
            self._words = event.text
            self._advance(Words(f"{self._earlier_words} {self._words}".strip()))
        if any(isinstance(output, CallerTurn) for output in outputs):
            self._earlier_words = f"{self._earlier_words} {self._words}".strip()
            self._words = ""

    def _advance(self, event: Event) -> None:
        self._state, outputs = detection.advance(self._state, event, self._loop.time())
        for output in outputs:
            match output:
                case Ready():
                    self._ready += 1
                    self._changed.set()
                case Decided():
                    self._changed.set()
