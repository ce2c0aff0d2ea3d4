"""Branches of a project: list, create, delete, and what toolkits do with them besides."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.deployments import author
from parley.build_api.branches.lookup import (
    BRANCH,
    BRANCHES,
    TOOLKIT,
    TOOLKIT_BRANCH,
    TOOLKIT_BRANCHES,
    TOOLKIT_READING,
    WRITING,
    check_readable,
    check_writable,
    find_branch,
    requested_branch,
    writable_branch,
)
from parley.build_api.branches.replies import (
    ArchivedList,
    BranchList,
    BranchName,
    BranchRecord,
    CreatedBranch,
    Deleted,
    Sequence,
    archived_json,
    branch_json,
    branches_json,
)
from parley.domain.branches import actions, store
from parley.domain.branches.model import (
    MAIN,
    MOST_MERGES,
    Branch,
    BranchHasBranches,
    BranchLimitReached,
    BranchNameAlreadyExists,
    BranchNotFound,
    BranchParentArchived,
    BranchReadOnly,
    BranchSequenceMismatch,
)
from parley.domain.deployments.model import DeploymentNotFound
from parley.domain.projects.info import ProjectNotFound
from parley.kit.clock import iso
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import Identifier
from parley.web.responses import json_response


class NewBranch(BaseModel):
    branchName: BranchName


class NewToolkitBranch(NewBranch):
    expectedMainLastKnownSequence: Sequence
    sourceBranchId: Identifier | None = Field(default=None, description="Left out: main.")


class ExpectedSequence(BaseModel):
    expectedBranchLastKnownSequence: Sequence


class LastSequence(BaseModel):
    lastKnownSequence: str


class Rename(BaseModel):
    name: BranchName


class Tag(BaseModel):
    tag: Annotated[str, Field(min_length=1, max_length=100)]


class MergeRecord(BaseModel):
    branchName: str
    mergedBy: str
    mergedAt: str


class MergeHistory(BaseModel):
    merges: list[MergeRecord]


async def list_branches(request: ApiRequest[None, None]) -> Response:
    main = await find_branch(request.resources.db, request.project, MAIN)
    found = await store.list_branches(request.resources.db, request.project.id, archived=False)
    return json_response({"branches": branches_json([main, *found], main)})


async def list_toolkit_branches(request: ApiRequest[None, None]) -> Response:
    return await list_branches(request)


async def create_branch(request: ApiRequest[NewBranch, None]) -> Response:
    return await _create(request, MAIN, None)


async def create_toolkit_branch(request: ApiRequest[NewToolkitBranch, None]) -> Response:
    body = request.body
    return await _create(request, body.sourceBranchId or MAIN, body.expectedMainLastKnownSequence)


async def _create(request: ApiRequest[Any, None], source: str, expected_main: int | None) -> Response:
    now, who = request.resources.clock.now(), author(request.key)
    async with request.change() as tx:
        branch = await actions.create(
            tx,
            request.project,
            request.body.branchName,
            await find_branch(tx, request.project, source),
            expected_main=expected_main,
            now=now,
            created_by=who,
        )
    return json_response({"branchId": branch.code, "sequenceId": str(branch.sequence)}, 201)


async def delete_branch(request: ApiRequest[None, None]) -> Response:
    return await _delete(request, None)


async def delete_toolkit_branch(request: ApiRequest[ExpectedSequence, None]) -> Response:
    return await _delete(request, request.body.expectedBranchLastKnownSequence)


async def _delete(request: ApiRequest[Any, None], expected: int | None) -> Response:
    branch, now = await writable_branch(request), request.resources.clock.now()
    async with request.change() as tx:
        sequence = await actions.archive(tx, branch, expected, now)
    return json_response({"sequence": str(sequence), "message": "The branch is in the archive for 30 days."})


async def read_sequence(request: ApiRequest[None, None]) -> Response:
    return json_response({"lastKnownSequence": str((await requested_branch(request)).sequence)})


async def rename_branch(request: ApiRequest[Rename, None]) -> Response:
    branch, now = await writable_branch(request), request.resources.clock.now()
    async with request.change() as tx:
        renamed = await actions.rename(tx, branch, request.body.name, now)
    return await _answer(request, renamed)


async def list_archive(request: ApiRequest[None, None]) -> Response:
    found = await store.list_branches(request.resources.db, request.project.id, archived=True)
    now = request.resources.clock.now()
    return json_response({"branches": [archived_json(branch, now) for branch in found]})


async def archive_branch(request: ApiRequest[None, None]) -> Response:
    branch, now = await writable_branch(request), request.resources.clock.now()
    async with request.change() as tx:
        await actions.archive(tx, branch, None, now)
    return await _answer(request, await requested_branch(request, archived=True))


async def restore_branch(request: ApiRequest[None, None]) -> Response:
    branch, now = await requested_branch(request, archived=True), request.resources.clock.now()
    async with request.change() as tx:
        restored = await actions.restore(tx, branch, now)
    return await _answer(request, restored)


async def tag_branch(request: ApiRequest[Tag, None]) -> Response:
    return await _tag(request, request.body.tag)


async def untag_branch(request: ApiRequest[None, None]) -> Response:
    return await _tag(request, None)


async def _tag(request: ApiRequest[Any, None], text: str | None) -> Response:
    branch, now = await writable_branch(request), request.resources.clock.now()
    async with request.change() as tx:
        tagged = await actions.tag(tx, branch, text, now)
    return await _answer(request, tagged)


async def read_merge_history(request: ApiRequest[None, None]) -> Response:
    branch = await requested_branch(request)
    target = None if branch.is_main else branch.id
    found = await store.list_merges(request.resources.db, request.project.id, target, MOST_MERGES)
    merges = [
        {"branchName": each.branch_name, "mergedBy": each.merged_by, "mergedAt": iso(each.merged_at)} for each in found
    ]
    return json_response({"merges": merges})


async def _answer(request: ApiRequest[Any, None], branch: Branch) -> Response:
    if branch.is_main:
        return json_response(branch_json(branch, None))
    parent = await find_branch(request.resources.db, request.project, branch.parent_code, archived=True)
    return json_response(branch_json(branch, parent.sequence))


CREATING = (BranchNameAlreadyExists, BranchLimitReached)
DELETING = (BranchSequenceMismatch, BranchHasBranches)


def _toolkit(method: str, path: str, handler: Any, summary: str, description: str, **more: Any) -> Endpoint:
    """One that command-line toolkits call, under the address of a branch."""
    errors = (*TOOLKIT_READING, *more.pop("errors", ()))
    return Endpoint(
        method,
        TOOLKIT_BRANCH + path,
        handler,
        AGENTS,
        f"{summary} (command-line toolkits)",
        description=description,
        unknown_project=DeploymentNotFound,
        errors=errors,
        **more,
    )


ENDPOINTS = (
    Endpoint(
        "GET",
        BRANCHES,
        list_branches,
        AGENTS,
        "The branches of an agent",
        description="First `main`, which is what was published last in the sandbox; then the others, newest first.",
        reply=BranchList,
        errors=(ProjectNotFound,),
    ),
    Endpoint(
        "POST",
        BRANCHES,
        create_branch,
        AGENTS,
        "Make a branch",
        description="It begins with the files of `main`, and merges into it.",
        status=201,
        body=NewBranch,
        reply=CreatedBranch,
        errors=(ProjectNotFound, *CREATING),
    ),
    Endpoint(
        "DELETE",
        BRANCH,
        delete_branch,
        AGENTS,
        "Delete a branch",
        description="It stays in the archive for 30 days, from where it can be restored.",
        before=check_writable,
        reply=Deleted,
        errors=(*WRITING, *DELETING),
    ),
    Endpoint(
        "GET",
        TOOLKIT_BRANCHES,
        list_toolkit_branches,
        AGENTS,
        "The branches of a project (command-line toolkits)",
        description="As the branches of an agent.",
        reply=BranchList,
        unknown_project=DeploymentNotFound,
        errors=TOOLKIT,
    ),
    Endpoint(
        "POST",
        TOOLKIT_BRANCHES,
        create_toolkit_branch,
        AGENTS,
        "Make a branch (command-line toolkits)",
        description="409 where main was published since the sequence that is expected. A branch that is made from "
        "another one merges into that.",
        status=201,
        body=NewToolkitBranch,
        reply=CreatedBranch,
        unknown_project=DeploymentNotFound,
        errors=(*TOOLKIT, BranchNotFound, BranchSequenceMismatch, *CREATING),
    ),
    Endpoint(
        "GET",
        f"{TOOLKIT_BRANCHES}/archive",
        list_archive,
        AGENTS,
        "Branches that were deleted (command-line toolkits)",
        description="With the days that are left to restore them, newest first.",
        reply=ArchivedList,
        unknown_project=DeploymentNotFound,
        errors=TOOLKIT,
    ),
    _toolkit(
        "DELETE",
        "",
        delete_toolkit_branch,
        "Delete a branch",
        "It stays in the archive for 30 days.",
        before=check_writable,
        body=ExpectedSequence,
        reply=Deleted,
        errors=(BranchReadOnly, *DELETING),
    ),
    _toolkit(
        "PATCH",
        "",
        rename_branch,
        "Rename a branch",
        "Its id stays.",
        before=check_writable,
        body=Rename,
        reply=BranchRecord,
        errors=(BranchReadOnly, BranchNameAlreadyExists),
    ),
    _toolkit(
        "GET",
        "/sequence",
        read_sequence,
        "How often a branch was changed",
        "What other requests have to name, so that nobody writes over what they have not seen.",
        reply=LastSequence,
    ),
    _toolkit(
        "POST",
        "/archive",
        archive_branch,
        "Put a branch into the archive",
        "As deleting it, whatever its sequence.",
        before=check_writable,
        reply=BranchRecord,
        errors=(BranchReadOnly, *DELETING),
    ),
    _toolkit(
        "POST",
        "/restore",
        restore_branch,
        "Take a branch out of the archive",
        "One that is not there stays as it is.",
        reply=BranchRecord,
        errors=(BranchParentArchived, *CREATING),
    ),
    _toolkit(
        "PUT",
        "/tag",
        tag_branch,
        "Give a branch a tag",
        "In place of the one that it has.",
        before=check_writable,
        body=Tag,
        reply=BranchRecord,
        errors=(BranchReadOnly,),
    ),
    _toolkit(
        "DELETE",
        "/tag",
        untag_branch,
        "Take the tag off a branch",
        "Where there is none, nothing happens.",
        before=check_writable,
        reply=BranchRecord,
        errors=(BranchReadOnly,),
    ),
    _toolkit(
        "GET",
        "/merge-history",
        read_merge_history,
        "What was merged into a branch",
        "The newest first, 200 at most.",
        before=check_readable,
        reply=MergeHistory,
    ),
)
