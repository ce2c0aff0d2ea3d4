"""The Outbound Calling API: place a call, ask what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, BaseModel, Field, ValidationInfo, field_validator
from starlette.responses import Response

from parley.domain.calls import actions, store
from parley.domain.calls.model import (
    CallNotFound,
    CallSidInvalid,
    Encryption,
    OutboundNotConfigured,
    OutboundRateLimited,
    Status,
    outbound_call,
)
from parley.domain.calls.outbound_request import check_metadata, to_e164
from parley.domain.conversations import reply_store
from parley.domain.conversations.model import CALL_PREFIX, IdempotencyKeyReused, public_id, row_id
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import OUTBOUND
from parley.web.idempotency import read_idempotency_key
from parley.web.responses import json_response

Metadata = Annotated[dict[str, str], AfterValidator(check_metadata)]


class CallRequest(BaseModel):
    country_code: str | None = Field(
        default=None,
        max_length=64,
        description="ISO 3166-1 alpha-2: how a `to_number` without + is meant. Ignored for one with +.",
    )
    to_number: str = Field(max_length=64, description="E.164, or as people of `country_code` write it.")
    metadata: Metadata | None = Field(
        default=None,
        description="Strings by name: readable by the agent as conv.sip_headers.get(name), and sent as SIP headers. "
        "Fewer than 26 KB as JSON in base64.",
    )
    encryption: Encryption | None = Field(
        default=None,
        description="How signalling and media travel: TLS/SRTP if not said. A call never falls back to less.",
    )

    # Validated in the order of declaration: `country_code` comes first, so that it is known here.
    @field_validator("to_number")
    @classmethod
    def _is_a_number(cls, value: str, info: ValidationInfo) -> str:
        return to_e164(value, info.data.get("country_code"))


class CallReply(BaseModel):
    call_sid: str = Field(pattern="^OUT-", description="Also the id of the conversation.")


class StatusReply(BaseModel):
    status: Status
    reason: str = Field(description="Why it failed, or how a call ended that a machine answered.")


async def place_call(request: ApiRequest[CallRequest, None]) -> Response:
    resources, retry = request.resources, read_idempotency_key(request)
    # Before anything is checked: a retry gets its answer, whatever has become of the connector since.
    if (known := await reply_store.find_reply(resources.db, retry)) is not None:
        return json_response(known)
    connector = await actions.find_connector(resources.db, request.key.scope)
    asked, encryption = request.body, request.body.encryption or Encryption.TLS_SRTP
    wanted = outbound_call(connector, asked.to_number, resources.clock.now(), encryption, asked.metadata or {})
    body = {"call_sid": public_id(wanted.id, CALL_PREFIX)}
    async with resources.db.transaction() as tx:
        # The reply first: of two requests with one key the second waits here, and then gives the answer of the first.
        is_first = await reply_store.insert_reply(tx, retry, body)
        if is_first:
            await actions.enqueue_call(tx, wanted, resources.settings.outbound_per_minute)
    return json_response(body if is_first else await _find_earlier_reply(request))


async def read_status(request: ApiRequest[None, None]) -> Response:
    call_id, now = _parse_call_sid(request.path["call_sid"]), request.resources.clock.now()
    found = await store.find_outbound(request.resources.db, request.caller.account_id, call_id, now)
    if found is None:
        raise CallNotFound
    return json_response({"status": found.status, "reason": found.reason})


async def cancel_call(request: ApiRequest[None, None]) -> Response:
    call_id, resources = _parse_call_sid(request.path["call_sid"]), request.resources
    async with resources.db.transaction() as tx:
        call = await actions.cancel_call(tx, request.caller.account_id, call_id, resources.clock.now())
    return json_response({"status": call.status, "reason": call.reason})


async def _find_earlier_reply(request: ApiRequest[CallRequest, None]) -> Mapping[str, Any]:
    """The answer of a request with the same key that was faster."""
    known = await reply_store.find_reply(request.resources.db, read_idempotency_key(request))
    assert known is not None, "a reply that could not be kept is there already"
    return known


def _parse_call_sid(call_sid: str) -> UUID:
    found = row_id(CALL_PREFIX + call_sid.removeprefix(CALL_PREFIX).lower())
    if found is None or not call_sid.startswith(CALL_PREFIX):
        raise CallSidInvalid
    return found


ENDPOINTS = (
    Endpoint(
        "POST",
        "/v1/outbound-calling",
        place_call,
        OUTBOUND,
        "Place a call",
        body=CallRequest,
        reply=CallReply,
        errors=(OutboundNotConfigured, OutboundRateLimited, IdempotencyKeyReused),
        description="A retry with the same Idempotency-Key header gets the same answer and places no second request.",
    ),
    Endpoint(
        "GET",
        "/v1/outbound-calling/{call_sid}/status",
        read_status,
        OUTBOUND,
        "What became of a call",
        reply=StatusReply,
        errors=(CallSidInvalid, CallNotFound),
        description="Answers until two hours after the end of the request.",
    ),
    Endpoint(
        "POST",
        "/v1/outbound-calling/{call_sid}/cancel",
        cancel_call,
        OUTBOUND,
        "Cancel a call",
        reply=StatusReply,
        errors=(CallSidInvalid, CallNotFound),
        description="A call in the queue is not placed, one that rings or runs is hung up on. One that is over stays "
        "as it is. The answer is the status at that moment.",
    ),
)
