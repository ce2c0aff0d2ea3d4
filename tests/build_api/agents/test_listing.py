"""Agents of an account: deleting one."""

from __future__ import annotations

import pytest

from parley.domain.accounts.model import Role
from parley.domain.conversations.actions import FINISH
from parley.domain.conversations.agent_removal import FORGET
from parley.resources import Resources
from tests.build_api.builder import Builder, run_jobs
from tests.contract import ContractClient
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

KEPT = {"conversations": 1, "turns": 1, "live_conversations": 1, "deployments": 1, "branches": 1, "connectors": 0}


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def counts(resources: Resources) -> dict[str, int]:
    columns = ", ".join(f"(select count(*) from {table}) as {table}" for table in KEPT)
    row = await resources.db.fetchrow(f"select {columns}")
    assert row is not None
    return dict(row)


async def test_an_agent_goes_with_all_that_it_has(
    builder: Builder, build: ContractClient, make: Make, resources: Resources
) -> None:
    other = await Builder.of(build, make)
    for each in (builder, other):
        await each.deploy()
        await each.send("POST", "/branches", 201, json={"branchName": "Winter"})
    await builder.send("POST", "/telephony/connectors", 201, json={"name": "Line"})
    await builder.send("POST", "/telephony/phone-numbers", 201, json={"phoneNumbers": ["+14155550100"]})
    sandbox = {"clientEnv": "sandbox"}
    begun = [await each.send("POST", "/debug-chat", 201, json=sandbox) for each in (builder, builder, other)]
    ended, running, kept = (each["conversationId"] for each in begun)
    await builder.send("POST", f"/debug-chat/{ended}/end", json=sandbox)
    await builder.send("DELETE", "", 204)

    async def is_gone() -> bool:
        return (await builder.ask("GET", "/deployments/active")).status_code == 404

    await until(is_gone)  # processes hear of it by a signal
    said = await builder.send("POST", f"/debug-chat/{running}", 404, json={**sandbox, "message": "Hello"})
    assert said["error_code"] == "PROJECT_NOT_FOUND"
    # The end function of what ended before has nothing left to run for.
    assert await run_jobs(resources, (FINISH,)) == 1
    async with resources.db.transaction() as tx:
        await tx.execute("update jobs set run_at = now() where kind = $1", FORGET)
    assert await run_jobs(resources, (FORGET,)) == 1
    assert await counts(resources) == KEPT
    await other.send("POST", f"/debug-chat/{kept}", json={**sandbox, "message": "Hello"})


async def test_only_admins_delete_agents(builder: Builder, make: Make) -> None:
    for role, status in ((Role.VIEWER, 403), (Role.EDITOR, 403), (Role.ADMIN, 204)):
        headers = await make.browser_headers(builder.project_info, role)
        answer = await builder.client.delete(builder.path, headers=headers)
        assert answer.status_code == status, answer.text
