"""Where Chatwoot says that something has happened in a conversation.

What a webhook says is not acted on: it is a reason to look. Chatwoot does not send one again, and the order in which
they come says nothing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import orjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parley.kit.clock import Clock
from parley.web.forms import FormRefused, read_form_body

LARGEST_BODY = 1 << 20
TIMESTAMP, SIGNATURE = "x-chatwoot-timestamp", "x-chatwoot-signature"
TOLERANCE_SECONDS = 300
MESSAGES = ("message_created", "message_updated")
CHANGES = ("conversation_status_changed", "conversation_updated", "conversation_created")
TYPING = {"conversation_typing_on": True, "conversation_typing_off": False}


class Awake(Protocol):
    def wake(self, conversation: int) -> None: ...

    async def type(self, conversation: int, *, is_typing: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class Proof:
    """How Chatwoot proves that it is Chatwoot: one of the two is there."""

    secret: str | None
    """It signs with this."""
    token: str | None
    """The address that it was given ends with this: for versions that do not sign."""

    def accepts(self, token: str | None, headers: Mapping[str, str], body: bytes, now: float) -> bool:
        if token is not None:
            return self.token is not None and hmac.compare_digest(token.encode(), self.token.encode())
        return self.secret is not None and is_signed(self.secret, headers, body, now)


def is_signed(secret: str, headers: Mapping[str, str], body: bytes, now: float) -> bool:
    timestamp = headers.get(TIMESTAMP, "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    return hmac.compare_digest(sign(secret, timestamp, body).encode(), headers.get(SIGNATURE, "").encode())


def sign(secret: str, timestamp: str, body: bytes) -> str:
    return f"sha256={hmac.new(secret.encode(), timestamp.encode() + b'.' + body, hashlib.sha256).hexdigest()}"


def webhook_app(adapter: Awake, proof: Proof, clock: Clock) -> Starlette:
    async def take(request: Request) -> Response:
        try:
            body = await read_form_body(request, LARGEST_BODY)
        except FormRefused as refused:
            return Response(status_code=refused.status)
        if not proof.accepts(request.path_params.get("token"), request.headers, body, clock.now().timestamp()):
            return Response(status_code=401)
        try:
            event = orjson.loads(body)
        except orjson.JSONDecodeError:
            return Response(status_code=400)
        if isinstance(event, dict):
            await _tell(adapter, event)
        return Response(status_code=200)

    return Starlette(
        routes=[
            Route("/chatwoot", take, methods=["POST"]),
            Route("/chatwoot/{token}", take, methods=["POST"]),
        ]
    )


async def _tell(adapter: Awake, event: Mapping[str, Any]) -> None:
    name = event.get("event")
    conversation = event if name in CHANGES else event.get("conversation")
    number = conversation.get("id") if isinstance(conversation, Mapping) else None
    if not isinstance(name, str) or not isinstance(number, int):
        return
    if name in TYPING:
        if not event.get("is_private") and not _is_contact(event.get("user")):
            await adapter.type(number, is_typing=TYPING[name])
    elif name in MESSAGES or name in CHANGES:
        adapter.wake(number)


def _is_contact(user: object) -> bool:
    """What we say of a user comes back as well. People in Chatwoot have no identifier of ours."""
    return isinstance(user, Mapping) and (user.get("type") == "contact" or "identifier" in user)
