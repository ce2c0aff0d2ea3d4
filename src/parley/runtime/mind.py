"""What a conversation knows between two turns.

A `Mind` is a value: a turn works on a copy and hands back the new one. Its fields are rebound, never changed in place,
so that a shallow copy is a whole one. Its size is bounded: the thousandth turn carries what the tenth does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from operator import attrgetter
from typing import Any, Self

import orjson

from parley.domain.conversations.model import MOST_EVENT_CHARACTERS, MOST_EVENTS
from parley.providers.llm.protocol import Message, ToolCall
from parley.runtime.host.protocol import EntityValue, HandoffRequest, Json, Said

VERSION = 1
HISTORY_LINES = 40
HISTORY_CHARACTERS = 20_000
WINDOW_MESSAGES = 60
WINDOW_CHARACTERS = 32_000
MESSAGE_CHARACTERS = 12_000
METRIC_EVENTS = 200
METRIC_NAMES = 500


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same for a whole conversation, or is given anew with every turn (memory, configuration)."""

    id: str
    account_id: str
    project_id: str
    env: str
    channel_type: str
    started_at: str = ""
    caller_number: str | None = None
    callee_number: str | None = None
    sip_headers: Mapping[str, str] = field(default_factory=dict)
    is_call: bool = False
    """A phone call: a handoff is a transfer that may fail, and whoever has the line says what became of it."""
    integration_attributes: Mapping[str, Json] | None = None
    real_time_config: Mapping[str, Json] = field(default_factory=dict)
    memory: Mapping[str, Json] = field(default_factory=dict)
    simulated_at: str | None = None

    def to_json(self) -> dict[str, Json]:
        return {name: getattr(self, name) for name in _SETTING_FIELDS}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Self:
        return cls(**{name: data[name] for name in _SETTING_FIELDS if name in data})


_SETTING_FIELDS = tuple(f.name for f in fields(Setting))


@dataclass(slots=True)
class Mind:
    setting: Setting
    language: str = "en-US"
    variant: str | None = None
    variant_attributes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By variant, what functions have written over the project's attributes."""
    flow: str | None = None
    step: str | None = None
    entities: Mapping[str, EntityValue] = field(default_factory=dict)
    state: bytes = b""
    """Opaque: only agent hosts open it."""
    state_json: Mapping[str, Json] = field(default_factory=dict)
    prefill: Mapping[str, Json] = field(default_factory=dict)
    """State keys that the next function call has yet to set inside the opaque state."""
    history: tuple[Said, ...] = ()
    earlier: bool = False
    """There are older lines than those in `history`."""
    window: tuple[Message, ...] = ()
    """What the model still sees of the conversation."""
    topics: tuple[str, ...] = ()
    """Topics found in earlier turns that stay in the prompt, newest last."""
    disabled_topics: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    """Tools that functions named in their content during the last turn."""
    pending_content: str | None = None
    """A tool result that the model has not seen yet."""
    silence_count: int = 0
    """Silent turns in a row."""
    metric_events: tuple[tuple[str, Json], ...] = ()
    metric_names: frozenset[str] = frozenset()
    external_events: tuple[Mapping[str, Json], ...] = ()
    unheard: str = ""
    """What the agent said of its own accord while nobody was listening."""
    asr_biasing: Mapping[str, Json] | None = None
    voice: Mapping[str, Json] | None = None
    listen: Mapping[str, Json] | None = None
    """How to listen for the next user input only."""
    csat: Mapping[str, Json] = field(default_factory=dict)
    discard_recording: bool = False
    ended: bool = False
    end_reason: str | None = None
    handoff: HandoffRequest | None = None
    finished: bool = False
    """The end function has had its one run."""
    turns: int = 0
    silences: int = 0
    out_of_domain: int = 0
    function_errors: int = 0
    api_errors: int = 0

    def copied(self) -> Mind:
        return Mind(*_members(self))

    def encoded(self) -> bytes:
        """As JSON text; what earlier turns left in the window is not encoded anew."""
        messages = [(message.memo or _memoised(message))[0] for message in self.window]
        return orjson.dumps({**self._to_json(), "window": messages}, option=orjson.OPT_NON_STR_KEYS)

    def to_json(self) -> dict[str, Json]:
        """Everything but the setting and the opaque state, which are kept apart."""
        return {**self._to_json(), "window": [_message_json(message) for message in self.window]}

    def _to_json(self) -> dict[str, Json]:
        data: dict[str, Json] = dict(zip(_PLAIN_FIELDS, _plain_members(self), strict=True))
        data["v"] = VERSION
        data["entities"] = {name: _entity_json(value) for name, value in self.entities.items()}
        data["history"] = [[line.role, line.text] for line in self.history]
        data["metric_events"] = [[name, value] for name, value in self.metric_events]
        data["metric_names"] = sorted(self.metric_names)
        data["handoff"] = asdict(self.handoff) if self.handoff else None
        for name in _TUPLE_FIELDS:
            data[name] = list(data[name])
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Json], setting: Setting, state: bytes = b"") -> Self:
        """Tolerates keys that it does not know and lacks, so that older and newer versions can follow each other."""
        values: dict[str, Any] = {name: data[name] for name in _PLAIN_FIELDS if name in data}
        for name in _TUPLE_FIELDS & values.keys():
            values[name] = tuple(values[name])
        return cls(
            setting=setting,
            state=state,
            entities={name: _known(EntityValue, value) for name, value in data.get("entities", {}).items()},
            history=tuple(Said(role, text) for role, text in data.get("history", ())),
            window=tuple(_message(value) for value in data.get("window", ())),
            metric_events=tuple((name, value) for name, value in data.get("metric_events", ())),
            metric_names=frozenset(data.get("metric_names", ())),
            handoff=_known(HandoffRequest, data["handoff"]) if data.get("handoff") else None,
            **values,
        )


_FIELDS = tuple(f.name for f in fields(Mind))
_TUPLE_FIELDS = {"topics", "disabled_topics", "offered", "external_events"}
_SPECIAL_FIELDS = {"setting", "state", "entities", "history", "window", "metric_events", "metric_names", "handoff"}
_PLAIN_FIELDS = tuple(name for name in _FIELDS if name not in _SPECIAL_FIELDS)
_members, _plain_members = attrgetter(*_FIELDS), attrgetter(*_PLAIN_FIELDS)
"""Every turn copies and keeps a mind: one call for all members takes less than half the time of one for each."""


def _known(kind: Any, data: Mapping[str, Json]) -> Any:
    names = {f.name for f in fields(kind)}
    return kind(**{name: value for name, value in data.items() if name in names})


def _entity_json(entity: EntityValue) -> dict[str, Json]:
    return {
        "name": entity.name,
        "type": entity.type,
        "value": entity.value,
        "valid": entity.valid,
        "error": entity.error,
    }


def _message_json(message: Message) -> dict[str, Json]:
    data: dict[str, Json] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        data["tool_calls"] = [[call.id, call.name, call.arguments] for call in message.tool_calls]
    if message.tool_call_id is not None:
        data["tool_call_id"] = message.tool_call_id
    return data


def _message(data: Mapping[str, Json]) -> Message:
    calls = tuple(ToolCall(*call) for call in data.get("tool_calls", ()))
    return Message(data["role"], data["content"], calls, data.get("tool_call_id"))


def bounded_history(lines: Sequence[Said]) -> tuple[tuple[Said, ...], bool]:
    """The newest lines that fit, and whether any had to go."""
    kept = tuple(lines[-HISTORY_LINES:])
    excess = sum([len(line.text) for line in kept]) - HISTORY_CHARACTERS
    start = 0
    while excess > 0 and start < len(kept) - 1:
        excess -= len(kept[start].text)
        start += 1
    return kept[start:], start > 0 or len(kept) < len(lines)


def noted(mind: Mind, events: Sequence[Mapping[str, Json]]) -> Mind:
    """A mind that knows of external events: functions can read them from now on, the newest that fit."""
    kept = (*mind.external_events, *events)[-MOST_EVENTS:]
    excess = sum([len(event["data"]) for event in kept]) - MOST_EVENT_CHARACTERS
    start = 0
    while excess > 0 and start < len(kept) - 1:
        excess -= len(kept[start]["data"])
        start += 1
    copy = mind.copied()
    copy.external_events = kept[start:]
    return copy


def bounded_window(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The newest messages that fit. Cuts well below the limit, so that most turns keep the prefix a provider cached."""
    clipped = [m if m.memo or len(m.content) <= MESSAGE_CHARACTERS else _clipped(m) for m in messages]
    sizes = [(m.memo or _memoised(m))[1] for m in clipped]
    if len(clipped) <= WINDOW_MESSAGES and sum(sizes) <= WINDOW_CHARACTERS:
        return tuple(clipped)
    start, characters = len(clipped), 0
    while start > 0 and len(clipped) - start < WINDOW_MESSAGES * 3 // 4:
        characters += sizes[start - 1]
        if characters > WINDOW_CHARACTERS * 3 // 4:
            break
        start -= 1
    while start < len(clipped) and clipped[start].role == "tool":
        start += 1
    return tuple(clipped[start:])


def _clipped(message: Message) -> Message:
    content = message.content[: MESSAGE_CHARACTERS - 1] + "…"
    return Message(message.role, content, message.tool_calls, message.tool_call_id)


def _memoised(message: Message) -> tuple[orjson.Fragment, int]:
    """A message's JSON and its size in characters."""
    size = len(message.content) + sum(len(call.name) + len(call.arguments) for call in message.tool_calls)
    memo = orjson.Fragment(orjson.dumps(_message_json(message))), size
    object.__setattr__(message, "memo", memo)
    return memo
