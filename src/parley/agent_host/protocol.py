"""What crosses the border between the serving process and an agent host: plain values, never a pickle that we open.

One call: an Invocation goes in, an Outcome comes out. While it runs, the host may request from its HostServices what
agent code must not hold itself (models, secrets, the network, the whole history).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from parley.agent_host.allowance import NOTHING, PER_CALL, Allowance
from parley.agent_host.codec import Value

Json = Any

TOO_LARGE = "too_large"
"""The kind of a failure that the model is told about: what the function gave back, or keeps, was more than fits."""


class TranscriptLine(Value):
    """One line of history."""

    role: str
    """user or agent."""
    text: str


class EntityValue(Value):
    name: str
    type: str
    value: str
    valid: bool = True
    error: str | None = None


class ConversationView(Value):
    """Everything agent code can read of its conversation, except the state."""

    id: str
    account_id: str
    project_id: str
    env: str
    channel_type: str
    started_at: str = ""
    caller_number: str | None = None
    callee_number: str | None = None
    sip_headers: Mapping[str, str] = {}
    answered_by: str = ""
    metadata: Mapping[str, Json] = {}
    """What the client attached to the input of this turn."""
    integration_attributes: Mapping[str, Json] | None = None
    context_vault: Mapping[str, Json] = {}
    entities: Mapping[str, EntityValue] = {}
    current_flow: str | None = None
    current_step: str | None = None
    recent: tuple[TranscriptLine, ...] = ()
    """The newest lines; when `earlier` is true, conv.history requests the rest from the host services."""
    earlier: bool = False
    transcript_alternatives: tuple[str, ...] = ()
    language: str = "en-US"
    variant: str | None = None
    real_time_config: Mapping[str, Json] = {}
    memory: Mapping[str, Json] = {}
    metric_events: tuple[tuple[str, Json], ...] = ()
    external_events: tuple[Mapping[str, Json], ...] = ()
    """{ext_event_id, send_to_llm, created_at, data, content_type} each."""
    simulated_at: str | None = None
    """ISO 8601: the agent's clock is frozen here (test suites)."""


class Invocation(Value):
    function: str
    """The path of the entry function's file inside the project."""
    arguments: Mapping[str, Json]
    conversation: ConversationView
    state: bytes = b""
    """Opaque: what the last Outcome of this conversation gave back; empty at the start."""
    prefill: Mapping[str, Json] = {}
    """Keys to set in the state before the call (built-in keys at the start, validated entities)."""
    timeout: float = 10.0
    allowance: Allowance = PER_CALL
    """What it may do besides computing; less when other calls of the turn have done much already."""


class Transition(Value):
    goto_flow: str | None = None
    goto_step: str | None = None
    exit_flow: bool = False


class HandoffRequest(Value):
    destination: str
    reason: str
    utterance: str | None = None
    """Already in Reply.utterance too, unless the reply had another one: never say it twice."""
    method: str | None = None
    details: Mapping[str, Json] = {}
    """refer, invite, bye and vendor blocks as given; sip_headers merged over the configured ones."""


class Reply(Value):
    """A function's return value, normalised. `invalid` names what was wrong with an unusable one."""

    content: str | None = None
    utterance: str | None = None
    """Also set by conv.say; the last one wins. The empty string is an utterance: say nothing, end the turn."""
    end_turn: bool | None = None
    """None when not given: an utterance ends the turn, anything else does not."""
    hangup: bool = False
    handoff: HandoffRequest | None = None
    listen: Mapping[str, Json] | None = None
    transition: Transition | None = None
    """The winner of returned transition > last navigation call > exit."""
    utterance_channel: str | None = None
    invalid: str | None = None


class OutgoingMessage(Value):
    kind: str
    """sms, whatsapp, content_template or email."""
    to: str
    body: str = ""
    sender: str | None = None
    subject: str | None = None
    template: str | None = None
    retry_count: int = 0
    details: Mapping[str, Json] = {}


class LogLine(Value):
    level: str
    message: str
    fields: Mapping[str, Json] = {}
    is_pii: bool = False
    at: str = ""


class NewExternalEvent(Value):
    id: str
    send_to_llm: bool


class Effects(Value):
    """What a call did besides answering, in the order in which it did it."""

    variant: str | None = None
    variant_attributes: Mapping[str, Mapping[str, Json]] | None = None
    """By variant, everything that code has written over the project's attributes. None: unchanged."""
    language: str | None = None
    voice: Mapping[str, Json] | None = None
    metrics: tuple[tuple[str, Json, bool], ...] = ()
    """(name, value, write_once); values are already JSON."""
    messages: tuple[OutgoingMessage, ...] = ()
    logs: tuple[LogLine, ...] = ()
    api_errors: int = 0
    new_events: tuple[NewExternalEvent, ...] = ()
    disabled_topics: tuple[str, ...] | None = None
    """None: unchanged."""
    asr_biasing: Mapping[str, Json] | None = None
    attachments: tuple[Json, ...] = ()
    suggestions: tuple[str, ...] = ()
    csat: Mapping[str, Json] = {}
    discard_recording: bool = False
    entities: Mapping[str, str | None] = {}
    """Collected entities whose value the code changed; None means: collect it again."""
    other: Mapping[str, Json] = {}
    """What else was asked for and is only recorded (agentic_dial, call actions …)."""


class StateChanges(Value):
    added: Mapping[str, Json] = {}
    updated: Mapping[str, Json] = {}
    removed: tuple[str, ...] = ()


class FunctionFailure(Value):
    kind: str
    """The exception's class name, or one of `timeout`, `crash`, `memory`, `import`, `too_large`, `arguments` (one that
    is required is missing), `state` (it could not be read back), `busy` (no host was free in time)."""
    message: str
    where: str = ""
    """file:line inside the project."""


class Outcome(Value):
    reply: Reply
    effects: Effects
    state: bytes
    """Opaque; unchanged from the Invocation when the call failed before it could be kept."""
    state_json: Mapping[str, Json]
    """The JSON-safe projection of the whole state: what records, prompts and APIs see."""
    changes: StateChanges
    failure: FunctionFailure | None = None
    stdout: str = ""
    duration_ms: float = 0.0
    state_known: bool = True
    """False when the call was lost (timeout, crash, busy …): `state_json` and `changes` are then empty and say nothing;
    keep the projection that you have."""
    used: Allowance = NOTHING
    """What the call took of its allowance, also when it was lost: counted by the serving process."""


class HostServices(Protocol):
    """Answers the requests of a running function. Each raises HostServiceError with a kind that the surface turns into
    an exception of its own (SecretNotFound, MissingAccess …). How many requests a call may make is counted before."""

    async def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> Json: ...

    async def secret(self, name: str) -> Json: ...

    async def api(self, integration: str, operation: str, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        """→ {status_code, text, headers, url}. The arguments hold `path` (the names in the resource's braces → text),
        what of params, json, data, headers and timeout the code gave, and `args` when there were more positional
        arguments than names."""
        ...

    async def history(self) -> Sequence[TranscriptLine]: ...

    async def expect_event(self, event_id: str, send_to_llm: bool) -> None:
        """From now on an external event with this id is let in, also while the function is still running."""
        ...


class HostServiceError(Exception):
    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class FunctionHost(Protocol):
    """Runs the functions of one deployment. What agent code does is never raised: it is an Outcome with a failure."""

    async def call(self, invocation: Invocation, services: HostServices) -> Outcome: ...
