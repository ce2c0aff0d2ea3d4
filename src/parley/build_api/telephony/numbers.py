"""Phone numbers of an agent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool
from starlette.responses import Response

from parley.domain.accounts.model import Role
from parley.domain.numbers import actions, store
from parley.domain.numbers.model import (
    PhoneNumber,
    PhoneNumbersAlreadyExists,
    PhoneNumbersConnectorDoesNotExist,
    PhoneNumbersInvalidPhoneNumberFormat,
    PhoneNumbersNotFound,
    plain_number,
)
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.kit.errors import FieldError
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import LEFT_OUT, Identifier
from parley.web.responses import json_response

MOST = 1000
"""Numbers in one request."""
ClientEnv = Literal["sandbox", "pre-release", "live"]
WrittenNumber = Annotated[str, Field(max_length=64)]
WrittenNumbers = Annotated[list[WrittenNumber], Field(min_length=1, max_length=MOST)]


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
    """Where numbers are to lead."""

    model_config = ConfigDict(extra="forbid")

    clientEnv: ClientEnv = "live"
    variantId: Identifier = ""
    connectorId: Identifier | None = None
    isDynamic: StrictBool = Field(
        default=False, description="Of a pool: they lead to the agent only while they are reserved."
    )

    def to_number(self, project_info: ProjectInfo, number: str) -> PhoneNumber:
        return PhoneNumber(
            number,
            project_info.account_id,
            project_info.id,
            self.clientEnv,
            self.variantId,
            self.connectorId,
            self.isDynamic,
        )


class NumbersRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    phoneNumbers: WrittenNumbers = Field(description="E.164; what people put between digits is left out.")


class ImportRequest(Lead, NumbersRequest):
    pass


class ImportedNumbers(BaseModel):
    imported: list[str] = Field(description="In the order of the request.")


class ImportedNumber(BaseModel):
    imported: str


class NumberProblem(BaseModel):
    phoneNumber: str
    error: str


class DeletedNumbers(BaseModel):
    deleted: list[str]
    errors: list[NumberProblem] = LEFT_OUT


class DeletedNumber(BaseModel):
    deleted: str


class FoundNumbers(BaseModel):
    found: list[PhoneNumberRecord] = Field(description="In the order of the request.")
    notFound: list[str]


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


async def import_phone_numbers(request: ApiRequest[ImportRequest, None]) -> Response:
    numbers = _plain_numbers(request.body.phoneNumbers)
    wanted = [request.body.to_number(request.project, number) for number in numbers]
    async with request.change() as tx:
        await actions.import_numbers(tx, request.project, wanted, request.resources.clock.now())
    return json_response({"imported": numbers}, 201)


async def import_named_phone_number(request: ApiRequest[Lead, None]) -> Response:
    number = plain_number(request.path["number"])
    wanted = request.body.to_number(request.project, number)
    async with request.change() as tx:
        await actions.import_numbers(tx, request.project, [wanted], request.resources.clock.now())
    return json_response({"imported": number}, 201)


async def find_phone_numbers(request: ApiRequest[NumbersRequest, None]) -> Response:
    numbers = _plain_numbers(request.body.phoneNumbers)
    known = await store.find_numbers(request.resources.db, request.project.id, numbers)
    found = [known[number].to_json() for number in numbers if number in known]
    return json_response({"found": found, "notFound": [number for number in numbers if number not in known]})


async def read_phone_number(request: ApiRequest[None, None]) -> Response:
    number = plain_number(request.path["number"])
    known = await store.find_numbers(request.resources.db, request.project.id, [number])
    if number not in known:
        raise PhoneNumbersNotFound
    return json_response(known[number].to_json())


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
    number = plain_number(request.path["number"])
    async with request.change() as tx:
        await actions.remove_number(tx, request.project, number)
    return json_response({"deleted": number})


async def remove_phone_numbers(request: ApiRequest[NumbersRequest, None]) -> Response:
    numbers = _plain_numbers(request.body.phoneNumbers)
    async with request.change() as tx:
        gone = await actions.remove_numbers(tx, request.project, numbers)
    missing = [number for number in numbers if number not in gone]
    answer: dict[str, object] = {"deleted": [number for number in numbers if number in gone]}
    if missing:
        problem = "Does not lead to this agent."
        answer["errors"] = [{"phoneNumber": number, "error": problem} for number in missing]
    return json_response(answer)


def _plain_numbers(written: Iterable[str]) -> list[str]:
    """As they are stored, each once. All that are none are told together."""
    numbers, problems = [], []
    for position, text in enumerate(written):
        try:
            numbers.append(plain_number(text))
        except PhoneNumbersInvalidPhoneNumberFormat:
            problems.append(FieldError(f"phoneNumbers.{position}", "is not a phone number in E.164"))
    if problems:
        raise PhoneNumbersInvalidPhoneNumberFormat(fields=problems)
    return list(dict.fromkeys(numbers))


NUMBERS = "/v1/agents/{agent_id}/telephony/phone-numbers"
MISSING = (ProjectNotFound,)
IMPORT_ERRORS = (
    *MISSING,
    PhoneNumbersInvalidPhoneNumberFormat,
    PhoneNumbersAlreadyExists,
    PhoneNumbersConnectorDoesNotExist,
)
NUMBER_ERRORS = (*MISSING, PhoneNumbersNotFound, PhoneNumbersInvalidPhoneNumberFormat)

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
        import_phone_numbers,
        AGENTS,
        "Have phone numbers lead to an agent",
        status=201,
        body=ImportRequest,
        reply=ImportedNumbers,
        errors=IMPORT_ERRORS,
        description="All of them or none. One that leads to the agent already stays as it is. The agent takes calls to "
        "them as soon as this is answered.",
    ),
    Endpoint(
        "DELETE",
        NUMBERS,
        remove_phone_numbers,
        AGENTS,
        "Take phone numbers away from an agent",
        body=NumbersRequest,
        reply=DeletedNumbers,
        errors=(*MISSING, PhoneNumbersInvalidPhoneNumberFormat),
        description="Those that do not lead to the agent are named in `errors`; the rest goes.",
    ),
    # Before those whose path ends in a number: `batch` is none.
    Endpoint(
        "POST",
        f"{NUMBERS}/batch",
        find_phone_numbers,
        AGENTS,
        "Those of some phone numbers that lead to an agent",
        description="Numbers of others are among those that were not found.",
        body=NumbersRequest,
        reply=FoundNumbers,
        errors=(*MISSING, PhoneNumbersInvalidPhoneNumberFormat),
        role=Role.VIEWER,
        unlogged="it reads",
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
        reply=ImportedNumber,
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
        errors=(*NUMBER_ERRORS, PhoneNumbersConnectorDoesNotExist),
    ),
    Endpoint(
        "DELETE",
        f"{NUMBERS}/{{number}}",
        remove_phone_number,
        AGENTS,
        "Take a phone number away from an agent",
        description="Calls to it are refused from then on; those that run go on.",
        reply=DeletedNumber,
        errors=NUMBER_ERRORS,
    ),
)
