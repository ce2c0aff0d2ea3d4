"""Calls as values, and every decision about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from parley.domain.conversations.model import CALL_PREFIX, INBOUND_PREFIX, public_id
from parley.domain.numbers.model import Connector
from parley.kit.errors import ParleyError
from parley.kit.ids import uuid7_at

KEPT_AFTER_END = timedelta(hours=2)
"""How long the status of a call can be asked for after its end."""

REMEMBERED = timedelta(days=30)
"""How long a request of a carrier about a call that came in is not accepted a second time."""

LONGEST_REASON = 300
WAITED_TOO_LONG = "The call waited too long in the queue."
PROCESS_DIED = "The voice process died during the call."
NO_CONNECTOR = "The connector of the call was removed."
CANCELLED = "cancelled"


class OutboundNotConfigured(ParleyError):
    """The connector of this token is not configured for outbound calling."""

    status = 401


class OutboundRateLimited(ParleyError):
    """The account has asked for too many calls in this minute. Try again when it is over."""

    status = 429


class CallSidInvalid(ParleyError):
    """A call_sid is OUT- and a UUID."""

    status = 400


class CallNotFound(ParleyError):
    """There is no such call, or it ended more than two hours ago."""

    status = 404


class Direction(StrEnum):
    INBOUND = "inbound"
    OUTBOUND = "outbound"


class Status(StrEnum):
    QUEUED = "queued"
    CALLING = "calling"
    SUCCESS = "success"
    FAILURE = "failure"


class Encryption(StrEnum):
    """How signalling and media travel. What is asked for is what is done: a call never falls back to less."""

    TLS_SRTP = "TLS/SRTP"
    TLS_RTP = "TLS/RTP"
    UDP_SRTP = "UDP/SRTP"
    UDP_RTP = "UDP/RTP"


@dataclass(frozen=True, slots=True)
class Call:
    id: UUID
    direction: Direction
    account_id: str
    project_id: str
    connector_id: str | None
    environment: str
    to_number: str
    status: Status
    created_at: datetime
    variant_id: str = ""
    from_number: str = ""
    encryption: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    """Why it failed, in words; or what else there is to say of a call that was answered."""
    sip_code: int | None = None
    give_up_at: datetime | None = None
    calling_at: datetime | None = None
    connected_at: datetime | None = None
    ended_at: datetime | None = None
    cancelled_at: datetime | None = None
    """Since when its client does not want it any more."""
    held_by: int | None = None


def outbound_call(
    connector: Connector, to_number: str, now: datetime, encryption: Encryption, metadata: Mapping[str, str]
) -> Call:
    """A call that is to be placed through a connector, on behalf of the agent that it belongs to."""
    trunk = connector.trunk
    return Call(
        id=uuid7_at(now),
        direction=Direction.OUTBOUND,
        account_id=connector.account_id,
        project_id=connector.project_id,
        connector_id=connector.id,
        environment=connector.environment,
        variant_id=connector.variant_id,
        from_number=trunk.caller_id,
        to_number=to_number,
        encryption=encryption,
        metadata=metadata,
        status=Status.QUEUED,
        created_at=now,
        give_up_at=now + timedelta(seconds=trunk.queue_seconds),
    )


def call_sid(call: Call) -> str:
    """What clients call it, which is the id of its conversation too."""
    return public_id(call.id, CALL_PREFIX if call.direction is Direction.OUTBOUND else INBOUND_PREFIX)


def plain_reason(text: str) -> str:
    """Words of the other side, of which nobody knows what is in them, as they can be kept and shown."""
    return "".join(filter(str.isprintable, text[:LONGEST_REASON]))


def free_slots(limit: int, running: int, most: int) -> int:
    return max(0, min(limit - running, most))
