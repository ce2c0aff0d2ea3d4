"""Connectors of an agent: the trunks that its calls come through."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool
from pydantic.alias_generators import to_snake
from starlette.responses import Response

from parley.domain.numbers import actions, store
from parley.domain.numbers.model import Connector, ConnectorsNotFound, ConnectorsValidationFailed
from parley.domain.numbers.trunks import (
    LONGEST_QUEUE,
    LONGEST_RING,
    MOST_CALLS,
    PASSWORD_CHECKS,
    ConnectorUpdate,
    check_caller_id,
    check_carrier,
    check_carrier_id,
    check_host,
    check_networks,
    check_password,
    check_public_key,
    check_user,
)
from parley.domain.projects.info import ProjectNotFound
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS, Forbidden
from parley.web.inputs import LEFT_OUT, Identifier
from parley.web.responses import json_response

ClientEnv = Literal["sandbox", "pre-release", "live"]
Name = Annotated[str, Field(min_length=1, max_length=255)]
Host = Annotated[
    str, Field(max_length=255, description="A host name or an IP address; empty: none."), AfterValidator(check_host)
]
Carrier = Annotated[
    Literal["", "twilio", "telnyx", "plivo"],
    Field(description="Who brings the calls over media streams; empty: a SIP trunk."),
    AfterValidator(check_carrier),
]
CarrierId = Annotated[
    str, Field(max_length=64, description="An id of ours at the carrier."), AfterValidator(check_carrier_id)
]
PublicKey = Annotated[
    str,
    Field(max_length=64, description="The carrier's key for signatures (Telnyx), in base64."),
    AfterValidator(check_public_key),
]
Port = Annotated[int, Field(strict=True, ge=1, le=65535)]
User = Annotated[str, Field(max_length=255), AfterValidator(check_user)]
Password = Annotated[
    str, Field(max_length=1000, description="Sealed, and never shown."), AfterValidator(check_password)
]
CallerId = Annotated[
    str, Field(max_length=255, description="What is shown to those we call."), AfterValidator(check_caller_id)
]
Networks = Annotated[
    list[Annotated[str, Field(max_length=64)]],
    Field(max_length=256, description="IP networks that calls are taken from; empty: none."),
    AfterValidator(check_networks),
]
RegisterOver = Annotated[
    Literal["", "udp", "tcp", "tls"],
    Field(description="How to register at the host, as the user; empty: not at all."),
]
MaxCalls = Annotated[int, Field(strict=True, ge=0, le=MOST_CALLS, description="Calls at once, in both directions.")]
RingSeconds = Annotated[float, Field(strict=True, ge=1, le=LONGEST_RING)]
QueueSeconds = Annotated[
    float, Field(strict=True, ge=0, le=LONGEST_QUEUE, description="How long a call waits for a free slot.")
]

Voice = Annotated[
    str,
    Field(
        max_length=255,
        description="The voice that answers; a language that its name begins with becomes `ttsLangCode`. Empty: the "
        "project's.",
    ),
]
Language = Annotated[
    str,
    Field(max_length=35, pattern=r"^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$", description="Empty: the project's."),
]

FIELDS = {
    "name": "name",
    "clientEnv": "environment",
    "variantId": "variant_id",
    "asrLangCode": "asr_lang_code",
    "voiceName": "voice_name",
    "disableHandoff": "disable_handoff",
    "projectId": "project_id",
    "outbound": "outbound",
}
"""What is the connector's own; all else belongs to its trunk."""


class ConnectorRecord(BaseModel):
    connectorId: str
    name: str
    projectId: str
    accountId: str
    clientEnv: str
    variantId: str = Field(description="Empty: none.")
    asrLangCode: str = Field(description="The language that its calls begin in; empty: the project's.")
    ttsLangCode: str = Field(description="The language of the voice, as far as its name says; else `asrLangCode`.")
    voiceName: str
    disableHandoff: bool
    outbound: bool
    carrier: str
    accountSid: str
    applicationId: str
    publicKey: str
    host: str
    port: int
    tlsPort: int
    user: str
    callerId: str
    fromDomain: str
    networks: list[str]
    registerOver: str
    inboundUser: str
    maxCalls: int
    ringSeconds: float
    queueSeconds: float


class ConnectorList(BaseModel):
    connectors: list[ConnectorRecord]


class ConnectorChanges(BaseModel):
    """Only what is given changes."""

    model_config = ConfigDict(extra="forbid")

    name: Name = LEFT_OUT
    clientEnv: ClientEnv = LEFT_OUT
    variantId: Identifier | None = Field(default=None, description="Null: none any more.")
    asrLangCode: Language = LEFT_OUT
    voiceName: Voice = LEFT_OUT
    disableHandoff: StrictBool = Field(default=False, description="The agent keeps its callers: nobody is transferred.")
    projectId: Identifier = LEFT_OUT
    outbound: StrictBool = LEFT_OUT
    carrier: Carrier = LEFT_OUT
    accountSid: CarrierId = LEFT_OUT
    applicationId: CarrierId = LEFT_OUT
    publicKey: PublicKey = LEFT_OUT
    authToken: Password = LEFT_OUT
    host: Host = LEFT_OUT
    port: Port = LEFT_OUT
    tlsPort: Port = LEFT_OUT
    user: User = LEFT_OUT
    password: Password = LEFT_OUT
    callerId: CallerId = LEFT_OUT
    fromDomain: Host = LEFT_OUT
    networks: Networks = LEFT_OUT
    registerOver: RegisterOver = LEFT_OUT
    inboundUser: User = LEFT_OUT
    inboundPassword: Password = LEFT_OUT
    maxCalls: MaxCalls = LEFT_OUT
    ringSeconds: RingSeconds = LEFT_OUT
    queueSeconds: QueueSeconds = LEFT_OUT

    @property
    def changes(self) -> ConnectorUpdate:
        given = {name: getattr(self, name) for name in self.model_fields_set & ConnectorChanges.model_fields.keys()}
        if "variantId" in given:
            given["variantId"] = given["variantId"] or ""
        rest = {to_snake(name): value for name, value in given.items() if name not in FIELDS}
        return ConnectorUpdate(
            {FIELDS[name]: value for name, value in given.items() if name in FIELDS},
            {name: value for name, value in rest.items() if name not in PASSWORD_CHECKS},
            {name: value for name, value in rest.items() if name in PASSWORD_CHECKS},
        )


class ConnectorRequest(ConnectorChanges):
    """What is left out is as usual."""

    name: Name


class DeletedConnector(BaseModel):
    deletedConnector: str
    deletedPhoneNumbers: list[str]


async def list_connectors(request: ApiRequest[None, None]) -> Response:
    found = await store.list_connectors(request.resources.db, request.project.id)
    return json_response({"connectors": [connector.to_json() for connector in found]})


async def create_connector(request: ApiRequest[ConnectorRequest, None]) -> Response:
    resources = request.resources
    encryptor, now = resources.dependencies.secret_store.encryptor, resources.clock.now()
    wanted = await _with_project(request, request.body.changes)
    async with request.change() as tx:
        connector = await actions.create_connector(tx, encryptor, request.project, wanted, now)
    return json_response(connector.to_json(), 201)


async def read_connector(request: ApiRequest[None, None]) -> Response:
    found = await store.find_connector(request.resources.db, request.project.id, request.path["connectorId"])
    if found is None:
        raise ConnectorsNotFound
    return json_response(found.to_json())


async def change_connector(request: ApiRequest[ConnectorChanges, None]) -> Response:
    return json_response((await change_one(request, request.path["connectorId"], request.body)).to_json())


async def change_one(request: ApiRequest[Any, None], connector_id: str, asked: ConnectorChanges) -> Connector:
    resources = request.resources
    encryptor, now = resources.dependencies.secret_store.encryptor, resources.clock.now()
    wanted = await _with_project(request, asked.changes)
    async with request.change() as tx:
        return await actions.change_connector(tx, encryptor, request.project, connector_id, wanted, now)


async def _with_project(request: ApiRequest[Any, None], update: ConnectorUpdate) -> ConnectorUpdate:
    """The agent that a connector is to belong to, as it is stored; it takes a key for both."""
    if "project_id" not in update.fields:
        return update
    target = await request.resources.tenants.project(request.caller.account_id, update.fields["project_id"])
    if not request.key.scope.covers(target.id, target.region):
        raise Forbidden
    return replace(update, fields={**update.fields, "project_id": target.id})


async def remove_connector(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        numbers = await actions.remove_connector(tx, request.project, request.path["connectorId"])
    return json_response({"deletedConnector": request.path["connectorId"], "deletedPhoneNumbers": numbers})


CONNECTORS = "/v1/agents/{agent_id}/telephony/connectors"
ONE = f"{CONNECTORS}/{{connectorId}}"
MISSING = (ProjectNotFound, ConnectorsNotFound)
CHANGE_ERRORS = (*MISSING, ConnectorsValidationFailed, Forbidden)


def _connector_endpoint(method: str, handler: Any, summary: str, errors: Any = MISSING, **more: Any) -> Endpoint:
    return Endpoint(method, ONE, handler, AGENTS, summary, errors=errors, **more)


ENDPOINTS = (
    Endpoint(
        "GET",
        CONNECTORS,
        list_connectors,
        AGENTS,
        "The connectors of an agent",
        description="The trunks that its calls come through and go out by. Passwords are not shown.",
        reply=ConnectorList,
        errors=(ProjectNotFound,),
    ),
    Endpoint(
        "POST",
        CONNECTORS,
        create_connector,
        AGENTS,
        "Make a connector",
        description="A trunk of a carrier, and what its calls are for. What is left out is as usual.",
        status=201,
        body=ConnectorRequest,
        reply=ConnectorRecord,
        errors=(ProjectNotFound, ConnectorsValidationFailed, Forbidden),
    ),
    _connector_endpoint(
        "GET",
        read_connector,
        "One connector",
        description="Its trunk with it. Passwords are not shown.",
        reply=ConnectorRecord,
    ),
    _connector_endpoint(
        "PATCH",
        change_connector,
        "Change a connector, or give it to another agent together with its numbers",
        CHANGE_ERRORS,
        description="Only what is given changes. Calls that run go on.",
        body=ConnectorChanges,
        reply=ConnectorRecord,
    ),
    _connector_endpoint(
        "DELETE",
        remove_connector,
        "Remove a connector and its numbers",
        description="Calls that run go on.",
        reply=DeletedConnector,
    ),
)
