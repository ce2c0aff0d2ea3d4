"""Trying an agent: whom one talks to, as whom, and the words while they come."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import httpx
import pytest

from parley.domain.conversations.model import row_id
from parley.providers.llm.scripted import Answer, Call, Delay, Say, ScriptedModel
from parley.resources import Resources
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make
from tests.platform_api.test_streamed_replies import CHUNK, STREAM, Gate, events, lines

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
