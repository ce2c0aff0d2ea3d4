"""What a conversation knows between two turns.

A turn works on a copy of the dialog state and hands back the new one. Its fields are rebound, never changed in place,
so that a shallow copy is a whole one. Its size is bounded: the thousandth turn carries what the tenth does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Self

import orjson
from msgspec import structs

from parley.agent_host.protocol import EntityValue, HandoffRequest, Json
from parley.domain.conversations.external_events import MOST_EVENT_CHARACTERS, MOST_EVENTS
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.turn.bounded_log import History, Window

VERSION = 1
METRIC_EVENTS = 200
METRIC_NAMES = 500


@dataclass(frozen=True, slots=True)
class ConversationContext:
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
    consent: str = ""
    """What the caller must hear first, because the call is recorded."""
    is_call: bool = False
    """A phone call: a handoff is a transfer that may fail, and whoever has the line says what became of it."""
    has_desk: bool = False
    """People stand by who take over and may give the user back: a handoff does not end the conversation by itself."""
    answered_by: str = ""
    """Who answered a call that we placed; empty while that is not known."""
    integration_attributes: Mapping[str, Json] | None = None
    context_vault: Mapping[str, Json] = field(default_factory=dict)
    """What the site that the user is on has vouched for. For functions alone: never in a prompt."""
    real_time_config: Mapping[str, Json] = field(default_factory=dict)
    memory: Mapping[str, Json] = field(default_factory=dict)
    simulated_at: str | None = None
    is_replay: bool = False
    """Another conversation played again: it leaves nothing with people who were not asked."""
    idle_seconds: float | None = None
    """How long nobody need say anything before it has ended; None: as long as in a chat."""

    def to_json(self) -> dict[str, Json]:
        return dict(zip(_SETTING_FIELDS, _settings_of(self), strict=True))

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Self:
        return cls(**{name: data[name] for name in _SETTING_FIELDS if name in data})


_SETTING_FIELDS = tuple(f.name for f in fields(ConversationContext))
_settings_of = attrgetter(*_SETTING_FIELDS)


@dataclass(slots=True)
class DialogState:
    context: ConversationContext
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
    history: History = field(default_factory=History)
    earlier: bool = False
    """There are older lines than those in `history`."""
    window: Window = field(default_factory=Window)
    topics: tuple[str, ...] = ()
    """Topics found in earlier turns that stay in the prompt, newest last."""
    disabled_topics: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    """Tools that functions named in their content during the last turn."""
    pending_content: str | None = None
    """A tool result that the model has not seen yet."""
    held: Mapping[str, Json] = field(default_factory=dict)
    """The call that the user was asked to agree to with the last words (`confirmation.HeldCall`)."""
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
    has_private_input: bool = False
    """Something was said or pressed that is not for the records: the window holds it from then on."""
    ended: bool = False
    end_reason: str | None = None
    handoff: HandoffRequest | None = None
    shared_id: str | None = None
    """The integrator's own id for the conversation, as it was when the last turn ended."""
    finished: bool = False
    """The end function has had its one run."""
    turns: int = 0

    @property
    def is_handed_over(self) -> bool:
        """Somebody else has the user, or is about to, and may give them back."""
        return self.handoff is not None and (self.context.is_call or self.context.has_desk)

    @property
    def is_recording_discarded(self) -> bool:
        return self.context.is_call and (self.discard_recording or bool(self.state_json.get("disable_recordings")))

    @property
    def is_recording_stopped(self) -> bool:
        """For as long as the state says so."""
        return bool(self.state_json.get("stop_recording"))

    def copy(self) -> DialogState:
        return DialogState(*_members(self))

    def encoded(self) -> bytes:
        """As JSON text: all that is not as it was in the beginning. The setting and the opaque state are kept apart."""
        plain = zip(_PLAIN_FIELDS, _plain_members(self), _PLAIN_DEFAULTS, strict=True)
        data: dict[str, Json] = {name: value for name, value, default in plain if value != default}
        data["v"] = VERSION
        data["history"] = self.history.encoded()
        data["window"] = self.window.encoded()
        if self.entities:
            data["entities"] = {name: structs.asdict(value) for name, value in self.entities.items()}
        if self.metric_events:
            data["metric_events"] = self.metric_events
        if self.metric_names:
            data["metric_names"] = sorted(self.metric_names)
        if self.handoff:
            data["handoff"] = structs.asdict(self.handoff)
        return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS)

    @classmethod
    def from_json(cls, data: Mapping[str, Json], context: ConversationContext, state: bytes = b"") -> Self:
        """Tolerates keys that it does not know and lacks, so that older and newer versions can follow each other."""
        values: dict[str, Any] = {name: data[name] for name in _PLAIN_FIELDS if name in data}
        for name in _TUPLE_FIELDS & values.keys():
            values[name] = tuple(values[name])
        return cls(
            context=context,
            state=state,
            entities={name: _known(EntityValue, value) for name, value in data.get("entities", {}).items()},
            history=History.decoded(data.get("history", ())),
            window=Window.decoded(data.get("window", ())),
            metric_events=tuple((name, value) for name, value in data.get("metric_events", ())),
            metric_names=frozenset(data.get("metric_names", ())),
            handoff=_known(HandoffRequest, data["handoff"]) if data.get("handoff") else None,
            **values,
        )


_TUPLE_FIELDS = {"topics", "disabled_topics", "offered", "external_events"}
_SPECIAL_FIELDS = {"context", "state", "entities", "history", "window", "metric_events", "metric_names", "handoff"}
_PLAIN_FIELDS = tuple(f.name for f in fields(DialogState) if f.name not in _SPECIAL_FIELDS)
_members, _plain_members = attrgetter(*(f.name for f in fields(DialogState))), attrgetter(*_PLAIN_FIELDS)
"""Every turn copies and writes one: a call for all members takes less than half the time of one for each."""
_PLAIN_DEFAULTS = _plain_members(DialogState(ConversationContext("", "", "", "", "")))


def _known(kind: Any, data: Mapping[str, Json]) -> Any:
    return kind(**{name: data[name] for name in kind.__struct_fields__ if name in data})


def with_events(dialog: DialogState, events: Sequence[Mapping[str, Json]]) -> DialogState:
    """Functions can read the events from now on, the newest that fit."""
    kept = (*dialog.external_events, *events)[-MOST_EVENTS:]
    excess = sum([len(event["data"]) for event in kept]) - MOST_EVENT_CHARACTERS
    start = 0
    while excess > 0 and start < len(kept) - 1:
        excess -= len(kept[start]["data"])
        start += 1
    copy = dialog.copy()
    copy.external_events = kept[start:]
    return copy


def new_dialog(
    compiled: CompiledProject,
    context: ConversationContext,
    *,
    variant: str | None = None,
    language: str | None = None,
    state: Mapping[str, Json] | None = None,
) -> DialogState:
    """Of a conversation that is about to open."""
    chosen = compiled.variant(variant) or compiled.project.default_variant
    spoken = compiled.language(language) if language else compiled.project.default_language
    shared_id = (context.integration_attributes or {}).get("shared_id")
    prefill: dict[str, Json] = {
        "from_": context.caller_number,
        "to": context.callee_number,
        "call_sid": context.id,
        "asr_lang_code": spoken,
        "tts_lang_code": spoken,
        **({"shared_id": shared_id} if shared_id is not None else {}),
        **(state or {}),
    }
    name = chosen.name if chosen else None
    return DialogState(context, language=spoken, variant=name, prefill=prefill, state_json=prefill)
