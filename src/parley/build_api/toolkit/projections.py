"""A project as the one JSON tree that command-line toolkits pull and turn into a folder."""

from __future__ import annotations

import asyncio
from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.deployments import find_deployment, read_artifact
from parley.build_api.branches.lookup import TOOLKIT_BRANCH, TOOLKIT_READING, check_readable, requested_branch
from parley.build_api.branches.replies import Sequence
from parley.build_api.toolkit.deployments import DEPLOYMENTS, MISSING
from parley.domain.branches.branch_files import read_at, read_head
from parley.domain.branches.model import Branch, BranchSequenceNotKept
from parley.domain.deployments.model import DeploymentNotFound
from parley.domain.projection.identities import RecordIds
from parley.domain.projection.tree import Audit, project
from parley.domain.projects.files import unpack
from parley.kit.clock import iso
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response


class SequenceQuery(BaseModel):
    atSequence: Sequence | None = Field(default=None, description="Left out: as it is now.")


class BranchProjection(BaseModel):
    lastKnownSequence: str
    projection: dict[str, Any] = Field(
        description="As that of a deployment; an answer to a push says how the sequence goes on."
    )


class DeploymentProjection(BaseModel):
    projection: dict[str, Any] = Field(
        description="Collections are `{ids, entities}`, alternatives `{$case, value}`; references in texts are ids."
    )


async def read_deployment_projection(request: ApiRequest[None, None]) -> Response:
    deployment = await find_deployment(request, request.path["deploymentId"])
    packed = await read_artifact(request.resources, deployment)
    audit = Audit(iso(deployment.created_at), deployment.created_by)
    ids = RecordIds.read(deployment.record_ids)
    return json_response({"projection": await asyncio.to_thread(_project, packed, audit, ids)})


async def read_branch_projection(request: ApiRequest[None, SequenceQuery]) -> Response:
    branch = await requested_branch(request)
    sequence = request.query.atSequence
    db = request.resources.db
    head = await (read_head(db, branch) if sequence is None else read_at(db, branch, sequence))
    tree = await asyncio.to_thread(project, head.files, audit_of(branch), head.ids)
    return json_response({"lastKnownSequence": str(head.sequence), "projection": tree})


def audit_of(branch: Branch) -> Audit:
    """That of its beginning: merging compares what two sides changed, and this is nobody's change."""
    return Audit(iso(branch.created_at), branch.created_by)


def _project(packed: bytes, audit: Audit, ids: RecordIds) -> dict[str, Any]:
    return project(unpack(packed), audit, ids)


ENDPOINTS = (
    Endpoint(
        "GET",
        f"{TOOLKIT_BRANCH}/projection",
        read_branch_projection,
        AGENTS,
        "A branch as a tree (command-line toolkits)",
        description="Worked out from its files. Of main every sequence can be read, of other branches that which they "
        "have, and that which they were made with.",
        query=SequenceQuery,
        reply=BranchProjection,
        before=check_readable,
        unknown_project=DeploymentNotFound,
        errors=(*TOOLKIT_READING, BranchSequenceNotKept),
    ),
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
