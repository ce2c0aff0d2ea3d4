"""Deliveries as values, their requests, and the decision what follows from an attempt. Pure: time and chance are
given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime
from enum import StrEnum
from uuid import UUID

from parley import __version__
from parley.domain.webhooks.signing import signed_headers
from parley.kit.backoff import Jitter, ScheduledBackoff, retry_after
from parley.kit.outbound.connection import Answer, NoAnswer, Reason

# What failed together should not come back together.
JITTER = Jitter(spread=0.1)
LONGEST_ASKED = timedelta(hours=24).total_seconds()
"""A receiver that asks for a longer pause gets this one."""
PATIENCE = timedelta(days=5)
"""An endpoint that answers nothing but failures for so long is disabled, once one more delivery has been given up."""

GONE, FAILING = "gone", "failing"
USER_AGENT = "User-Agent"


class DeliveryStatus(StrEnum):
    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"
    DROPPED = "dropped"
    """Not wanted any more: its endpoint was disabled."""


@dataclass(frozen=True, slots=True)
class LeasedDelivery:
    """A delivery that is due and ours to send until the lease runs out, with all that is needed to send it."""

    id: UUID
    lease: UUID
    attempts: int
    """Of this round: a replay begins anew."""
    event_id: UUID
    body: bytes
    endpoint_id: str
    url: str
    enabled: bool
    timeout_ms: int
    headers: Mapping[str, str]
    failing_since: datetime | None
    secret: bytes
    old_secret: bytes | None
    old_secret_until: datetime | None


@dataclass(frozen=True, slots=True)
class EndpointLimits:
    """How many requests at once one endpoint gets."""

    healthy: int = 64
    failing: int = 4
    """An endpoint that fails mostly makes us wait: it gets little until it takes an event again."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one attempt: a status, or the reason why there was none."""

    status: int | None = None
    error: str = ""
    asked: float | None = None
    """Seconds that the receiver wants to be left alone for (its Retry-After)."""
    is_final: bool = False
    """There was no answer, and trying again cannot help."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """What becomes of a delivery after an attempt."""

    status: DeliveryStatus
    wait: float = 0.0
    """Seconds until the next attempt, when it is still pending."""
    disable: str = ""
    """Why the endpoint is to be disabled; empty: it is not."""


@dataclass(frozen=True, slots=True)
class Attempt:
    started_at: datetime
    duration_ms: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class AttemptResult:
    delivery: LeasedDelivery
    step: NextStep
    attempt: Attempt | None
    """None when it was dropped without one."""


def signing_secrets(delivery: LeasedDelivery, now: datetime) -> list[bytes]:
    """Encrypted, the newest first. During a rotation the old one still counts."""
    if delivery.old_secret is not None and delivery.old_secret_until is not None and now < delivery.old_secret_until:
        return [delivery.secret, delivery.old_secret]
    return [delivery.secret]


def request_headers(delivery: LeasedDelivery, prefix: str, secrets: Sequence[str], now: datetime) -> dict[str, str]:
    """Headers of the endpoint's owner replace ours of the same name, except the signature."""
    headers = {"Content-Type": "application/json", "Accept": "*/*", USER_AGENT: f"Parley/{__version__}"}
    if delivery.headers:
        own = {name.lower() for name in delivery.headers}
        headers = {name: value for name, value in headers.items() if name.lower() not in own} | dict(delivery.headers)
    return headers | signed_headers(prefix, secrets, str(delivery.event_id), int(now.timestamp()), delivery.body)


def answer_outcome(answer: Answer, now: datetime) -> Outcome:
    """A Retry-After that is a date is measured by the receiver's clock when it tells it, else by ours."""
    headers = {"date": format_datetime(now, usegmt=True), **answer.headers}
    return Outcome(answer.status, asked=retry_after(headers) if "retry-after" in headers else None)


def failure_outcome(failure: NoAnswer) -> Outcome:
    """An address that is not allowed will not be allowed in an hour either."""
    return Outcome(error=failure.reason, is_final=failure.reason is Reason.ADDRESS)


def next_step(
    attempts: int, outcome: Outcome, failing_for: timedelta, pauses: tuple[float, ...], chance: float
) -> NextStep:
    """After attempt number `attempts` (the first is 1) of a delivery to an endpoint that has answered nothing but
    failures for `failing_for`. `chance` is from 0 to 1."""
    if outcome.status is not None and 200 <= outcome.status < 300:
        return NextStep(DeliveryStatus.DELIVERED)
    # The receiver says that the endpoint is gone for good, so its other deliveries need not be tried either.
    if outcome.status == 410:
        return NextStep(DeliveryStatus.DROPPED, disable=GONE)
    delay = ScheduledBackoff(pauses, JITTER).delay(attempts, chance)
    if delay is not None and may_help(outcome):
        # Retry-After makes a pause longer, never shorter.
        return NextStep(DeliveryStatus.PENDING, wait=max(delay, min(outcome.asked or 0.0, LONGEST_ASKED)))
    # Only with a delivery that is given up: an endpoint that gets an event a week is not disabled for two bad moments.
    return NextStep(DeliveryStatus.FAILED, disable=FAILING if failing_for >= PATIENCE else "")


def may_help(outcome: Outcome) -> bool:
    """Whether another attempt may go better."""
    if outcome.status is None:
        return not outcome.is_final
    return outcome.status in (408, 429) or 500 <= outcome.status < 600
