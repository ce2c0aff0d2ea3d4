"""What the files of a deployment ask for and what of it is set, by names only; and the variants that they define."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.deployments import ONE, find_deployment, read_artifact
from parley.domain.deployments.model import SEQUENCE, DeploymentNotFound
from parley.domain.deployments.real_time import read_config
from parley.domain.projection.identities import given_variants
from parley.domain.projects.files import unpack
from parley.domain.projects.info import ProjectNotFound
from parley.domain.projects.loading.source import Source
from parley.domain.projects.loading.variants import load_variants
from parley.domain.projects.model import Variant
from parley.domain.projects.needs import Needs, Place, credential_names, find_needs
from parley.domain.projects.secret_store import list_secret_names
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response


class PlaceInCode(BaseModel):
    path: str
    line: int


class SecretNeed(BaseModel):
    name: str
    isSet: bool = Field(description="A secret serves every environment of the agent.")
    usedIn: list[PlaceInCode] = Field(description="The first twenty places.")


class CredentialNeed(BaseModel):
    environment: str
    authType: str = Field(examples=["basic"])
    secret: str = Field(description="Its name; that of the environment counts before that of all.")
    isSet: bool


class IntegrationNeed(BaseModel):
    integration: str
    credentials: list[CredentialNeed]


class VariableNeed(BaseModel):
    name: str
    isSet: dict[str, bool] = Field(description="By environment.", examples=[{"sandbox": True, "live": False}])
    usedIn: list[PlaceInCode]


class NeedsReply(BaseModel):
    secrets: list[SecretNeed]
    computedSecrets: list[PlaceInCode] = Field(
        description="Where the name of a secret is known when the code runs only."
    )
    unusedSecrets: list[str] = Field(description="That are set, and that no name in these files asks for.")
    apiCredentials: list[IntegrationNeed]
    variables: list[VariableNeed] = Field(description="Of the real-time configuration, as it is now.")


class VariantRecord(BaseModel):
    id: str
    name: str
    isDefault: bool
    attributes: dict[str, str]


class VariantList(BaseModel):
    variants: list[VariantRecord]


async def read_deployment_needs(request: ApiRequest[None, None]) -> Response:
    db, project = request.resources.db, request.project.id
    packed = await read_artifact(request.resources, await find_deployment(request, request.path["deploymentId"]))
    needs = await asyncio.to_thread(_find_packed, packed)
    async with db.connection() as connection:
        known = await list_secret_names(connection, project)
    variables = {each: (await read_config(db, project, each)).variables for each in SEQUENCE if needs.variables}
    return json_response(_needs_json(needs, known, variables))


async def list_deployment_variants(request: ApiRequest[None, None]) -> Response:
    deployment = await find_deployment(request, request.path["deploymentId"])
    variants = await asyncio.to_thread(_load_packed, await read_artifact(request.resources, deployment))
    given = given_variants(deployment.record_ids)
    shown = [
        {
            "id": given.get(each.name, each.id),
            "name": each.name,
            "isDefault": each.is_default,
            "attributes": dict(each.attributes),
        }
        for each in variants.values()
    ]
    return json_response({"variants": shown})


def _find_packed(packed: bytes) -> Needs:
    return find_needs(unpack(packed))


def _load_packed(packed: bytes) -> dict[str, Variant]:
    return load_variants(Source(unpack(packed)))


def _needs_json(needs: Needs, known: list[str], variables: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    credentials = {
        name: [_credential_json(name, environment, kind, known) for environment, kind in sorted(kinds.items())]
        for name, kinds in needs.apis.items()
    }
    asked = {*needs.secrets, *(each for api in needs.apis for env in SEQUENCE for each in credential_names(api, env))}
    return {
        "secrets": [
            {"name": name, "isSet": name in known, "usedIn": _places_json(places)}
            for name, places in sorted(needs.secrets.items())
        ],
        "computedSecrets": _places_json(needs.computed),
        "unusedSecrets": [name for name in known if name not in asked],
        "apiCredentials": [{"integration": name, "credentials": each} for name, each in credentials.items()],
        "variables": [
            {
                "name": name,
                "isSet": {environment: name in values for environment, values in variables.items()},
                "usedIn": _places_json(places),
            }
            for name, places in sorted(needs.variables.items())
        ],
    }


def _credential_json(integration: str, environment: str, kind: str, known: list[str]) -> dict[str, Any]:
    names = credential_names(integration, environment)
    found = next((name for name in names if name in known), None)
    return {"environment": environment, "authType": kind, "secret": found or names[0], "isSet": found is not None}


def _places_json(places: Iterable[Place]) -> list[dict[str, Any]]:
    return [{"path": each.path, "line": each.line} for each in places]


ENDPOINTS = (
    Endpoint(
        "GET",
        f"{ONE}/needs",
        read_deployment_needs,
        AGENTS,
        "The secrets and variables that a deployment asks for, and which of them are set",
        reply=NeedsReply,
        errors=(ProjectNotFound, DeploymentNotFound),
        description="Names only, never a value. What is asked for is read from the files; what is set is as of now.",
    ),
    Endpoint(
        "GET",
        f"{ONE}/variants",
        list_deployment_variants,
        AGENTS,
        "The variants of a deployment with their attributes",
        description="As its project declares them, the default one marked.",
        reply=VariantList,
        errors=(ProjectNotFound, DeploymentNotFound),
    ),
)
