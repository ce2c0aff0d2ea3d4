"""Trying an agent: whom one talks to, as whom, and the words while they come."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from uuid import uuid4

import httpx
import pytest
from pydantic.alias_generators import to_snake

from parley.domain.conversations.model import row_id
from parley.providers.llm.scripted import Answer, Call, Delay, Say, ScriptedModel
from parley.resources import Resources
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make
from tests.platform_api.test_chat_streamed_replies import CHUNK, STREAM, Gate, events, lines

pytestmark = pytest.mark.io

KEEPS = (
    "from _gen import *\n@func_description('Keeps.')\n"
    "def keep(conv: Conversation):\n"
    "    conv.state.caller = conv.caller_number\n"
    "    return {'utterance': f'{conv.channel_type} {conv.env}'}\n"
)


@pytest.fixture(name="builder")
async def _builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def start(builder: Builder, status: int = 201, **more: Any) -> Any:
    return await builder.send("POST", "/debug-chat", status, json={"clientEnv": "sandbox", **more})


async def test_words_come_to_a_page_of_the_console_while_the_model_goes_on(builder: Builder, make: Make) -> None:
    await builder.deploy()
    gate = Gate(Say("First words "), Delay(1), Say("and the rest."))
    make.use_model(gate.model)
    headers = {**await make.browser_headers(builder.project_info), **STREAM}
    async with httpx.AsyncClient(base_url=builder.client.url, trust_env=False, timeout=30) as client:
        begun = await client.post(f"{builder.path}/debug-chat", headers=headers, json={"clientEnv": "sandbox"})
        assert begun.status_code == 201
        name, opened = events(begun.text)[-1]
        assert (name, opened["response"], opened["memory"]) == ("response", "Hello, how can I help?", {})
        path = f"{builder.path}/debug-chat/{opened['conversationId']}"
        say = {"clientEnv": "sandbox", "message": "Hi"}
        async with client.stream("POST", path, headers=headers, json=say) as response:
            said = lines(response)
            assert json.loads(await anext(said))["text"] == "First words"
            assert not gate.may_go_on.is_set()
            gate.may_go_on.set()
            *_, last = [json.loads(line) async for line in said]
        assert (last["response"], last["userInput"]) == ("First words and the rest.", "Hi")
        assert last["metadata"]["model_requests"]
        refused = await client.post(path, headers={**headers, "x-csrf-token": ""}, json=say)
        assert refused.status_code == 403


async def test_a_version_is_tried_before_it_is_active_anywhere(builder: Builder, make: Make) -> None:
    function = {"functions__keep.py": KEEPS}
    older = await builder.deploy("Use {{fn:keep}}.", **function)
    await builder.deploy()
    make.use_model(ScriptedModel([Answer((Call("keep"),), repeat=True)]))
    opened = await start(builder, deploymentId=str(older.id), callerNumber="+15550100", channel="SMS")
    path = f"/debug-chat/{opened['conversationId']}"
    said = await builder.send("POST", path, json={"clientEnv": "sandbox", "message": "Hi"})
    assert (said["response"], said["state"]["caller"]) == ("sms.polyai sandbox", "+15550100")
    spoken = await start(builder, deploymentId=str(older.id), clientEnv="pre-release", channel="anything")
    path = f"/debug-chat/{spoken['conversationId']}"
    said = await builder.send("POST", path, json={"clientEnv": "pre-release", "message": "Hi"})
    assert said["response"] == "chat.polyai pre-release"


async def test_only_versions_of_this_agent_and_none_around_the_way_to_live(builder: Builder, make: Make) -> None:
    mine = await builder.deploy()
    theirs = await make.deploy(await make.project(), {"agent_settings/rules.txt": "Be kind."}, "sandbox")
    for unknown in (theirs.id, uuid4()):
        await start(builder, 404, deploymentId=str(unknown))
    await start(builder, 400, deploymentId="x")
    refused = await start(builder, 400, deploymentId=str(mine.id), clientEnv="live")
    assert refused["errors"][0]["field"] == "deploymentId"


async def test_it_is_ended_as_by_a_user_who_leaves(builder: Builder, resources: Resources) -> None:
    await builder.deploy()
    conversation = (await start(builder))["conversationId"]
    ended = await builder.send("POST", f"/debug-chat/{conversation}/end", json={"clientEnv": "sandbox"})
    assert ended == {"conversationId": conversation, "conversationEnded": True}
    say = {"clientEnv": "sandbox", "message": "Hi"}
    await builder.send("POST", f"/debug-chat/{conversation}", 410, json=say)
    row = await resources.db.fetchrow("select end_reason from conversations where id = $1", row_id(conversation))
    assert row is not None
    assert row["end_reason"] == "closed"
    await builder.send("POST", f"/debug-chat/{conversation}/end", 404, json={"clientEnv": "live"})
    assert (await builder.ask("POST", f"/debug-chat/{conversation}", json=say, headers=STREAM)).status_code == 410
    streamed = await builder.ask("POST", "/debug-chat", json={"clientEnv": "sandbox"}, headers=STREAM)
    assert {name for name, _ in events(streamed.text)} == {CHUNK, "response"}


BOOKS = (
    "from _gen import *\n@func_description('Books.')\n@func_parameter('table', 'Which.')\n"
    "def book(conv: Conversation, table: int):\n"
    "    conv.state.table = table\n"
    "    conv.write_metric('BOOKED', table)\n"
    "    conv.log.info('booked')\n"
    "    return {'content': 'done', 'handoff': {'destination': 'desk', 'reason': 'wants a person'}}\n"
)
FACTS = {
    "state", "metrics", "currentNode", "nodeTrace", "functionEvents", "handoffDestination", "retrievedTopics",
    "retrievedSources", "citedTopic", "inFlow", "inStep", "asrLangCode", "ttsLangCode", "llmRequests",
}  # fmt: skip


async def test_what_a_turn_did_is_told_in_both_spellings(builder: Builder, make: Make) -> None:
    await builder.deploy("Use {{fn:book}}.", **{"functions__book.py": BOOKS})
    make.use_model(ScriptedModel([Answer((Call("book", {"table": 4}), Say("Done.")), repeat=True)]))
    opened = await start(builder, channel="webchat.polyai")
    assert opened["conversationId"].startswith("AS_CHAT_")
    assert opened["metadata"].keys() >= FACTS
    assert (opened["metadata"]["functionEvents"], opened["metadata"]["llmRequests"]) == ([], [])
    path = f"/debug-chat/{opened['conversationId']}"
    told = (await builder.send("POST", path, json={"clientEnv": "sandbox", "message": "Hi"}))["metadata"]
    toolkit = f"/adk/v1/accounts/{builder.project_info.account_id}/projects/{builder.project_info.id}/chat"
    begun = await builder.client.post(
        toolkit, headers=builder.headers, json={"client_env": "sandbox", "channel": "webchat.polyai"}
    )
    body = {"client_env": "sandbox", "message": "Hi"}
    said = await builder.client.post(f"{toolkit}/{begun.json()['conversation_id']}", headers=builder.headers, json=body)
    metadata = said.json()["metadata"]
    for camel in FACTS - {"functionEvents", "llmRequests", "state"}:
        assert metadata[to_snake(camel)] == told[camel], camel
    unused = ("currentNode", "nodeTrace", "citedTopic", "retrievedSources")
    assert [told[name] for name in unused] == ["", [], "", []]
    assert told["metrics"] == {"BOOKED": "4"}
    assert told["state"]["table"] == 4
    assert told["asrLangCode"] == told["ttsLangCode"] == "en-US"
    for [event] in (told["functionEvents"], metadata["function_events"]):
        assert (event["name"], event["arguments"], event["turn_id"]) == ("book", {"table": 4}, None)
        assert event["state_changes"]["added"] == {"table": 4}
        assert event["start_time"].endswith("GMT")
        assert (event["error"], event["hangup"], event["id"]) == (None, None, "")
        assert [line["message"] for line in event["logs"]] == ["booked"]


async def test_a_toolkit_takes_what_never_was_for_ended(builder: Builder) -> None:
    await builder.deploy()
    account, project = builder.project_info.account_id, builder.project_info.id
    for unknown in (f"AS_CHAT_{uuid4()}", "nonsense"):
        path = f"/adk/v1/accounts/{account}/projects/{project}/chat/{unknown}"
        body = {"client_env": "sandbox", "message": "Hi"}
        answer = await builder.client.post(path, headers=builder.headers, json=body)
        assert (answer.status_code, answer.json()["error_code"]) == (410, "CHAT_CONVERSATION_ENDED")
        await builder.send("POST", f"/debug-chat/{unknown}", 404, json={"clientEnv": "sandbox", "message": "Hi"})


async def test_a_toolkit_reads_an_unknown_project_as_an_unknown_deployment(builder: Builder) -> None:
    await builder.deploy()
    account = f"/adk/v1/accounts/{builder.project_info.account_id}/projects"
    found = await builder.client.get(f"{account}/{builder.project_info.slug}", headers=builder.headers)
    assert found.json()["config"] == {"deployment_mode": "releases"}
    for path in ("", "/deployments", "/deployments/active"):
        answer = await builder.client.get(f"{account}/nothing{path}", headers=builder.headers)
        assert (answer.status_code, answer.json()["error_code"]) == (404, "DEPLOYMENT_NOT_FOUND")


async def test_a_conversation_is_called_what_its_client_chose(builder: Builder) -> None:
    await builder.deploy()
    chosen = f"AS_CHAT_{uuid4()}"
    begun = await start(builder, conversationId=chosen)
    assert begun["conversationId"] == chosen
    say = {"clientEnv": "sandbox", "message": "Hi"}
    assert (await builder.send("POST", f"/debug-chat/{chosen}", json=say))["conversationId"] == chosen
    detail = await builder.send("GET", f"/conversations/{chosen}")
    assert (detail["conversationId"], len(detail["turns"])) == (chosen, 2)
    [listed] = (await builder.send("GET", "/conversations"))["conversations"]
    assert listed["conversationId"] == chosen
    assert (await builder.send("GET", f"/conversations/{chosen}/trace"))["turns"]
    ended = await builder.send("POST", f"/debug-chat/{chosen}/end", json={"clientEnv": "sandbox"})
    assert ended["conversationId"] == chosen
    assert (await start(builder, 409, conversationId=chosen))["error_code"] == "CONVERSATION_ID_TAKEN"


async def test_a_chosen_id_is_given_once_in_a_project(builder: Builder, build: ContractClient, make: Make) -> None:
    other = await Builder.of(build, make)
    for each in (builder, other):
        await each.deploy()
    body = {"clientEnv": "sandbox", "conversationId": "c-1"}
    asked = [builder.ask("POST", "/debug-chat", json=body) for _ in range(2)]
    assert sorted(each.status_code for each in await asyncio.gather(*asked)) == [201, 409]
    say = {"clientEnv": "sandbox", "message": "Hi"}
    await other.send("POST", "/debug-chat/c-1", 404, json=say)
    await other.send("GET", "/conversations/c-1", 404)
    assert (await start(other, conversationId="c-1"))["conversationId"] == "c-1"


async def test_a_chosen_id_stands_in_an_address_as_it_is(builder: Builder) -> None:
    await builder.deploy()
    for chosen in ("", "a/b", "a b", "x" * 101, "\0", "é", "a\n"):
        await start(builder, 400, conversationId=chosen)


async def test_ids_of_ours_are_not_chosen(builder: Builder) -> None:
    await builder.deploy()
    own = (await start(builder))["conversationId"]
    assert "form of the ids" in str(await start(builder, 400, conversationId=own))
