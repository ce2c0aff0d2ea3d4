"""A carrier of text messages on this machine: it takes messages as Twilio does, and brings those of one phone. For
trying agents, and for tests; nothing leaves the machine."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime
from typing import Any
from urllib.parse import urlencode

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from parley.domain.texts.message_parts import LONGEST
from parley.kit.clock import Clock, SystemClock
from parley.kit.ids import random_hex
from parley.providers.senders.twilio_messages import WHATSAPP, authorization, sign
from parley.web.forms import parse_form, read_form_body

Taken = Callable[["CarriedMessage"], Awaitable[None]]


@dataclass(slots=True)
class CarriedMessage:
    """One that the carrier took from us."""

    sid: str
    sender: str
    recipient: str
    body: str
    callback: str
    created_at: datetime
    status: str = "queued"

    def to_json(self) -> dict[str, Any]:
        return {
            "sid": self.sid,
            "from": self.sender,
            "to": self.recipient,
            "body": self.body,
            "status": self.status,
            "date_created": format_datetime(self.created_at),
            "direction": "outbound-api",
            "error_code": None,
        }


async def _forget(_message: CarriedMessage) -> None:
    return None


@dataclass(slots=True)
class LocalCarrier:
    account_sid: str
    auth_token: str = field(repr=False)
    client: httpx.AsyncClient
    taken: Taken = _forget
    clock: Clock = field(default_factory=SystemClock)
    messages: list[CarriedMessage] = field(default_factory=list)

    def app(self) -> Starlette:
        path = "/2010-04-01/Accounts/{account}/Messages.json"
        return Starlette(routes=[Route(path, self._create, methods=["POST"]), Route(path, self._list, methods=["GET"])])

    async def bring(
        self, url: str, sender: str, recipient: str, body: str, sid: str = "", *, signed_url: str = "", **more: str
    ) -> int:
        """Brings a message of a phone to where Parley takes them → the status of the answer. `signed_url`: the public
        address, where that is another."""
        form = {"MessageSid": sid or f"SM{random_hex(32)}", "From": sender, "To": recipient, "Body": body}
        return await self.post(url, {**form, "AccountSid": self.account_sid, "NumMedia": "0", **more}, signed_url)

    async def report(self, message: CarriedMessage, status: str, **more: str) -> int:
        """Says what became of a message."""
        message.status = status
        form = {"MessageSid": message.sid, "MessageStatus": status, "From": message.sender, "To": message.recipient}
        return await self.post(message.callback, {**form, "AccountSid": self.account_sid, **more})

    async def post(self, url: str, form: dict[str, str], signed_url: str = "") -> int:
        headers = {
            "X-Twilio-Signature": sign(signed_url or url, list(form.items()), self.auth_token),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        answer = await self.client.post(url, content=urlencode(form), headers=headers)
        return answer.status_code

    async def _create(self, request: Request) -> Response:
        if (refusal := self._refused(request)) is not None:
            return refusal
        form = dict(parse_form(await read_form_body(request)))
        recipient, body = form.get("To", ""), form.get("Body", "")
        if not recipient.removeprefix(WHATSAPP).startswith("+"):
            return _problem(21211, "Invalid 'To' Phone Number")
        if not body:
            return _problem(21602, "Message body is required")
        if len(body.encode("utf-16-le")) // 2 > LONGEST:
            return _problem(21617, "The concatenated message body exceeds the 1600 character limit")
        sender = form.get("From", "") or form.get("MessagingServiceSid", "")
        callback = form.get("StatusCallback", "")
        message = CarriedMessage(f"SM{random_hex(32)}", sender, recipient, body, callback, self.clock.now())
        self.messages.append(message)
        await self.taken(message)
        return JSONResponse(message.to_json(), 201)

    async def _list(self, request: Request) -> Response:
        if (refusal := self._refused(request)) is not None:
            return refusal
        wanted = request.query_params
        found = [
            message.to_json()
            for message in reversed(self.messages)
            if message.sender == wanted.get("From", message.sender)
            and message.recipient == wanted.get("To", message.recipient)
        ]
        return JSONResponse({"messages": found[: int(wanted.get("PageSize", "50"))]})

    def _refused(self, request: Request) -> Response | None:
        wanted = authorization(self.account_sid, self.auth_token)
        is_ours = hmac.compare_digest(wanted.encode(), request.headers.get("authorization", "").encode())
        if is_ours and request.path_params["account"] == self.account_sid:
            return None
        return _problem(20003, "Authenticate", 401)


def _problem(code: int, words: str, status: int = 400) -> Response:
    return JSONResponse({"code": code, "message": words, "status": status}, status)
