"""Endpoints as values, and what one may be like."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from parley.kit.errors import ParleyError
from parley.kit.outbound.addresses import Rules
from parley.kit.outbound.target import parse_target

MOST_ENDPOINTS = 10
ID_PREFIX = "whe_"
ID_WIDTH = 22
ID = re.compile(r"whe_[A-Za-z0-9]+")

MOST_HEADERS = 32
MOST_HEADER_BYTES = 8192
HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}")
# No line breaks: a value must not begin a header of its own.
HEADER_VALUE = re.compile(r"[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?|")
OUR_HEADERS = frozenset(
    {
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "expect",
        "host",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers that say how the request is to be read, which is not the receiver's to choose."""
OUR_PREFIXES = ("webhook-", "proxy-")


class EventType(StrEnum):
    ALERT_TRIGGERED = "alerts.triggered"
    ALERT_RESOLVED = "alerts.resolved"
    CONVERSATION_STARTED = "conversation.started"
    CONVERSATION_ENDED = "conversation.ended"
    HANDOFF_REQUESTED = "handoff.requested"
    CALL_STATUS = "call.status"
    TEST_RUN_FINISHED = "test_run.finished"
    DEPLOYMENT_PROMOTED = "deployment.promoted"


TEST_EVENT = "webhook.test"
"""Sent when somebody asks for it, to the one endpoint it is asked for; nobody subscribes to it."""


class WebhookEndpointNotFound(ParleyError):
    """There is no such webhook endpoint."""

    status = 404


class WebhookEndpointIdInvalid(ParleyError):
    """This is not the id of a webhook endpoint."""

    status = 422


class TooManyWebhookEndpoints(ParleyError):
    """An account has at most 10 webhook endpoints. Delete one first."""

    status = 409


class DeliveryNotFound(ParleyError):
    """There is no such delivery."""

    status = 404


class DeliveryIdInvalid(ParleyError):
    """This is not the id of a delivery."""

    status = 422


class PreviousTestUnderWay(ParleyError):
    """A test event is still on its way to this endpoint. See what becomes of it first."""

    status = 409


class EndpointDisabled(ParleyError):
    """This endpoint is disabled: what is sent to it would be dropped."""

    status = 409


@dataclass(frozen=True, slots=True)
class WebhookEndpoint:
    id: str
    account_id: str
    name: str
    url: str
    event_types: Sequence[str]
    created_at: datetime
    updated_at: datetime
    enabled: bool = True
    timeout_ms: int = 5000
    headers: Mapping[str, str] = field(default_factory=dict)
    include_record: bool = False
    """What tells of the end of a conversation brings its whole record along."""
    disabled_reason: str = ""
    """Why it was disabled without being asked: empty when its owner did it, or nobody."""
    failing_since: datetime | None = None
    """The first of nothing but failures; None after a delivery."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """An endpoint that wants events of a kind. One that is disabled gets none, but may be sent later what it missed."""

    id: str
    account_id: str
    enabled: bool


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something that integrators are told of."""

    event_type: EventType
    at: datetime
    members: Mapping[str, Any]
    """Of the body, besides the type."""
    conversation_id: UUID | None = None
    """Whose it is: what is stored of it goes when the conversation is removed."""


def check_url(url: str, rules: Rules) -> str:
    """Raises `ValueError` with what is wrong. Names are not resolved: where one leads is checked when connecting."""
    if not url.startswith(("https://", "http://") if rules.plain_http else "https://"):
        raise ValueError("must start with https://")
    address = parse_target(url).address
    if address is not None and not rules.allow(address):
        raise ValueError("is not an address of the public internet")
    return url


def check_headers(headers: Mapping[str, str], prefix: str) -> Mapping[str, str]:
    """Raises `ValueError` with what is wrong; `prefix` is what the names of our own signature headers begin with."""
    if len(headers) > MOST_HEADERS:
        raise ValueError(f"has more than {MOST_HEADERS} entries")
    if sum(len(name) + len(value) for name, value in headers.items()) > MOST_HEADER_BYTES:
        raise ValueError(f"has more than {MOST_HEADER_BYTES} characters")
    seen = set()
    for name, value in headers.items():
        if not HEADER_NAME.fullmatch(name):
            raise ValueError("contains a name that is not one of an HTTP header")
        if not HEADER_VALUE.fullmatch(value):
            raise ValueError(f"contains a value for {name} that an HTTP header cannot have")
        lower = name.lower()
        if lower in OUR_HEADERS or lower.startswith((*OUR_PREFIXES, prefix.lower())):
            raise ValueError(f"cannot set {name}")
        if lower in seen:
            raise ValueError(f"contains {name} twice")
        seen.add(lower)
    return headers
