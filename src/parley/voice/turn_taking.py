"""Turn taking of a call: whose turn it is, and when the caller's is complete. Pure: values in, values out, time is an
argument.

It is the caller's turn when the agent has nothing more to say and all of it was heard, until the caller's turn is
complete: by enough keys, the finishing key, a pause after speech that is long enough for what was said, or silence.

A caller who speaks while the agent does is judged by the words: backchannels do not interrupt, other words do, and a
sound without words is none. An interruption that turns out to be none is taken back: the agent goes on. What a caller
adds while the agent thinks belongs to the same turn if that can be taken back; else it interrupts the answer, which did
not know of it. A turn that is probably complete is foreseen, so that an answer can be prepared.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from parley.voice.backchannels import is_backchannel
from parley.voice.caller_speech import CallerSpeech
from parley.voice.endpointing import find_endpoint, remember_pause
from parley.voice.listen_settings import KEYS, MAX_DIGITS, ListenSettings
from parley.voice.speech_activity import SpeechBegan, SpeechPaused
from parley.voice.turn_events import (
    AgentStarted,
    AgentStopped,
    BargeIn,
    CallerTurn,
    Digit,
    Event,
    ExpectTurn,
    NotTranscribed,
    Output,
    Reset,
    ResumeSpeech,
    Transcribe,
    Transcribed,
    TurnContinued,
    TurnEndJudged,
    TurnForeseen,
    TurnNotForeseen,
    TurnWithdrawn,
)

CHECK_SECONDS = 0.3
"""How often the words of a caller who speaks over the agent are looked at: a word is about that long."""
UNHEARD_SECONDS = 0.6
"""Whoever speaks over the agent for so long interrupts it, if recognition does not work."""
UNJUDGED_SECONDS = 1.0
"""Whoever speaks over the agent for so long is not spoken over any longer, if recognition has not answered by then."""
ANSWER_SECONDS = 1.2
"""A backchannel this close to the agent's last word was the answer to it."""
AFTER_NOISE_SECONDS = 1.0
"""Who has coughed may be about to speak."""
TRANSCRIPT_SECONDS = 8.0
"""How long a turn that is over waits for its transcript."""
LONGEST_SPEECH = 60.0
"""Speech without a pause is taken as a turn after this long: a television, or music on hold."""


@dataclass(frozen=True, slots=True)
class State:
    settings: ListenSettings = field(default_factory=ListenSettings)
    language: str = "en-US"
    asked: str = ""
    is_agent_speaking: bool = False
    is_turn_expected: bool = False
    """The caller is to contribute something, after the agent's last word."""
    keys: str = ""
    """Pressed and not yet part of a turn."""
    barged_in: bool = False
    is_stopped: bool = False
    """Sounds have stopped the agent, which may turn out to be nothing."""
    under_way: CallerTurn | None = None
    """The newest turn, until the agent begins to answer it. None with keys, which are not taken back."""
    foreseen: TurnForeseen | None = None
    deadline: float | None = None
    """When something is due if nothing happens until then: mostly, that the caller's turn is complete."""
    silent_until: float = 0.0
    """A caller who has not said anything by then was silent."""
    trailing_until: float = 0.0
    """A turn that had enough keys may still be followed by the finishing key, until then: people press it out of habit,
    and it must not count as the next turn."""
    speech: CallerSpeech | None = None
    requests: int = 0
    """Transcripts that were asked for in this call."""
    pauses: tuple[float, ...] = ()
    """Of this caller, within turns."""

    @property
    def is_callers_turn(self) -> bool:
        return self.is_turn_expected and not self.is_agent_speaking

    @property
    def is_adding(self) -> bool:
        """The caller speaks while a turn is being answered; with what is not known yet."""
        return self.under_way is not None and self.speech is not None and not self.speech.is_settled


Step = tuple[State, tuple[Output, ...]]


def advance(state: State, event: Event, now: float) -> Step:
    """It makes no difference how often, or how late, a `Tick` comes."""
    outputs: tuple[Output, ...] = ()
    # The timer may fire later than the event: what was due before is settled before, as of when it was due.
    while state.deadline is not None and now >= state.deadline:
        state, due = _deadline_passed(state, state.deadline)
        outputs += due
    state, more = _handle(state, event, now)
    return state, outputs + more


def _handle(state: State, event: Event, now: float) -> Step:
    match event:
        case Digit(key):
            return _add_key(state, key, now)
        case AgentStarted():
            return _agent_started(state, now)
        case AgentStopped() if state.is_agent_speaking:
            return _agent_stopped(state, now)
        case ExpectTurn(settings, language, asked):
            keys = state.keys if settings.dtmf_enabled else ""
            state = replace(state, settings=settings, language=language, asked=asked, keys=keys)
            return _check_turn(replace(state, is_turn_expected=True, under_way=None), now)
        case SpeechBegan(at) if state.settings.speech_enabled:
            return _speech_began(state, at, now)
        case SpeechPaused(at) if state.speech is not None and state.speech.is_speaking:
            return _request_transcript(replace(state, speech=replace(state.speech, paused_at=at)), now)
        case Transcribed(request) if state.speech is not None and request == state.speech.request:
            return _transcribed(state, state.speech, event, now)
        case NotTranscribed(request) if state.speech is not None and request == state.speech.request:
            return _not_transcribed(state, state.speech, now)
        case TurnEndJudged(request) if state.speech is not None and request == state.speech.request:
            return _judged(state, state.speech, event, now)
        case TurnWithdrawn() if state.under_way is not None:
            return _go_on(state, state.under_way, now)
    return state, ()


def _deadline_passed(state: State, now: float) -> Step:
    state, speech = replace(state, deadline=None), state.speech
    if not state.is_callers_turn:
        return (state, ()) if speech is None else _look_at_words(state, speech, now)
    if speech is not None and speech.is_speaking:
        # Longer than any turn: as if it had paused now.
        return _request_transcript(replace(state, speech=replace(speech, paused_at=now)), now)
    if speech is not None and not speech.is_settled and now < (speech.paused_at or now) + TRANSCRIPT_SECONDS:
        return replace(state, deadline=(speech.paused_at or now) + TRANSCRIPT_SECONDS), ()
    return _complete_turn(state, state.keys or None, "")


def _look_at_words(state: State, speech: CallerSpeech, now: float) -> Step:
    """Of who speaks while it is not their turn."""
    unjudged_at = speech.began_at + UNJUDGED_SECONDS
    is_unjudged = state.is_agent_speaking and speech.is_speaking and speech.text is None
    if is_unjudged and state.settings.barge_in and now >= unjudged_at:
        return _interrupt(state, now)
    state, outputs = _request_transcript(state, now)
    # Until the words come, which may take long.
    return replace(state, deadline=unjudged_at if is_unjudged and unjudged_at > now else state.deadline), outputs


def _agent_started(state: State, now: float) -> Step:
    """Keys that were pressed stay: they count once the agent has finished."""
    state = replace(state, is_agent_speaking=True, is_stopped=False, under_way=None, deadline=None)
    speech = state.speech
    if speech is None or not state.settings.barge_in:
        return state, ()
    if speech.is_settled:
        return _judge_interruption(state, speech, now)
    return replace(state, deadline=now + CHECK_SECONDS if speech.is_speaking else None), ()


def _agent_stopped(state: State, now: float) -> Step:
    state, speech = replace(state, is_agent_speaking=False), state.speech
    reset: tuple[Output, ...] = ()
    if speech is not None and speech.paused_at is not None and now - speech.paused_at > ANSWER_SECONDS:
        # A backchannel, or words that were not to interrupt: the agent has said more since.
        state, reset = replace(state, speech=None), (Reset(),)
    state, more = _check_turn(state, now)
    return state, reset + more


def _speech_began(state: State, at: float, now: float) -> Step:
    before, pauses = state.speech, state.pauses
    if before is not None and before.is_speaking:
        return state, ()
    state, outputs = _unforeseen(state)
    if before is None or before.paused_at is None:
        speech = CallerSpeech(at)
    elif state.is_agent_speaking:
        # What was said before has been judged, and did not interrupt.
        speech, outputs = CallerSpeech(at), (*outputs, Reset())
    else:
        speech = replace(before, began_at=at, paused_at=None, is_settled=False)
        pauses = remember_pause(pauses, max(at - before.paused_at, 0.0))
    deadline = now + LONGEST_SPEECH if state.is_callers_turn else None
    if (state.is_agent_speaking and state.settings.barge_in) or state.under_way is not None:
        deadline = now + CHECK_SECONDS
    return replace(state, speech=speech, pauses=pauses, deadline=deadline), outputs


def _unforeseen(state: State) -> Step:
    return (state, ()) if state.foreseen is None else (replace(state, foreseen=None), (TurnNotForeseen(),))


def _request_transcript(state: State, now: float) -> Step:
    assert state.speech is not None, "somebody spoke"
    request = state.requests + 1
    speech = replace(state.speech, request=request, is_settled=False, completeness=None)
    state, more = _check_turn(replace(state, speech=speech, requests=request), now)
    return state, (Transcribe(request), *more)


def _transcribed(state: State, speech: CallerSpeech, event: Transcribed, now: float) -> Step:
    speech = replace(
        speech,
        text=event.text,
        alternatives=event.alternatives,
        transcribed_at=now,
        is_settled=not speech.is_speaking,
    )
    state = replace(state, speech=speech)
    if state.is_agent_speaking:
        return _judge_interruption(state, speech, now)
    is_nothing = is_backchannel(event.text, state.language)
    if state.is_stopped and speech.is_settled and is_nothing and not state.keys:
        return _resume(state)
    if state.under_way is not None:
        return _judge_addition(state, speech, now)
    if speech.is_settled and not speech.words:
        # A cough, or a door: nobody has said anything, and the caller's time to answer goes on.
        deadline = max(state.silent_until, now + AFTER_NOISE_SECONDS) if state.is_callers_turn else None
        return replace(state, speech=None, deadline=deadline), (Reset(),)
    return _check_turn(state, now)


def _judge_interruption(state: State, speech: CallerSpeech, now: float) -> Step:
    if state.settings.barge_in and not is_backchannel(speech.text or "", state.language):
        return _interrupt(state, now)
    if speech.is_speaking and state.settings.barge_in:
        return replace(state, deadline=now + CHECK_SECONDS), ()
    if not speech.text:
        return replace(state, speech=None, deadline=None), (Reset(),)
    # It may still turn out to be the answer, if the agent says nothing more.
    return replace(state, deadline=None), ()


def _judge_addition(state: State, speech: CallerSpeech, now: float) -> Step:
    if not is_backchannel(speech.text or "", state.language):
        deadline = now + CHECK_SECONDS if speech.is_speaking else None
        return replace(state, deadline=deadline), (TurnContinued(),)
    if speech.is_speaking:
        return replace(state, deadline=now + CHECK_SECONDS), ()
    return replace(state, speech=None, deadline=None), (Reset(),)


def _go_on(state: State, turn: CallerTurn, now: float) -> Step:
    """The caller's turn is not over after all."""
    speech = state.speech
    if speech is None:
        return state, ()
    speech = replace(speech, before=turn.text or "")
    state = replace(state, speech=speech, under_way=None, is_turn_expected=True, barged_in=turn.barge_in)
    if turn.spoke_until is not None:
        state = replace(state, pauses=remember_pause(state.pauses, max(speech.began_at - turn.spoke_until, 0.0)))
    return _check_turn(state, now)


def _resume(state: State) -> Step:
    state = replace(
        state, is_agent_speaking=True, is_stopped=False, barged_in=False, speech=None, deadline=None, silent_until=0.0
    )
    return state, (ResumeSpeech(), Reset())


def _not_transcribed(state: State, speech: CallerSpeech, now: float) -> Step:
    if not state.is_agent_speaking:
        settled = replace(speech, is_settled=not speech.is_speaking)
        return _check_turn(replace(state, speech=settled), now)
    spoke_until = now if speech.paused_at is None else speech.paused_at
    if state.settings.barge_in and spoke_until - speech.began_at >= UNHEARD_SECONDS:
        return _interrupt(state, now)
    if speech.is_speaking:
        return replace(state, deadline=now + CHECK_SECONDS if state.settings.barge_in else None), ()
    return replace(state, speech=None, deadline=None), (Reset(),)


def _judged(state: State, speech: CallerSpeech, event: TurnEndJudged, now: float) -> Step:
    if speech.is_speaking:
        return state, ()  # whoever has gone on will pause again
    return _check_turn(replace(state, speech=replace(speech, completeness=event.probability)), now)


def _interrupt(state: State, now: float) -> Step:
    state = replace(state, is_agent_speaking=False, barged_in=True, is_stopped=state.speech is not None, deadline=None)
    state, more = _check_turn(state, now)
    return state, (BargeIn(), *more)


def _add_key(state: State, key: str, now: float) -> Step:
    settings = state.settings
    is_early = not state.is_callers_turn and not settings.early_listening
    is_trailing = key == settings.finish_on_key and not state.keys and now < state.trailing_until
    if key not in KEYS or not settings.dtmf_enabled or is_early or is_trailing:
        return state, ()
    state = replace(state, keys=(state.keys + key)[:MAX_DIGITS])
    if state.is_agent_speaking and settings.barge_in:
        return _interrupt(state, now)
    return _check_turn(state, now)


def _check_turn(state: State, now: float) -> Step:
    """If it is the caller's turn: what was keyed in may complete it, else its timeout runs."""
    if not state.is_callers_turn:
        return state, ()
    settings, speech = state.settings, state.speech
    end = state.keys.find(settings.finish_on_key) if settings.finish_on_key else -1
    if 0 <= end <= settings.num_digits:
        # Alone, the finishing key is all that the caller had to say.
        return _complete_turn(state, state.keys[:end] or settings.finish_on_key, state.keys[end + 1 :])
    if len(state.keys) >= settings.num_digits:
        state = replace(state, trailing_until=now + settings.inter_digit_timeout)
        return _complete_turn(state, state.keys[: settings.num_digits], state.keys[settings.num_digits :])
    if speech is not None:
        return _check_speech(state, speech, now)
    if state.keys:
        return replace(state, deadline=now + settings.inter_digit_timeout), ()
    until = now + settings.silence_seconds
    return replace(state, deadline=until, silent_until=until), ()


def _check_speech(state: State, speech: CallerSpeech, now: float) -> Step:
    if speech.paused_at is None:
        return replace(state, deadline=now + LONGEST_SPEECH), ()
    endpoint = find_endpoint(
        speech.words, state.language, state.settings, state.pauses, state.asked, speech.completeness
    )
    due = speech.paused_at + endpoint.seconds
    if now >= due and speech.is_settled:
        return _complete_turn(state, state.keys or None, "")
    state = replace(state, deadline=max(due, now))
    if not endpoint.is_likely or not speech.is_settled or not speech.words or state.keys:
        return state, ()
    foreseen = TurnForeseen(speech.words, speech.hearings)
    return (state, ()) if foreseen == state.foreseen else (replace(state, foreseen=foreseen), (foreseen,))


def _complete_turn(state: State, digits: str | None, rest: str) -> Step:
    """Keys that are left count for the caller's next turn."""
    turn, speech = CallerTurn(digits, state.barged_in), state.speech
    outputs: tuple[Output, ...] = ()
    if speech is not None:
        turn = replace(
            turn,
            text=speech.words or None,
            alternatives=speech.hearings,
            spoke_until=speech.paused_at,
            transcribed_at=speech.transcribed_at,
        )
        outputs = (Reset(),)
    state = replace(
        state,
        is_turn_expected=False,
        keys=rest,
        barged_in=False,
        is_stopped=False,
        under_way=turn if turn.text and digits is None else None,
        foreseen=None,
        deadline=None,
        silent_until=0.0,
        speech=None,
    )
    return state, (turn, *outputs)
