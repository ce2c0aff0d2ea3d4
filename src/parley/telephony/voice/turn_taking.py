"""What a caller does without words: keys and silence. Values in, values out; time is an argument.

It is the caller's turn when the agent has nothing more to say and all of it was heard, until something was heard of the
caller. Words of the caller, once somebody understands them, are one more event.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from parley.telephony.voice.listen_settings import KEYS, MOST_DIGITS, ListenSettings


@dataclass(frozen=True, slots=True)
class Digit:
    key: str


@dataclass(frozen=True, slots=True)
class AgentSpeaks:
    """Its words are on the way to the caller."""


@dataclass(frozen=True, slots=True)
class AgentFinished:
    """All that it has said so far was heard, or will not be."""


@dataclass(frozen=True, slots=True)
class Expect:
    """The agent has nothing to add: this is what to listen for once it is silent. What was keyed in stays."""

    listening: ListenSettings


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing happened, but it is later."""


Event = Digit | AgentSpeaks | AgentFinished | Expect | TimePassed


@dataclass(frozen=True, slots=True)
class CallerTurn:
    """The caller's turn is over."""

    digits: str | None = None
    barge_in: bool = False
    """The caller interrupted the agent."""

    @property
    def is_silence(self) -> bool:
        return self.digits is None


@dataclass(frozen=True, slots=True)
class Interrupt:
    """The agent is to stop speaking at once."""


Output = CallerTurn | Interrupt


@dataclass(frozen=True, slots=True)
class State:
    listening: ListenSettings = field(default_factory=ListenSettings)
    is_speaking: bool = False
    """The agent is."""
    is_expected: bool = False
    """It is for the caller to say something, after the agent's last word."""
    keys: str = ""
    """Pressed and not yet part of an input."""
    barged_in: bool = False
    deadline: float | None = None
    """When something will have been heard if nothing happens until then."""
    trailing_until: float = 0.0
    """An input that was long enough may still be followed by the key that would have finished it, until then."""

    @property
    def is_callers_turn(self) -> bool:
        return self.is_expected and not self.is_speaking


def step(state: State, event: Event, now: float) -> tuple[State, tuple[Output, ...]]:
    """It makes no difference how often, or how late, time is said to have passed."""
    outputs: tuple[Output, ...] = ()
    if state.deadline is not None and now >= state.deadline:
        state, outputs = _heard(state, state.keys or None, "")
    more: tuple[Output, ...] = ()
    match event:
        case Digit(key):
            state, more = _pressed(state, key, now)
        case AgentSpeaks():
            state = replace(state, is_speaking=True, deadline=None)
        case AgentFinished() if state.is_speaking:
            state, more = _listen(replace(state, is_speaking=False), now)
        case Expect(listening):
            keys = state.keys if listening.dtmf_enabled else ""
            state, more = _listen(replace(state, listening=listening, keys=keys, is_expected=True), now)
    return state, outputs + more


def _pressed(state: State, key: str, now: float) -> tuple[State, tuple[Output, ...]]:
    rules = state.listening
    is_early = not state.is_callers_turn and not rules.early_listening
    is_trailing = key == rules.finish_on_key and not state.keys and now < state.trailing_until
    if key not in KEYS or not rules.dtmf_enabled or is_early or is_trailing:
        return state, ()
    state = replace(state, keys=(state.keys + key)[:MOST_DIGITS])
    interrupt: tuple[Output, ...] = ()
    if state.is_speaking and rules.barge_in:
        state, interrupt = replace(state, is_speaking=False, barged_in=True), (Interrupt(),)
    state, heard = _listen(state, now)
    return state, interrupt + heard


def _listen(state: State, now: float) -> tuple[State, tuple[Output, ...]]:
    """If it is the caller's turn: what was keyed in may be enough, else the clock runs."""
    if not state.is_callers_turn:
        return state, ()
    rules = state.listening
    end = state.keys.find(rules.finish_on_key) if rules.finish_on_key else -1
    if 0 <= end <= rules.num_digits:
        # Alone, the finishing key is all that the caller had to say.
        return _heard(state, state.keys[:end] or rules.finish_on_key, state.keys[end + 1 :])
    if len(state.keys) >= rules.num_digits:
        state = replace(state, trailing_until=now + rules.inter_digit_timeout)
        return _heard(state, state.keys[: rules.num_digits], state.keys[rules.num_digits :])
    wait = rules.inter_digit_timeout if state.keys else rules.silence_seconds
    return replace(state, deadline=now + wait), ()


def _heard(state: State, digits: str | None, left: str) -> tuple[State, tuple[Output, ...]]:
    """Keys that are left count for the caller's next turn."""
    heard = CallerTurn(digits, state.barged_in)
    return replace(state, is_expected=False, keys=left, barged_in=False, deadline=None), (heard,)
