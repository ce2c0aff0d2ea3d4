"""Behaviour and topics under a branch, in its files."""

from __future__ import annotations

import asyncio

import pytest

from parley.domain.branches.branch_files import read_head
from parley.domain.branches.store import find_branch
from tests.build_api.branches.test_lifecycle import create, toolkit
from tests.build_api.branches.test_merging import HOURS, TOPIC
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    builder = await Builder.of(build, make)
    await builder.deploy(**{"topics__hours.yaml": HOURS})
    return builder


async def files_of(builder: Builder, code: str) -> dict[str, bytes]:
    db = builder.make.resources.db
    branch = await find_branch(db, builder.project_info.id, code)
    assert branch is not None
    return dict((await read_head(db, branch)).files.files)


async def test_rules_are_a_file(builder: Builder) -> None:
    code = await create(builder)
    assert await builder.send("GET", f"/branches/{code}/behavior") == {"behavior": "Be kind."}
    changed = await builder.send("PATCH", f"/branches/{code}/behavior", json={"behavior": "Be brief."})
    assert changed == {"behavior": "Be brief."}
    assert (await files_of(builder, code))["agent_settings/rules.txt"] == b"Be brief."
    assert (await toolkit(builder, "GET", f"/branches/{code}/sequence"))["lastKnownSequence"] == "2"
    # The same once more is no change.
    await builder.send("PATCH", f"/branches/{code}/behavior", json={"behavior": "Be brief."})
    assert (await toolkit(builder, "GET", f"/branches/{code}/sequence"))["lastKnownSequence"] == "2"
    await builder.send("PATCH", f"/branches/{code}/behavior", 400, json={"behavior": ""})
    assert await builder.send("GET", "/branches/main/behavior") == {"behavior": "Be kind."}


async def test_a_topic_is_changed_in_its_file_and_comments_stay(builder: Builder) -> None:
    code = await create(builder)
    topics = f"/branches/{code}/knowledge-base/topics"
    (topic,) = await builder.send("GET", topics)
    assert topic == {
        "id": topic["id"],
        "name": "Hours",
        "content": "Nine to five.",
        "actions": "",
        "exampleQueries": {"queries": []},
        "isActive": True,
    }
    await builder.send("PATCH", f"{topics}/{topic['id']}", 204, json={"isActive": False, "name": "Times"})
    expected = HOURS.replace("Hours", "Times").replace("enabled: true", "enabled: false")
    assert (await files_of(builder, code))[TOPIC].decode() == expected
    (renamed,) = await builder.send("GET", topics)
    assert (renamed["id"], renamed["name"]) == (topic["id"], "Times")
    assert await builder.send("GET", f"{topics}/{renamed['id']}") == renamed
    await builder.send("DELETE", f"{topics}/{renamed['id']}", 204)
    assert TOPIC not in await files_of(builder, code)
    await builder.send("DELETE", f"{topics}/{renamed['id']}", 404)


async def test_a_new_topic_is_a_new_file(builder: Builder) -> None:
    code = await create(builder)
    topics = f"/branches/{code}/knowledge-base/topics"
    body = {"name": "Hours!", "content": "Two\nlines", "exampleQueries": {"queries": ["When?"]}}
    made = await builder.send("POST", topics, 201, json=body)
    assert (made["name"], made["exampleQueries"], made["isActive"]) == ("Hours!", {"queries": ["When?"]}, True)
    assert b"Two\n  lines" in (await files_of(builder, code))["topics/hours_2.yaml"]
    refused = await builder.send("POST", topics, 409, json=body)
    assert refused["error_code"] == "KNOWLEDGE_BASE_TOPIC_ALREADY_EXISTS"
    refused = await builder.send("PATCH", f"{topics}/{made['id']}", 409, json={"name": "Hours"})
    assert refused["error_code"] == "KNOWLEDGE_BASE_TOPIC_ALREADY_EXISTS"
    refused = await builder.send("POST", topics, 400, json={"name": "x", "content": "", "id": "y"})
    assert refused["error_code"] == "KNOWLEDGE_BASE_TOPICS_INVALID"
    for wrong in ({"isActive": "yes"}, {"isActive": 1}, {"isActive": None}, {"content": 5}):
        refused = await builder.send("POST", topics, 400, json={"name": "x", "content": "y", **wrong})
        assert [each["field"] for each in refused["errors"]] == list(wrong)
    await builder.send("POST", f"/branches/{code}/merge")
    assert len(await builder.send("GET", "/branches/main/knowledge-base/topics")) == 2


async def test_of_many_who_add_at_once_all_are_there(builder: Builder) -> None:
    code = await create(builder)
    topics = f"/branches/{code}/knowledge-base/topics"
    answers = await asyncio.gather(
        *(builder.ask("POST", topics, json={"name": f"t{number}", "content": "x"}) for number in range(3))
    )
    assert [answer.status_code for answer in answers] == [201, 201, 201]
    assert len(await builder.send("GET", topics)) == 4


async def test_of_many_who_change_at_once_nobody_is_refused(builder: Builder) -> None:
    code = await create(builder)
    topics = f"/branches/{code}/knowledge-base/topics"
    made = [await builder.send("POST", topics, 201, json={"name": f"t{each}", "content": "x"}) for each in range(4)]
    edits = [(each["id"], {field: "new"}) for each in made for field in ("content", "actions")]
    behavior = [("PATCH", f"/branches/{code}/behavior", {"behavior": f"Be {each}."}) for each in range(4)]
    wanted = [*(("PATCH", f"{topics}/{topic}", body) for topic, body in edits), *behavior]
    answers = await asyncio.gather(*(builder.ask(method, path, json=body) for method, path, body in wanted))
    assert [answer.status_code for answer in answers] == [204] * len(edits) + [200] * len(behavior)
    changed = {each["id"]: (each["content"], each["actions"]) for each in await builder.send("GET", topics)}
    assert [changed[each["id"]] for each in made] == [("new", "new")] * len(made)
    done = (await toolkit(builder, "GET", f"/branches/{code}/sequence"))["lastKnownSequence"]
    assert int(done) == 1 + len(made) + len(wanted), "each was made to what the others left"


async def test_main_is_only_read(builder: Builder) -> None:
    (topic,) = await builder.send("GET", "/branches/main/knowledge-base/topics")
    for method, path in (
        ("PATCH", "behavior"),
        ("POST", "knowledge-base/topics"),
        ("PATCH", f"knowledge-base/topics/{topic['id']}"),
        ("DELETE", f"knowledge-base/topics/{topic['id']}"),
        ("POST", "variants"),
        ("POST", "attributes"),
    ):
        refused = await builder.send(method, f"/branches/main/{path}", 422, json={})
        assert refused["error_code"] == "BRANCH_READ_ONLY"
