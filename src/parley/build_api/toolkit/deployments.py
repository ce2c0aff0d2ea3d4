"""Deployments in the form that command-line toolkits read."""

from __future__ import annotations

from email.utils import format_datetime
from typing import Any, Literal

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.deployments import DeploymentMetadata
from parley.domain.accounts.model import AccountNotFound
from parley.domain.deployments import store
from parley.domain.deployments.model import SEQUENCE, Deployment, DeploymentNotFound, deployment_metadata
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

MOST = 200


class FunctionDeployment(BaseModel):
    version: str


class ToolkitDeployment(BaseModel):
    id: str
    version_hash: str
    client_env: str
    artifact_version: str
    rag_kb_version: str = Field(description="Its topics are part of its files: the artifact's version.")
    snapshot_id: str = Field(description="Of its files.")
    created_at: str = Field(description="RFC 1123.")
    created_by: str
    deleted: bool
    deployment_metadata: DeploymentMetadata
    function_deployment_version: str
    function_deployment: FunctionDeployment
    genai_account_id: str
    genai_project_id: str


class ToolkitDeployments(BaseModel):
    deployments: list[ToolkitDeployment]


class ToolkitActive(BaseModel):
    deployment_id: str
    version: str


class ToolkitEnvironments(BaseModel):
    sandbox: ToolkitActive
    pre_release: ToolkitActive = Field(alias="pre-release")
    live: ToolkitActive


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
        "rag_kb_version": deployment.artifact_version,
        "snapshot_id": deployment.artifact_hash,
        "created_at": format_datetime(deployment.created_at, usegmt=True),
        "created_by": deployment.created_by,
        "deleted": False,
        "deployment_metadata": {**deployment_metadata("publish", ""), **(deployment.metadata or {})},
        "function_deployment_version": deployment.artifact_hash,
        "function_deployment": {"version": deployment.artifact_hash},
        "genai_account_id": deployment.account_id,
        "genai_project_id": deployment.project_id,
    }


DEPLOYMENTS = "/adk/v1/accounts/{account_id}/projects/{project_id}/deployments"
MISSING = (AccountNotFound, DeploymentNotFound)
"""Toolkits read an unknown deployment as an unknown project, and know no other code for it."""

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
        unknown_project=DeploymentNotFound,
        errors=MISSING,
    ),
    Endpoint(
        "GET",
        f"{DEPLOYMENTS}/active",
        list_toolkit_active,
        AGENTS,
        "What answers where (command-line toolkits)",
        description="In the form that command-line toolkits know.",
        reply=ToolkitEnvironments,
        unknown_project=DeploymentNotFound,
        errors=MISSING,
    ),
)
