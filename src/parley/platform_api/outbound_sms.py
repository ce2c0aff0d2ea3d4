"""The outbound SMS endpoint: an agent texts somebody who has not written before."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import suppress
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field
from starlette.responses import Response

from parley.domain.conversations.model import ChatDraftNotExist, IdempotencyKeyReused
from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import (
    TWILIO,
    Connector,
    ConnectorsNotFound,
    PhoneNumber,
    PhoneNumbersInvalid,
    PhoneNumbersNotFound,
    plain_number,
)
from parley.domain.texts import thread_store
from parley.domain.texts.model import AgentNumberInvalid, TextConnectorForbidden, TextSettled, TextsRateLimited
from parley.domain.texts.splitting import LONGEST
from parley.platform_api.idempotency import answer_once
from parley.runtime.session.reply_hook import ReplyHook
from parley.runtime.texts.beginning import text_first
from parley.runtime.turn.output import TurnResult
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import OUTBOUND_SMS
from parley.web.idempotency import read_idempotency_key

CONNECTOR_HEADER = "x-token-id"
RCS = "rcs:"


def _number(text: str) -> str:
    try:
        return plain_number(text.removeprefix(RCS))
    except PhoneNumbersInvalid as error:
        raise ValueError("is no number with its country code") from error


Number = Annotated[str, Field(max_length=64), AfterValidator(_number)]


class SmsRequest(BaseModel):
    message: str = Field(
        min_length=1,
        max_length=LONGEST,
        pattern=r"\S",
        description="What the agent says first, in place of its greeting.",
    )
    user_number: Number = Field(description="E.164. With `rcs:` in front it is sent as SMS.")
    agent_number: Number | None = Field(
        default=None, description="A number of the connector; needed where it has several."
    )
    messaging_service_sid: str | None = Field(default=None, max_length=64, description="Accepted, and not used.")


SmsCall = ApiRequest[SmsRequest, None]


async def send_sms(request: SmsCall) -> Response:
    connector = await _find_connector(request)
    number = await _find_number(request, connector)
    resources, project, asked = request.resources, request.project, request.body
    # As if it had been sent: who asks learns nothing of what users want from others.
    if await thread_store.is_opted_out(resources.db, project.id, number.number, asked.user_number):
        return Response(status_code=202)

    def text(kept: ReplyHook | None) -> Awaitable[TurnResult]:
        sessions, clock = resources.sessions, resources.clock
        return text_first(sessions, clock, project, number, connector.id, asked.user_number, asked.message, kept)

    # Settled: a STOP came meanwhile.
    with suppress(TextSettled):
        await answer_once(resources.db, read_idempotency_key(request), lambda _result: {}, text)
    return Response(status_code=202)


async def _find_connector(request: SmsCall) -> Connector:
    """The one that the header names, else the key's own."""
    wanted = request.headers.get(CONNECTOR_HEADER, "") or request.key.scope.connector_id or ""
    found = await numbers.find_connector_by_id(request.resources.db, wanted)
    if found is None:
        raise ConnectorsNotFound
    if found.project_id != request.project.id or request.key.scope.connector_id not in (None, found.id):
        raise TextConnectorForbidden
    if found.trunk.carrier != TWILIO:
        raise ConnectorsNotFound
    return found


async def _find_number(request: SmsCall, connector: Connector) -> PhoneNumber:
    environment = request.key.scope.environment
    found = [
        number
        for number in await numbers.list_numbers(request.resources.db, request.project.id, connector.id)
        if environment in (None, number.environment)
    ]
    if not found:
        raise PhoneNumbersNotFound
    named = [number for number in found if request.body.agent_number in (None, number.number)]
    if len(named) != 1:
        raise AgentNumberInvalid
    return named[0]


ENDPOINTS = (
    Endpoint(
        "POST",
        "/v1/outbound-sms",
        send_sms,
        OUTBOUND_SMS,
        "Text somebody",
        status=202,
        body=SmsRequest,
        errors=(
            AgentNumberInvalid,
            ChatDraftNotExist,
            TextConnectorForbidden,
            ConnectorsNotFound,
            PhoneNumbersNotFound,
            IdempotencyKeyReused,
            TextsRateLimited,
        ),
        description="The header X-TOKEN-ID names the connector; without it, the one of the token. The message begins a "
        "new conversation, which the user's next message goes on with. To who has said STOP nothing is sent, and the "
        "answer is the same. A retry with the same Idempotency-Key header sends nothing again.",
    ),
)
