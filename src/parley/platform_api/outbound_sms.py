"""The outbound SMS endpoint: an agent texts somebody who has not written before."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import suppress
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, Field, model_validator
from starlette.responses import Response

from parley.domain.conversations.model import ChatDraftNotExist, IdempotencyKeyReused
from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import (
    TWILIO,
    Connector,
    ConnectorsNotFound,
    PhoneNumber,
    PhoneNumbersInvalidPhoneNumberFormat,
    PhoneNumbersNotFound,
    plain_number,
)
from parley.domain.texts import thread_store
from parley.domain.texts.message_parts import LONGEST
from parley.domain.texts.model import AgentNumberInvalid, TextConnectorForbidden, TextSettled, TextsRateLimited
from parley.platform_api.idempotency import answer_once
from parley.providers.senders.twilio_messages import RCS
from parley.runtime.session.reply_hook import ReplyHook
from parley.runtime.texts.opening import text_first
from parley.runtime.turn.output import TurnResult
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import OUTBOUND_SMS
from parley.web.idempotency import read_idempotency_key

CONNECTOR_HEADER = "x-token-id"


def _number(text: str) -> str:
    try:
        return plain_number(text)
    except PhoneNumbersInvalidPhoneNumberFormat as error:
        raise ValueError("is no number with its country code") from error


def _recipient(text: str) -> str:
    """With `rcs:` in front, if that was there."""
    return f"{RCS}{_number(text.removeprefix(RCS))}" if text.startswith(RCS) else _number(text)


Number = Annotated[str, Field(max_length=64), AfterValidator(_number)]
Recipient = Annotated[str, Field(max_length=64), AfterValidator(_recipient)]


class SmsRequest(BaseModel):
    message: str = Field(
        min_length=1,
        max_length=LONGEST,
        pattern=r"\S",
        description="What the agent says first, in place of its greeting.",
    )
    user_number: Recipient = Field(description="E.164; with `rcs:` in front it needs a messaging_service_sid.")
    agent_number: Number | None = Field(
        default=None, description="A number of the connector; needed where it has several."
    )
    messaging_service_sid: str | None = Field(
        default=None,
        max_length=64,
        pattern="^[A-Za-z0-9]*$",
        description="A messaging service of the carrier, with the agent's number in it, sends the messages: over RCS "
        "where it has an RCS sender and the user can get it, otherwise as SMS.",
    )

    @model_validator(mode="after")
    def _has_service(self) -> Self:
        if self.user_number.startswith(RCS) and not self.messaging_service_sid:
            raise ValueError("user_number with rcs: needs a messaging_service_sid: only a service sends over RCS")
        return self

    @property
    def plain_user_number(self) -> str:
        return self.user_number.removeprefix(RCS)


SmsCall = ApiRequest[SmsRequest, None]


async def send_sms(request: SmsCall) -> Response:
    connector = await _find_connector(request)
    number = await _find_number(request, connector)
    resources, project, asked = request.resources, request.project, request.body
    # As if it had been sent: who asks learns nothing of what users want from others.
    if await thread_store.is_opted_out(resources.db, project.id, number.number, asked.plain_user_number):
        return Response(status_code=202)

    def text(kept: ReplyHook | None) -> Awaitable[TurnResult]:
        sessions, clock = resources.sessions, resources.clock
        user, service = asked.plain_user_number, asked.messaging_service_sid or ""
        return text_first(sessions, clock, project, number, connector.id, user, asked.message, kept, service)

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
