"""Phone numbers and connectors of an agent, many in one request: all of them or none."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from starlette.responses import Response

from parley.build_api.connectors import CONNECTORS, ConnectorChanges, ConnectorList, ConnectorRequest
from parley.build_api.telephony import IMPORT_ERRORS, NUMBERS, ImportRequest, PhoneNumberList
from parley.domain.accounts.model import Role
from parley.domain.numbers import actions, store
from parley.domain.numbers.model import ConnectorsNotFound
from parley.domain.projects.info import ProjectNotFound
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import Identifier
from parley.web.responses import json_response

MOST = 1000


class ImportBatch(BaseModel):
    model_config = ConfigDict(extra="forbid")

    phoneNumbers: Annotated[list[ImportRequest], Field(min_length=1, max_length=MOST)]


class NewConnectors(BaseModel):
    model_config = ConfigDict(extra="forbid")

    connectors: Annotated[list[ConnectorRequest], Field(min_length=1, max_length=MOST)]


class NamedChanges(ConnectorChanges):
    connectorId: Identifier


def _check_unique(named: list[NamedChanges]) -> list[NamedChanges]:
    if len({each.connectorId for each in named}) < len(named):
        raise ValueError("names a connector twice")
    return named


class ChangedConnectors(BaseModel):
    model_config = ConfigDict(extra="forbid")

    connectors: Annotated[list[NamedChanges], AfterValidator(_check_unique), Field(min_length=1, max_length=MOST)]


class Lookup(BaseModel):
    model_config = ConfigDict(extra="forbid")

    connectorIds: Annotated[list[Identifier], Field(max_length=MOST)]


async def import_phone_numbers(request: ApiRequest[ImportBatch, None]) -> Response:
    now, project_info = request.resources.clock.now(), request.project
    numbers = [each.to_number(project_info, each.number) for each in request.body.phoneNumbers]
    async with request.change() as tx:
        # In one order: requests about the same numbers must not deadlock.
        for number in sorted(numbers, key=lambda each: each.number):
            await actions.import_number(tx, project_info, number, now)
    return json_response({"phoneNumbers": [number.to_json() for number in numbers]}, 201)


async def create_connectors(request: ApiRequest[NewConnectors, None]) -> Response:
    resources = request.resources
    encryptor, now = resources.dependencies.secret_store.encryptor, resources.clock.now()
    async with request.change() as tx:
        made = [
            await actions.create_connector(tx, encryptor, request.project, each.changes, now)
            for each in request.body.connectors
        ]
    return json_response({"connectors": [connector.to_json() for connector in made]}, 201)


async def change_connectors(request: ApiRequest[ChangedConnectors, None]) -> Response:
    resources = request.resources
    encryptor, now = resources.dependencies.secret_store.encryptor, resources.clock.now()
    wanted = {each.connectorId: each.changes for each in request.body.connectors}
    async with request.change() as tx:
        changed = {
            known: await actions.change_connector(tx, encryptor, request.project, known, wanted[known], now)
            for known in sorted(wanted)  # in one order: requests about the same connectors must not deadlock
        }
    return json_response({"connectors": [changed[each.connectorId].to_json() for each in request.body.connectors]})


async def look_up_connectors(request: ApiRequest[Lookup, None]) -> Response:
    wanted = set(request.body.connectorIds)
    found = await store.list_connectors(request.resources.db, request.project.id)
    return json_response({"connectors": [connector.to_json() for connector in found if connector.id in wanted]})


ENDPOINTS = (
    Endpoint(
        "POST",
        f"{NUMBERS}/batch",
        import_phone_numbers,
        AGENTS,
        "Have phone numbers lead to an agent",
        status=201,
        body=ImportBatch,
        reply=PhoneNumberList,
        errors=IMPORT_ERRORS,
        description="All of them or none.",
    ),
    Endpoint(
        "POST",
        f"{CONNECTORS}/batch",
        create_connectors,
        AGENTS,
        "Make connectors",
        status=201,
        body=NewConnectors,
        reply=ConnectorList,
        errors=(ProjectNotFound,),
        description="All of them or none.",
    ),
    Endpoint(
        "PATCH",
        f"{CONNECTORS}/batch",
        change_connectors,
        AGENTS,
        "Change connectors",
        body=ChangedConnectors,
        reply=ConnectorList,
        errors=(ProjectNotFound, ConnectorsNotFound),
        description="All of them or none. What is not given of a connector stays.",
    ),
    Endpoint(
        "POST",
        f"{CONNECTORS}/lookup",
        look_up_connectors,
        AGENTS,
        "Those of the named connectors that the agent has",
        description="Those that the agent does not have are left out.",
        body=Lookup,
        reply=ConnectorList,
        errors=(ProjectNotFound,),
        role=Role.VIEWER,
        unlogged="it reads",
    ),
)
