"""Phone numbers of an agent."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool
from starlette.responses import Response

from parley.domain.numbers import actions, store
from parley.domain.numbers.model import (
    ConnectorsNotFound,
    PhoneNumber,
    PhoneNumbersInvalid,
    PhoneNumbersNotFound,
    PhoneNumbersTaken,
    plain_number,
)
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import LEFT_OUT, Identifier
from parley.web.responses import json_response

ClientEnv = Literal["sandbox", "pre-release", "live"]


class PhoneNumberRecord(BaseModel):
    number: str = Field(description="E.164.")
    projectId: str
    accountId: str
    clientEnv: str
    connectorId: str | None = Field(default=None, description="Only present when the number has one.")
    isDynamic: bool | None = Field(default=None, description="Only present, and true, when it is one of a pool.")


class PhoneNumberList(BaseModel):
    phoneNumbers: list[PhoneNumberRecord]


class NumbersQuery(BaseModel):
    connectorId: Identifier | None = None


class Lead(BaseModel):
    """Where a number is to lead."""

    model_config = ConfigDict(extra="forbid")

    clientEnv: ClientEnv = "live"
    variantId: Identifier = ""
    connectorId: Identifier | None = None
    isDynamic: StrictBool = Field(
        default=False, description="One of a pool: it leads to the agent only while reserved."
    )

    def to_number(self, project_info: ProjectInfo, number: str) -> PhoneNumber:
        return PhoneNumber(
            plain_number(number),
            project_info.account_id,
            project_info.id,
            self.clientEnv,
            self.variantId,
            self.connectorId,
            self.isDynamic,
        )


class ImportRequest(Lead):
    number: Annotated[str, Field(max_length=64)]


class AssignRequest(BaseModel):
    """Only what is given changes."""

    model_config = ConfigDict(extra="forbid")

    clientEnv: ClientEnv = LEFT_OUT
    variantId: Identifier = LEFT_OUT
    connectorId: Identifier | None = Field(default=None, description="Null: none any more.")
    isDynamic: StrictBool = LEFT_OUT


async def list_phone_numbers(request: ApiRequest[None, NumbersQuery]) -> Response:
    found = await store.list_numbers(request.resources.db, request.project.id, request.query.connectorId)
    return json_response({"phoneNumbers": [number.to_json() for number in found]})


async def import_phone_number(request: ApiRequest[ImportRequest, None]) -> Response:
    return await _import(request, request.body.to_number(request.project, request.body.number))


async def import_named_phone_number(request: ApiRequest[Lead, None]) -> Response:
    return await _import(request, request.body.to_number(request.project, request.path["number"]))


async def _import(request: ApiRequest[Any, None], number: PhoneNumber) -> Response:
    async with request.change() as tx:
        await actions.import_number(tx, request.project, number, request.resources.clock.now())
    return json_response(number.to_json(), 201)


async def read_phone_number(request: ApiRequest[None, None]) -> Response:
    return json_response((await _find_number(request)).to_json())


async def assign_phone_number(request: ApiRequest[AssignRequest, None]) -> Response:
    """Only what is given changes; a number that leads to another agent of the account comes to this one."""
    project_info, given = request.project, request.body.model_dump(exclude_unset=True)
    known = await store.find_number(request.resources.db, project_info.account_id, plain_number(request.path["number"]))
    if known is None:
        raise PhoneNumbersNotFound
    # A connector belongs to its agent: a number that comes from another one leaves it behind.
    kept = known.connector_id if known.project_id == project_info.id else None
    number = PhoneNumber(
        known.number,
        project_info.account_id,
        project_info.id,
        given.get("clientEnv", known.environment),
        given.get("variantId", known.variant_id),
        given.get("connectorId", kept),
        given.get("isDynamic", known.is_dynamic),
    )
    async with request.change() as tx:
        await actions.assign_number(tx, project_info, number, request.resources.clock.now())
    return json_response(number.to_json())


async def remove_phone_number(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        await actions.remove_number(tx, request.project, request.path["number"])
    return Response(status_code=204)


async def _find_number(request: ApiRequest[Any, None]) -> PhoneNumber:
    found = await store.find_number(
        request.resources.db, request.project.account_id, plain_number(request.path["number"])
    )
    if found is None or found.project_id != request.project.id:
        raise PhoneNumbersNotFound
    return found


NUMBERS = "/v1/agents/{agent_id}/telephony/phone-numbers"
MISSING = (ProjectNotFound,)
IMPORT_ERRORS = (*MISSING, PhoneNumbersInvalid, PhoneNumbersTaken, ConnectorsNotFound)
NUMBER_ERRORS = (*MISSING, PhoneNumbersNotFound, PhoneNumbersInvalid)

ENDPOINTS = (
    Endpoint(
        "GET",
        NUMBERS,
        list_phone_numbers,
        AGENTS,
        "The phone numbers of an agent",
        description="Each with the environment and the connector that it leads to.",
        query=NumbersQuery,
        reply=PhoneNumberList,
        errors=MISSING,
    ),
    Endpoint(
        "POST",
        NUMBERS,
        import_phone_number,
        AGENTS,
        "Have a phone number lead to an agent",
        description="Calls to it are answered by the agent as soon as this is answered.",
        status=201,
        body=ImportRequest,
        reply=PhoneNumberRecord,
        errors=IMPORT_ERRORS,
    ),
    Endpoint(
        "GET",
        f"{NUMBERS}/{{number}}",
        read_phone_number,
        AGENTS,
        "One phone number of an agent",
        description="Where it leads.",
        reply=PhoneNumberRecord,
        errors=NUMBER_ERRORS,
    ),
    Endpoint(
        "POST",
        f"{NUMBERS}/{{number}}",
        import_named_phone_number,
        AGENTS,
        "Have this phone number lead to an agent",
        description="As importing it with a body, the number standing in the address.",
        status=201,
        body=Lead,
        body_required=False,
        reply=PhoneNumberRecord,
        errors=IMPORT_ERRORS,
    ),
    Endpoint(
        "PATCH",
        f"{NUMBERS}/{{number}}",
        assign_phone_number,
        AGENTS,
        "Change where a phone number of the account leads",
        description="Only what is given changes. A number that leads to another agent of the account comes to this "
        "one.",
        body=AssignRequest,
        reply=PhoneNumberRecord,
        errors=(*NUMBER_ERRORS, ConnectorsNotFound),
    ),
    Endpoint(
        "DELETE",
        f"{NUMBERS}/{{number}}",
        remove_phone_number,
        AGENTS,
        "Take a phone number away from an agent",
        description="Calls to it are refused from then on; those that run go on.",
        status=204,
        errors=NUMBER_ERRORS,
    ),
)
