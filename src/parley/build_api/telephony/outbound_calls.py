"""Calls that an agent places: asked for with a build key, through a connector of the agent's environment."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, Field, ValidationInfo, field_validator
from starlette.responses import Response

from parley.domain.calls import actions, store
from parley.domain.calls.model import (
    CallNotFound,
    CallSidInvalid,
    Encryption,
    OutboundRateLimited,
    Status,
    call_sid,
    outbound_call,
)
from parley.domain.calls.outbound_request import check_metadata, to_e164
from parley.domain.conversations.model import CALL_PREFIX, row_id
from parley.domain.deployments.store import find_active
from parley.domain.numbers.model import ConnectorsNotFound
from parley.domain.projects.info import ProjectNotFound
from parley.kit.errors import FieldError, ValidationFailed
from parley.runtime.agent.agents import ChatDraftDeploymentFailed
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import Identifier
from parley.web.responses import json_response

ClientEnv = Literal["sandbox", "pre-release", "live"]
CallStatus = Literal["QUEUED", "CALLING", "SUCCESS", "FAILURE"]
ENCRYPTIONS = {each.value.lower().replace("/", "_"): each for each in Encryption}


class CallRequest(BaseModel):
    countryCode: str | None = Field(
        default=None,
        max_length=64,
        description="ISO 3166-1 alpha-2: how a `toNumber` without + is meant. Ignored for one with +.",
    )
    toNumber: str = Field(max_length=64, description="E.164, or as people of `countryCode` write it.")
    environment: ClientEnv = Field(description="Whose deployment talks, and whose connector is used.")
    variantId: Identifier | None = Field(
        default=None,
        description="Also chooses the connector that has it. Omitted: the environment's default connector.",
    )
    metadata: Annotated[dict[str, str], AfterValidator(check_metadata)] | None = Field(
        default=None,
        description="Strings by name: readable by the agent as conv.sip_headers.get(name), and sent as SIP headers. "
        "Fewer than 26 KB as JSON in base64.",
    )
    encryption: Literal["tls_srtp", "tls_rtp", "udp_srtp", "udp_rtp"] = Field(
        default="tls_srtp", description="How signalling and media travel. A call never falls back to less."
    )

    # Validated in the order of declaration: `countryCode` comes first, so that it is known here.
    @field_validator("toNumber")
    @classmethod
    def _is_a_number(cls, value: str, info: ValidationInfo) -> str:
        return to_e164(value, info.data.get("countryCode"))


class CallReply(BaseModel):
    callSid: str = Field(description="Also the id of the conversation.")
    status: CallStatus


class StatusReply(CallReply):
    reason: str = Field(description="Why it failed, or how a call ended that a machine answered.")


class StatusQuery(BaseModel):
    environment: ClientEnv


async def place_agent_call(request: ApiRequest[CallRequest, None]) -> Response:
    resources, asked = request.resources, request.body
    await _check_variant(request)
    connector = await actions.find_default_connector(
        resources.db, request.project.id, asked.environment, asked.variantId or ""
    )
    encryption, now = ENCRYPTIONS[asked.encryption], resources.clock.now()
    call = outbound_call(connector, asked.toNumber, now, encryption, asked.metadata or {})
    call = replace(call, variant_id=asked.variantId or call.variant_id)
    async with request.change() as tx:
        await actions.enqueue_call(tx, call, resources.settings.outbound_per_minute)
    return json_response({"callSid": call_sid(call), "status": _shown(call.status)})


async def _check_variant(request: ApiRequest[CallRequest, None]) -> None:
    """A call forgets one that its deployment does not have. Who asks for one is told before anybody is called."""
    asked, resources = request.body, request.resources
    deployment = await find_active(resources.db, request.project.id, asked.environment) if asked.variantId else None
    if deployment is None:
        return
    agent = await resources.dependencies.agents.of(deployment, asked.environment)
    if agent.compiled.variant(asked.variantId or "") is None:
        raise ValidationFailed(fields=[FieldError("variantId", "is not a variant of this project")])


async def read_agent_call_status(request: ApiRequest[None, StatusQuery]) -> Response:
    sid = request.path["call_sid"]
    call_id, now = _parse(sid), request.resources.clock.now()
    found = await store.find_outbound(request.resources.db, request.project.account_id, call_id, now)
    if found is None or (found.project_id, found.environment) != (request.project.id, request.query.environment):
        raise CallNotFound
    return json_response({"callSid": sid, "status": _shown(found.status), "reason": found.reason})


def _parse(sid: str) -> UUID:
    found = row_id(sid) if sid.startswith(CALL_PREFIX) else None
    if found is None:
        raise CallSidInvalid
    return found


def _shown(status: Status) -> str:
    return status.value.upper()


CALLS = "/v1/agents/{agent_id}/telephony/outbound-calls"

ENDPOINTS = (
    Endpoint(
        "POST",
        CALLS,
        place_agent_call,
        AGENTS,
        "Have an agent call somebody",
        description="The call waits for a free slot of its connector, and is placed then. Ask for its status until it "
        "is SUCCESS or FAILURE.",
        body=CallRequest,
        reply=CallReply,
        errors=(ProjectNotFound, ConnectorsNotFound, OutboundRateLimited, ChatDraftDeploymentFailed),
        unlogged="it calls somebody, and changes nothing of the agent",
    ),
    Endpoint(
        "GET",
        f"{CALLS}/{{call_sid}}/status",
        read_agent_call_status,
        AGENTS,
        "What became of a call",
        query=StatusQuery,
        reply=StatusReply,
        errors=(ProjectNotFound, CallSidInvalid, CallNotFound),
        description="Answers until two hours after the end of the request.",
    ),
)
