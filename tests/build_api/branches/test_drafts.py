"""Talking to a branch and testing it before it is published."""

from __future__ import annotations

import pytest

from tests.build_api.branches.test_lifecycle import create, toolkit
from tests.build_api.branches.test_merging import edit
from tests.build_api.builder import Builder, run_jobs
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

GREETING = "voice/configuration.yaml"
CASE = """\
name: greets
script:
  - expect: {says: "Hello"}
"""


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    builder = await Builder.of(build, make)
    await builder.deploy()
    return builder


async def test_a_branch_is_talked_to_and_nothing_else_answers_differently(builder: Builder) -> None:
    code = await create(builder)
    sequence = await edit(builder, code, {GREETING: "greeting:\n  welcome_message: Winter is here.\n"})
    expected = {"expectedBranchLastKnownSequence": sequence}
    prepared = await toolkit(builder, "POST", f"/branches/{code}/chat", json=expected)
    assert await toolkit(builder, "POST", f"/branches/{code}/chat", json=expected) == prepared
    body = {
        "artifact_version": prepared["artifactVersion"],
        "lambda_deployment_version": prepared["lambdaDeploymentVersion"],
        "channel": "chat.polyai",
    }
    begun = await toolkit(builder, "POST", "/draft/chat", json=body)
    assert begun["response"] == "Winter is here."
    conversation = begun["conversation_id"]
    assert conversation.startswith("AS_CHAT_")
    said = await toolkit(builder, "POST", f"/draft/chat/{conversation}", json={"message": "Hello"})
    assert said["user_input"] == "Hello"
    ended = await toolkit(builder, "POST", f"/chat/{conversation}/end", json={"client_env": "draft"})
    assert ended == {"function_events": []}
    await toolkit(builder, "POST", f"/draft/chat/{conversation}", 410, json={"message": "Hello"})
    deployments = (await builder.send("GET", "/deployments?environment=all"))["deployments"]
    assert [each["environment"] for each in deployments] == ["sandbox"]
    for verb in ("promote", "rollback"):
        refused = await builder.send("POST", f"/deployments/{prepared['artifactVersion']}/{verb}", 400)
        assert refused["error_code"] == "DEPLOYMENTS_INVALID_ENVIRONMENT"


async def test_who_has_not_seen_the_branch_as_it_is_does_not_talk_to_it(builder: Builder) -> None:
    code = await create(builder)
    await edit(builder, code, {"agent_settings/rules.txt": "Be brief."})
    body = {"expectedBranchLastKnownSequence": 1}
    await toolkit(builder, "POST", f"/branches/{code}/chat", 409, json=body)
    prepared = await toolkit(builder, "POST", "/branches/main/chat", json=body)
    (main,) = (await builder.send("GET", "/deployments?environment=all"))["deployments"]
    assert prepared["artifactVersion"] == main["id"]


async def test_what_does_not_load_is_not_talked_to(builder: Builder) -> None:
    code = await create(builder)
    sequence = await edit(builder, code, {"config/entities.yaml": "entities: ["})
    body = {"expectedBranchLastKnownSequence": sequence}
    refused = await toolkit(builder, "POST", f"/branches/{code}/chat", 400, json=body)
    assert refused["error_code"] == "DEPLOYMENTS_VALIDATION_FAILED"


async def test_drafts_of_others_are_not_there(builder: Builder, build: ContractClient, make: Make) -> None:
    other = await Builder.of(build, make)
    await other.deploy()
    code = await create(other)
    await edit(other, code, {GREETING: "greeting:\n  welcome_message: Hush.\n"})
    body = {"expectedBranchLastKnownSequence": 2}
    prepared = await toolkit(other, "POST", f"/branches/{code}/chat", json=body)
    for version in (prepared["artifactVersion"], "nonsense"):
        start = {"artifact_version": version, "lambda_deployment_version": "x"}
        refused = await toolkit(builder, "POST", "/draft/chat", 404, json=start)
        assert refused["error_code"] == "DEPLOYMENT_NOT_FOUND"
    gone = await toolkit(builder, "POST", "/draft/chat/AS_CHAT_nothing", 410, json={"message": "x"})
    assert gone["error_code"] == "CHAT_CONVERSATION_ENDED"


async def test_the_suite_of_a_branch_is_run(builder: Builder) -> None:
    code = await create(builder)
    trigger = "/testing/test-runs/trigger"
    await builder.send("POST", trigger, 422, json={"branchId": code})
    await edit(builder, code, {"test_suite/greets.yaml": CASE})
    run = await builder.send("POST", trigger, 201, json={"branchId": code, "testCaseIds": ["greets"]})
    assert run["testCaseCount"] == 1
    await run_jobs(builder.make.resources)
    (listed,) = (await builder.send("GET", f"/testing/test-runs?branchId={code}"))["testRuns"]
    assert (listed["id"], listed["branchId"], listed["status"]) == (run["id"], code, "passed")
    assert (await builder.send("GET", "/testing/test-runs?branchId=main"))["testRuns"] == []
