"""A project as the one JSON tree that command-line toolkits pull and turn into a folder."""

from __future__ import annotations

import asyncio
from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.deployments import find_deployment, read_artifact
from parley.build_api.toolkit.deployments import DEPLOYMENTS, MISSING
from parley.domain.deployments.model import DeploymentNotFound
from parley.domain.projection.tree import Audit, project
from parley.domain.projects.files import unpack
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response


class DeploymentProjection(BaseModel):
    projection: dict[str, Any] = Field(
        description="Collections are `{ids, entities}`, alternatives `{$case, value}`; references in texts are ids."
    )


async def read_deployment_projection(request: ApiRequest[None, None]) -> Response:
    deployment = await find_deployment(request, request.path["deploymentId"])
    packed = await read_artifact(request.resources, deployment)
    audit = Audit(deployment.created_at.isoformat(), deployment.created_by)
    return json_response({"projection": await asyncio.to_thread(_project, packed, audit)})


def _project(packed: bytes, audit: Audit) -> dict[str, Any]:
    return project(unpack(packed), audit)


ENDPOINTS = (
    Endpoint(
        "GET",
        f"{DEPLOYMENTS}/{{deploymentId}}/projection",
        read_deployment_projection,
        AGENTS,
        "A deployment as a tree (command-line toolkits)",
        description="Worked out from its files. The audit fields of all records are those of the deployment.",
        reply=DeploymentProjection,
        unknown_project=DeploymentNotFound,
        errors=MISSING,
    ),
)
