"""What follows from an attempt: a pure decision. Time and chance are given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

JITTER = 0.1
"""A pause is up to this part longer, by chance, so that what failed together does not come back together."""
LONGEST_ASKED = timedelta(hours=24).total_seconds()
"""A receiver that asks for a longer pause gets this one."""
PATIENCE = timedelta(days=5)
"""An endpoint that answers nothing but failures for so long is disabled, once one more delivery has been given up."""

GONE, FAILING = "gone", "failing"


class Status(StrEnum):
    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"
    DROPPED = "dropped"
    """Not wanted any more: its endpoint was disabled."""


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
class Step:
    status: Status
    wait: float = 0.0
    """Seconds until the next attempt, when it is still pending."""
    disable: str = ""
    """Why the endpoint is to be disabled; empty: it is not."""


def next_step(
    attempts: int, outcome: Outcome, failing_for: timedelta, pauses: tuple[float, ...], chance: float
) -> Step:
    """After attempt number `attempts` (the first is 1) of a delivery to an endpoint that has answered nothing but
    failures for `failing_for`. `chance` is from 0 to 1."""
    if outcome.status is not None and 200 <= outcome.status < 300:
        return Step(Status.DELIVERED)
    if outcome.status == 410:
        return Step(Status.DROPPED, disable=GONE)
    if may_help(outcome) and attempts <= len(pauses):
        own = pauses[attempts - 1] * (1 + JITTER * chance)
        return Step(Status.PENDING, wait=max(own, min(outcome.asked or 0.0, LONGEST_ASKED)))
    return Step(Status.FAILED, disable=FAILING if failing_for >= PATIENCE else "")


def may_help(outcome: Outcome) -> bool:
    """Whether another attempt may go better."""
    if outcome.status is None:
        return not outcome.is_final
    return outcome.status in (408, 429) or 500 <= outcome.status < 600
