"""An id is one thing's, on a branch, in what is published of it, and in what toolkits read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.build_api.branches.test_lifecycle import create
from tests.build_api.builder import Builder
from tests.build_api.toolkit.test_pushes import address, push, tree
from tests.command_batches import batch
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

FILES = {
    "topics__hours.yaml": "name: Hours\ncontent: Nine to five.\n",
    "config__variant_attributes.yaml": (
        "variants: [{name: north, is_default: true}, {name: south}]\n"
        "attributes: [{name: town, values: {north: York, south: Bath}}]\n"
    ),
}


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    found = await Builder.of(build, make)
    await found.deploy(**FILES)
    return found


async def topics_of(builder: Builder, branch: str) -> dict[str, str]:
    listed = await builder.send("GET", f"/branches/{branch}/knowledge-base/topics")
    return {each["name"]: each["id"] for each in listed}


async def rename(builder: Builder, branch: str, topic: str, name: str) -> None:
    await builder.send("PATCH", f"/branches/{branch}/knowledge-base/topics/{topic}", 204, json={"name": name})


async def test_a_renamed_topic_keeps_its_id_through_merge_push_branch_and_copy(builder: Builder) -> None:
    branch = await create(builder)
    hours = (await topics_of(builder, branch))["Hours"]
    await rename(builder, branch, hours, "Times")
    assert (await topics_of(builder, "main"))["Hours"] == hours, "what is published is as it was"
    await builder.send("POST", f"/branches/{branch}/merge")
    assert await topics_of(builder, "main") == {"Times": hours}
    other = await create(builder, "Other")
    made = await builder.send(
        "POST", f"/branches/{other}/knowledge-base/topics", 201, json={"name": "Hours", "content": "New."}
    )
    assert made["id"] != hours
    assert await topics_of(builder, other) == {"Hours": made["id"], "Times": hours}
    projection = (await tree(builder, other))["projection"]
    assert set(projection["knowledgeBase"]["topics"]["ids"]) == {hours, made["id"]}
    await builder.send("POST", f"/branches/{other}/merge")
    await builder.send("POST", "/duplicate", json={"newAgentName": "Copy", "newAgentId": "copy-of-it"})
    copy = Builder(builder.client, builder.make, builder.project_info, builder.headers["x-api-key"])
    copy.path = "/v1/agents/copy-of-it"
    assert await topics_of(copy, "main") == {"Hours": made["id"], "Times": hours}
    files = {
        "project.yaml": "project_id: x\naccount_id: y\n",
        "topics/hours.yaml": "name: Opening\ncontent: Nine to five.\n",
        "topics/hours_2.yaml": "name: Hours\ncontent: New.\n",
    }
    await builder.send("POST", "/deployments/publish", 201, json={"files": files})
    assert await topics_of(builder, "main") == {"Hours": made["id"], "Opening": hours}, "its file is the same"


async def test_what_was_deleted_never_comes_back_as_something_else(builder: Builder) -> None:
    branch = await create(builder)
    path = f"/branches/{branch}/knowledge-base/topics"
    hours = (await topics_of(builder, branch))["Hours"]
    await builder.send("DELETE", f"{path}/{hours}", 204)
    again = await builder.send("POST", path, 201, json={"name": "Hours", "content": "New."})
    assert again["id"] != hours
    await builder.send("GET", f"{path}/{hours}", 404)
    assert (await builder.send("GET", f"{path}/{again['id']}"))["content"] == "New."


async def test_a_renamed_variant_is_chosen_by_its_id(builder: Builder) -> None:
    branch = await create(builder)
    variants = (await builder.send("GET", f"/branches/{branch}/variants"))["variants"]
    south = next(each for each in variants if each["name"] == "south")
    changed = await builder.send("PATCH", f"/branches/{branch}/variants/{south['id']}", json={"name": "west"})
    assert changed == {**south, "name": "west"}
    await builder.send("POST", f"/branches/{branch}/merge")
    talk = await builder.send("POST", "/debug-chat", 201, json={"clientEnv": "sandbox", "variantId": south["id"]})
    known = await builder.send("GET", f"/conversations/{talk['conversationId']}")
    assert known["variantId"] == south["id"]
    active = (await _deployments(builder))[0]
    shown = (await builder.send("GET", f"/deployments/{active}/variants"))["variants"]
    assert {each["id"] for each in shown} == {each["id"] for each in variants}


async def _deployments(builder: Builder) -> list[Any]:
    listed = await builder.send("GET", "/deployments?environment=sandbox")
    return [each["id"] for each in listed["deployments"]]


async def test_a_client_that_renames_by_commands_finds_its_ids(builder: Builder) -> None:
    branch = await create(builder)
    projection = await tree(builder, branch)
    (topic,) = projection["projection"]["knowledgeBase"]["topics"]["ids"]
    (town,) = projection["projection"]["variantManagement"]["attributes"]["ids"]
    commands = (
        ("update_topic", {"id": topic, "name": "Times"}),
        ("variant_update_attribute", {"id": town, "name": "city"}),
        ("create_topic", {"id": "TOPIC-of-client", "name": "Hours", "content": "New."}),
    )
    sent = batch(*commands, sequence=int(projection["lastKnownSequence"]))
    assert (await push(builder, branch, sent)).status_code == 200
    assert await topics_of(builder, branch) == {"Times": topic, "Hours": "TOPIC-of-client"}
    attributes = (await builder.send("GET", f"/branches/{branch}/attributes"))["attributes"]
    assert attributes == [{"id": town, "name": "city"}]
    await builder.send("POST", f"/branches/{branch}/merge")
    newest = (await _deployments(builder))[0]
    answer = await builder.client.get(
        address(builder, "").replace("branches/", f"deployments/{newest}/projection"), headers=builder.headers
    )
    published = answer.json()["projection"]
    assert set(published["knowledgeBase"]["topics"]["ids"]) == {topic, "TOPIC-of-client"}
    assert published["variantManagement"]["attributes"]["ids"] == [town]


async def test_ids_of_others_are_nothing_here(builder: Builder, build: ContractClient, make: Make) -> None:
    branch = await create(builder)
    hours = (await topics_of(builder, branch))["Hours"]
    variant = (await builder.send("GET", f"/branches/{branch}/variants"))["variants"][0]["id"]
    town = (await builder.send("GET", f"/branches/{branch}/attributes"))["attributes"][0]["id"]
    other = await Builder.of(build, make)
    await other.deploy()
    own = await create(other)
    body = {"name": "Mine"}
    paths = [f"knowledge-base/topics/{hours}", f"variants/{variant}", f"attributes/{town}"]
    for path in paths:
        for code in (own, branch):
            await other.send("PATCH", f"/branches/{code}/{path}", 404, json=body)
            await other.send("DELETE", f"/branches/{code}/{path}", 404)
    other.path = builder.path
    for path in ["behavior", "knowledge-base/topics", "variants", "attributes", paths[0]]:
        await other.send("GET", f"/branches/{branch}/{path}", 404)
    for method, path in (("POST", "merge"), ("DELETE", ""), ("PATCH", "behavior")):
        await other.send(method, f"/branches/{branch}/{path}".rstrip("/"), 404, json={"behavior": "x"})
    assert (await topics_of(builder, branch))["Hours"] == hours
