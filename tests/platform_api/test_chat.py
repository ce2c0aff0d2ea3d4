"""The Chat API, over real HTTP, with agents whose Python runs in real hosts and a model that plays a script."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from parley.domain.conversations.model import row_id
from parley.providers.llm.scripted import Answer, Call, Delay, Say, ScriptedModel
from parley.resources import Resources
from parley.runtime.session.sessions import Sessions
from tests.contract import ContractClient
from tests.make import Make
from tests.platform_api.chatting import AGENT, Chat, script

pytestmark = pytest.mark.io


@pytest.fixture
async def chat(platform: ContractClient, make: Make) -> Chat:
    project_info = await make.project()
    await make.deploy(project_info, AGENT)
    return Chat(platform, project_info, await make.chat_headers(project_info))


async def test_a_whole_conversation(chat: Chat, make: Make) -> None:
    make.use_model(script(Call("add_up", {"number": 2}), Call("add_up", {"number": 3}), Call("goodbye")))
    opened = await chat.create({"variant_id": "south", "integration_attributes": {"customer": "Ada"}})
    assert opened.status_code == 200
    assert set(opened.json()) == {"conversation_id", "response"}
    assert opened.json()["response"] == "Hello, how can I help?"
    conversation = opened.json()["conversation_id"]
    first = await chat.respond(conversation, "two")
    assert first.json() == {
        "conversation_id": conversation,
        "response": "Ada: 2 in Dover",
        "end_conversation": False,
    }
    assert (await chat.respond(conversation, "three")).json()["response"] == "Ada: 5 in Dover"
    last = (await chat.respond(conversation, "bye")).json()
    assert (last["response"], last["end_conversation"]) == ("Bye.", True)
    ended = await chat.respond(conversation, "still there?")
    assert (ended.status_code, ended.json()["error_code"]) == (410, "CHAT_CONVERSATION_ENDED")
    assert (await chat.close(conversation)).json() == {"success": True}


@pytest.mark.parametrize("body", [None, {}], ids=["no body", "empty object"])
async def test_create_needs_no_body(chat: Chat, body: Any) -> None:
    response = await chat.create(body)
    assert response.status_code == 200


async def test_a_handoff_ends_the_conversation(chat: Chat, make: Make) -> None:
    make.use_model(script(Call("hand_over")))
    conversation = await chat.started()
    answer = (await chat.respond(conversation, "a person please")).json()
    assert answer["end_conversation"] is True
    assert answer["handoff"] == {"destination": "desk", "reason": "asked"}


@pytest.mark.parametrize(
    "body",
    [
        {"variant_id": "west"},
        {"variant_id": 3},
        {"integration_attributes": [1]},
        {"integration_attributes": "x"},
        {"channel": "pigeon"},
        [],
        "x",
    ],
    ids=str,
)
async def test_create_refuses(chat: Chat, body: Any) -> None:
    assert (await chat.create(body)).status_code == 400


async def test_what_is_not_an_object_is_called_so_in_words_of_json(chat: Chat) -> None:
    assert (await chat.create([])).json()["error_message"].endswith("body: must be an object")
    told = (await chat.create({"integration_attributes": "x"})).json()["error_message"]
    assert told.endswith("integration_attributes: must be an object")


async def test_unknown_fields_are_ignored(chat: Chat) -> None:
    assert (await chat.create({"initial_message": "hi", "channel": "sms"})).status_code == 200


async def test_nothing_deployed(platform: ContractClient, make: Make) -> None:
    project_info = await make.project()
    response = await Chat(platform, project_info, await make.chat_headers(project_info)).create()
    assert (response.status_code, response.json()["error_code"]) == (400, "CHAT_DRAFT_NOT_EXIST")


@pytest.mark.parametrize(
    "unknown", ["CONV-1", "x", "CONV-" + "9" * 60, "OUT-00000000-0000-7000-8000-000000000000", "CONV-" + "1" * 37]
)
async def test_an_unknown_conversation(chat: Chat, unknown: str) -> None:
    for response in (await chat.respond(unknown, "hi"), await chat.close(unknown)):
        assert (response.status_code, response.json()["error_code"]) == (404, "CONVERSATIONS_NOT_FOUND")


async def test_bad_respond_bodies(chat: Chat) -> None:
    conversation = await chat.started()
    wrong = {"conversation_id": conversation, "message": 5}
    for body in ({}, {"conversation_id": 1}, {"conversation_id": ""}, wrong, {"message": "hi"}):
        response = await chat.client.post(f"{chat.prefix}/respond", headers=chat.headers, json=body)
        assert response.status_code == 400, body


async def test_another_environment_or_project_does_not_see_it(platform: ContractClient, chat: Chat, make: Make) -> None:
    conversation = await chat.started()
    other = await make.project()
    await make.deploy(other, AGENT)
    stranger = Chat(platform, other, await make.chat_headers(other))
    assert (await stranger.respond(conversation, "hi")).status_code == 404
    assert (await stranger.close(conversation)).status_code == 404


async def test_a_key_of_one_environment_with_a_token_of_another(chat: Chat, make: Make, resources: Resources) -> None:
    account, project = chat.prefix.split("/")[2:4]
    project_info = await resources.tenants.project((await resources.tenants.account(account)).id, project)
    sandbox = await make.chat_headers(project_info, environment="sandbox")
    mixed = {**chat.headers, "x-token": sandbox["x-token"]}
    assert (await Chat(chat.client, project_info, mixed).create()).status_code == 403


async def test_a_silent_turn(chat: Chat, make: Make, resources: Resources) -> None:
    make.use_model(script(Say("Are you there?"), Say("Still there?")))
    conversation = await chat.started()
    assert (await chat.respond(conversation)).json()["response"] == "Are you there?"
    assert (await chat.respond(conversation, "")).json()["response"] == "Still there?"
    rows = await resources.db.fetch(
        "select number, user_input, is_silence from turns where conversation_id = $1 order by number",
        row_id(conversation),
    )
    assert [tuple(row) for row in rows] == [(0, "", False), (1, "", True), (2, "", True)]


async def test_two_at_once_are_taken_one_after_the_other(chat: Chat, make: Make, resources: Resources) -> None:
    answers = [Answer((Delay(0.05), Call("add_up", {"number": 1}))) for _ in range(6)]
    make.use_model(ScriptedModel(answers))
    conversation = await chat.started()
    replies = await asyncio.gather(*(chat.respond(conversation, f"m{n}") for n in range(6)))
    assert sorted(r.json()["response"] for r in replies) == [f"None: {n} in Leeds" for n in range(1, 7)]
    rows = await resources.db.fetch(
        "select number, agent_response from turns where conversation_id = $1 and number > 0 order by number",
        row_id(conversation),
    )
    assert [tuple(row) for row in rows] == [(n, f"None: {n} in Leeds") for n in range(1, 7)]


async def test_a_retry_takes_no_second_turn(chat: Chat, make: Make) -> None:
    make.use_model(script(Call("add_up", {"number": 1}), Call("add_up", {"number": 1})))
    conversation = await chat.started()
    key = {"idempotency-key": "abc"}
    first = await chat.respond(conversation, "one", **key)
    again = await asyncio.gather(*(chat.respond(conversation, "one", **key) for _ in range(3)))
    assert all(r.json() == first.json() for r in again)
    other = await chat.respond(conversation, "another message", **key)
    assert (other.status_code, other.json()["error_code"]) == (409, "IDEMPOTENCY_KEY_REUSED")
    assert (await chat.respond(conversation, "one")).json()["response"] == "None: 2 in Leeds"


async def test_simultaneous_retries_take_one_turn(chat: Chat, make: Make) -> None:
    make.use_model(script(Answer((Delay(0.05), Call("add_up", {"number": 1})))))
    conversation = await chat.started()
    replies = await asyncio.gather(*(chat.respond(conversation, "one", **{"idempotency-key": "k"}) for _ in range(5)))
    assert {r.json()["response"] for r in replies} == {"None: 1 in Leeds"}


async def test_a_retry_of_the_last_turn_gets_its_answer(chat: Chat, make: Make) -> None:
    make.use_model(script(Call("goodbye")))
    conversation = await chat.started()
    first = await chat.respond(conversation, "bye", **{"idempotency-key": "k"})
    again = await chat.respond(conversation, "bye", **{"idempotency-key": "k"})
    assert first.json() == again.json()
    assert (await chat.respond(conversation, "bye")).status_code == 410


async def test_create_with_a_retry_starts_one_conversation(chat: Chat) -> None:
    replies = await asyncio.gather(*(chat.create({}, **{"idempotency-key": "once"}) for _ in range(4)))
    assert len({r.json()["conversation_id"] for r in replies}) == 1


async def test_an_idle_chat_times_out(chat: Chat, make: Make, resources: Resources) -> None:
    conversation = await chat.started()
    resources.sessions = Sessions(resources.dependencies, timedelta(0))
    for _ in range(2):
        response = await chat.respond(conversation, "hi")
        assert (response.status_code, response.json()["error_code"]) == (400, "CHAT_TIMEOUT")


async def test_a_closed_chat_is_gone(chat: Chat) -> None:
    conversation = await chat.started()
    assert (await chat.close(conversation)).json() == {"success": True}
    assert (await chat.close(conversation)).json() == {"success": True}
    assert (await chat.respond(conversation, "hi")).status_code == 410


async def test_a_conversation_keeps_its_deployment(chat: Chat, make: Make, resources: Resources) -> None:
    make.use_model(script(Call("add_up", {"number": 1}), Call("add_up", {"number": 1})))
    before = await chat.started()
    account, project = chat.prefix.split("/")[2:4]
    project_info = await resources.tenants.project(account, project)
    changed = {**AGENT, "voice/configuration.yaml": "greeting:\n  welcome_message: New greeting\n"}
    changed["functions/add_up.py"] = AGENT["functions/add_up.py"].replace("{conv.state.total} in", "new {number} in")
    await make.deploy(project_info, changed)

    async def greeting() -> str:
        return str((await chat.create()).json()["response"])

    give_up = asyncio.get_running_loop().time() + 2
    while await greeting() != "New greeting":
        assert asyncio.get_running_loop().time() < give_up, "a new deployment answers within two seconds"
    assert (await chat.respond(before, "one")).json()["response"] == "None: 1 in Leeds"


async def test_versions(platform: ContractClient, chat: Chat) -> None:
    for version, status in (("v1", 200), ("v2", 200), ("v3", 200), ("v4", 404), ("latest", 404)):
        path = chat.prefix.replace("/v1/", f"/{version}/")
        assert (await platform.post(f"{path}/create", headers=chat.headers)).status_code == status
