"""What a project wants done when no person answers a call that it placed (`answering_machine` of its experimental
configuration). Read leniently: what makes no sense leaves what holds otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from parley.voice.answering.detection import AnsweredBy

WAIT_SECONDS = 60.0
MOST_WAIT_SECONDS = 600.0


class Action(StrEnum):
    CONTINUE = "continue"
    """The agent talks to whatever it is."""
    HANG_UP = "hang_up"
    LEAVE_MESSAGE = "leave_message"
    WAIT = "wait"
    """The agent is silent until a person speaks."""


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    action: Action = Action.CONTINUE
    messages: Mapping[str, str] = field(default_factory=dict)
    """By language; the key `""` holds the one for all."""
    screening_messages: Mapping[str, str] = field(default_factory=dict)
    """Who calls and why; without one the agent itself talks to the assistant."""
    wait_seconds: float = WAIT_SECONDS

    def action_for(self, by: AnsweredBy, language: str) -> Action:
        if by is AnsweredBy.PERSON:
            return Action.CONTINUE
        if by is AnsweredBy.SCREENING:
            return Action.WAIT if self.screening_message(language) else Action.CONTINUE
        if self.action is Action.CONTINUE:
            return Action.CONTINUE
        # Nobody listens to a fax machine; and who has no message has none to leave.
        if by is AnsweredBy.TONE or (self.action is Action.LEAVE_MESSAGE and not self.message(language)):
            return Action.HANG_UP
        return self.action

    def message(self, language: str) -> str:
        return _in_language(self.messages, language)

    def screening_message(self, language: str) -> str:
        return _in_language(self.screening_messages, language)


def read_answer_settings(experimental: Mapping[str, Any]) -> AnswerSettings:
    given = experimental.get("answering_machine")
    if not isinstance(given, Mapping):
        return AnswerSettings()
    return AnswerSettings(
        action=_action(given.get("action")),
        messages=_texts(given.get("message")),
        screening_messages=_texts(given.get("screening_message")),
        wait_seconds=_seconds(given.get("wait_seconds")),
    )


def _action(value: Any) -> Action:
    try:
        return Action(str(value).lower())
    except ValueError:
        return Action.CONTINUE


def _texts(value: Any) -> dict[str, str]:
    if isinstance(value, Mapping):
        return {str(language): text for language, text in value.items() if isinstance(text, str) and text.strip()}
    return {"": value} if isinstance(value, str) and value.strip() else {}


def _seconds(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return min(float(value), MOST_WAIT_SECONDS) if is_number and value > 0 else WAIT_SECONDS


def _in_language(texts: Mapping[str, str], language: str) -> str:
    short = language.partition("-")[0]
    return next((texts[key] for key in (language, short, "") if key in texts), "")
