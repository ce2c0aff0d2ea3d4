"""Turn taking of a call: whose turn it is, and when the caller's is complete. Pure: values in, values out, time is an
argument.

It is the caller's turn when the agent has nothing more to say and all of it was heard, until the caller's turn is
complete: by enough keys, the finishing key, or silence. Speech of the caller will be further events: that it began
(a barge-in), and a final transcript (the end of the turn).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from parley.voice.listen_settings import KEYS, MAX_DIGITS, ListenSettings


@dataclass(frozen=True, slots=True)
class Digit:
    """The caller pressed a key."""

    key: str


@dataclass(frozen=True, slots=True)
class AgentStarted:
    """The agent speaks: its words are on the way to the caller."""


@dataclass(frozen=True, slots=True)
class AgentStopped:
    """All that the agent has said so far was heard, or will not be."""


@dataclass(frozen=True, slots=True)
class ExpectTurn:
    """The agent has nothing to add: this is what to listen for once it is silent. What was keyed in stays."""

    settings: ListenSettings


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing happened, but it is later."""


Event = Digit | AgentStarted | AgentStopped | ExpectTurn | Tick


@dataclass(frozen=True, slots=True)
class CallerTurn:
    """The caller's turn is complete."""

    digits: str | None = None
    """None: the caller was silent."""
    barge_in: bool = False
    """The caller interrupted the agent."""


@dataclass(frozen=True, slots=True)
class BargeIn:
    """The agent is to stop speaking at once."""


Output = CallerTurn | BargeIn


@dataclass(frozen=True, slots=True)
class State:
    settings: ListenSettings = field(default_factory=ListenSettings)
    is_agent_speaking: bool = False
    is_turn_expected: bool = False
    """The caller is to contribute something, after the agent's last word."""
    keys: str = ""
    """Pressed and not yet part of a turn."""
    barged_in: bool = False
    deadline: float | None = None
    """When the caller's turn is complete if nothing happens until then."""
    trailing_until: float = 0.0
    """A turn that had enough keys may still be followed by the finishing key, until then: people press it out of habit,
    and it must not count as the next turn."""

    @property
    def is_callers_turn(self) -> bool:
        return self.is_turn_expected and not self.is_agent_speaking


def advance(state: State, event: Event, now: float) -> tuple[State, tuple[Output, ...]]:
    """It makes no difference how often, or how late, a `Tick` comes."""
    outputs: tuple[Output, ...] = ()
    if state.deadline is not None and now >= state.deadline:
        # The timer may fire later than the event: what was due before is settled before.
        state, outputs = _complete_turn(state, state.keys or None, "")
    more: tuple[Output, ...] = ()
    match event:
        case Digit(key):
            state, more = _add_key(state, key, now)
        case AgentStarted():
            # Keys that were pressed stay: they count once the agent has finished.
            state = replace(state, is_agent_speaking=True, deadline=None)
        case AgentStopped() if state.is_agent_speaking:
            state, more = _check_turn(replace(state, is_agent_speaking=False), now)
        case ExpectTurn(settings):
            keys = state.keys if settings.dtmf_enabled else ""
            state, more = _check_turn(replace(state, settings=settings, keys=keys, is_turn_expected=True), now)
    return state, outputs + more


def _add_key(state: State, key: str, now: float) -> tuple[State, tuple[Output, ...]]:
    settings = state.settings
    is_early = not state.is_callers_turn and not settings.early_listening
    is_trailing = key == settings.finish_on_key and not state.keys and now < state.trailing_until
    if key not in KEYS or not settings.dtmf_enabled or is_early or is_trailing:
        return state, ()
    state = replace(state, keys=(state.keys + key)[:MAX_DIGITS])
    barge_in: tuple[Output, ...] = ()
    if state.is_agent_speaking and settings.barge_in:
        state, barge_in = replace(state, is_agent_speaking=False, barged_in=True), (BargeIn(),)
    state, turn = _check_turn(state, now)
    return state, barge_in + turn


def _check_turn(state: State, now: float) -> tuple[State, tuple[Output, ...]]:
    """If it is the caller's turn: what was keyed in may complete it, else its timeout runs."""
    if not state.is_callers_turn:
        return state, ()
    settings = state.settings
    end = state.keys.find(settings.finish_on_key) if settings.finish_on_key else -1
    if 0 <= end <= settings.num_digits:
        # Alone, the finishing key is all that the caller had to say.
        return _complete_turn(state, state.keys[:end] or settings.finish_on_key, state.keys[end + 1 :])
    if len(state.keys) >= settings.num_digits:
        state = replace(state, trailing_until=now + settings.inter_digit_timeout)
        return _complete_turn(state, state.keys[: settings.num_digits], state.keys[settings.num_digits :])
    wait = settings.inter_digit_timeout if state.keys else settings.silence_seconds
    return replace(state, deadline=now + wait), ()


def _complete_turn(state: State, digits: str | None, rest: str) -> tuple[State, tuple[Output, ...]]:
    """Keys that are left count for the caller's next turn."""
    turn = CallerTurn(digits, state.barged_in)
    return replace(state, is_turn_expected=False, keys=rest, barged_in=False, deadline=None), (turn,)
