"""Deployments as trees, through HTTP."""

from __future__ import annotations

import pytest

from parley.kit.ids import uuid7
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def test_a_deployment_as_a_tree(builder: Builder, build: ContractClient) -> None:
    made = await builder.deploy("Be brief.")
    path = f"/adk/v1/accounts/{builder.project_info.account_id}/projects/{builder.project_info.id}/deployments"
    answer = await build.get(f"{path}/{made.id}/projection", headers=builder.headers)
    rules = answer.json()["projection"]["agentSettings"]["rules"]
    assert (rules["behaviour"], rules["createdBy"]) == ("Be brief.", made.created_by)
    for reference in (uuid7(), "nonsense"):
        missing = await build.get(f"{path}/{reference}/projection", headers=builder.headers)
        assert (missing.status_code, missing.json()["error_code"]) == (404, "DEPLOYMENT_NOT_FOUND")


async def test_another_projects_deployment_is_not_there(builder: Builder, build: ContractClient, make: Make) -> None:
    foreign = await (await Builder.of(build, make)).deploy()
    path = f"/adk/v1/accounts/{builder.project_info.account_id}/projects/{builder.project_info.id}/deployments"
    answer = await build.get(f"{path}/{foreign.id}/projection", headers=builder.headers)
    assert answer.status_code == 404
