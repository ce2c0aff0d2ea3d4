"""Batches of commands pushed to branches, through HTTP."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from parley.domain.accounts.model import Role
from tests.build_api.builder import Builder
from tests.command_batches import batch, command, in_batch
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

RULES: tuple[str, dict[str, Any]] = ("update_rules", {"behaviour": "Be brief."})
PARKING = ("create_topic", {"id": "TOPIC-1", "name": "Parking", "content": "Behind us."})


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    found = await Builder.of(build, make)
    await found.deploy()
    return found


def address(builder: Builder, path: str) -> str:
    return f"/adk/v1/accounts/{builder.project_info.account_id}/projects/{builder.project_info.id}/branches/{path}"


async def create(builder: Builder) -> str:
    code: str = (await builder.send("POST", "/branches", 201, json={"branchName": "Winter"}))["branchId"]
    return code


async def push(builder: Builder, branch: str, content: bytes, headers: dict[str, str] | None = None) -> httpx.Response:
    kind = {"content-type": "application/octet-stream"}
    path = address(builder, f"{branch}/command-batch")
    return await builder.client.post(path, content=content, headers={**(headers or builder.headers), **kind})


async def tree(builder: Builder, branch: str, query: str = "") -> Any:
    answer = await builder.client.get(address(builder, f"{branch}/projection{query}"), headers=builder.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_commands_change_the_files_of_a_branch(builder: Builder) -> None:
    branch = await create(builder)
    before = await tree(builder, branch)
    answer = await push(builder, branch, batch(RULES, PARKING, sequence=int(before["lastKnownSequence"])))
    assert answer.status_code == 200, answer.text
    first, second = answer.json()["events"]
    assert (first["commandId"], first["sequence"]) == ("command-0", {"low": 2, "high": 0, "unsigned": True})
    assert first["payload"] == {"$case": "update_rules", "value": {"behaviour": "Be brief."}}
    assert first["metadata"] == {"createdAt": "2026-09-21T14:13:20+00:00", "createdBy": "Ada"}
    assert second["sequence"] == answer.json()["sequenceId"] == {"low": 3, "high": 0, "unsigned": True}
    after = await tree(builder, branch)
    assert after["lastKnownSequence"] == "3"
    assert after["projection"]["agentSettings"]["rules"]["behaviour"] == "Be brief."
    assert after["projection"]["knowledgeBase"]["topics"]["ids"] == ["TOPIC-1"]
    began = await tree(builder, branch, "?atSequence=1")
    assert began["projection"] == before["projection"]


async def test_what_was_pushed_is_merged_and_deployed(builder: Builder) -> None:
    branch = await create(builder)
    await push(builder, branch, batch(RULES, sequence=1))
    await builder.send("POST", f"/branches/{branch}/merge", json={})
    now = await tree(builder, "main")
    assert now["projection"]["agentSettings"]["rules"]["behaviour"] == "Be brief."
    assert (await tree(builder, "main", "?atSequence=1"))["projection"] != now["projection"]


async def test_all_of_a_batch_or_nothing(builder: Builder) -> None:
    branch = await create(builder)
    refused = {
        "COMMAND_BATCH_INVALID": batch(RULES, ("delete_topic", {"id": "other"}), sequence=1),
        "COMMAND_NOT_SUPPORTED": b"\x08\x01" + in_batch(command("upsert_mcp_server", 404, b"")),
    }
    for code, content in refused.items():
        answer = await push(builder, branch, content)
        assert (answer.status_code, answer.json()["error_code"]) == (400, code)
    assert "upsert_mcp_server" in answer.json()["message"]
    assert (await tree(builder, branch))["lastKnownSequence"] == "1"


async def test_a_batch_for_another_sequence_is_refused(builder: Builder) -> None:
    branch = await create(builder)
    answer = await push(builder, branch, batch(RULES, sequence=0))
    assert (answer.status_code, answer.json()["error_code"]) == (409, "BRANCH_SEQUENCE_MISMATCH")


async def test_main_is_not_pushed_to(builder: Builder) -> None:
    answer = await push(builder, "main", batch(RULES, sequence=1))
    assert (answer.status_code, answer.json()["error_code"]) == (422, "BRANCH_READ_ONLY")


async def test_other_projects_branches_are_not_there(builder: Builder, build: ContractClient, make: Make) -> None:
    branch = await create(await Builder.of(build, make))
    assert (await push(builder, branch, batch(RULES))).status_code == 404
    answer = await build.get(address(builder, f"{branch}/projection"), headers=builder.headers)
    assert (answer.status_code, answer.json()["error_code"]) == (404, "BRANCH_NOT_FOUND")
    answer = await build.get(address(builder, "main/projection?atSequence=7"), headers=builder.headers)
    assert (answer.status_code, answer.json()["error_code"]) == (404, "BRANCH_SEQUENCE_NOT_KEPT")


async def test_who_only_looks_does_not_push(builder: Builder, make: Make) -> None:
    branch = await create(builder)
    headers = await make.browser_headers(builder.project_info, Role.VIEWER)
    assert (await push(builder, branch, batch(RULES, sequence=1), headers)).status_code == 403
