"""From a delivery to its request, and from the answer to what it means. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email.utils import format_datetime

from parley import __version__
from parley.domain.webhooks.deliveries import Due
from parley.domain.webhooks.signing import signed_headers
from parley.domain.webhooks.steps import Outcome
from parley.kit.outbound.connection import Answer, NoAnswer, Reason
from parley.providers.retry import retry_after

USER_AGENT = "User-Agent"


def valid_secrets(due: Due, now: datetime) -> list[bytes]:
    """Sealed, the newest first."""
    if due.old_secret is not None and due.old_secret_until is not None and now < due.old_secret_until:
        return [due.secret, due.old_secret]
    return [due.secret]


def request_headers(due: Due, prefix: str, secrets: Sequence[str], now: datetime) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "*/*", USER_AGENT: f"Parley/{__version__}"}
    if due.headers:
        own = {name.lower() for name in due.headers}
        headers = {name: value for name, value in headers.items() if name.lower() not in own} | dict(due.headers)
    return headers | signed_headers(prefix, secrets, str(due.event_id), int(now.timestamp()), due.body)


def answered(answer: Answer, now: datetime) -> Outcome:
    """A Retry-After that is a date is measured by the receiver's clock when it tells it, else by ours."""
    headers = {"date": format_datetime(now, usegmt=True), **answer.headers}
    return Outcome(answer.status, asked=retry_after(headers) if "retry-after" in headers else None)


def unanswered(failure: NoAnswer) -> Outcome:
    """An address that is not allowed will not be allowed in an hour either."""
    return Outcome(error=failure.reason, is_final=failure.reason is Reason.ADDRESS)
