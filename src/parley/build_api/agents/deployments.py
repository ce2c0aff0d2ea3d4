"""Deployments of an agent: list, publish, promote, roll back, compare."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.uploads import Files, read_upload
from parley.domain.accounts.model import Key
from parley.domain.branches.branch_files import ids_of_push
from parley.domain.deployments import actions, store
from parley.domain.deployments.ab_tests import AbTestRunning
from parley.domain.deployments.diff import FileChange, diff_bundles
from parley.domain.deployments.model import (
    SEQUENCE,
    Deployment,
    DeploymentNotFound,
    DeploymentsAlreadyPublished,
    DeploymentsInvalidEnvironment,
    DeploymentsNothingToPublish,
    DeploymentsValidationFailed,
)
from parley.domain.projects.files import LIMITS, unpack
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.domain.projects.real_time import RealTimeConfigInvalidForSchema
from parley.domain.test_runs import actions as tests
from parley.domain.test_runs.model import DeploymentsTestsNotPassed
from parley.resources import Resources
from parley.web.auth import Caller
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import Identifier
from parley.web.responses import json_response

ALL = "all"
MessageText = Annotated[str, Field(max_length=2_000)]


class DeploymentMetadata(BaseModel):
    deployment_message: str
    deployment_type: str = Field(description="publish, promotion or rollback.")
    rollback_message: str | None = Field(
        default=None, description="Only present after a rollback with a message; `deployment_message` is the version's."
    )


class DeploymentRecord(BaseModel):
    id: str
    accountId: str
    agentId: str
    environment: str
    artifactVersion: str
    version: str
    createdBy: str
    createdAt: str
    metadata: DeploymentMetadata | None


class PromoteRequest(BaseModel):
    deploymentMessage: MessageText | None = ""
    targetEnvironment: Identifier | None = Field(
        default=None, description="sandbox, pre-release or live. Omitted: the next one in this order."
    )


class PromoteReply(BaseModel):
    deployment: DeploymentRecord
    testRunIds: list[str] = Field(description="Runs of the project's test suite that this began.")


class RollbackRequest(BaseModel):
    deploymentMessage: MessageText | None = ""


class DeploymentReply(BaseModel):
    deployment: DeploymentRecord


class ListQuery(BaseModel):
    environment: Identifier = Field(
        description=f"sandbox, pre-release or live; `{ALL}`: whatever was deployed anywhere."
    )
    limit: int = Field(default=100, ge=1, le=1000)


class DeploymentList(BaseModel):
    deployments: list[DeploymentRecord]


class ActiveDeployments(BaseModel):
    sandbox: DeploymentRecord | None
    pre_release: DeploymentRecord | None = Field(alias="pre-release")
    live: DeploymentRecord | None


class ActiveReply(BaseModel):
    activeDeployments: ActiveDeployments


class DifferenceQuery(BaseModel):
    against: Identifier = Field(description="The deployment to compare with: what changed from it to this one.")


class ChangedFile(BaseModel):
    path: str
    previousPath: str | None = Field(description="Of a renamed file.")
    change: str = Field(description="added, removed, changed or renamed; what was renamed may have changed too.")
    diff: str = Field(description="Unified, three lines around each change; empty for what is no text.")
    truncated: bool = Field(description="There are more changes than 2,000 lines, or too many to be found.")


class DifferenceReply(BaseModel):
    files: list[ChangedFile]


async def promote_deployment(request: ApiRequest[PromoteRequest, None]) -> Response:
    source = await find_deployment(request, request.path["deploymentId"])
    target, message = request.body.targetEnvironment, request.body.deploymentMessage or ""
    now, who = request.resources.clock.now(), author(request.key)
    async with request.change() as tx:
        deployment, runs = await tests.promote(
            tx, request.project, source, target, now=now, created_by=who, message=message
        )
    return json_response({"deployment": deployment.to_json(), "testRunIds": [str(run) for run in runs]})


async def roll_back_deployment(request: ApiRequest[RollbackRequest, None]) -> Response:
    source = await find_deployment(request, request.path["deploymentId"])
    now, message = request.resources.clock.now(), request.body.deploymentMessage or ""
    async with request.change() as tx:
        deployment = await actions.roll_back(tx, source, now=now, created_by=author(request.key), message=message)
    return json_response({"deployment": {**deployment.to_json(), "metadata": None}, "testRunIds": []})


async def publish_deployment(request: ApiRequest[None, None]) -> Response:
    # Unzipping, loading and checking a project may take seconds: not on the event loop.
    upload = await asyncio.to_thread(read_upload, request.raw, request.headers)
    now, who, project_info = request.resources.clock.now(), author(request.key), request.project
    runs: list[UUID] = []
    ids = await ids_of_push(request.resources.db, project_info.id, upload.bundle) if upload.bundle else None
    async with request.change() as tx:
        if upload.bundle is None:
            deployment, runs = await tests.publish_again(
                tx, project_info, upload.environment, now=now, created_by=who, message=upload.message
            )
        else:
            deployment = await actions.publish(
                tx,
                project_info,
                upload.bundle,
                upload.environment,
                now=now,
                created_by=who,
                message=upload.message,
                record_ids=ids,
            )
    return json_response({"deployment": deployment.to_json(), "testRunIds": [str(run) for run in runs]}, 201)


async def list_deployments(request: ApiRequest[None, ListQuery]) -> Response:
    environment = request.query.environment
    if environment not in (*SEQUENCE, ALL):
        raise DeploymentsInvalidEnvironment
    wanted = None if environment == ALL else environment
    found = await store.list_deployments(request.resources.db, request.project.id, wanted, request.query.limit)
    return json_response({"deployments": [deployment.to_json() for deployment in found]})


async def list_active_deployments(request: ApiRequest[None, None]) -> Response:
    found = {each.environment: each for each in await store.list_active(request.resources.db, request.project.id)}
    shown = {environment: found[environment].to_json() if environment in found else None for environment in SEQUENCE}
    return json_response({"activeDeployments": shown})


async def read_deployment(request: ApiRequest[None, None]) -> Response:
    return json_response({"deployment": (await find_deployment(request, request.path["deploymentId"])).to_json()})


async def compare_deployments(request: ApiRequest[None, DifferenceQuery]) -> Response:
    after = await read_artifact(request.resources, await find_deployment(request, request.path["deploymentId"]))
    before = await read_artifact(request.resources, await find_deployment(request, request.query.against))
    files = [
        {
            "path": each.path,
            "previousPath": each.previous_path,
            "change": each.change.value,
            "diff": each.diff,
            "truncated": each.is_cut,
        }
        # Comparing long files takes long: not on the event loop.
        for each in await asyncio.to_thread(_diff_artifacts, before, after)
    ]
    return json_response({"files": files})


def author(key: Key) -> str:
    """Who made a deployment: the name of the key, or what is left of it."""
    return key.name or f"key {key.hint}"


async def _check_exists(resources: Resources, caller: Caller, path: Mapping[str, str]) -> None:
    await find_project_deployment(resources, caller.required_project, path["deploymentId"])


async def find_deployment(request: ApiRequest[Any, Any], reference: str) -> Deployment:
    return await find_project_deployment(request.resources, request.project, reference)


async def find_project_deployment(resources: Resources, project_info: ProjectInfo, reference: str) -> Deployment:
    try:
        deployment = await store.find_deployment(resources.db, UUID(reference))
    except ValueError:
        raise DeploymentNotFound from None
    if deployment is None or deployment.project_id != project_info.id:
        raise DeploymentNotFound
    return deployment


async def read_artifact(resources: Resources, deployment: Deployment) -> bytes:
    """Packed: unpacking takes long, and is not for the event loop."""
    packed = await store.find_artifact(resources.db, deployment.artifact_hash)
    assert packed is not None, "a deployment keeps its artifact"
    return packed


def _diff_artifacts(before: bytes, after: bytes) -> list[FileChange]:
    return list(diff_bundles(unpack(before), unpack(after)))


AGENT = "/v1/agents/{agent_id}/deployments"
ONE = f"{AGENT}/{{deploymentId}}"

ENDPOINTS = (
    Endpoint(
        "POST",
        f"{ONE}/promote",
        promote_deployment,
        AGENTS,
        "Put a version into the next environment, or into a named one",
        body=PromoteRequest,
        body_required=False,
        reply=PromoteReply,
        before=_check_exists,
        unknown_project=DeploymentNotFound,
        errors=(
            DeploymentNotFound,
            DeploymentsInvalidEnvironment,
            DeploymentsTestsNotPassed,
            RealTimeConfigInvalidForSchema,
            AbTestRunning,
        ),
        description="Conversations in progress keep the deployment that they began on; new ones begin on this one.",
    ),
    Endpoint(
        "POST",
        f"{ONE}/rollback",
        roll_back_deployment,
        AGENTS,
        "Have an earlier version answer again in its environment",
        body=RollbackRequest,
        body_required=False,
        reply=PromoteReply,
        before=_check_exists,
        unknown_project=DeploymentNotFound,
        errors=(DeploymentNotFound, AbTestRunning),
        description="The answer's `metadata` is null; lists show the version's own message, and the type `rollback`.",
    ),
    Endpoint(
        "POST",
        f"{AGENT}/publish",
        publish_deployment,
        AGENTS,
        "Deploy a project's files to the sandbox, or publish once more what was published last",
        status=201,
        media_types=("application/zip", "application/json"),
        body_limit=LIMITS.total_bytes,
        json_form=Files,
        reply=PromoteReply,
        errors=(
            ProjectNotFound,
            DeploymentsValidationFailed,
            DeploymentsInvalidEnvironment,
            DeploymentsNothingToPublish,
            DeploymentsAlreadyPublished,
            DeploymentsTestsNotPassed,
            RealTimeConfigInvalidForSchema,
            AbTestRunning,
        ),
        description="The body is a zip archive of the project's folder, or a JSON object. With an archive the message "
        "goes into the header X-Deployment-Message. Files with problems are refused with all of them; nothing is "
        "stored then. Without files the version that was published last becomes what answers in `environment`; 409 "
        "where it is that already.",
    ),
    Endpoint(
        "GET",
        AGENT,
        list_deployments,
        AGENTS,
        "The deployments of an agent, newest first",
        description="With who did it and the message that was left with it.",
        query=ListQuery,
        reply=DeploymentList,
        errors=(ProjectNotFound, DeploymentsInvalidEnvironment),
    ),
    Endpoint(
        "GET",
        f"{AGENT}/active",
        list_active_deployments,
        AGENTS,
        "What answers in which environment",
        description="One deployment for each environment; null where nothing was deployed yet.",
        reply=ActiveReply,
        errors=(ProjectNotFound,),
    ),
    Endpoint(
        "GET",
        ONE,
        read_deployment,
        AGENTS,
        "One deployment",
        description="What was deployed, when, by whom and where it is active.",
        reply=DeploymentReply,
        errors=(ProjectNotFound, DeploymentNotFound),
    ),
    Endpoint(
        "GET",
        f"{ONE}/diff",
        compare_deployments,
        AGENTS,
        "What two deployments differ in, file by file",
        description="Texts as unified diffs; renamed files are found. Long diffs are cut off, and say so.",
        query=DifferenceQuery,
        reply=DifferenceReply,
        errors=(ProjectNotFound, DeploymentNotFound),
    ),
)
