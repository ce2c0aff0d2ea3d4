"""A conversation played again: both answers, what differs, and nothing of it left with people or in the figures."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from parley.build_api.conversations import replays
from parley.domain.accounts.model import Family, Role
from parley.domain.conversations import actions
from parley.domain.conversations.actions import FINISH
from parley.domain.conversations.model import row_id
from parley.providers.llm.scripted import Answer, Call, Fail, Move, Say, ScriptedModel
from parley.resources import Resources
from tests.build_api.builder import Builder, run_jobs
from tests.contract import ContractClient
from tests.make import Make
from tests.platform_api.test_chat_streamed_replies import STREAM, events

pytestmark = pytest.mark.io

TEXTS = (
    "from _gen import *\n@func_description('Writes.')\n"
    "def write(conv: Conversation):\n"
    "    conv.send_sms(to_number='+15550111', from_number='+15550100', content='Hello')\n"
    "    conv.state.name = 'Ada'\n"
    "    return {'utterance': 'Sent.'}\n"
)
MEMORY = {"identifier_source": "caller_number", "state_keys": ["name"]}
FILES = {
    "functions__write.py": TEXTS,
    "agent_settings__experimental_config.json": json.dumps({"memory": MEMORY}),
}
ENDS = (
    "from _gen import *\n@func_description('Ends.')\n"
    "def bye(conv: Conversation):\n    return {'utterance': 'Bye.', 'hangup': True}\n"
)
COUNTED = "select environment, count(*) as count from conversations where project_id = $1 group by 1"


@pytest.fixture(name="builder")
async def _builder(build: ContractClient, make: Make) -> Builder:
    builder = await Builder.of(build, make)
    for environment in ("live", "sandbox"):
        await builder.deploy("Use {{fn:write}}.", environment, **FILES)
    return builder


async def talk(builder: Builder, *words: str) -> str:
    body = {"clientEnv": "live", "callerNumber": "+15550111"}
    opened = await builder.send("POST", "/debug-chat", 201, json=body)
    conversation: str = opened["conversationId"]
    for each in words:
        await builder.send("POST", f"/debug-chat/{conversation}", json={"clientEnv": "live", "message": each})
    return conversation


async def replay(builder: Builder, conversation: str, status: int = 201, **body: Any) -> Any:
    return await builder.send("POST", f"/conversations/{conversation}/replay", status, json=body)


async def test_both_answers_and_what_differs(builder: Builder, make: Make, resources: Resources) -> None:
    script: list[Move] = [Say("At six."), Call("write"), Say("At seven."), Call("write")]
    make.use_model(ScriptedModel([Answer((move,)) for move in script]))
    conversation = await talk(builder, "When?", "Write to me")
    before = await resources.db.fetch("select count(*) from messages")
    found = await replay(builder, conversation)
    assert [each["userInput"] for each in found["turns"]] == [None, "When?", "Write to me"]
    opening, first, second = found["turns"]
    assert opening["after"]["response"] == opening["before"]["response"] == "Hello, how can I help?"
    assert (first["before"]["response"], first["after"]["response"]) == ("At six.", "At seven.")
    assert (first["differences"], second["differences"]) == (["words"], [])
    assert second["after"]["functions"] == [{"name": "write", "arguments": {}}]
    assert (found["differing"], found["stopped"], found["redacted"]) == (1, None, False)
    detail = await builder.send("GET", f"/conversations/{found['conversationId']}")
    assert (detail["replayOf"], detail["clientEnv"], detail["inProgress"]) == (conversation, "sandbox", False)
    assert (await builder.send("GET", f"/conversations/{conversation}"))["replayOf"] is None
    rows = await resources.db.fetch(COUNTED, builder.project_info.id)
    assert {row["environment"]: row["count"] for row in rows} == {"live": 1, "sandbox": 1}
    await run_jobs(resources, [FINISH])
    assert await resources.db.fetch("select count(*) from messages") == before, "nobody is written to again"
    assert await resources.db.fetch("select from memories") == [], "nor remembered"


async def test_each_turn_comes_as_it_ends(builder: Builder, make: Make) -> None:
    make.use_model(ScriptedModel([Answer((Say("At six."),), repeat=True)]))
    conversation = await talk(builder, "When?", "Really?")
    answer = await builder.ask("POST", f"/conversations/{conversation}/replay", json={}, headers=STREAM)
    names, bodies = zip(*events(answer.text), strict=True)
    assert names == ("turn", "turn", "turn", "response")
    assert bodies[-1]["turns"] == list(bodies[:-1])
    assert answer.status_code == 201


async def test_it_stops_where_the_agent_ends_and_at_its_limits(builder: Builder, make: Make) -> None:
    make.use_model(ScriptedModel([Answer((Say("At six."),), repeat=True)]))
    conversation = await talk(builder, "When?", "Really?", "Sure?")
    limited = await replay(builder, conversation, turns=1)
    assert limited["stopped"] == "turns"
    assert [each["after"] is None for each in limited["turns"]] == [False, False, True, True]
    other = await builder.deploy("Use {{fn:bye}}.", "pre-release", **{"functions__bye.py": ENDS})
    make.use_model(ScriptedModel([Answer((Call("bye"),), repeat=True)]))
    ended = await replay(builder, conversation, deploymentId=str(other.id))
    assert ended["stopped"] == "ended"
    assert ended["turns"][1]["differences"] == ["words", "functions", "end"]
    for wrong in ({"turns": 0}, {"seconds": 601}, {"clientEnv": "live"}, {"deploymentId": "x"}):
        await replay(builder, conversation, 400, **wrong)
    await replay(builder, conversation, 404, deploymentId=str(uuid4()))
    await replay(builder, conversation, 400, clientEnv="pre-release", variantId="nowhere")


async def test_whose_it_is_and_who_may(builder: Builder, build: ContractClient, make: Make) -> None:
    conversation = await talk(builder)
    other = await Builder.of(build, make)
    await replay(other, conversation, 404)
    await replay(builder, "CONV-1", 404)
    path = f"{builder.path}/conversations/{conversation}/replay"
    viewer = await make.browser_headers(builder.project_info, Role.VIEWER)
    assert (await build.post(path, headers=viewer, json={})).status_code == 403
    blind = await make.key(Family.BUILD, builder.project_info, settings={"show_transcripts": False})
    assert (await build.post(path, headers={"x-api-key": blind.secret}, json={})).status_code == 403


async def test_so_many_at_a_time(builder: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    conversation = await talk(builder)
    monkeypatch.setattr(replays.admission, "most_of_account", 1)
    await replay(builder, conversation)
    await replay(builder, conversation), "the place is free again"
    monkeypatch.setattr(replays.admission, "most_of_account", 0)
    await replay(builder, conversation, 429)


async def test_a_replay_goes_with_its_original(builder: Builder, make: Make, resources: Resources) -> None:
    make.use_model(ScriptedModel([Answer((Say("At six."),), repeat=True), Fail()]))
    conversation = await talk(builder, "When?")
    copy = (await replay(builder, conversation))["conversationId"]
    await builder.send("POST", f"/debug-chat/{conversation}/end", json={"clientEnv": "live"})
    await run_jobs(resources, [FINISH])
    found = row_id(conversation)
    assert found is not None
    async with resources.db.transaction() as tx:
        await actions.remove(tx, found)
    for gone in (conversation, copy):
        await builder.send("GET", f"/conversations/{gone}", 404)
