"""Recordings as values: what a project wants recorded, and what of it is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from parley.kit.errors import ParleyError
from parley.kit.values import value

SETTING, CONSENT_SETTING, PRIVATE_SETTING = "recording", "recording_consent", "recording_private"
LONGEST_CONSENT = 1_000
TRAILING_SECONDS = 0.5
"""What a caller says while their turn is being closed belongs to it."""


class ConversationsRecordingNotFound(ParleyError):
    """There is no recording of this conversation."""

    status = 404


class RecordingMode(StrEnum):
    OFF = "off"
    ON = "on"
    AFTER_CONSENT = "after_consent"


class PrivateAudio(StrEnum):
    KEEP = "keep"
    SILENCE = "silence"


class Direction(StrEnum):
    COMBINED = "combined"
    USER = "user"
    AGENT = "agent"


@value
class RecordingSettings:
    is_on: bool = False
    consent: str = ""
    """Spoken first, before anything else."""
    keeps_private: bool = True


def recording_settings(settings: Mapping[str, Any]) -> RecordingSettings:
    """Of a project. Without the text of the consent nobody could give one: then nothing is recorded."""
    mode, consent = settings.get(SETTING, RecordingMode.OFF), str(settings.get(CONSENT_SETTING) or "")
    is_asked = mode == RecordingMode.AFTER_CONSENT
    return RecordingSettings(
        is_on=mode == RecordingMode.ON or (is_asked and bool(consent)),
        consent=consent if is_asked else "",
        keeps_private=settings.get(PRIVATE_SETTING) != PrivateAudio.SILENCE,
    )


def lacks_consent(settings: Mapping[str, Any]) -> bool:
    """Consent is asked for, and nothing says how."""
    return settings.get(SETTING) == RecordingMode.AFTER_CONSENT and not settings.get(CONSENT_SETTING)


@value
class Recording:
    id: UUID
    conversation_started_at: datetime
    started_at: datetime
    """The moment of the first sample."""
    rate: int
    samples: int
    """Up to the end of the last chunk."""

    @property
    def lead(self) -> int:
        """Samples between the start of the record, which is where the audio that is given out begins, and the first
        sample; below zero, it began before."""
        return round((self.started_at - self.conversation_started_at).total_seconds() * self.rate)

    @property
    def length(self) -> int:
        """In samples, as it is given out."""
        return max(self.samples + self.lead, 0)


@value
class Chunk:
    """As it is stored."""

    recording_id: UUID
    number: int
    first_sample: int
    samples: int
    is_private: bool
    audio: bytes
    """Encrypted."""


@value
class TurnText:
    """What decides whether a turn's audio is hidden."""

    user_input_at: datetime
    user_input: str
    agent_response: str
    dtmf: str = ""


@value
class HiddenSpan:
    """Seconds from the start of the record in which one side is silenced."""

    begin: float
    end: float
    is_caller: bool


def hidden_spans(
    turns: Iterable[TurnText], started_at: datetime, is_redacted: Callable[[str], bool]
) -> list[HiddenSpan]:
    """Of turns whose text was redacted. `is_redacted` judges a text. The caller's turn lasts from the end of the turn
    before it to its own, the agent's answer from there to the end of the next one."""
    spans: list[HiddenSpan] = []
    before, answered = 0.0, False
    for turn in turns:
        at = (turn.user_input_at - started_at).total_seconds()
        if answered:
            spans.append(HiddenSpan(before, at, is_caller=False))
        if is_redacted(turn.user_input) or is_redacted(turn.dtmf):
            spans.append(HiddenSpan(before, at + TRAILING_SECONDS, is_caller=True))
        before, answered = at, is_redacted(turn.agent_response)
    if answered:
        spans.append(HiddenSpan(before, float("inf"), is_caller=False))
    return spans
