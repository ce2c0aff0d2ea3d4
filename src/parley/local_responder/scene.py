"""A request as the local responder sees it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from parley.kit.dates.reading import is_day_first
from parley.local_responder.bounds import bounded
from parley.local_responder.directives import Directive
from parley.local_responder.fill import Listener
from parley.local_responder.instructions import parse
from parley.local_responder.phrases import phrase
from parley.local_responder.similarity import Similarity, by_terms
from parley.providers.llm.protocol import Message, Request, Situation, Tool

SAVE, CHOOSE = STEP_TOOLS = ("save_entities", "choose_path")
"""The tools of a default step: keep what was told, take a way on."""
REMEMBERED = 4
"""Exchanges that are looked back at for values given earlier."""
_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Reply:
    """Words, a call, or words and then a call."""

    text: str = ""
    tool: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exchange:
    agent: str
    user: str


@dataclass(frozen=True)
class Scene:
    situation: Situation
    messages: Sequence[Message]
    tools: Mapping[str, Tool]
    similarity: Similarity = by_terms

    @classmethod
    def of(cls, request: Request, similarity: Similarity = by_terms) -> Scene:
        request = bounded(request)
        situation = request.situation or _situation_of(request.messages)
        return cls(situation, request.messages, {tool.name: tool for tool in request.tools}, similarity)

    @property
    def user_text(self) -> str:
        return self.situation.user_text.strip()

    @cached_property
    def listener(self) -> Listener:
        try:
            now = datetime.fromisoformat(self.situation.now)
        except ValueError:
            now = _NO_TIME
        return Listener(now, is_day_first(self.situation.language), self.similarity)

    @cached_property
    def exchanges(self) -> list[Exchange]:
        """What the agent said and the user answered, newest first; the user's newest words are in the first."""
        found: list[Exchange] = []
        agent = ""
        for message in self.messages:
            if message.role == "assistant":
                agent = message.content or agent
            elif message.role == "user":
                found.append(Exchange(agent, message.content))
        return found[::-1]

    @cached_property
    def called(self) -> list[tuple[str, Mapping[str, Any]]]:
        """Tools that were called since the user spoke, or an event came, with their arguments, oldest first."""
        cause = "system" if self.situation.is_woken else "user"
        start = max((place for place, message in enumerate(self.messages) if message.role == cause), default=-1)
        return [
            _call(call.name, call.arguments) for message in self.messages[start + 1 :] for call in message.tool_calls
        ]

    @cached_property
    def ever_called(self) -> set[str]:
        return {call.name for message in self.messages for call in message.tool_calls}

    @cached_property
    def ever_saved(self) -> set[str]:
        """Entities for which a value was offered, valid or not."""
        calls = [call for message in self.messages for call in message.tool_calls if call.name == SAVE]
        return {name for call in calls for name in _call(call.name, call.arguments)[1]}

    @cached_property
    def taken_since_saved(self) -> set[str]:
        """Ways on that were taken with what is known now: whatever they led to, nothing has changed since."""
        taken: set[str] = set()
        for call in (call for message in self.messages for call in message.tool_calls):
            if call.name == CHOOSE:
                taken.add(str(_call(call.name, call.arguments)[1].get("condition")))
            elif call.name == SAVE:
                taken.clear()
        return taken

    @property
    def was_called(self) -> set[str]:
        return {name for name, _ in self.called}

    @cached_property
    def said(self) -> list[str]:
        return [message.content for message in self.messages if message.role == "assistant" and message.content]

    @property
    def has_step_result(self) -> bool:
        """The last result is a function step's, which ran after the last tool had answered."""
        answers = [message.content for message in self.messages if message.role == "tool"]
        return bool(self.situation.tool_result) and self.situation.tool_result not in answers[-1:]

    @property
    def rules(self) -> str:
        """Who the agent is and what it always does: the first message."""
        return self.messages[0].content if self.messages and self.messages[0].role == "system" else ""

    @property
    def turn(self) -> int:
        return sum(message.role == "user" for message in self.messages)

    @cached_property
    def step(self) -> list[Directive]:
        return parse(self.situation.step_prompt, self.tools)

    def phrase(self, name: str) -> str:
        return phrase(name, self.situation.language, self.turn)


def _call(name: str, arguments: str) -> tuple[str, Mapping[str, Any]]:
    try:
        value = json.loads(arguments)
    except ValueError:
        value = {}
    return name, value if isinstance(value, dict) else {}


def _situation_of(messages: Sequence[Message]) -> Situation:
    """For callers that pass messages only."""
    user = next((message.content for message in reversed(messages) if message.role == "user"), "")
    agent = next((message.content for message in reversed(messages) if message.role == "assistant"), "")
    result = messages[-1].content if messages and messages[-1].role == "tool" else None
    return Situation(user_text=user, is_silence=not user.strip(), last_agent_text=agent, tool_result=result)
