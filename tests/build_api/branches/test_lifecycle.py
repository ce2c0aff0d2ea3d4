"""Branches over HTTP: list, create, delete, and what toolkits do with them besides."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from parley.domain.branches.jobs import forget_archived
from parley.resources import Resources
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def toolkit(builder: Builder, method: str, path: str, status: int = 200, **options: Any) -> Any:
    project = builder.project_info
    address = f"/adk/v1/accounts/{project.account_id}/projects/{project.id}{path}"
    answer = await builder.client.request(method, address, headers=builder.headers, **options)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


async def create(builder: Builder, name: str = "Winter", **more: Any) -> str:
    listed = await toolkit(builder, "GET", "/branches/main/sequence")
    body = {"branchName": name, "expectedMainLastKnownSequence": int(listed["lastKnownSequence"]), **more}
    code: str = (await toolkit(builder, "POST", "/branches", 201, json=body))["branchId"]
    return code


async def test_main_counts_what_was_published(builder: Builder) -> None:
    empty = (await builder.send("GET", "/branches"))["branches"]
    assert [(each["branchId"], each["sequence"]) for each in empty] == [("main", "0")]
    await builder.deploy()
    await builder.deploy("Be brief.")
    (main,) = (await builder.send("GET", "/branches"))["branches"]
    assert (main["sequence"], main["parentBranchId"], main["isDiverged"]) == ("2", None, False)
    assert main["id"] == empty[0]["id"]


async def test_a_branch_begins_where_main_is(builder: Builder) -> None:
    await builder.deploy()
    made = await builder.send("POST", "/branches", 201, json={"branchName": "Winter"})
    assert made["sequenceId"] == "1"
    assert made["branchId"].startswith("BRANCH-")
    assert len(made["branchId"]) == 15
    _main, branch = (await toolkit(builder, "GET", "/branches"))["branches"]
    assert (branch["name"], branch["parentBranchId"], branch["parentSequence"]) == ("Winter", "main", "1")
    assert not branch["isDiverged"]
    await builder.deploy("Be brief.")
    _main, branch = (await toolkit(builder, "GET", "/branches"))["branches"]
    assert branch["isDiverged"]
    (agent,) = (
        await builder.client.get(f"/v1/accounts/{builder.project_info.account_id}/agents", headers=builder.headers)
    ).json()
    assert agent["branchCount"] == 2


async def test_who_has_not_seen_the_newest_is_told_so(builder: Builder) -> None:
    await builder.deploy()
    body = {"branchName": "Winter", "expectedMainLastKnownSequence": 0}
    refused = await toolkit(builder, "POST", "/branches", 409, json=body)
    assert refused["error_code"] == "BRANCH_SEQUENCE_MISMATCH"
    code = await create(builder)
    body = {"expectedBranchLastKnownSequence": 7}
    refused = await toolkit(builder, "DELETE", f"/branches/{code}", 409, json=body)
    assert refused["error_code"] == "BRANCH_SEQUENCE_MISMATCH"


async def test_a_name_is_taken_once(builder: Builder) -> None:
    code = await create(builder)
    for name in ("winter", "main"):
        refused = await builder.send("POST", "/branches", 409, json={"branchName": name})
        assert refused["error_code"] == "BRANCH_NAME_ALREADY_EXISTS"
    other = await create(builder, "Summer")
    await toolkit(builder, "PATCH", f"/branches/{other}", 409, json={"name": "Winter"})
    renamed = await toolkit(builder, "PATCH", f"/branches/{code}", json={"name": "WINTER"})
    assert (renamed["name"], renamed["branchId"]) == ("WINTER", code)


async def test_many_who_take_one_name_at_once_get_it_once(builder: Builder) -> None:
    body = {"branchName": "Winter"}
    answers = await asyncio.gather(*(builder.ask("POST", "/branches", json=body) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]


async def test_what_is_deleted_can_be_restored(builder: Builder) -> None:
    code = await create(builder)
    gone = await toolkit(builder, "DELETE", f"/branches/{code}", json={"expectedBranchLastKnownSequence": 0})
    assert gone["sequence"] == "1"
    assert len((await toolkit(builder, "GET", "/branches"))["branches"]) == 1
    await toolkit(builder, "GET", f"/branches/{code}/sequence", 404)
    (kept,) = (await toolkit(builder, "GET", "/branches/archive"))["branches"]
    assert (kept["branchId"], kept["daysLeft"], kept["active"]) == (code, 30, False)
    taken = await create(builder)
    await toolkit(builder, "POST", f"/branches/{code}/restore", 409)
    await toolkit(builder, "POST", f"/branches/{taken}/archive")
    assert (await toolkit(builder, "POST", f"/branches/{code}/restore"))["active"]
    assert (await toolkit(builder, "GET", f"/branches/{code}/sequence"))["lastKnownSequence"] == "1"


async def test_the_archive_forgets_after_thirty_days(builder: Builder, resources: Resources) -> None:
    code = await create(builder)
    await builder.send("DELETE", f"/branches/{code}")
    now = resources.clock.now()
    await forget_archived(resources.db, now + timedelta(days=29))
    assert len((await toolkit(builder, "GET", "/branches/archive"))["branches"]) == 1
    await forget_archived(resources.db, now + timedelta(days=31))
    assert (await toolkit(builder, "GET", "/branches/archive"))["branches"] == []
    await toolkit(builder, "POST", f"/branches/{code}/restore", 404)


async def test_what_others_were_made_from_stays(builder: Builder) -> None:
    parent = await create(builder)
    child = await create(builder, "Ice", sourceBranchId=parent)
    refused = await builder.send("DELETE", f"/branches/{parent}", 409)
    assert refused["error_code"] == "BRANCH_HAS_BRANCHES"
    await builder.send("DELETE", f"/branches/{child}")
    await builder.send("DELETE", f"/branches/{parent}")
    refused = await toolkit(builder, "POST", f"/branches/{child}/restore", 409)
    assert refused["error_code"] == "BRANCH_PARENT_ARCHIVED"
    await toolkit(builder, "POST", f"/branches/{parent}/restore")
    restored = await toolkit(builder, "POST", f"/branches/{child}/restore")
    assert restored["parentBranchId"] == parent


async def test_a_branch_has_one_tag(builder: Builder) -> None:
    code = await create(builder)
    assert (await toolkit(builder, "PUT", f"/branches/{code}/tag", json={"tag": "staging"}))["tag"] == "staging"
    assert (await toolkit(builder, "PUT", f"/branches/{code}/tag", json={"tag": "shop"}))["tag"] == "shop"
    assert (await toolkit(builder, "DELETE", f"/branches/{code}/tag"))["tag"] is None


async def test_main_is_not_written_to(builder: Builder) -> None:
    sent: list[tuple[str, str, Any]] = [
        ("DELETE", "/branches/main", {"expectedBranchLastKnownSequence": 0}),
        ("PATCH", "/branches/main", {"name": "other"}),
        ("PUT", "/branches/main/tag", {"tag": "x"}),
        ("POST", "/branches/main/archive", None),
    ]
    for method, path, body in sent:
        refused = await toolkit(builder, method, path, 422, json=body)
        assert refused["error_code"] == "BRANCH_READ_ONLY"
    await builder.send("DELETE", "/branches/main", 422)
    assert (await toolkit(builder, "GET", "/branches/main/merge-history"))["merges"] == []


async def test_branches_of_others_are_not_there(builder: Builder, build: ContractClient, make: Make) -> None:
    other = await Builder.of(build, make)
    foreign = await create(other)
    for code in (foreign, "BRANCH-ZZZZZZZZ", "nonsense"):
        refused = await toolkit(builder, "GET", f"/branches/{code}/sequence", 404)
        assert refused["error_code"] == "BRANCH_NOT_FOUND"
        await builder.send("DELETE", f"/branches/{code}", 404)
    unknown = f"/adk/v1/accounts/{builder.project_info.account_id}/projects/nobody/branches"
    answer = (await build.get(unknown, headers=builder.headers)).json()
    assert answer["error_code"] == "DEPLOYMENT_NOT_FOUND"
