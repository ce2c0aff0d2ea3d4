"""Deployments in the form that command-line toolkits read."""

from __future__ import annotations

from email.utils import format_datetime
from typing import Any, Literal

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.accounts.model import AccountNotFound
from parley.domain.deployments import store
from parley.domain.deployments.model import SEQUENCE, Deployment
from parley.domain.projects.info import ProjectNotFound
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

MOST = 200


class ToolkitDeployment(BaseModel):
    id: str
    version_hash: str
    client_env: str
    artifact_version: str
    created_at: str = Field(description="RFC 1123.")
    created_by: str
    deleted: bool
    deployment_metadata: dict[str, Any]
    function_deployment_version: str


class ToolkitDeployments(BaseModel):
    deployments: list[ToolkitDeployment]


class ToolkitActive(BaseModel):
    deployment_id: str
    version: str


class ToolkitQuery(BaseModel):
    client_env: Literal["sandbox", "pre-release", "live"] | None = None


async def list_toolkit_deployments(request: ApiRequest[None, ToolkitQuery]) -> Response:
    found = await store.list_deployments(request.resources.db, request.project.id, request.query.client_env, MOST)
    return json_response({"deployments": [_deployment_json(deployment) for deployment in found]})


async def list_toolkit_active(request: ApiRequest[None, None]) -> Response:
    found = {each.environment: each for each in await store.list_active(request.resources.db, request.project.id)}
    return json_response({environment: _active_json(found.get(environment)) for environment in SEQUENCE})


def _active_json(deployment: Deployment | None) -> dict[str, str]:
    """Empty strings where nothing is deployed."""
    if deployment is None:
        return {"deployment_id": "", "version": ""}
    return {"deployment_id": str(deployment.id), "version": deployment.version}


def _deployment_json(deployment: Deployment) -> dict[str, Any]:
    return {
        "id": str(deployment.id),
        "version_hash": deployment.version,
        "client_env": deployment.environment,
        "artifact_version": deployment.artifact_version,
        "created_at": format_datetime(deployment.created_at, usegmt=True),
        "created_by": deployment.created_by,
        "deleted": False,
        "deployment_metadata": dict(deployment.metadata or {}),
        "function_deployment_version": deployment.artifact_hash,
    }


DEPLOYMENTS = "/adk/v1/accounts/{account_id}/projects/{project_id}/deployments"
MISSING = (AccountNotFound, ProjectNotFound)

ENDPOINTS = (
    Endpoint(
        "GET",
        DEPLOYMENTS,
        list_toolkit_deployments,
        AGENTS,
        "The deployments of a project (command-line toolkits)",
        description="In the form that command-line toolkits know.",
        query=ToolkitQuery,
        reply=ToolkitDeployments,
        errors=MISSING,
    ),
    Endpoint(
        "GET",
        f"{DEPLOYMENTS}/active",
        list_toolkit_active,
        AGENTS,
        "What answers where (command-line toolkits)",
        description="In the form that command-line toolkits know.",
        reply=dict[str, ToolkitActive],
        errors=MISSING,
    ),
)
