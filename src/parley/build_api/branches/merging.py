"""Merging branches over HTTP: into their parent, which publishes, or the parent into them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.deployments import MessageText, author
from parley.build_api.branches.lookup import (
    BRANCH,
    TOOLKIT_BRANCH,
    TOOLKIT_WRITING,
    WRITING,
    check_writable,
    writable_branch,
)
from parley.build_api.branches.replies import Sequence as SequenceNumber
from parley.domain.branches import merge_actions
from parley.domain.branches.file_merge import BranchResolutionInvalid
from parley.domain.branches.merge_actions import Done, Plan
from parley.domain.branches.model import (
    BranchFilesInvalid,
    BranchMergeConflict,
    BranchParentArchived,
    BranchSequenceMismatch,
)
from parley.domain.branches.tree_merge import Path, Resolution
from parley.domain.deployments.model import DeploymentNotFound, DeploymentsValidationFailed
from parley.domain.projects.real_time import RealTimeConfigInvalidForSchema
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

TRIES = 5
"""When somebody publishes or edits while a merge is worked out, it is worked out again."""


class ConflictResolution(BaseModel):
    path: Annotated[list[Annotated[str, Field(max_length=500)]], Field(min_length=1, max_length=50)] = Field(
        description="Of the conflict, or the file alone for all of it."
    )
    strategy: Literal["ours", "theirs", "base"] = Field(
        description="`ours` is the parent, `theirs` the branch, `base` what both began with."
    )
    value: Any = Field(default=None, description="Instead of what a side has.")


Resolutions = Annotated[list[ConflictResolution], Field(max_length=1000)]


class MergeRequest(BaseModel):
    deploymentMessage: MessageText | None = ""
    conflictResolutions: Resolutions | None = None


class ToolkitMergeRequest(MergeRequest):
    expectedBranchLastKnownSequence: SequenceNumber


class SyncRequest(BaseModel):
    expectedBranchSequence: SequenceNumber
    conflictResolutions: Resolutions | None = None


class MergeReply(BaseModel):
    sequence: str
    message: str
    testRunIds: list[str]


async def merge_branch(request: ApiRequest[MergeRequest, None]) -> Response:
    return await _merge(request, None)


async def merge_toolkit_branch(request: ApiRequest[ToolkitMergeRequest, None]) -> Response:
    return await _merge(request, request.body.expectedBranchLastKnownSequence)


async def _merge(request: ApiRequest[Any, None], expected: int | None) -> Response:
    async def write(plan: Plan) -> Done:
        async with request.change() as tx:
            return await merge_actions.merge(
                tx,
                request.project,
                plan,
                message=request.body.deploymentMessage or "",
                now=request.resources.clock.now(),
                created_by=author(request.key),
            )

    done = await _planned(request, expected, write, publishes=True)
    where = "and published to the sandbox" if done.deployment else "into the branch that it was made from"
    return _answer(done, f"The branch was merged {where}.")


async def sync_branch(request: ApiRequest[SyncRequest, None]) -> Response:
    async def write(plan: Plan) -> Done:
        async with request.change() as tx:
            now, who = request.resources.clock.now(), author(request.key)
            return await merge_actions.sync(tx, request.project, plan, now=now, created_by=who)

    done = await _planned(request, request.body.expectedBranchSequence, write, publishes=False)
    return _answer(done, "The branch has what its parent has.")


async def _planned(request: ApiRequest[Any, None], expected: int | None, write: Any, *, publishes: bool) -> Done:
    resolutions = _resolutions(request.body.conflictResolutions or ())
    for tried in range(TRIES):
        branch = await writable_branch(request)
        must_load = publishes and branch.parent_id is None
        plan = await merge_actions.plan_merge(request.resources.db, branch, expected, resolutions, must_load=must_load)
        try:
            done: Done = await write(plan)
        except BranchSequenceMismatch:
            # Main went on, or somebody edited the branch: who named its sequence is told so by the next plan.
            if tried == TRIES - 1:
                raise
        else:
            return done
    raise BranchSequenceMismatch


def _resolutions(given: Sequence[ConflictResolution]) -> dict[Path, Resolution]:
    return {
        tuple(each.path): Resolution(each.strategy, each.value)
        if "value" in each.model_fields_set
        else Resolution(each.strategy)
        for each in given
    }


def _answer(done: Done, message: str) -> Response:
    return json_response({"sequence": str(done.sequence), "message": message, "testRunIds": []})


REFUSED = (
    BranchMergeConflict,
    BranchResolutionInvalid,
    BranchFilesInvalid,
    BranchSequenceMismatch,
    BranchParentArchived,
)
UNPUBLISHED = (DeploymentsValidationFailed, RealTimeConfigInvalidForSchema)
CONFLICTS = (
    "Where both sides changed the same, the answer is 400 with `hasConflicts`, and `conflicts` with `path` (the file, "
    "then keys), `baseValue`, `oursValue`, `theirsValue` and `type`; send a resolution for each. YAML is merged key by "
    "key, all else line by line."
)

ENDPOINTS = (
    Endpoint(
        "POST",
        f"{BRANCH}/merge",
        merge_branch,
        AGENTS,
        "Merge a branch and publish it to the sandbox",
        description=f"All or nothing: what does not load is refused with all problems. {CONFLICTS}",
        before=check_writable,
        body=MergeRequest,
        body_required=False,
        reply=MergeReply,
        errors=(*WRITING, *REFUSED, *UNPUBLISHED),
    ),
    Endpoint(
        "POST",
        f"{TOOLKIT_BRANCH}/merge",
        merge_toolkit_branch,
        AGENTS,
        "Merge a branch and publish it to the sandbox (command-line toolkits)",
        description=CONFLICTS,
        before=check_writable,
        body=ToolkitMergeRequest,
        reply=MergeReply,
        unknown_project=DeploymentNotFound,
        errors=(*TOOLKIT_WRITING, *REFUSED, *UNPUBLISHED),
    ),
    Endpoint(
        "POST",
        f"{TOOLKIT_BRANCH}/sync",
        sync_branch,
        AGENTS,
        "Bring what the parent has into a branch (command-line toolkits)",
        description=CONFLICTS,
        before=check_writable,
        body=SyncRequest,
        reply=MergeReply,
        unknown_project=DeploymentNotFound,
        errors=(*TOOLKIT_WRITING, *REFUSED),
    ),
)
