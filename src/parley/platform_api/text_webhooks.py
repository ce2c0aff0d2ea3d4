"""Where carriers bring text messages, and say what became of those that they took. No key: they sign what they send.

What comes is on disk when the carrier gets its answer, which is empty: replies go out through the carrier's interface.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import E164, TWILIO, Connector, PhoneNumber
from parley.domain.numbers.trunks import decrypt_passwords
from parley.domain.texts import actions, thread_store
from parley.domain.texts.model import Channel, IncomingText, Pair, reported_status
from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.providers.senders.twilio_messages import RCS, SIGNATURE, WHATSAPP, is_signed
from parley.resources import Resources
from parley.web.forms import FormRefused, parse_form, read_form_body
from parley.web.ops import requests

log = logger(__name__)

CONNECTOR = re.compile(r"CONNECTOR-[0-9a-f]{1,32}")
SID = re.compile(r"[A-Za-z0-9]{1,64}")
CODE = re.compile(r"[0-9]{1,8}")
LONGEST_BODY = 5000
"""Characters. No channel brings more at once."""
MOST_MEDIA = 10
LONGEST_MEDIA = 500
EMPTY = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

Form = dict[str, str]
Handle = Callable[[Resources, Connector, Form, Request], Awaitable[None]]


def text_routes(resources: Resources) -> list[Route]:
    return [
        _route(resources, "/texts/{connector_id}/incoming", _receive),
        _route(resources, "/texts/{connector_id}/messages/{message_id:uuid}", _take_receipt),
    ]


def _route(resources: Resources, path: str, handle: Handle) -> Route:
    async def endpoint(request: Request) -> Response:
        response = await _answer(resources, handle, request)
        requests.count(request.method, path, response.status_code, 0)
        return response

    return Route(path, endpoint, methods=["POST"])


async def _answer(resources: Resources, handle: Handle, request: Request) -> Response:
    try:
        connector, form = await _check(resources, request)
        await handle(resources, connector, form, request)
    except FormRefused as refused:
        log.warning("text_webhook_refused", status=refused.status, reason=refused.reason)
        return Response(status_code=refused.status)
    # Such as a database that is away: carriers ask again, or the fallback address of the number.
    except ParleyError as error:
        log.warning("text_webhook_failed", error=type(error).__name__)
        return Response(status_code=503, headers={"Retry-After": "5"})
    return Response(EMPTY, media_type="application/xml")


async def _check(resources: Resources, request: Request) -> tuple[Connector, Form]:
    """Who it is from, proved by its signature. A stranger learns nothing, not even which connectors there are."""
    connector_id = request.path_params["connector_id"]
    connector = None
    if CONNECTOR.fullmatch(connector_id):
        connector = await numbers.find_connector_by_id(resources.db, connector_id)
    if connector is None or connector.trunk.carrier != TWILIO:
        raise FormRefused(403, "connector")
    fields = parse_form(await read_form_body(request))
    token = decrypt_passwords(resources.dependencies.secret_store.encryptor, connector).auth_token
    if not is_signed(_signed_url(resources, request), fields, token, request.headers.get(SIGNATURE, "")):
        raise FormRefused(403, "signature")
    form = _first_of_each(fields)
    if form.get("AccountSid") != connector.trunk.account_sid:
        raise FormRefused(403, "account")
    return connector, form


def _signed_url(resources: Resources, request: Request) -> str:
    """As the carrier was told it. Nothing that a client says of proxies is believed."""
    # Without the setting, the address that was asked: who names another host proves nothing without the token.
    base = resources.settings.texts_url or f"http://{request.headers.get('host', '')}"
    query = f"?{request.url.query}" if request.url.query else ""
    return f"{base}{request.scope['path']}{query}"


def _first_of_each(fields: Sequence[tuple[str, str]]) -> Form:
    return {name: value.replace("\x00", "") for name, value in reversed(fields)}


async def _receive(resources: Resources, connector: Connector, form: Form, _request: Request) -> None:
    sid = form.get("MessageSid") or form.get("SmsMessageSid") or form.get("SmsSid", "")
    pair = await _pair_of_service(resources, connector, form) or _pair(form)
    if pair is None or not SID.fullmatch(sid):
        raise FormRefused(400, "fields")
    number = await _find_number(resources, connector, pair.our_number)
    text = IncomingText(sid, pair, _words(form))
    now = resources.clock.now()
    # With this word the carrier says that it has handled the keyword, and answered it.
    is_answered = form.get("OptOutType", "") != ""
    async with resources.db.transaction() as tx:
        await actions.receive(tx, connector.id, number, text, now, is_answered=is_answered)


async def _pair_of_service(resources: Resources, connector: Connector, form: Form) -> Pair | None:
    """Who answers over RCS writes to a sender that is no number: the thread says which one was meant."""
    theirs = form.get("From", "")
    if not theirs.startswith(RCS) or not E164.fullmatch(theirs := theirs.removeprefix(RCS)):
        return None
    service = form.get("MessagingServiceSid", "")
    ours = await thread_store.find_number_of_service(resources.db, connector.id, service, theirs)
    if ours is None:
        raise FormRefused(404, "number")
    return Pair(Channel.SMS, ours, theirs)


def _pair(form: Form) -> Pair | None:
    """None: not a channel that we know, or no numbers."""
    ours, theirs = form.get("To", ""), form.get("From", "")
    channel = Channel.SMS
    if ours.startswith(WHATSAPP) and theirs.startswith(WHATSAPP):
        channel, ours, theirs = Channel.WHATSAPP, ours.removeprefix(WHATSAPP), theirs.removeprefix(WHATSAPP)
    # A sender may also be a short code or, with no way to reply, a name: those are nobody's conversation.
    return Pair(channel, ours, theirs) if E164.fullmatch(ours) and E164.fullmatch(theirs) else None


def _words(form: Form) -> str:
    """The text, and behind it what came along: each on a line of its own, with its type and address."""
    lines = [form.get("Body", "")[:LONGEST_BODY]]
    for index in range(MOST_MEDIA):
        if url := form.get(f"MediaUrl{index}", ""):
            kind = form.get(f"MediaContentType{index}", "")
            lines.append(f"[{kind}] {url}"[:LONGEST_MEDIA])
    return "\n".join(line for line in lines if line.strip()).strip()


async def _find_number(resources: Resources, connector: Connector, number: str) -> PhoneNumber:
    """A carrier learns nothing about numbers of others."""
    found = await numbers.find_route(resources.db, number)
    if found is None or not _belongs(found, connector):
        raise FormRefused(404, "number")
    return found


def _belongs(number: PhoneNumber, connector: Connector) -> bool:
    if number.connector_id is not None:
        return number.connector_id == connector.id
    return number.project_id == connector.project_id


async def _take_receipt(resources: Resources, connector: Connector, form: Form, request: Request) -> None:
    sid, message_id = form.get("MessageSid") or form.get("SmsSid", ""), request.path_params["message_id"]
    status = reported_status(form.get("MessageStatus") or form.get("SmsStatus", ""))
    if not SID.fullmatch(sid) or not isinstance(message_id, UUID):
        raise FormRefused(400, "fields")
    if status is None:
        return
    code = form.get("ErrorCode", "")
    async with resources.db.transaction() as tx:
        error = code if CODE.fullmatch(code) else ""
        now = resources.clock.now()
        if not await actions.take_receipt(tx, connector.id, message_id, sid, status, error, now):
            raise FormRefused(404, "message")
