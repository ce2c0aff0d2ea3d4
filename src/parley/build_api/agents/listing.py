"""The agents (projects) of an account."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.accounts.model import AccountNotFound, Role
from parley.domain.branches.store import count_branches
from parley.domain.conversations import agent_removal
from parley.domain.deployments.model import DeploymentNotFound
from parley.domain.projects import store
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.kit.clock import iso
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import ACCOUNTS, AGENTS, AccountInsufficientPermissions
from parley.web.responses import json_response


class Agent(BaseModel):
    accountId: str
    agentId: str
    agentName: str
    createdAt: str
    updatedAt: str
    branchCount: int


class AccountSummary(BaseModel):
    id: str
    name: str
    active: bool


class ProjectSummary(BaseModel):
    id: str
    name: str
    slug: str
    region: str


class ProjectList(BaseModel):
    projects: list[ProjectSummary]


class ProjectConfig(BaseModel):
    deployment_mode: str = Field(description="releases: versions go from one environment to the next.")


class ProjectDetail(ProjectSummary):
    config: ProjectConfig


async def list_agents(request: ApiRequest[None, None]) -> Response:
    found = await store.list_projects(request.resources.db, request.caller.account_id)
    branches = await count_branches(request.resources.db, request.caller.account_id)
    return json_response([agent_json(project, branches.get(project.id, 0)) for project in found])


async def delete_agent(request: ApiRequest[None, None]) -> Response:
    if request.key.scope.names_projects:
        raise AccountInsufficientPermissions("A key for certain agents deletes none.")
    async with request.change() as tx:
        await agent_removal.delete_agent(tx, request.project, request.resources.clock.now())
    return Response(status_code=204)


async def list_accounts(request: ApiRequest[None, None]) -> Response:
    account = await request.resources.tenants.account(request.caller.account_id)
    return json_response([{"id": account.id, "name": account.name, "active": True}])


async def list_account_projects(request: ApiRequest[None, None]) -> Response:
    found = await store.list_projects(request.resources.db, request.caller.account_id)
    return json_response({"projects": [_project(project) for project in found]})


async def read_account_project(request: ApiRequest[None, None]) -> Response:
    return json_response({**_project(request.project), "config": {"deployment_mode": "releases"}})


def _project(project: ProjectInfo) -> dict[str, Any]:
    return {"id": project.id, "name": project.name, "slug": project.slug, "region": project.region}


def agent_json(project: ProjectInfo, branches: int = 0) -> dict[str, Any]:
    """`branches`: besides main."""
    return {
        "accountId": project.account_id,
        "agentId": project.id,
        "agentName": project.name,
        "createdAt": iso(project.created_at),
        "updatedAt": iso(project.updated_at),
        "branchCount": 1 + branches,
    }


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/accounts/{account_id}/agents",
        list_agents,
        ACCOUNTS,
        "The agents of an account",
        description="Each with the id and the name that other addresses take for it.",
        reply=list[Agent],
        errors=(AccountNotFound,),
    ),
    Endpoint(
        "DELETE",
        "/v1/agents/{agent_id}",
        delete_agent,
        AGENTS,
        "Delete an agent",
        description="With its branches, deployments, numbers, connectors, keys, secrets and conversations; there is no "
        "way back. What is said next in conversations that run is refused.",
        status=204,
        errors=(ProjectNotFound, AccountInsufficientPermissions),
        role=Role.ADMIN,
    ),
    Endpoint(
        "GET",
        "/adk/v1/accounts",
        list_accounts,
        AGENTS,
        "The accounts that a key opens",
        description="A key opens one account: the list has one entry.",
        reply=list[AccountSummary],
    ),
    Endpoint(
        "GET",
        "/adk/v1/accounts/{account_id}/projects",
        list_account_projects,
        AGENTS,
        "The projects of an account",
        description="What command-line toolkits list before they push or pull.",
        reply=ProjectList,
        errors=(AccountNotFound,),
    ),
    Endpoint(
        "GET",
        "/adk/v1/accounts/{account_id}/projects/{project_id}",
        read_account_project,
        AGENTS,
        "One project of an account",
        description="In the form that command-line toolkits know.",
        reply=ProjectDetail,
        unknown_project=DeploymentNotFound,
        errors=(AccountNotFound, DeploymentNotFound),
    ),
)
