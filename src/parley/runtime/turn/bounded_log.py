"""Logs of what was said, as a dialog state carries them: they grow at the end and are cut at the beginning.

Its JSON and its size are kept beside it, so that a turn works out only what it adds: the thousandth costs what the
tenth does. Cuts go well below the limit, so that most turns only add, and keep the prefix that a provider has cached.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Self, TypeVar

import orjson

from parley.agent_host.protocol import Json, TranscriptLine
from parley.providers.llm.protocol import Message, ToolCall

MESSAGE_CHARACTERS = 12_000
T = TypeVar("T")


class BoundedLog(tuple[T, ...], ABC):
    MOST: ClassVar[int]
    MOST_CHARACTERS: ClassVar[int]
    characters = 0
    json = b""
    """Of the members, with commas between them."""

    def extended(self, added: Iterable[T]) -> Self:
        """The newest that fit; the very newest in any case."""
        items, data, characters = list(self), [], self.characters
        for whole in added:
            item = self.shortened(whole)
            items.append(item)
            data.append(self.to_json(item))
            characters += self.size(item)
        if not data:
            return self
        grown = type(self)(items)
        encoded = orjson.dumps(data)[1:-1]
        grown.json = b"%b,%b" % (self.json, encoded) if self else encoded
        grown.characters = characters
        is_within = len(grown) <= self.MOST and grown.characters <= self.MOST_CHARACTERS
        return grown if is_within else grown._cut()

    def _cut(self) -> Self:
        gone, characters = 0, self.characters
        most, most_characters = self.MOST * 3 // 4, self.MOST_CHARACTERS * 3 // 4
        while gone < len(self) - 1 and (len(self) - gone > most or characters > most_characters):
            characters -= self.size(self[gone])
            gone += 1
        while gone < len(self) and not self.may_begin_with(self[gone]):
            characters -= self.size(self[gone])
            gone += 1
        kept = type(self)(self[gone:])
        # Two brackets are counted where the text has one comma: what remains begins behind that.
        kept.json = self.json[len(orjson.dumps([self.to_json(item) for item in self[:gone]])) - 1 :]
        kept.characters = characters
        return kept

    def encoded(self) -> orjson.Fragment:
        return orjson.Fragment(b"[%b]" % self.json)

    @classmethod
    def decoded(cls, data: Iterable[Json]) -> Self:
        return cls().extended(map(cls.from_json, data))

    @staticmethod
    def shortened(item: T) -> T:
        return item

    @staticmethod
    def may_begin_with(item: T) -> bool:
        return True

    @staticmethod
    @abstractmethod
    def size(item: T) -> int: ...

    @staticmethod
    @abstractmethod
    def to_json(item: T) -> Json: ...

    @staticmethod
    @abstractmethod
    def from_json(data: Json) -> T: ...


class History(BoundedLog[TranscriptLine]):
    """Lines of the conversation, as agents' code sees them."""

    MOST = 40
    MOST_CHARACTERS = 20_000

    @staticmethod
    def size(item: TranscriptLine) -> int:
        return len(item.text)

    @staticmethod
    def to_json(item: TranscriptLine) -> Json:
        return [item.role, item.text]

    @staticmethod
    def from_json(data: Json) -> TranscriptLine:
        return TranscriptLine(*data)


class Window(BoundedLog[Message]):
    """What the model still sees of the conversation."""

    MOST = 60
    MOST_CHARACTERS = 32_000

    @staticmethod
    def shortened(item: Message) -> Message:
        if len(item.content) <= MESSAGE_CHARACTERS:
            return item
        content = item.content[: MESSAGE_CHARACTERS - 1] + "…"
        return Message(item.role, content, item.tool_calls, item.tool_call_id)

    @staticmethod
    def may_begin_with(item: Message) -> bool:
        """Providers refuse a tool result without the call that it answers."""
        return item.role != "tool"

    @staticmethod
    def size(item: Message) -> int:
        called = sum([len(call.name) + len(call.arguments) for call in item.tool_calls]) if item.tool_calls else 0
        return len(item.content) + called

    @staticmethod
    def to_json(item: Message) -> Json:
        data: dict[str, Json] = {"role": item.role, "content": item.content}
        if item.tool_calls:
            data["tool_calls"] = [[call.id, call.name, call.arguments] for call in item.tool_calls]
        if item.tool_call_id is not None:
            data["tool_call_id"] = item.tool_call_id
        return data

    @staticmethod
    def from_json(data: Json) -> Message:
        calls = tuple(ToolCall(*call) for call in data.get("tool_calls", ()))
        return Message(data["role"], data["content"], calls, data.get("tool_call_id"))
