"""The input side of a call: the rules of `turn_taking`, with a real leg, a real recogniser and a real clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from parley.providers.recognition.protocol import RecognitionSettings
from parley.providers.speech.protocol import DEFAULT_LANGUAGE
from parley.voice.answering.listener import AnswerListener
from parley.voice.listen_settings import ListenSettings
from parley.voice.media_leg import MediaLeg
from parley.voice.speech_input import SpeechInput, SpeechRecognition
from parley.voice.turn_events import (
    AgentStarted,
    AgentStopped,
    BargeIn,
    CallerTurn,
    Digit,
    Event,
    ExpectTurn,
    Output,
    Reset,
    ResumeSpeech,
    Tick,
    Transcribe,
    TurnContinued,
    TurnForeseen,
    TurnNotForeseen,
    TurnWithdrawn,
)
from parley.voice.turn_taking import (
    State,
    advance,
)

HELD_SECONDS = 1.5
"""How long an answer waits for what a caller who speaks again is about to add."""


def _nothing() -> None: ...


@dataclass(frozen=True, slots=True)
class Reactions:
    """What the agent's side does about the caller."""

    stop: Callable[[], object]
    """The agent is to stop speaking."""
    resume: Callable[[], object] = _nothing
    """That was for nothing: it goes on."""
    withdraw: Callable[[], bool] = lambda: False
    """The caller goes on with the turn that is being answered. Whether that could be taken back."""
    foresee: Callable[[TurnForeseen], object] = lambda _turn: None
    forget: Callable[[], object] = _nothing
    """What was foreseen will not come."""


class CallInput:
    """One for each call, for as long as it lasts: what is said and keyed in while the agent thinks is not lost. Without
    `recognition` it hears keys alone."""

    def __init__(
        self,
        leg: MediaLeg,
        reactions: Reactions,
        recognition: SpeechRecognition | None = None,
        answer: AnswerListener | None = None,
    ) -> None:
        """`answer` listens as well, to who has answered."""
        self._reactions = reactions
        self._loop = asyncio.get_running_loop()
        self._state = State()
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._turns: asyncio.Queue[CallerTurn] = asyncio.Queue()
        self._nothing_added = asyncio.Event()
        self._nothing_added.set()
        self._answer = answer
        self._is_held = False
        also_hears = answer.hear_audio if answer else None
        self._speech = SpeechInput(leg, recognition, self._handle, also_hears) if recognition else None
        leg.on_digit(lambda key: self._handle(Digit(key)))

    def agent_started_speaking(self) -> None:
        """Words are on the way to the caller."""
        self._handle(AgentStarted())

    def expect_turn(
        self,
        settings: ListenSettings,
        language: str = DEFAULT_LANGUAGE,
        phrases: tuple[str, ...] = (),
        asked: str = "",
    ) -> None:
        """The agent has nothing to add. Once it is silent, it is the caller's turn, in this language; `phrases` are
        likely to be said, `asked` is what the agent said last."""
        if self._speech is not None:
            self._speech.activity_settings = settings.activity
            self._speech.use_settings(
                RecognitionSettings(language, phrases, settings.recognizer, settings.recognition_model)
            )
        self._handle(ExpectTurn(settings, language, asked))

    def agent_stopped_speaking(self) -> None:
        """All of its words were heard."""
        self._handle(AgentStopped())

    async def wait_nothing_added(self) -> None:
        """While the caller speaks although the turn was thought to be complete, nobody speaks over them."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._nothing_added.wait(), HELD_SECONDS)

    def hold(self) -> None:
        """No turn is completed and nothing interrupts the agent, until `release`: whoever speaks is no caller."""
        self._is_held = True

    def release(self) -> None:
        """What was said so far does not matter."""
        self._is_held = False
        while not self._turns.empty():
            self._turns.get_nowait()
        self._stop_timer()
        # Requests are numbered on: a transcript that was asked for before comes late, and is not of the next turn.
        self._state = State(requests=self._state.requests)
        if self._speech is not None:
            self._speech.reset()

    async def next_turn(self) -> CallerTurn:
        """Waits until a turn of the caller's is complete. Waits for ever when the call ends before."""
        return await self._turns.get()

    async def aclose(self) -> None:
        """Nothing is heard any more, and nothing reads the leg. May be called again."""
        self._is_closed = True
        self._stop_timer()
        if self._answer is not None:
            self._answer.detach()
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
        if self._state.is_adding:  # whoever waits is about to speak over the caller
            self._nothing_added.clear()
        else:
            self._nothing_added.set()
        if self._answer is not None:
            self._answer.hear_turn(event, outputs)
        for output in outputs:
            if not self._is_held:
                self._react(output)
            match output:
                case CallerTurn() if not self._is_held:
                    self._turns.put_nowait(output)
                case Transcribe(request) if self._speech is not None:
                    self._speech.transcribe(request)
                case Reset() if self._speech is not None:
                    self._speech.reset()

    def _react(self, output: Output) -> None:
        match output:
            case BargeIn():
                self._reactions.stop()
            case ResumeSpeech():
                self._reactions.resume()
            case TurnContinued() if self._reactions.withdraw():
                self._handle(TurnWithdrawn())
            case TurnForeseen():
                self._reactions.foresee(output)
            case TurnNotForeseen():
                self._reactions.forget()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
