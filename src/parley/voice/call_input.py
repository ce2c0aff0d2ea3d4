"""The input side of a call: the rules of `turn_taking`, with a real leg, a real recogniser and a real clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from parley.providers.recognition.protocol import RecognitionSettings
from parley.providers.speech.protocol import DEFAULT_LANGUAGE
from parley.voice.answer_listener import AnswerListener
from parley.voice.listen_settings import ListenSettings
from parley.voice.media_leg import MediaLeg
from parley.voice.speech_input import SpeechInput, SpeechRecognition
from parley.voice.turn_taking import (
    AgentStarted,
    AgentStopped,
    BargeIn,
    CallerTurn,
    Digit,
    Event,
    ExpectTurn,
    Reset,
    State,
    Tick,
    Transcribe,
    advance,
)


class CallInput:
    """One for each call, for as long as it lasts: what is said and keyed in while the agent thinks is not lost. Calls
    `barge_in` when the agent is to stop speaking. Without `recognition` it hears keys alone."""

    def __init__(
        self,
        leg: MediaLeg,
        barge_in: Callable[[], object],
        recognition: SpeechRecognition | None = None,
        answer: AnswerListener | None = None,
    ) -> None:
        """`answer` listens as well, to who has answered."""
        self._barge_in = barge_in
        self._loop = asyncio.get_running_loop()
        self._state = State()
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._turns: asyncio.Queue[CallerTurn] = asyncio.Queue()
        self._answer = answer
        self._is_held = False
        also_hears = answer.hear_audio if answer else None
        self._speech = SpeechInput(leg, recognition, self._handle, also_hears) if recognition else None
        leg.on_digit(lambda key: self._handle(Digit(key)))

    def agent_started_speaking(self) -> None:
        """Words are on the way to the caller."""
        self._handle(AgentStarted())

    def expect_turn(
        self, settings: ListenSettings, language: str = DEFAULT_LANGUAGE, phrases: tuple[str, ...] = ()
    ) -> None:
        """The agent has nothing to add. Once it is silent, it is the caller's turn, in this language; `phrases` are
        likely to be said."""
        if self._speech is not None:
            self._speech.use_settings(
                RecognitionSettings(language, phrases, settings.recognizer, settings.recognition_model)
            )
        self._handle(ExpectTurn(settings, language))

    def agent_stopped_speaking(self) -> None:
        """All of its words were heard."""
        self._handle(AgentStopped())

    def hold(self) -> None:
        """No turn is completed and nothing interrupts the agent, until `release`: whoever speaks is no caller."""
        self._is_held = True

    def release(self) -> None:
        """What was said so far does not matter."""
        self._is_held = False
        while not self._turns.empty():
            self._turns.get_nowait()
        self._stop_timer()
        self._state = State(requests=self._state.requests)
        if self._speech is not None:
            self._speech.reset()

    async def next_turn(self) -> CallerTurn:
        """Waits until a turn of the caller's is complete. Waits for ever when the call ends before."""
        return await self._turns.get()

    async def aclose(self) -> None:
        self._is_closed = True
        self._stop_timer()
        if self._speech is not None:
            await self._speech.aclose()

    def _handle(self, event: Event) -> None:
        if self._is_closed:
            return
        self._state, outputs = advance(self._state, event, self._loop.time())
        # The state says when time matters next: there is one timer at most.
        self._stop_timer()
        if self._state.deadline is not None:
            self._timer = self._loop.call_at(self._state.deadline, self._handle, Tick())
        if self._answer is not None:
            self._answer.hear_turn(event, outputs)
        for output in outputs:
            match output:
                case BargeIn() if not self._is_held:
                    self._barge_in()
                case CallerTurn() if not self._is_held:
                    self._turns.put_nowait(output)
                case Transcribe(request) if self._speech is not None:
                    self._speech.transcribe(request)
                case Reset() if self._speech is not None:
                    self._speech.reset()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
