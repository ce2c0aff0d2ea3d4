"""A request as the rules see it, and the reply that they give."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from parley.kit.dates.reading import is_day_first
from parley.kit.text.slips import words_of
from parley.local_responder.bounds import bound_request
from parley.local_responder.phrases import find_phrase
from parley.local_responder.prompts.directives import Directive
from parley.local_responder.prompts.parser import parse_directives
from parley.local_responder.similarity import Similarity, term_similarity
from parley.local_responder.slots.contacts import phone_region
from parley.local_responder.slots.extraction import ExtractionContext, strip_values
from parley.providers.llm.protocol import Message, Request, Situation, Tool

SAVE, CHOOSE = STEP_TOOLS = ("save_entities", "choose_path")
"""The tools of a default step: save what the user told, choose a path."""
SWITCH_LANGUAGE = "switch_language"
MAX_EXCHANGES = 4
"""Exchanges that are looked back at for values given earlier."""
MAX_VOCABULARY = 20_000
"""Characters."""
_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""For requests without a clock: the same request must get the same reply, so the real time will not do."""


@dataclass(frozen=True, slots=True)
class Reply:
    """Words, a call, or words and then a call."""

    text: str = ""
    tool: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What the agent said, and what the user answered."""

    agent: str
    user: str


# Without slots: cached properties are kept in the dictionary of the instance.
@dataclass(frozen=True)
class DialogContext:
    situation: Situation
    messages: Sequence[Message]
    tools: Mapping[str, Tool]
    similarity: Similarity = term_similarity

    @classmethod
    def from_request(cls, request: Request, similarity: Similarity = term_similarity) -> DialogContext:
        request = bound_request(request)
        situation = request.situation or _situation_from_messages(request.messages)
        return cls(situation, request.messages, {tool.name: tool for tool in request.tools}, similarity)

    @property
    def user_text(self) -> str:
        return self.situation.user_text.strip()

    @cached_property
    def extraction(self) -> ExtractionContext:
        try:
            now = datetime.fromisoformat(self.situation.now)
        except ValueError:
            now = _NO_TIME
        language = self.situation.language
        region = phone_region(language.partition("-")[2])
        return ExtractionContext(now, is_day_first(language), region, self.similarity)

    @property
    def holds_values(self) -> bool:
        """A date, a time, a number or a way to reach someone stands in the newest words."""
        return strip_values(self.user_text, self.extraction) != self.user_text

    @cached_property
    def exchanges(self) -> list[Exchange]:
        """Newest first; the user's newest words are in the first."""
        found: list[Exchange] = []
        agent = ""
        for message in self.messages:
            if message.role == "assistant":
                agent = message.content or agent
            elif message.role == "user":
                found.append(Exchange(agent, message.content))
        return found[::-1]

    @cached_property
    def calls(self) -> list[tuple[str, Mapping[str, Any]]]:
        """Tools that were called since the user spoke, or an event came, with their arguments, oldest first. Another
        language is as if the user had spoken in it."""
        return [call for call in self._calls_of_turn if call[0] != SWITCH_LANGUAGE]

    @property
    def has_switched_language(self) -> bool:
        return len(self.calls) < len(self._calls_of_turn)

    @cached_property
    def _calls_of_turn(self) -> list[tuple[str, Mapping[str, Any]]]:
        cause = "system" if self.situation.is_woken else "user"
        start = max((place for place, message in enumerate(self.messages) if message.role == cause), default=-1)
        return [
            _parse_call(call.name, call.arguments)
            for message in self.messages[start + 1 :]
            for call in message.tool_calls
        ]

    @cached_property
    def tools_ever_called(self) -> set[str]:
        return {call.name for message in self.messages for call in message.tool_calls}

    @cached_property
    def entities_ever_saved(self) -> set[str]:
        """Entities for which a value was offered, valid or not."""
        calls = [call for message in self.messages for call in message.tool_calls if call.name == SAVE]
        return {name for call in calls for name in _parse_call(call.name, call.arguments)[1]}

    @cached_property
    def paths_since_save(self) -> set[str]:
        """Paths chosen since an entity was last saved. Choosing one again would lead to the same place."""
        paths: set[str] = set()
        for call in (call for message in self.messages for call in message.tool_calls):
            if call.name == CHOOSE:
                paths.add(str(_parse_call(call.name, call.arguments)[1].get("condition")))
            elif call.name == SAVE:
                paths.clear()
        return paths

    @property
    def called_tools(self) -> set[str]:
        return {name for name, _ in self.calls}

    @cached_property
    def agent_texts(self) -> list[str]:
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

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """What an author's instructions and tools speak of: the words that a user's slips may be meant for."""
        described = (f"{tool.name.replace('_', ' ')} {tool.description}" for tool in self.tools.values())
        instructed = (message.content for message in self.messages if message.role == "system")
        return words_of("\n".join((*described, *instructed))[:MAX_VOCABULARY])

    @property
    def turn_number(self) -> int:
        return sum(message.role == "user" for message in self.messages)

    @cached_property
    def directives(self) -> list[Directive]:
        """Of the step's prompt."""
        return parse_directives(self.situation.step_prompt, self.tools)

    @cached_property
    def unconditional(self) -> list[Directive]:
        """Directives of the step that apply whatever the user says."""
        return [one for one in self.directives if not one.condition]

    def phrase(self, name: str) -> str:
        return find_phrase(name, self.situation.language, self.turn_number)


def _parse_call(name: str, arguments: str) -> tuple[str, Mapping[str, Any]]:
    try:
        value = json.loads(arguments)
    except ValueError:
        value = {}
    return name, value if isinstance(value, dict) else {}


def _situation_from_messages(messages: Sequence[Message]) -> Situation:
    """For callers that pass messages only."""
    user = next((message.content for message in reversed(messages) if message.role == "user"), "")
    agent = next((message.content for message in reversed(messages) if message.role == "assistant"), "")
    result = messages[-1].content if messages and messages[-1].role == "tool" else None
    return Situation(user_text=user, is_silence=not user.strip(), last_agent_text=agent, tool_result=result)
