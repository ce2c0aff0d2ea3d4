"""What every language model looks like to the runtime: a request goes in, pieces of a reply come out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Protocol

from parley.kit.ids import random_hex
from parley.kit.values import value


@value
class Text:
    """A piece of the reply's words."""

    text: str


@value
class ToolCall:
    """A whole call: arguments are complete, but still the JSON text that the model wrote."""

    id: str
    name: str
    arguments: str


Piece = Text | ToolCall


@value
class Message:
    role: str
    """system, user, assistant or tool."""
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


@value
class Tool:
    name: str
    description: str
    parameters: Mapping[str, Any] = field(default_factory=lambda: {"type": "object", "properties": {}})
    """JSON Schema of the arguments."""


@value
class Passage:
    """A retrieved topic, references already resolved."""

    name: str
    content: str
    actions: str
    distance: float
    tools: tuple[str, ...] = ()
    """Names of the tools that its actions mention."""
    example_queries: tuple[str, ...] = ()


@value
class Slot:
    """An entity that the current default step wants."""

    name: str
    description: str
    type: str
    config: Mapping[str, Any] = field(default_factory=dict)
    value: str | None = None
    """Already collected and valid."""


@value
class Choice:
    """A condition of the current default step."""

    name: str
    description: str
    required: tuple[str, ...] = ()


@value
class Situation:
    """The same turn as structured values, for models that do not read prose (the local responder)."""

    user_text: str = ""
    is_silence: bool = False
    is_woken: bool = False
    """By an external event, which is the last system message: nobody has said anything."""
    language: str = "en-US"
    passages: tuple[Passage, ...] = ()
    flow: str | None = None
    step: str | None = None
    step_prompt: str = ""
    slots: tuple[Slot, ...] = ()
    choices: tuple[Choice, ...] = ()
    tool_result: str | None = None
    """The content of the last tool result of this turn, if the model was not asked since."""
    last_agent_text: str = ""
    now: str = ""
    """ISO 8601 with offset: what 'tomorrow' is relative to."""


@value
class Request:
    messages: Sequence[Message]
    tools: Sequence[Tool] = ()
    model: str | None = None
    """None: the endpoint's default."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """temperature, max_tokens, top_p, reasoning_effort …; unknown ones are passed on."""
    json_reply: bool = False
    situation: Situation | None = None


class ModelError(Exception):
    """The model could not answer (after its own retries); the text carries no conversation content."""


class Model(Protocol):
    def stream(self, request: Request) -> AsyncIterator[Piece]:
        """Yields text as it arrives and each tool call once it is whole. Raises ModelError."""
        ...


def new_call_id() -> str:
    """For a tool call whose model gave it none."""
    return f"call_{random_hex(24)}"


async def complete(model: Model, request: Request) -> str:
    """The whole text of a reply, for callers that want no tools and no pieces."""
    return "".join([piece.text async for piece in model.stream(request) if isinstance(piece, Text)])
