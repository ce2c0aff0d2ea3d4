"""External events: found, checked, written, and known to the very next turn."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncGenerator
from datetime import datetime, timedelta
from typing import Any

import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations.actions import FINISH
from parley.platform_api.external_events import LARGEST
from parley.providers.llm.protocol import Piece, Request, Text
from parley.providers.llm.scripted import Call, Fail, Say, ScriptedModel
from parley.storage import queue
from parley.worker.registry import JOBS
from tests.contract import ContractClient
from tests.expecting import FILES, JSON, REPORT, WEBHOOK, Talk, talk_to
from tests.make import Make

pytestmark = pytest.mark.io

NOT_FOUND = "External event id not found in request"
NOT_VALID = "External event id not valid"


@pytest.fixture
async def talk(platform: ContractClient, make: Make) -> Talk:
    return await talk_to(platform, make)


READABLE = [
    ("headers", "X-Event-Id", JSON, '{"status": "paid"}'),
    ("headers", "x-EVENT-id", "text/plain", "anything at all"),
    ("querystring", "eid", JSON, "not JSON"),
    ("payload", "data.ids.1", JSON, '{"data": {"ids": ["x", "ID"]}}'),
    ("payload", "data.ids.1", "application/json; charset=utf-8", '{"data": {"ids": ["x", "ID"]}, "é": 1}'),
    ("payload", "cid", "application/xml", "<root><cid>ID</cid></root>"),
    ("payload", "a.cid", "text/xml", "<root><a><cid>ID</cid></a></root>"),
    ("payload", "eid", "application/x-www-form-urlencoded", "status=paid&eid=ID"),
    ("payload", "eid", "text/plain", "status=paid&eid=ID"),
    ("payload", "eid", None, '{"eid": "ID"}'),
    ("payload", "eid", None, "eid=ID"),
]


async def test_an_event_is_known_to_the_very_next_turn(talk: Talk) -> None:
    for number, (location, path, content_type, body) in enumerate(READABLE):
        event_id = await talk.event_id()
        body = body.replace("ID", event_id)
        answer = await talk.post(
            location, path, body.encode(), content_type, headers={"X-Event-Id": event_id}, params={"eid": event_id}
        )
        assert (answer.status_code, answer.json()) == (201, {"success": True})
        *earlier, event = await talk.reported()
        assert len(earlier) == number
        kind = (content_type or (JSON if body.startswith("{") else "text/plain")).partition(";")[0]
        age = talk.make.resources.clock.now() - datetime.fromisoformat(event.pop("created_at"))
        assert timedelta(0) <= age < timedelta(minutes=1)
        assert event == {"ext_event_id": event_id, "send_to_llm": False, "data": body, "content_type": kind}


ABSENT = [
    ("headers", "X-Event-Id", JSON, "{}"),
    ("headers", "é", JSON, "{}"),
    ("querystring", "eid", JSON, "{}"),
    ("payload", "eid", JSON, '{"id": "x"}'),
    ("payload", "eid", JSON, "{"),
    ("payload", "eid", JSON, ""),
    ("payload", "eid", "application/xml", "<root><eid/></root>"),
    ("payload", "eid", "application/xml", "<root><eid>"),
    ("payload", "eid", "application/xml", '<!DOCTYPE r [<!ENTITY a "x">]><r><eid>&a;</eid></r>'),
    ("payload", "eid", "application/xml", '<!DOCTYPE r [<!ENTITY a SYSTEM "/etc/passwd">]><r><eid>&a;</eid></r>'),
    ("payload", "eid", "application/x-www-form-urlencoded", "a=1"),
    ("payload", "eid", "text/plain", "a=1"),
    ("payload", "eid", None, ""),
]


async def test_an_id_that_is_not_there(talk: Talk) -> None:
    for location, path, content_type, body in ABSENT:
        answer = await talk.post(location, path, body, content_type)
        assert (answer.status_code, answer.json()["error_message"]) == (400, NOT_FOUND), body
        assert answer.json()["error_code"] == "EXTERNAL_EVENT_ID_NOT_FOUND"


async def test_an_id_that_nobody_handed_out(talk: Talk) -> None:
    await talk.event_id()
    for wrong in ("0" * 32, "x" * 65, "a b", "../..", "\\u0000", "ключ", "1' or '1'='1"):
        answer = await talk.post("payload", "id", f'{{"id": "{wrong}"}}'.encode())
        assert (answer.status_code, answer.json()["error_message"]) == (400, NOT_VALID), wrong
        assert answer.json()["error_code"] == "EXTERNAL_EVENT_ID_NOT_VALID"
    assert await talk.reported() == []


async def test_an_id_is_good_for_an_hour(talk: Talk) -> None:
    event_id = await talk.event_id()
    db = talk.make.resources.db
    row = await db.fetchrow("select expires_at from external_event_ids where id = $1", event_id)
    assert row is not None
    left = row["expires_at"] - talk.make.resources.clock.now()
    assert timedelta(minutes=59) < left <= timedelta(hours=1)
    await db.fetch("update external_event_ids set expires_at = now() - interval '1 ms' where id = $1", event_id)
    answer = await talk.post("querystring", "id", params={"id": event_id})
    assert (answer.status_code, answer.json()["error_message"]) == (400, NOT_VALID)


async def test_an_event_for_a_conversation_that_has_ended_is_too_late(talk: Talk) -> None:
    event_id = await talk.event_id()
    await talk.close()
    answer = await talk.post("querystring", "id", params={"id": event_id})
    assert (answer.status_code, answer.json()["error_message"]) == (400, NOT_VALID)


async def test_an_id_is_bound_to_its_project(talk: Talk) -> None:
    event_id = await talk.event_id()
    account = talk.project_info.account_id
    sibling = await talk_to(talk.client, talk.make, await _deployed_beside(talk, account))
    stranger = await talk_to(talk.client, talk.make)
    for other in (sibling, stranger):
        answer = await other.post("querystring", "id", params={"id": event_id})
        assert (answer.status_code, answer.json()["error_message"]) == (400, NOT_VALID)
    assert await talk.reported() == []


async def _deployed_beside(talk: Talk, account_id: str) -> Any:
    account = await talk.make.resources.tenants.account(account_id)
    project_info = await talk.make.project(account)
    await talk.make.deploy(project_info, FILES)
    return project_info


async def test_keys_of_others_are_refused_before_anything_else(talk: Talk) -> None:
    event_id = await talk.event_id()
    stranger = await talk_to(talk.client, talk.make)
    beside = await _deployed_beside(talk, talk.project_info.account_id)
    foreign = (await talk.make.key(Family.EXTERNAL_EVENTS, beside)).secret
    params = {"id": event_id}
    for headers in (stranger.webhook_headers, {"x-api-key": foreign}):
        answer = await talk.post("querystring", "id", params=params, headers=headers)
        assert (answer.status_code, answer.json()["error_code"]) == (401, "AUTH_USER_INVALID_TOKEN")
    for wrong in (
        {"account_id": "nowhere"},
        {"project_id": "nowhere"},
        {"account_id": stranger.project_info.account_id},
    ):
        assert (await talk.post("querystring", "id", params={**params, **wrong})).status_code == 401
    assert await talk.reported() == []


async def test_every_spelling_of_account_and_project_and_a_key_for_all_of_the_account(talk: Talk) -> None:
    event_id, project_info = await talk.event_id(), talk.project_info
    account = await talk.make.resources.tenants.account(project_info.account_id)
    key = await talk.make.key(Family.EXTERNAL_EVENTS, project_info, project_id=None)
    for params in (
        {"account_id": account.slug, "project_id": project_info.slug},
        {"account_id": account.id.replace("ACCOUNT-", "ws-")},
    ):
        headers = {"x-api-key": key.secret}
        answer = await talk.post("querystring", "id", "{}", params={"id": event_id, **params}, headers=headers)
        assert answer.status_code == 201


async def test_a_project_of_another_region_is_elsewhere(platform: ContractClient, make: Make) -> None:
    project_info = await make.project(region="uk-1")
    key = await make.key(Family.EXTERNAL_EVENTS, project_info)
    params = {"event_id_location": "headers", "event_id_path": "x", "account_id": project_info.account_id}
    answer = await platform.post(
        WEBHOOK, headers={"x-api-key": key.secret}, params={**params, "project_id": project_info.id}
    )
    assert (answer.status_code, answer.json()["error_code"]) == (421, "WRONG_REGION")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"event_id_location": None}, "event_id_location"),
    ({"event_id_path": None}, "event_id_path"),
    ({"account_id": None}, "account_id"),
    ({"project_id": None}, "project_id"),
    ({"event_id_location": "query"}, "event_id_location"),
    ({"event_id_location": "Headers"}, "event_id_location"),
    ({"event_id_path": ""}, "event_id_path"),
    ({"event_id_path": "x" * 501}, "event_id_path"),
    ({"account_id": ""}, "account_id"),
    ({"project_id": ["a", "b"]}, "project_id"),
    ({"event_id_path": "a\x00b"}, "query"),
]


async def test_all_four_parameters_are_needed(talk: Talk) -> None:
    good = {"event_id_location": "payload", "event_id_path": "id", "account_id": "a", "project_id": "p"}
    for changed, blamed in WRONG:
        given = {name: value for name, value in {**good, **changed}.items() if value is not None}
        answer = await talk.client.post(WEBHOOK, headers=talk.webhook_headers, params=given, json={"id": "x"})
        assert (answer.status_code, answer.json()["error_code"]) == (400, "SCHEMA_VALIDATION_FAILED")
        assert blamed in answer.json()["error_message"]


async def test_all_that_is_wrong_is_named_at_once(talk: Talk) -> None:
    answer = await talk.client.post(WEBHOOK, headers=talk.webhook_headers)
    assert answer.status_code == 400
    for name in ("event_id_location", "event_id_path", "account_id", "project_id"):
        assert f"{name}: is required" in answer.json()["error_message"]


async def test_other_types_are_not_taken(talk: Talk) -> None:
    for kind in ("application/octet-stream", "multipart/form-data; boundary=x", "image/png", "x"):
        answer = await talk.post("payload", "id", "{}", kind)
        assert (answer.status_code, answer.json()["error_code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")


async def test_the_size_of_an_event_is_bounded(talk: Talk) -> None:
    event_id = await talk.event_id()
    large = json.dumps({"id": event_id, "x": "y" * (LARGEST - 60)})
    assert (await talk.post("payload", "id", large)).status_code == 201
    assert (await talk.post("payload", "id", large + " " * 60)).status_code == 413
    assert [len(event["data"]) for event in await talk.reported()] == [len(large)]


async def test_what_is_posted_again_is_another_event(talk: Talk) -> None:
    first, second = await talk.event_id(), await talk.event_id()
    for event_id, data in ((first, "1"), (second, "2"), (first, "1")):
        await talk.deliver(event_id, data)
    assert [(event["ext_event_id"], event["data"]) for event in await talk.reported()] == [
        (first, "1"),
        (second, "2"),
        (first, "1"),
    ]
    await talk.deliver(first, "3")
    assert [event["data"] for event in await talk.reported()] == ["1", "2", "1", "3"]


async def test_a_quiet_event_is_no_turn(talk: Talk) -> None:
    event_id = await talk.event_id()
    model = ScriptedModel([])
    talk.make.use_model(model)
    before = await talk.turns()
    await talk.deliver(event_id)
    await talk.settled()
    assert await talk.turns() == before
    assert model.requests == []


async def test_an_event_for_the_model_wakes_the_agent(talk: Talk) -> None:
    event_id = await talk.event_id(wakes=True)
    model = ScriptedModel([Say("Your payment has arrived."), Say("Certainly.")])
    talk.make.use_model(model)
    await talk.deliver(event_id, '{"status": "paid"}')
    await talk.settled()
    (request,) = model.requests
    assert (request.messages[-1].role, '{"status": "paid"}' in request.messages[-1].content) == ("system", True)
    assert (await talk.turns())[-1] == ("", "Your payment has arrived.", False), "nobody was silent: nobody was asked"
    assert await talk.say("Can I go?") == "Your payment has arrived. Certainly.", "a chat hears it with the next answer"
    assert (await talk.turns())[-1] == ("Can I go?", "Certainly.", False)
    assert [event["data"] for event in await talk.reported()] == ['{"status": "paid"}']


async def test_what_was_said_meanwhile_is_heard_once(talk: Talk) -> None:
    event_id = await talk.event_id(wakes=True)
    talk.make.use_model(ScriptedModel([Say("One."), Say("Two."), Say("Three."), Say("Four.")]))
    await talk.deliver(event_id)
    await talk.settled()
    await talk.deliver(event_id)
    await talk.settled()
    assert await talk.say("And?") == "One. Two. Three."
    assert await talk.say("And?") == "Four."


async def test_a_retry_gets_what_was_said_meanwhile_again(talk: Talk) -> None:
    event_id = await talk.event_id(wakes=True)
    talk.make.use_model(ScriptedModel([Say("News."), Say("Yes?")]))
    await talk.deliver(event_id)
    await talk.settled()
    talk.headers = {**talk.headers, "idempotency-key": "k"}
    assert await talk.say("Hello?") == await talk.say("Hello?") == "News. Yes?"


async def test_an_agent_that_cannot_answer_now_has_not_missed_it(talk: Talk) -> None:
    event_id = await talk.event_id(wakes=True)
    model = ScriptedModel([Fail(), Say("It has arrived.")])
    talk.make.use_model(model)
    await talk.deliver(event_id, "the news")
    await talk.settled()
    assert await talk.say("Any news?") == "It has arrived."
    assert any("the news" in message.content for message in model.requests[-1].messages)


async def test_an_event_can_end_the_conversation(platform: ContractClient, make: Make) -> None:
    project_info = await make.project()
    bye = (
        "from _gen import *\n@func_description('Ends.')\n"
        "def bye(conv: Conversation):\n    return {'utterance': 'Bye.', 'hangup': True}\n"
    )
    rules = "Use {{fn:wait}}, {{fn:report}} and {{fn:bye}}."
    await make.deploy(project_info, {**FILES, "functions/bye.py": bye, "agent_settings/rules.txt": rules})
    talk = await talk_to(platform, make, project_info)
    event_id = await talk.event_id(wakes=True)
    make.use_model(ScriptedModel([Call("bye")]))
    await talk.deliver(event_id)
    await talk.settled()
    assert (await talk.post("querystring", "id", params={"id": event_id})).status_code == 400
    body = {"conversation_id": talk.id, "message": "hello?"}
    path = f"/v1/{project_info.account_id}/{project_info.id}/chat/respond"
    assert (await platform.post(path, headers=talk.headers, json=body)).status_code == 410


class Answering:
    """A model that is asked by a function with an id, and has the outside system answer before it does itself."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._script = ScriptedModel([Call("ask_provider"), REPORT])

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        if request.tools:
            async for piece in self._script.stream(request):
                yield piece
        else:
            await self._talk.deliver(request.messages[-1].content, "fast")
            yield Text("done")


async def test_an_answer_that_comes_before_the_turn_is_over_is_let_in(platform: ContractClient, make: Make) -> None:
    project_info = await make.project()
    ask = (
        "from _gen import *\n@func_description('Asks.')\n"
        "def ask_provider(conv: Conversation):\n"
        "    conv.utils.prompt_llm(conv.generate_external_event())\n"
        "    return {'utterance': 'I have asked.'}\n"
    )
    rules = "Use {{fn:ask_provider}} and {{fn:report}}."
    await make.deploy(project_info, {**FILES, "functions/ask_provider.py": ask, "agent_settings/rules.txt": rules})
    talk = await talk_to(platform, make, project_info)
    make.use_model(Answering(talk))
    assert await talk.say("ask") == "I have asked."
    assert [event["data"] for event in json.loads(await talk.say("and?"))] == ["fast"]


async def test_other_conversations_hear_nothing(talk: Talk) -> None:
    other = await talk_to(talk.client, talk.make, talk.project_info)
    mine, theirs = await talk.event_id(), await other.event_id()
    await talk.deliver(mine, "mine")
    await talk.deliver(theirs, "theirs")
    assert [event["data"] for event in await talk.reported()] == ["mine"]
    assert [event["data"] for event in await other.reported()] == ["theirs"]


async def test_what_came_last_is_known_to_the_end_function(talk: Talk) -> None:
    event_id = await talk.event_id()
    await talk.deliver(event_id, "the last thing")
    await talk.close()
    resources = talk.make.resources
    async with resources.db.transaction() as tx:
        jobs = await queue.take(tx, [FINISH], 1, 60)
    await JOBS[FINISH].run(resources, jobs[0])
    row = await resources.db.fetchrow("select state from conversations where id = $1", talk.row)
    assert row is not None
    assert row["state"]["seen"] == ["the last thing"]
    assert await talk.waiting() == 0


async def test_any_request_is_answered(talk: Talk) -> None:
    chance = random.Random(1)
    event_id = await talk.event_id()
    bodies = ["", "{", '{"id": "ID"}', "<id>ID</id>", "<r><id>ID</id></r>", "id=ID", "\x00", "é", "[[[[", "%", "&&;="]
    kinds = [None, JSON, "text/plain", "application/xml", "text/xml", "application/x-www-form-urlencoded", "a/b", ";"]
    for _ in range(120):
        body = "".join(chance.choices(bodies, k=chance.randrange(1, 3))).replace("ID", event_id)
        raw = body.encode(chance.choice(["utf-8", "utf-16", "utf-8-sig"]))
        location = chance.choice(["headers", "querystring", "payload", "elsewhere"])
        path = chance.choice(["id", "r.id", "0", "", ".", "a" * 300, "@", "x-id", "é"])
        answer = await talk.post(location, path, raw, chance.choice(kinds), headers={"x-id": event_id})
        assert answer.status_code in (201, 400, 415), answer.text
