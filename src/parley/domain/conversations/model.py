"""Conversations as values."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Any
from uuid import UUID

from parley.kit.errors import ParleyError
from parley.kit.values import value

CHAT_PREFIX = "CONV-"
CALL_PREFIX = "OUT-"
INBOUND_PREFIX = "CA"
TRIAL_PREFIX = "AS_CHAT_"
"""Of conversations in which builders try an agent."""
TEXT_PREFIX = "TW_SMS_"
CALL_PREFIXES = (CALL_PREFIX, INBOUND_PREFIX)
TIMEOUT = "timeout"
CRASH = "crash"
CLOSED = "closed"
EARLY = timedelta(hours=1)
"""An id is as old as the conversation or at most this much older: a call has one while it waits to be placed."""


class ConversationsNotFound(ParleyError):
    """There is no such conversation."""

    status = 404


class ChatConversationEnded(ParleyError):
    """The conversation has ended."""

    status = 410


class ChatTimeout(ParleyError):
    """The conversation was idle for too long and has ended."""

    status = 400


class ChatDraftNotExist(ParleyError):
    """Nothing is deployed in this environment."""

    status = 400


class ConversationIdTaken(ParleyError):
    """Another conversation of this project has been given this id."""

    status = 409


class ConversationBusy(ParleyError):
    """Another turn of this conversation is taking too long. Try again."""

    status = 503
    code = "SERVICE_UNAVAILABLE"


class IdempotencyKeyReused(ParleyError):
    """This Idempotency-Key was used with another request."""

    status = 409


class ConversationRunning(ParleyError):
    """The conversation is still running. End it first, or wait until it has ended by itself."""

    status = 409


CHOSEN_ID = r"^[A-Za-z0-9._:-]{1,100}$"
"""Of an id that somebody chooses: it stands in addresses as it is."""
OWN_VERSION = 7
"""Of the UUIDs in our ids."""
LONGEST_ID = 64
"""No id of ours has so many characters. What is longer is turned away before the cache, which a client could fill."""


def public_id(conversation_id: UUID, prefix: str = CHAT_PREFIX) -> str:
    """The id that clients see: it carries the row's own id, so that finding a conversation needs no second index."""
    forms = {CHAT_PREFIX: str(conversation_id.int)} | dict.fromkeys((INBOUND_PREFIX, TEXT_PREFIX), conversation_id.hex)
    return prefix + forms.get(prefix, str(conversation_id))


def row_id(public: str) -> UUID | None:
    """The id of the row that a public id stands for; None for anything that is none of ours."""
    return _row_id(public) if len(public) <= LONGEST_ID else None


def is_own_id(public: str) -> bool:
    """Whether it may have been given by us: the version of all others is another one."""
    found = row_id(public)
    return found is not None and found.version == OWN_VERSION


@lru_cache(maxsize=4096)
def _row_id(public: str) -> UUID | None:
    if (
        re.fullmatch(CHAT_PREFIX + r"[1-9][0-9]{30,38}", public)
        # Thirty-nine digits can be more than 128 bits hold.
        and (number := int(public[len(CHAT_PREFIX) :])) < 1 << 128
    ):
        return UUID(int=number)
    for prefix in (CALL_PREFIX, TRIAL_PREFIX):
        if re.fullmatch(prefix + r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", public):
            return UUID(public[len(prefix) :])
    for prefix in (INBOUND_PREFIX, TEXT_PREFIX):
        if re.fullmatch(rf"{prefix}[0-9a-f]{{32}}", public):
            return UUID(public[len(prefix) :])
    return None


@value
class Conversation:
    """The header: what is known from the beginning."""

    id: UUID
    public_id: str
    account_id: str
    project_id: str
    environment: str
    deployment_id: UUID
    channel: str
    variant_id: str
    variant_name: str
    language: str
    started_at: datetime
    from_number: str = ""
    to_number: str = ""
    ended_at: datetime | None = None
    end_reason: str | None = None
    replay_of: str = ""
    """The public id of the one whose user's side is played again here."""
    ab_test_id: UUID | None = None
    """The test that it is a part of; its deployment says in which arm."""
    chosen_id: str | None = None
    """What whoever began it calls it, besides its own id."""


@value
class Turn:
    number: int
    user_input: str
    user_input_at: datetime
    agent_response: str
    agent_response_at: datetime
    is_silence: bool = False
    is_ood: bool = False
    barge_in: bool = False
    dtmf: str = ""
    intents: Sequence[str] = ()
    entities: Mapping[str, Any] = field(default_factory=dict)
    metrics: Sequence[tuple[str, Any]] = ()
    latency_ms: float | None = None
    translated_user_input: str = ""
    """In English, where the project asks for that; written when the conversation is finished, like the next one."""
    english_agent_response: str = ""
    function_errors: int = 0
    api_errors: int = 0
    trace: Mapping[str, Any] = field(default_factory=dict)


@value
class Finish:
    """What happened once a conversation was over: what its end function did, and what the door had to say about it."""

    at: datetime
    function_errors: int = 0
    api_errors: int = 0
    metrics: Sequence[tuple[str, Any]] = ()
    trace: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_worth_keeping(self) -> bool:
        return bool(self.metrics or self.trace.get("functions"))


@value
class InputDetails:
    """How something was said, and what came with it."""

    dtmf: str = ""
    """The keys that were pressed."""
    barge_in: bool = False
    """The agent was interrupted."""
    is_private: bool = False
    """Not for the records: a card number, a password."""
    alternatives: tuple[str, ...] = ()
    """Other hearings of what was said, best first."""
    endpointing_ms: float | None = None
    """From the caller's last word until it was known to be the last. None: the caller did not speak."""
    recognition_ms: float | None = None
    """From the caller's last word until the words were known, which is a part of that, mostly."""
    synthesis_before_ms: float | None = None
    """Of the answer to the turn before, which is written before it is heard: from first words to first sound."""
    playout_before_ms: float | None = None
    """And from there until that was played."""
    language: str = ""
    """Asked for: the conversation goes on in it, if the project has it."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """Whatever the client attaches to this one input, for functions and for those who look behind the turn."""


NO_DETAILS = InputDetails()


@value
class LiveState:
    """What a turn starts from and leaves behind. Context and dialog are the runtime's own: nobody here reads them."""

    context: Mapping[str, Any]
    dialog: bytes
    """JSON."""
    state: bytes
    turns: int


@value
class Stage:
    """All conversations of a project in one environment."""

    project_id: str
    environment: str


class Count(StrEnum):
    """What is counted by the hour, as the table that says how far."""

    CONCURRENCY = "concurrency_progress"
    ANALYTICS = "analytics_progress"
    METRICS = "metric_progress"


@value
class ConversationRef:
    """A conversation as its caller may know it: none of another project or environment is ever found. None: any."""

    id: UUID
    project_id: str | None = None
    environment: str | None = None


@value
class LiveConversation:
    """A conversation that is ours to take a turn of, until the lease runs out."""

    id: UUID
    lease: UUID
    project_id: str
    environment: str
    deployment_id: UUID
    live: LiveState
    ended: bool
    last_active_at: datetime
    awaits_events: bool = False
    """External events may have come for it since its last turn: it is not kept in memory."""

    def after(self, live: LiveState, at: datetime) -> LiveConversation:
        """The same lease when a turn has been taken under it."""
        return LiveConversation(
            self.id, self.lease, self.project_id, self.environment, self.deployment_id, live, self.ended, at
        )


@value
class HandoffState:
    """What a conversation shows to other systems: the state that its project exposes."""

    id: str
    """The public one."""
    data: Mapping[str, Any]
    shared_id: str | None = None
    """What the integrator calls this conversation."""


@value
class LiveSnapshot:
    """What a conversation that is not finished yet carries from turn to turn, and the deployment that it runs on."""

    deployment_id: UUID
    context: Mapping[str, Any]
    dialog: bytes
    """JSON."""


@value
class SharedIdChange:
    """A turn has changed what the integrator calls the conversation."""

    public_id: str
    shared_id: str | None


@value
class Ending:
    reason: str
    handoff: bool = False
    handoff_reason: str = ""
    handoff_destination: str = ""


@value
class OutboxMessage:
    kind: str
    recipient: str
    body: str
    sender: str = ""
    subject: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


@value
class HandoffRequested:
    """The agent wants somebody else to take over."""

    public_id: str
    """Of the conversation."""
    destination: str
    reason: str


@value
class TurnWrite:
    """Everything that one turn leaves behind, written together or not at all."""

    turn: Turn
    live: LiveState
    ending: Ending | None = None
    messages: Sequence[OutboxMessage] = ()
    event_ids: Sequence[tuple[str, bool]] = ()
    """External event ids that were handed out, and whether the event wakes the model."""
    last_event: int | None = None
    """The number of the last external event that was taken in."""
    shared_id_change: SharedIdChange | None = None
    handoff: HandoffRequested | None = None
    discards_recording: bool = False

    @property
    def is_plain(self) -> bool:
        """Nothing but the turn itself: it can be written together with those of other conversations."""
        goes_on = self.ending is None and self.handoff is None and not self.discards_recording
        return (
            goes_on
            and self.shared_id_change is None
            and not self.messages
            and not self.event_ids
            and self.last_event is None
        )


@value
class TurnRow:
    """A turn on its way into the database, and what becomes of the conversation's lease."""

    conversation: LiveConversation
    turn: Turn
    live: LiveState
    ended: bool
    keeps_lease: bool


@value
class IdempotencyKey:
    """What makes two requests one and the same: the API key they came with, the client's own key, their content."""

    key_id: UUID
    key: str
    fingerprint: bytes

    @classmethod
    def for_request(cls, key_id: UUID, key: str, path: str, body: bytes) -> IdempotencyKey:
        # No path holds U+0000 (the middleware refuses it), so no two requests make the same bytes.
        return cls(key_id, key, hashlib.sha256(path.encode() + b"\0" + body).digest())


def metric_text(value: Any) -> str:
    """Metric values are strings on the wire, whatever the agent wrote: what is neither text nor a number, as JSON."""
    if isinstance(value, bool | list | tuple | Mapping):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else str(value)


def collect_metrics(metrics: Sequence[tuple[str, Any]]) -> dict[str, str | list[str]]:
    """Name → value, or the list of values when a metric was written more than once."""
    values: dict[str, list[str]] = {}
    for name, written in metrics:
        values.setdefault(name, []).append(metric_text(written))
    return {name: many if len(many) > 1 else many[0] for name, many in values.items()}
