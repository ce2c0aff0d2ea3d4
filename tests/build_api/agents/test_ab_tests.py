"""A/B tests over HTTP: who may have one when, whom callers talk to, and what goes live at the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from parley.domain.conversations.model import row_id
from parley.domain.deployments.model import Deployment
from parley.domain.projects.actions import change_settings
from parley.kit.ids import uuid7
from parley.resources import Resources
from parley.runtime.session.opening import ConversationStart
from parley.runtime.session.user_turn import DoorContext
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.finishing import finished
from tests.make import Make

pytestmark = pytest.mark.io

LIVE_CHAT = ConversationStart(environment="live", channel="WEBCHAT", channel_type="webchat.polyai")


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def two_versions(builder: Builder) -> tuple[Deployment, Deployment]:
    live = await builder.deploy("Old.", "live")
    greeting = "greeting:\n  welcome_message: Here is the new one!\n"
    return live, await builder.deploy("New.", "pre-release", **{"voice__configuration.yaml": greeting})


async def ask(builder: Builder, method: str, path: str = "", status: int = 200, **options: Any) -> Any:
    project = builder.project_info
    url = f"/adk/v1/accounts/{project.account_id}/projects/{project.id}/ab-tests{path}"
    response = await builder.client.request(method, url, headers=builder.headers, **options)
    assert response.status_code == status, response.text
    return response.json()


async def start(builder: Builder, variant: Deployment, status: int = 200, **more: object) -> Any:
    return await ask(builder, "POST", "", status, json={"name": "n", "variant_deployment_id": str(variant.id), **more})


async def open_live(resources: Resources, builder: Builder, **more: Any) -> UUID:
    """The deployment that a new conversation begins on."""
    result = await resources.sessions.open(builder.project_info, replace(LIVE_CHAT, **more))
    detail = await builder.send("GET", f"/conversations/{result.conversation_id}")
    assert detail["abTest"]["arm"] == ("variant" if "new one" in result.reply else "control")
    return UUID(detail["deploymentId"])


async def open_and_close(resources: Resources, builder: Builder, *scores: str) -> UUID:
    project, sessions = builder.project_info, resources.sessions
    conversation = row_id((await sessions.open(project, LIVE_CHAT)).conversation_id)
    assert conversation is not None
    for score in scores:
        await sessions.respond(project, "live", conversation, "Hi", context=DoorContext(metrics=[("CSAT", score)]))
    await sessions.close(project, "live", conversation)
    return conversation


async def test_a_test_has_the_shape_that_clients_know(builder: Builder) -> None:
    live, variant = await two_versions(builder)
    assert await ask(builder, "GET", "/active") == {}
    begun = await start(builder, variant)
    assert begun == {
        "id": begun["id"],
        "name": "n",
        "status": "active",
        "control_deployment_id": str(live.id),
        "variant_deployment_id": str(variant.id),
        "traffic_percentage": 50,
        "created_by": begun["created_by"],
        "created_at": begun["created_at"],
        "ended_at": None,
        "chosen_deployment_id": None,
    }
    assert await ask(builder, "GET", "/active") == begun
    assert await ask(builder, "GET", "?limit=1") == {"ab_tests": [begun]}
    changed = await ask(builder, "PATCH", f"/{begun['id']}", json={"traffic_percentage": 5})
    assert changed == {**begun, "traffic_percentage": 5}


async def test_callers_are_divided_and_each_keeps_the_same(builder: Builder, resources: Resources) -> None:
    live, variant = await two_versions(builder)
    test = await start(builder, variant)
    callers = [f"+4477009{each:05}" for each in range(40)]
    first = {each: await open_live(resources, builder, from_number=each) for each in callers}
    assert set(first.values()) == {live.id, variant.id}
    await ask(builder, "PATCH", f"/{test['id']}", json={"traffic_percentage": 95})
    again = {each: await open_live(resources, builder, from_number=each) for each in callers[:12]}
    assert all(again[each] == variant.id for each in again if first[each] == variant.id)
    unknown = Counter([await open_live(resources, builder) for _ in range(12)])
    assert unknown[variant.id] >= 6, "who is not known is drawn by chance"


async def test_conversations_are_found_by_test_and_arm(builder: Builder, resources: Resources) -> None:
    before = await builder.send("GET", "/conversations?environment=live")
    live, variant = await two_versions(builder)
    test = await start(builder, variant, traffic_percentage=50)
    opened = Counter([await open_live(resources, builder, from_number=f"+44770090{each:04}") for each in range(12)])
    found = await builder.send("GET", f"/conversations?abTestId={test['id']}")
    assert (before["count"], found["count"]) == (0, 12)
    arm = await builder.send("GET", f"/conversations?abTestId={test['id']}&deploymentId={variant.id}")
    assert arm["count"] == opened[variant.id] == 12 - opened[live.id]
    assert (await builder.send("GET", f"/conversations?abTestId={uuid7()}"))["count"] == 0


async def test_a_conversation_keeps_its_arm_to_its_end(builder: Builder) -> None:
    live, variant = await two_versions(builder)
    test = await start(builder, variant)
    body = {"clientEnv": "live"}
    opened = [await builder.send("POST", "/debug-chat", 201, json=body) for _ in range(10)]
    arms = [variant.id if "new one" in each["response"] else live.id for each in opened]
    await ask(builder, "DELETE", f"/{test['id']}", json={"chosen_deployment_id": str(variant.id)})
    for each, arm in zip(opened, arms, strict=True):
        path = f"/debug-chat/{each['conversationId']}"
        await builder.send("POST", path, json={**body, "message": "Hi"})
        detail = await builder.send("GET", f"/conversations/{each['conversationId']}")
        assert detail["deploymentId"] == str(arm)


async def test_nothing_goes_live_while_a_test_runs(builder: Builder) -> None:
    old = await builder.deploy("Older.", "live")
    live, variant = await two_versions(builder)
    test = await start(builder, variant)
    for path, body in (
        (f"/deployments/{variant.id}/promote", {}),
        (f"/deployments/{live.id}/promote", {"targetEnvironment": "live"}),
        (f"/deployments/{old.id}/rollback", {}),
    ):
        assert (await builder.send("POST", path, 409, json=body))["error_code"] == "AB_TEST_RUNNING"
    await builder.send("POST", f"/deployments/{live.id}/promote", json={"targetEnvironment": "pre-release"})
    assert (await start(builder, variant, 409))["error_code"] == "AB_TEST_RUNNING"
    await ask(builder, "DELETE", f"/{test['id']}", json={"chosen_deployment_id": str(live.id)})
    await builder.send("POST", f"/deployments/{old.id}/rollback")


async def test_the_winner_is_live_at_once(builder: Builder, resources: Resources) -> None:
    live, variant = await two_versions(builder)
    test = await start(builder, variant)
    path, choice = f"/{test['id']}", {"chosen_deployment_id": str(variant.id)}
    wrong = await ask(builder, "DELETE", path, 400, json={"chosen_deployment_id": str(uuid7())})
    assert "chosen_deployment_id" in str(wrong)
    ended = await ask(builder, "DELETE", path, json=choice)
    assert (ended["status"], ended["chosen_deployment_id"]) == ("ended", str(variant.id))
    assert ended["ended_at"] is not None
    active = (await builder.send("GET", "/deployments/active"))["activeDeployments"]["live"]
    assert active["version"] == variant.version != live.version
    assert active["metadata"]["deployment_type"] == "promotion"
    assert (await builder.send("POST", "/debug-chat", 201, json={"clientEnv": "live"}))["response"].startswith("Here")
    for method, body in (("DELETE", choice), ("PATCH", {"traffic_percentage": 10})):
        assert (await ask(builder, method, path, 409, json=body))["error_code"] == "AB_TEST_ENDED"
    assert await ask(builder, "GET", "/active") == {}


async def test_who_stays_with_the_control_changes_nothing(builder: Builder) -> None:
    live, variant = await two_versions(builder)
    test = await start(builder, variant)
    await ask(builder, "DELETE", f"/{test['id']}", json={"chosen_deployment_id": str(live.id)})
    active = (await builder.send("GET", "/deployments/active"))["activeDeployments"]
    assert active["live"]["id"] == str(live.id)


async def test_a_test_needs_two_versions(builder: Builder) -> None:
    variant = await builder.deploy("New.", "pre-release")
    assert "nothing is live" in str(await start(builder, variant, 400))
    same = await builder.deploy("New.", "live")
    assert "live already" in str(await start(builder, variant, 400))
    assert "not the active deployment" in str(await start(builder, same, 400))
    await builder.deploy("Old.", "live")
    for share in (0, 3, 100, "half"):
        await start(builder, variant, 400, traffic_percentage=share)
    await start(builder, variant, 400, name="")


async def test_a_version_that_is_held_back_answers_nobody(builder: Builder, resources: Resources) -> None:
    _live, variant = await two_versions(builder)
    async with resources.db.transaction() as tx:
        await change_settings(tx, builder.project_info, {"tests": "required"})
    assert (await start(builder, variant, 409))["error_code"] == "DEPLOYMENTS_TESTS_NOT_PASSED"


async def test_tests_of_others_are_not_there(builder: Builder, build: ContractClient, make: Make) -> None:
    _live, variant = await two_versions(builder)
    test = await start(builder, variant)
    other = await Builder.of(build, make)
    choice = {"chosen_deployment_id": str(variant.id)}
    for reference in (test["id"], "nonsense", str(uuid7())):
        assert (await ask(other, "DELETE", f"/{reference}", 404, json=choice))["error_code"] == "AB_TEST_NOT_FOUND"
        await ask(other, "PATCH", f"/{reference}", 404, json={"traffic_percentage": 10})
    assert await ask(other, "GET") == {"ab_tests": []}
    url = f"/adk/v1/accounts/{builder.project_info.account_id}/projects/{builder.project_info.id}/ab-tests"
    assert (await build.get(url, headers=other.headers)).status_code in (403, 404)


async def test_results_are_of_the_conversations_of_each_arm(builder: Builder, resources: Resources) -> None:
    """By way of the records: what a conversation writes is counted once it is finished."""
    live, variant = await two_versions(builder)
    await open_and_close(resources, builder)
    test = await start(builder, variant, traffic_percentage=50)
    for scores in (*[()] * 11, ("4", "5", "good")):
        rated = await open_and_close(resources, builder, *scores)
    await finished(resources, rated)
    running = await resources.sessions.open(builder.project_info, LIVE_CHAT)
    shown = await ask(builder, "GET", f"/{test['id']}/results?metric=CSAT&metric=NONE")
    assert (shown["ab_test"]["id"], shown["has_enough"], shown["fewest_conversations"]) == (test["id"], False, 30)
    control, other = shown["arms"]
    assert (control["deployment_id"], other["deployment_id"]) == (str(live.id), str(variant.id))
    assert control["conversations"] + other["conversations"] == 13
    assert control["ended"] + other["ended"] == 12, f"{running.conversation_id} has not"
    measures = {each["name"]: each for each in shown["measures"]}
    assert set(measures) == {"containment", "handoff_rate", "duration", "metric:CSAT", "metric:NONE"}
    assert {each["verdict"] for each in measures.values()} == {"not_enough"}
    for name, arm in (("control", control), ("variant", other)):
        assert measures["containment"][name]["conversations"] == arm["ended"]
        assert measures["containment"][name]["value"] in (1, None)
    rating = [measures["metric:CSAT"][arm] for arm in ("control", "variant")]
    assert {(each["conversations"], each["value"]) for each in rating} == {(1, 4.5), (0, None)}
    await ask(builder, "GET", f"/{uuid7()}/results", 404)
    await ask(builder, "GET", f"/{test['id']}/results?metric=", 400)
