"""What the model was sent and what it answered, word by word, where the operator lets that be kept.

A turn only holds on to it; how much of it is kept is worked out when the turn is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from parley.agent_host.protocol import Json
from parley.agent_host.surface.projection import clean
from parley.providers.llm.protocol import Message, ToolCall

PROMPT_CHARACTERS = 48 * 1024
ANSWER_CHARACTERS = 16 * 1024
TURN_CHARACTERS = 256 * 1024
CALLS = 50
"""Of one message or answer. The arguments of all count as text."""
NAME_CHARACTERS = 200
CUT = "… [{characters} characters cut]"
_IN_NUMBERS = "0123456789+-./() "


@dataclass(slots=True)
class Exchange:
    messages: Sequence[Message]
    pieces: list[str] = field(default_factory=list)
    """The words of the answer as the model sent them, also those that were never said."""
    calls: list[ToolCall] = field(default_factory=list)


class _Room:
    """So many characters, taken from the front. What does not fit is cut, with a mark in its place."""

    def __init__(self, characters: int) -> None:
        self.left = characters

    def text(self, text: str) -> str:
        text = clean(text)
        if len(text) <= self.left:
            self.left -= len(text)
            return text
        kept = _whole_words(text[: self.left])
        self.left = 0
        return kept + CUT.format(characters=len(text) - len(kept))

    def calls(self, calls: Sequence[ToolCall]) -> list[Json]:
        return [
            {
                "id": clean(call.id[:NAME_CHARACTERS]),
                "name": clean(call.name[:NAME_CHARACTERS]),
                "arguments": self.text(call.arguments),
            }
            for call in calls[:CALLS]
        ]


def kept_exchanges(exchanges: Iterable[Exchange]) -> list[Json]:
    """In the order of the requests, as a trace holds them."""
    left, kept = TURN_CHARACTERS, []
    for exchange in exchanges:
        prompt = _Room(min(PROMPT_CHARACTERS, left))
        left -= prompt.left
        messages = [_message(message, prompt) for message in exchange.messages]
        left += prompt.left
        answer = _Room(min(ANSWER_CHARACTERS, left))
        left -= answer.left
        words = answer.text("".join(exchange.pieces))
        kept.append({"prompt": messages, "answer": {"content": words, "tool_calls": answer.calls(exchange.calls)}})
        left += answer.left
    return kept


def _message(message: Message, room: _Room) -> dict[str, Json]:
    data: dict[str, Json] = {"role": message.role, "content": room.text(message.content)}
    if message.tool_calls:
        data["tool_calls"] = room.calls(message.tool_calls)
    if message.tool_call_id is not None:
        data["tool_call_id"] = clean(message.tool_call_id[:NAME_CHARACTERS])
    return data


def _whole_words(text: str) -> str:
    """Half of a number or an address would not be recognised as what the project wants hidden."""
    words, space, _ = text.rpartition(" ")
    return (words if space else text).rstrip(_IN_NUMBERS)
