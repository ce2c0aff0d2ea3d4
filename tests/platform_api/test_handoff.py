"""Handoff state: what a conversation exposes, read over HTTP by id or by the integrator's own id, at any time."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import httpx
import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations import actions
from parley.domain.conversations.model import CALL_PREFIX, public_id, row_id
from parley.domain.projects.info import ProjectInfo
from parley.kit.ids import uuid7
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from tests.contract import ContractClient
from tests.finishing import finished
from tests.make import Make

pytestmark = pytest.mark.io

EXPOSED = {
    "state_keys": ["handoff_to", "party_size", "never_set"],
    "aliases": {"party_size": "covers"},
    "shared_id_state_key": "ticket",
}

HAND_OVER = """
from _gen import *
@func_description('Hands over.')
@func_parameter('ticket', 'The ticket')
def hand_over(conv: Conversation, ticket: str = ''):
    conv.state.handoff_to = 'desk'
    conv.state.party_size = 7
    conv.state.secret_note = 'not for others'
    if ticket:
        conv.state.ticket = int(ticket) if ticket.isdigit() else ticket
    return {'utterance': 'One moment.', 'handoff': {'type': 'desk', 'reason': 'asked'}}
"""


NOTE = """
from _gen import *
@func_description('Notes something.')
@func_parameter('size', 'How many')
@func_parameter('ticket', 'The ticket')
def note(conv: Conversation, size: str = '', ticket: str = ''):
    conv.state.party_size = int(size or 0)
    conv.state.ticket = ticket or None
    return 'noted'
"""


def row_of(conversation: str) -> UUID:
    found = row_id(conversation)
    assert found is not None
    return found


def agent(exposed: dict[str, Any] | None = None, start: str = "") -> dict[str, str]:
    files = {
        "voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
        "agent_settings/rules.txt": "Use {{fn:hand_over}} and {{fn:note}}.",
        "functions/hand_over.py": HAND_OVER,
        "functions/note.py": NOTE,
    }
    if exposed is not None:
        files["agent_settings/experimental_config.json"] = json.dumps({"handoff_api": exposed})
    return {**files, "functions/start_function.py": start} if start else files


class Desk:
    """An agent that hands over, and the platform that takes over from it."""

    def __init__(self, client: ContractClient, make: Make, project_info: ProjectInfo) -> None:
        self.client, self.make, self.project_info = client, make, project_info
        self.prefix = f"/v1/{project_info.account_id}/{project_info.id}"

    async def created(self, attributes: dict[str, Any] | None = None, **scope: Any) -> tuple[str, dict[str, str]]:
        headers = await self.make.chat_headers(self.project_info, **scope)
        body = {} if attributes is None else {"integration_attributes": attributes}
        answer = await self.client.post(f"{self.prefix}/chat/create", headers=headers, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["conversation_id"], headers

    async def handed_over(self, attributes: dict[str, Any] | None = None, ticket: str = "", **scope: Any) -> str:
        self.make.use_model(ScriptedModel([Call("hand_over", {"ticket": ticket} if ticket else {})]))
        conversation, headers = await self.created(attributes, **scope)
        body = {"conversation_id": conversation, "message": "a person please"}
        answer = await self.client.post(f"{self.prefix}/chat/respond", headers=headers, json=body)
        assert answer.json()["handoff"] == {"destination": "desk", "reason": "asked"}
        return conversation

    async def say(self, conversation: str, headers: dict[str, str], text: str) -> httpx.Response:
        body = {"conversation_id": conversation, "message": text}
        return await self.client.post(f"{self.prefix}/chat/respond", headers=headers, json=body)

    async def close(self, conversation: str, headers: dict[str, str]) -> None:
        body = {"conversation_id": conversation}
        answer = await self.client.put(f"{self.prefix}/chat/close", headers=headers, json=body)
        assert answer.status_code == 200

    async def both(self, conversation: str, shared_id: str) -> dict[str, Any]:
        """The data, which is the same by either id."""
        by_id, by_shared_id = await self.state(id=conversation), await self.state(shared_id=shared_id)
        assert by_id.json() == by_shared_id.json() == {**by_id.json(), "id": conversation, "shared_id": shared_id}
        data: dict[str, Any] = by_id.json()["data"]
        return data

    async def state(self, **query: str) -> httpx.Response:
        key = await self.make.key(Family.HANDOFF, self.project_info)
        path = f"{self.prefix}/handoff_state"
        return await self.client.get(path, headers={"x-api-key": key.secret}, params=query)


@pytest.fixture
async def desk(platform: ContractClient, make: Make) -> Desk:
    project_info = await make.project()
    await make.deploy(project_info, agent(EXPOSED))
    return Desk(platform, make, project_info)


async def test_the_state_is_there_as_soon_as_the_handoff_is_answered(desk: Desk) -> None:
    conversation = await desk.handed_over({"shared_id": "S-1"})
    answer = await desk.state(id=conversation)
    assert answer.status_code == 200
    assert answer.json() == {
        "id": conversation,
        "data": {"handoff_to": "desk", "covers": 7, "never_set": None},
        "shared_id": "S-1",
    }
    assert (await desk.state(shared_id="S-1")).json() == answer.json()


async def test_without_a_shared_id_there_is_no_such_field(desk: Desk) -> None:
    conversation = await desk.handed_over()
    assert set((await desk.state(id=conversation)).json()) == {"id", "data"}


async def test_the_shared_id_may_be_the_agents_own(desk: Desk) -> None:
    conversation = await desk.handed_over({"shared_id": "given"}, "4711")
    found = (await desk.state(shared_id="4711")).json()
    assert (found["id"], found["shared_id"]) == (conversation, "4711")
    assert (await desk.state(shared_id="given")).status_code == 404


async def test_a_shared_id_may_hold_anything(desk: Desk) -> None:
    conversation = await desk.handed_over({"shared_id": "grüße/ 1&2=%"})
    assert (await desk.state(shared_id="grüße/ 1&2=%")).json()["id"] == conversation


@pytest.mark.parametrize(("named", "data"), [(None, {"handoff_to": "desk"}), ({"state_keys": []}, {})])
async def test_a_project_that_names_no_keys(
    platform: ContractClient, make: Make, named: dict[str, Any] | None, data: dict[str, Any]
) -> None:
    project_info = await make.project()
    await make.deploy(project_info, agent(named))
    desk = Desk(platform, make, project_info)
    conversation = await desk.handed_over({"shared_id": "S-1"})
    expected = {"id": conversation, "data": data, "shared_id": "S-1"}
    assert (await desk.state(id=conversation)).json() == (await desk.state(shared_id="S-1")).json() == expected


async def test_an_agent_may_hand_over_before_anyone_has_said_a_thing(platform: ContractClient, make: Make) -> None:
    project_info = await make.project()
    start = (
        "from _gen import *\n"
        "def start_function(conv: Conversation):\n"
        "    conv.state.handoff_to = 'night desk'\n"
        "    conv.call_handoff(destination='night', reason='closed')\n"
    )
    await make.deploy(project_info, agent(EXPOSED, start))
    desk = Desk(platform, make, project_info)
    conversation, _headers = await desk.created()
    assert (await desk.state(id=conversation)).json()["data"]["handoff_to"] == "night desk"


async def test_of_several_with_one_shared_id_the_newest_is_meant(desk: Desk) -> None:
    await desk.handed_over({"shared_id": "S-1"})
    newest = await desk.handed_over({"shared_id": "S-1"})
    await desk.handed_over({"shared_id": "S-2"})
    assert (await desk.state(shared_id="S-1")).json()["id"] == newest


async def test_when_both_are_given_the_shared_id_counts(desk: Desk) -> None:
    first = await desk.handed_over({"shared_id": "S-1"})
    second = await desk.handed_over({"shared_id": "S-2"})
    assert (await desk.state(id=first, shared_id="S-2")).json()["id"] == second
    assert (await desk.state(id=first, shared_id="S-3")).status_code == 404
    assert (await desk.state(id="nonsense", shared_id="S-2")).json()["id"] == second
    assert (await desk.state(id=first, shared_id="")).json()["id"] == first


async def test_one_of_the_two_is_needed(desk: Desk) -> None:
    for query in ({}, {"id": ""}, {"id": "", "shared_id": ""}, {"other": "x"}):
        answer = await desk.state(**query)
        assert (answer.status_code, answer.json()["error_code"]) == (400, "SCHEMA_VALIDATION_FAILED")
        assert "shared_id" in answer.json()["error_message"]


async def test_an_id_that_is_none_of_ours(desk: Desk) -> None:
    unknown = (public_id(uuid7()), public_id(uuid7(), CALL_PREFIX))
    for wrong in (*unknown, "CONV-1", "CONV-" + "9" * 60, "x", "../..", " ", "x" * 500):
        for query in ({"id": wrong}, {"shared_id": wrong}):
            answer = await desk.state(**query)
            assert (answer.status_code, answer.json()["error_code"]) == (404, "HANDOFF_STATE_NOT_FOUND")
    assert (await desk.state(id="x" * 501)).status_code == 400


async def test_it_is_readable_from_the_first_moment_to_the_last(desk: Desk) -> None:
    """A contained chat: nothing is ever handed over."""
    desk.make.use_model(ScriptedModel([Call("note", {"size": "4"}), Say("Noted."), Say("Anything else?")]))
    conversation, headers = await desk.created({"shared_id": "S-1"})
    seen = [await desk.both(conversation, "S-1")]
    for text in ("four of us", "that is all"):
        assert (await desk.say(conversation, headers, text)).status_code == 200
        seen.append(await desk.both(conversation, "S-1"))
    await desk.close(conversation, headers)
    seen.append(await desk.both(conversation, "S-1"))
    await finished(desk.make.resources, row_of(conversation))
    seen.append(await desk.both(conversation, "S-1"))
    assert [each["covers"] for each in seen] == [None, 4, 4, 4, 4]


async def test_what_the_start_function_sets_is_there_after_create(platform: ContractClient, make: Make) -> None:
    start = (
        "from _gen import *\n"
        "def start_function(conv: Conversation):\n"
        "    conv.state.handoff_to = 'nobody'\n"
        "    conv.state.ticket = conv.integration_attributes['reference']\n"
    )
    project_info = await make.project()
    await make.deploy(project_info, agent(EXPOSED, start))
    desk = Desk(platform, make, project_info)
    conversation, _headers = await desk.created({"reference": 4711})
    assert (await desk.both(conversation, "4711"))["handoff_to"] == "nobody"


@pytest.mark.parametrize("handed_over", [True, False])
async def test_what_the_end_function_sets_is_in_it(platform: ContractClient, make: Make, handed_over: bool) -> None:
    end = (
        "from _gen import *\n"
        "def end_function(conv: Conversation):\n"
        "    conv.state.never_set = 'set at last'\n"
        "    conv.state.ticket = 'T-9'\n"
    )
    project_info = await make.project()
    await make.deploy(project_info, {**agent(EXPOSED), "functions/end_function.py": end})
    desk = Desk(platform, make, project_info)
    if handed_over:
        conversation = await desk.handed_over({"shared_id": "S-1"})
    else:
        conversation, headers = await desk.created({"shared_id": "S-1"})
        await desk.close(conversation, headers)
    assert (await desk.both(conversation, "S-1"))["never_set"] is None
    await finished(make.resources, row_of(conversation))
    assert (await desk.both(conversation, "T-9"))["never_set"] == "set at last"
    assert (await desk.state(shared_id="S-1")).status_code == 404, "the integrator calls it something else now"


@pytest.mark.parametrize("ends", ["{'hangup': True}", "{'handoff': {'bye': {}}}"])
async def test_an_agent_that_says_goodbye_without_a_handoff(platform: ContractClient, make: Make, ends: str) -> None:
    project_info = await make.project()
    leave = (
        "from _gen import *\n@func_description('Ends.')\ndef hand_over(conv: Conversation):\n"
        f"    conv.state.handoff_to = 'contained'\n    return {{'utterance': 'Bye.', **{ends}}}\n"
    )
    await make.deploy(project_info, {**agent(EXPOSED), "functions/hand_over.py": leave})
    desk = Desk(platform, make, project_info)
    make.use_model(ScriptedModel([Call("hand_over")]))
    conversation, headers = await desk.created({"shared_id": "S-1"})
    answer = (await desk.say(conversation, headers, "done")).json()
    assert (answer["end_conversation"], "handoff" in answer) == (True, False)
    assert (await desk.both(conversation, "S-1"))["handoff_to"] == "contained"
    header = await finished(make.resources, row_of(conversation))
    assert not header["handoff"]
    assert (await desk.both(conversation, "S-1"))["handoff_to"] == "contained"


async def test_a_shared_id_that_changes_is_followed(desk: Desk) -> None:
    first, second = Call("note", {"ticket": "one"}), Call("note", {"ticket": ""})
    desk.make.use_model(ScriptedModel([first, Say("."), second, Say(".")]))
    conversation, headers = await desk.created()
    assert (await desk.state(shared_id="one")).status_code == 404
    await desk.say(conversation, headers, "first")
    assert (await desk.state(shared_id="one")).json()["id"] == conversation
    await desk.say(conversation, headers, "second")
    assert (await desk.state(shared_id="one")).status_code == 404
    assert set((await desk.state(id=conversation)).json()) == {"id", "data"}


async def test_one_that_exposes_nothing_has_none(platform: ContractClient, make: Make) -> None:
    project_info = await make.project()
    await make.deploy(project_info, agent())
    desk = Desk(platform, make, project_info)
    conversation, headers = await desk.created()
    assert (await desk.state(id=conversation)).status_code == 404
    await desk.close(conversation, headers)
    await finished(make.resources, row_of(conversation))
    assert (await desk.state(id=conversation)).status_code == 404
    assert await make.resources.db.fetch("select from handoff_states") == []


async def test_what_is_exposed_is_up_to_the_deployment_that_it_began_on(desk: Desk) -> None:
    conversation, headers = await desk.created()
    await desk.make.deploy(desk.project_info, agent({"state_keys": ["other"]}))
    assert set((await desk.state(id=conversation)).json()["data"]) == {"handoff_to", "covers", "never_set"}
    await desk.close(conversation, headers)
    await finished(desk.make.resources, row_of(conversation))
    assert set((await desk.state(id=conversation)).json()["data"]) == {"handoff_to", "covers", "never_set"}


async def test_it_goes_with_the_conversation(desk: Desk) -> None:
    conversation, headers = await desk.created({"shared_id": "S-1"})
    await desk.close(conversation, headers)
    await finished(desk.make.resources, row_of(conversation))
    async with desk.make.resources.db.transaction() as tx:
        await actions.remove(tx, row_of(conversation))
    for query in ({"id": conversation}, {"shared_id": "S-1"}):
        assert (await desk.state(**query)).status_code == 404


async def test_a_state_that_an_older_release_kept_is_still_read(desk: Desk) -> None:
    old = uuid7()
    async with desk.make.resources.db.transaction() as tx:
        await tx.execute(
            "insert into handoff_states (conversation_id, project_id, public_id, shared_id, data) "
            "values ($1, $2, $3, 'S-0', $4)",
            old, desk.project_info.id, public_id(old), {"handoff_to": "desk"},
        )  # fmt: skip
    expected = {"id": public_id(old), "data": {"handoff_to": "desk"}, "shared_id": "S-0"}
    assert (await desk.state(id=public_id(old))).json() == (await desk.state(shared_id="S-0")).json() == expected


async def test_turns_write_a_name_once_and_nothing_else(desk: Desk) -> None:
    """What a conversation exposes is read from what its turns write anyway."""
    desk.make.use_model(ScriptedModel([Call("note", {"size": "4"}), Say("."), Say("."), Say(".")]))
    conversation, headers = await desk.created({"shared_id": "S-1"})
    db = desk.make.resources.db
    [before] = await db.fetch("select xmin::text, ctid::text, data from handoff_states")
    for _ in range(3):
        await desk.say(conversation, headers, "hm")
    [after] = await db.fetch("select xmin::text, ctid::text, data from handoff_states")
    assert dict(before) == dict(after)


async def test_states_of_every_environment_of_the_project_and_of_no_other(desk: Desk) -> None:
    await desk.make.deploy(desk.project_info, agent(EXPOSED), "sandbox")
    conversation = await desk.handed_over({"shared_id": "S-1"}, environment="sandbox")
    assert (await desk.state(id=conversation)).status_code == 200
    stranger = Desk(desk.client, desk.make, await desk.make.project())
    for query in ({"id": conversation}, {"shared_id": "S-1"}):
        assert (await stranger.state(**query)).status_code == 404


async def test_a_shared_id_that_is_given_twice_is_refused(desk: Desk) -> None:
    key = await desk.make.key(Family.HANDOFF, desk.project_info)
    path = f"{desk.prefix}/handoff_state?shared_id=a&shared_id=b"
    assert (await desk.client.get(path, headers={"x-api-key": key.secret})).status_code == 400


async def test_a_retry_of_the_handoff_leaves_one_state(desk: Desk) -> None:
    desk.make.use_model(ScriptedModel([Call("hand_over"), Call("hand_over")]))
    conversation, headers = await desk.created({"shared_id": "S-1"})
    body = {"conversation_id": conversation, "message": "a person please"}
    answers = [
        await desk.client.post(f"{desk.prefix}/chat/respond", headers={**headers, "idempotency-key": "one"}, json=body)
        for _ in range(2)
    ]
    assert answers[0].json() == answers[1].json()
    rows = await desk.make.resources.db.fetch("select conversation_id, public_id from handoff_states")
    assert [(row["conversation_id"], row["public_id"]) for row in rows] == [(row_id(conversation), conversation)]
