"""Real-time configuration of an agent: values that change without a deployment, in each environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from parley.domain.deployments.model import SEQUENCE
from parley.domain.deployments.real_time import read_config, read_files
from parley.domain.projects import real_time_actions
from parley.domain.projects.info import ProjectNotFound
from parley.domain.projects.real_time import (
    RealTimeConfigInvalidForSchema,
    RealTimeConfigInvalidSchema,
    RealTimeConfigUnknownClientEnvironment,
)
from parley.resources import Resources
from parley.web.auth import Caller
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import REAL_TIME
from parley.web.responses import json_response


class ConfigPage(BaseModel):
    clientEnv: str
    schema_: dict[str, Any] = Field(alias="schema", description="JSON Schema of the variables; empty: anything goes.")
    variables: dict[str, Any] = Field(description="What conversations get in their next turn.")
    lastUpdated: str | None = Field(description="When files or an edit last said something else; null: never.")


class ConfigPages(BaseModel):
    configPages: list[ConfigPage]


class SchemaRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    schema_: dict[str, Any] = Field(alias="schema", description="Of the draft that `$schema` names, else of draft 7.")


class VariablesRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    variables: dict[str, Any] = Field(description="Each replaces what is there under its name; null takes it away.")


async def list_real_time_configs(request: ApiRequest[None, None]) -> Response:
    db, project = request.resources.db, request.project.id
    return json_response({"configPages": [(await read_config(db, project, each)).to_json() for each in SEQUENCE]})


async def read_real_time_config(request: ApiRequest[None, None]) -> Response:
    return json_response(
        (await read_config(request.resources.db, request.project.id, request.path["clientEnv"])).to_json()
    )


async def edit_real_time_schema(request: ApiRequest[SchemaRequest, None]) -> Response:
    project_info, environment, now = request.project, request.path["clientEnv"], request.resources.clock.now()
    # Outside of the transaction: unpacking a project takes long.
    files = await read_files(request.resources.db, project_info.id, environment)
    async with request.change() as tx:
        config = await real_time_actions.edit_schema(tx, project_info, environment, files, request.body.schema_, now)
    return json_response(config.to_json())


async def edit_real_time_variables(request: ApiRequest[VariablesRequest, None]) -> Response:
    project_info, environment, now = request.project, request.path["clientEnv"], request.resources.clock.now()
    files = await read_files(request.resources.db, project_info.id, environment)
    async with request.change() as tx:
        config = await real_time_actions.edit_variables(
            tx, project_info, environment, files, request.body.variables, now
        )
    return json_response(config.to_json())


async def _check_environment(_resources: Resources, _caller: Caller, path: Mapping[str, str]) -> None:
    if path["clientEnv"] not in SEQUENCE:
        raise RealTimeConfigUnknownClientEnvironment


CONFIGS = "/v1/agents/{agent_id}/real-time-configs"
ONE = f"{CONFIGS}/{{clientEnv}}"
MISSING = (ProjectNotFound, RealTimeConfigUnknownClientEnvironment)
INVALID = (*MISSING, RealTimeConfigInvalidSchema, RealTimeConfigInvalidForSchema)

ENDPOINTS = (
    Endpoint(
        "GET",
        CONFIGS,
        list_real_time_configs,
        REAL_TIME,
        "The real-time configuration of an agent, in every environment",
        description="Values that functions read as they are now, changed without a deployment, and the schema that "
        "they keep to.",
        reply=ConfigPages,
        errors=(ProjectNotFound,),
    ),
    Endpoint(
        "GET",
        ONE,
        read_real_time_config,
        REAL_TIME,
        "The real-time configuration of one environment",
        description="The values as conversations see them now, and their schema.",
        reply=ConfigPage,
        errors=MISSING,
        before=_check_environment,
    ),
    Endpoint(
        "PUT",
        f"{ONE}/schema",
        edit_real_time_schema,
        REAL_TIME,
        "Replace the schema of a real-time configuration",
        body=SchemaRequest,
        reply=ConfigPage,
        errors=INVALID,
        description="The variables need not fit it yet; nothing is published in this environment until they do.",
        before=_check_environment,
    ),
    Endpoint(
        "PATCH",
        f"{ONE}/variables",
        edit_real_time_variables,
        REAL_TIME,
        "Change variables of a real-time configuration",
        body=VariablesRequest,
        reply=ConfigPage,
        errors=INVALID,
        description="Conversations have them from their next turn on, within two seconds on every node.",
        before=_check_environment,
    ),
)
