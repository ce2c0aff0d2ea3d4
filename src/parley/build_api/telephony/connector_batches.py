"""Connectors of an agent, many in one request, or the one that a phone number has."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from parley.build_api.telephony.connectors import (
    CHANGE_ERRORS,
    CONNECTORS,
    ConnectorChanges,
    ConnectorRecord,
    change_one,
)
from parley.build_api.telephony.numbers import WrittenNumber
from parley.domain.accounts.model import Role
from parley.domain.numbers import store
from parley.domain.numbers.model import (
    ConnectorsNotFound,
    PhoneNumbersInvalidPhoneNumberFormat,
    PhoneNumbersNotFound,
    plain_number,
)
from parley.domain.projects.info import ProjectNotFound
from parley.kit.errors import ParleyError
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import LEFT_OUT, Identifier
from parley.web.responses import json_response

MOST = 100


class NamedConnectors(BaseModel):
    model_config = ConfigDict(extra="forbid")

    connectorIds: Annotated[list[Identifier], Field(min_length=1, max_length=MOST)]


class FoundConnectors(BaseModel):
    found: list[ConnectorRecord] = Field(description="In the order of the request.")
    notFound: list[str]


class NamedChanges(ConnectorChanges):
    connectorId: Identifier


class ConnectorUpdates(BaseModel):
    model_config = ConfigDict(extra="forbid")

    updates: Annotated[list[NamedChanges], Field(min_length=1, max_length=MOST)]


class UpdateResult(BaseModel):
    connectorId: str
    success: bool
    data: ConnectorRecord = LEFT_OUT
    error: str = LEFT_OUT


class UpdateResults(BaseModel):
    results: list[UpdateResult] = Field(description="One for each update, in the order of the request.")


class Lookup(BaseModel):
    model_config = ConfigDict(extra="forbid")

    phoneNumber: WrittenNumber


async def find_connectors(request: ApiRequest[NamedConnectors, None]) -> Response:
    wanted = list(dict.fromkeys(request.body.connectorIds))
    known = await store.find_connectors(request.resources.db, request.project.id, wanted)
    found = [known[each].to_json() for each in wanted if each in known]
    return json_response({"found": found, "notFound": [each for each in wanted if each not in known]})


async def change_connectors(request: ApiRequest[ConnectorUpdates, None]) -> Response:
    """Each in a transaction of its own: what cannot be changed keeps nothing else from it."""
    results = []
    for each in request.body.updates:
        try:
            connector = await change_one(request, each.connectorId, each)
        except ParleyError as error:
            results.append({"connectorId": each.connectorId, "success": False, "error": error.message})
        else:
            results.append({"connectorId": each.connectorId, "success": True, "data": connector.to_json()})
    return json_response({"results": results})


async def look_up_connector(request: ApiRequest[Lookup, None]) -> Response:
    number, db = plain_number(request.body.phoneNumber), request.resources.db
    known = (await store.find_numbers(db, request.project.id, [number])).get(number)
    if known is None:
        raise PhoneNumbersNotFound
    found = await store.find_connector(db, request.project.id, known.connector_id or "")
    if found is None:
        raise ConnectorsNotFound("The phone number has no connector.")
    return json_response(found.to_json())


ENDPOINTS = (
    Endpoint(
        "POST",
        f"{CONNECTORS}/batch",
        find_connectors,
        AGENTS,
        "Those of some connectors that an agent has",
        description="Connectors of others are among those that were not found.",
        body=NamedConnectors,
        reply=FoundConnectors,
        errors=(ProjectNotFound,),
        role=Role.VIEWER,
        unlogged="it reads",
    ),
    Endpoint(
        "PATCH",
        f"{CONNECTORS}/batch",
        change_connectors,
        AGENTS,
        "Change connectors",
        body=ConnectorUpdates,
        reply=UpdateResults,
        errors=CHANGE_ERRORS,
        description="Each by itself, in the order of the request. What is not given of a connector stays.",
    ),
    Endpoint(
        "POST",
        f"{CONNECTORS}/lookup",
        look_up_connector,
        AGENTS,
        "The connector that a phone number of an agent has",
        description="Whoever has a number at hand need not know through which connector it comes.",
        body=Lookup,
        reply=ConnectorRecord,
        errors=(ProjectNotFound, PhoneNumbersNotFound, ConnectorsNotFound, PhoneNumbersInvalidPhoneNumberFormat),
        role=Role.VIEWER,
        unlogged="it reads",
    ),
)
