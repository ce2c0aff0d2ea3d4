"""From a path to a branch: where it is, what is wrong about it, and how its addresses begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parley.domain.accounts.model import AccountNotFound
from parley.domain.branches import store
from parley.domain.branches.branch_files import find_main
from parley.domain.branches.model import MAIN, Branch, BranchNotFound, BranchReadOnly, main_branch, main_id
from parley.domain.deployments.model import DeploymentNotFound
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.resources import Resources
from parley.storage.db import Connection, Database
from parley.web.auth import Caller
from parley.web.endpoint import ApiRequest

BRANCHES = "/v1/agents/{agent_id}/branches"
BRANCH = f"{BRANCHES}/{{branch_id}}"
TOOLKIT_BRANCHES = "/adk/v1/accounts/{account_id}/projects/{project_id}/branches"
TOOLKIT_BRANCH = f"{TOOLKIT_BRANCHES}/{{branch_id}}"

READING = (ProjectNotFound, BranchNotFound)
WRITING = (*READING, BranchReadOnly)
TOOLKIT = (AccountNotFound, DeploymentNotFound)
"""Toolkits read an unknown deployment as an unknown project, and know no other code for it."""
TOOLKIT_READING = (*TOOLKIT, BranchNotFound)
TOOLKIT_WRITING = (*TOOLKIT_READING, BranchReadOnly)


async def find_branch(
    db: Database | Connection, project_info: ProjectInfo, reference: str, *, archived: bool = False
) -> Branch:
    """By its id, its code, or as main. `archived`: where those in the archive are meant too."""
    if reference in (MAIN, str(main_id(project_info.id))):
        return main_branch(project_info, await find_main(db, project_info.id))
    branch = await store.find_branch(db, project_info.id, reference)
    if branch is None or (branch.archived_at is not None and not archived):
        raise BranchNotFound
    return branch


async def requested_branch(request: ApiRequest[Any, Any], *, archived: bool = False) -> Branch:
    return await find_branch(request.resources.db, request.project, request.path["branch_id"], archived=archived)


async def writable_branch(request: ApiRequest[Any, Any]) -> Branch:
    branch = await requested_branch(request)
    if branch.is_main:
        raise BranchReadOnly
    return branch


async def check_readable(resources: Resources, caller: Caller, path: Mapping[str, str]) -> None:
    """Whether there is such a branch, whatever the body says."""
    await find_branch(resources.db, caller.required_project, path["branch_id"])


async def check_writable(resources: Resources, caller: Caller, path: Mapping[str, str]) -> None:
    """And whether it may be written to: main may not."""
    branch = await find_branch(resources.db, caller.required_project, path["branch_id"])
    if branch.is_main:
        raise BranchReadOnly
