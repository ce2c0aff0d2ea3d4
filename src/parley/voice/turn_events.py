"""What turn taking is told, and what it says: values without behaviour."""

from __future__ import annotations

from dataclasses import dataclass

from parley.voice.listen_settings import ListenSettings
from parley.voice.speech_activity import SpeechBegan, SpeechPaused


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
    language: str = "en-US"
    asked: str = ""
    """The agent's last words, which say what kind of answer comes."""


@dataclass(frozen=True, slots=True)
class Transcribed:
    """What was said since the last `Reset`, as it was when this was asked for."""

    request: int
    text: str
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotTranscribed:
    """Recognition does not work."""

    request: int


@dataclass(frozen=True, slots=True)
class TurnEndJudged:
    """By its sound, at the pause that this transcript was asked for in."""

    request: int
    probability: float
    """That nothing follows."""


@dataclass(frozen=True, slots=True)
class TurnWithdrawn:
    """The agent has not begun to answer the newest turn, and will not: the caller goes on with it."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing happened, but it is later."""


Event = (
    Digit
    | AgentStarted
    | AgentStopped
    | ExpectTurn
    | SpeechBegan
    | SpeechPaused
    | Transcribed
    | NotTranscribed
    | TurnEndJudged
    | TurnWithdrawn
    | Tick
)


@dataclass(frozen=True, slots=True)
class CallerTurn:
    """The caller's turn is complete. With neither keys nor text, the caller was silent or not understood."""

    digits: str | None = None
    barge_in: bool = False
    """The caller interrupted the agent."""
    text: str | None = None
    alternatives: tuple[str, ...] = ()
    spoke_until: float | None = None
    """The moment of the last sound."""
    transcribed_at: float | None = None

    @property
    def words(self) -> str | None:
        """What the caller said and keyed in; None: nothing."""
        return " ".join(part for part in (self.text, self.digits) if part) or None


@dataclass(frozen=True, slots=True)
class BargeIn:
    """The agent is to stop speaking at once."""


@dataclass(frozen=True, slots=True)
class ResumeSpeech:
    """What has stopped the agent was nothing: it goes on where it was stopped."""


@dataclass(frozen=True, slots=True)
class TurnContinued:
    """The caller has added words to the turn that is being answered. `TurnWithdrawn`, if it can be taken back."""


@dataclass(frozen=True, slots=True)
class TurnForeseen:
    """If the caller says nothing more, this will be the turn."""

    text: str
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnNotForeseen:
    """The caller goes on after all."""


@dataclass(frozen=True, slots=True)
class Transcribe:
    """The words of the caller, as far as they were spoken by now, are wanted."""

    request: int


@dataclass(frozen=True, slots=True)
class Reset:
    """What the caller has said so far does not matter any more."""


Output = CallerTurn | BargeIn | ResumeSpeech | TurnContinued | TurnForeseen | TurnNotForeseen | Transcribe | Reset
