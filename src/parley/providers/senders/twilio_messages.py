"""Twilio's interface for messages, and those like it: what is sent, what comes back, how requests are signed. Pure."""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any

from parley.kit.values import value

SIGNATURE = "x-twilio-signature"
WHATSAPP = "whatsapp:"
RCS = "rcs:"
PAGE = 50
"""Messages that one search looks at, newest first."""


def sign(url: str, form: Sequence[tuple[str, str]], auth_token: str) -> str:
    """The address, and all fields behind it, sorted; as its makers describe it."""
    signed = url + "".join(name + value for name, value in sorted(set(form)))
    return b64encode(hmac.digest(auth_token.encode(), signed.encode(), hashlib.sha1)).decode()


def is_signed(url: str, form: Sequence[tuple[str, str]], auth_token: str, signature: str) -> bool:
    wanted = sign(url, form, auth_token)
    # As bytes: compared as texts, a signature with other letters than ASCII would raise.
    return bool(auth_token) and hmac.compare_digest(wanted.encode(), signature.encode())


def authorization(account_sid: str, auth_token: str) -> str:
    return f"Basic {b64encode(f'{account_sid}:{auth_token}'.encode()).decode()}"


def messages_path(account_sid: str) -> str:
    return f"/2010-04-01/Accounts/{account_sid}/Messages.json"


def address(number: str, *, whatsapp: bool) -> str:
    return WHATSAPP + number if whatsapp else number


def send_form(
    sender: str, recipient: str, body: str, status_url: str, *, whatsapp: bool, service_sid: str = ""
) -> dict[str, str]:
    """Without an address for receipts the carrier sends none. `service_sid`: a messaging service picks the sender."""
    form = {"To": address(recipient, whatsapp=whatsapp), "Body": body}
    if service_sid:
        form["MessagingServiceSid"] = service_sid
    else:
        form["From"] = address(sender, whatsapp=whatsapp)
    return {**form, "StatusCallback": status_url} if status_url else form


def search_query(sender: str, recipient: str, *, whatsapp: bool) -> dict[str, str]:
    """The newest between these two. Not by date: what still waits to be sent has none."""
    own, other = address(sender, whatsapp=whatsapp), address(recipient, whatsapp=whatsapp)
    return {"From": own, "To": other, "PageSize": str(PAGE)}


def service_queries(recipient: str) -> list[dict[str, str]]:
    """The newest to this recipient. A messaging service picks the sender, and whether it goes over RCS."""
    return [{"To": prefix + recipient, "PageSize": str(PAGE)} for prefix in ("", RCS)]


@value
class SentMessage:
    """One that the carrier has."""

    sid: str
    status: str
    body: str
    created_at: datetime | None


def read_message(answer: Mapping[str, Any]) -> SentMessage | None:
    """None for what is no message."""
    sid = answer.get("sid")
    if not isinstance(sid, str) or not sid or len(sid) > 64:
        return None
    return SentMessage(
        sid, str(answer.get("status") or ""), str(answer.get("body") or ""), _moment(answer.get("date_created"))
    )


def read_messages(answer: Mapping[str, Any]) -> list[SentMessage]:
    found = answer.get("messages")
    given = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return [message for one in given if (message := read_message(one)) is not None]


def _moment(text: object) -> datetime | None:
    try:
        return parsedate_to_datetime(text) if isinstance(text, str) else None
    except ValueError:
        return None
