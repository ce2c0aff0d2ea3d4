"""Redaction on the way to disk: what people read is redacted, what the conversation needs stays whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations.model import row_id
from parley.domain.projects import actions as projects
from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from parley.runtime.session.opening import ConversationStart
from parley.storage.db import Row
from tests.contract import ContractClient
from tests.finishing import finished
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

PHONE, MAIL, CARD = "07700 900123", "bob@example.com", "4111 1111 1111 1111"
SECRETS = (PHONE, MAIL, CARD, "+447700900123")

AGENT = {
    "voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
    "agent_settings/rules.txt": "Use {{fn:note}}, {{fn:repeat}} and {{fn:hand_over}}.",
    "agent_settings/experimental_config.json": json.dumps({"handoff_api": {"state_keys": ["phone"]}}),
    "functions/note.py": (
        "from _gen import *\n"
        "@func_description('Notes.')\n"
        "@func_parameter('phone', 'Phone')\n"
        "def note(conv: Conversation, phone: str):\n"
        "    conv.state.phone = phone\n"
        "    conv.state.contact = {'mails': ['bob@example.com'], 'card': 4111111111111111, 'party': 4}\n"
        "    conv.write_metric('CALLBACK', phone)\n"
        "    conv.log.info(f'noted {phone}')\n"
        "    return {'utterance': f'I noted {phone}.'}\n"
    ),
    "functions/repeat.py": (
        "from _gen import *\n"
        "@func_description('Repeats.')\n"
        "def repeat(conv: Conversation):\n"
        "    return {'utterance': f'It is {conv.state.phone}; you said: {conv.history[1].text}'}\n"
    ),
    "functions/hand_over.py": (
        "from _gen import *\n"
        "@func_description('Hands over.')\n"
        "def hand_over(conv: Conversation):\n"
        "    return {'handoff': {'type': 'desk', 'reason': f'call {conv.state.phone}'}}\n"
    ),
    "functions/end_function.py": (
        "from _gen import *\ndef end_function(conv: Conversation):\n    conv.write_metric('LAST', conv.state.phone)\n"
    ),
}


class Talk:
    def __init__(
        self, client: ContractClient, make: Make, project_info: ProjectInfo, headers: Mapping[str, str]
    ) -> None:
        self.client, self.make, self.project_info, self.headers = client, make, project_info, dict(headers)
        self.prefix = f"/v1/{project_info.account_id}/{project_info.id}"
        self.id = ""

    @property
    def row(self) -> UUID:
        found = row_id(self.id)
        assert found is not None
        return found

    async def open(self) -> None:
        self.id = (await self.client.post(f"{self.prefix}/chat/create", headers=self.headers)).json()["conversation_id"]

    async def say(self, text: str) -> str:
        body = {"conversation_id": self.id, "message": text}
        answer = await self.client.post(f"{self.prefix}/chat/respond", headers=self.headers, json=body)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["response"])

    async def turns(self) -> list[Row]:
        return await self.make.resources.db.fetch(
            "select * from turns where conversation_id = $1 order by number", self.row
        )


async def talk_with(platform: ContractClient, make: Make, **settings: Any) -> Talk:
    project_info = await make.project(settings=settings)
    await make.deploy(project_info, AGENT)
    return Talk(platform, make, project_info, await make.chat_headers(project_info))


def script() -> ScriptedModel:
    return ScriptedModel([Call("note", {"phone": PHONE}), Call("repeat"), Call("hand_over")])


async def test_what_is_kept_is_redacted_and_the_conversation_is_not(
    platform: ContractClient, build: ContractClient, make: Make
) -> None:
    talk = await talk_with(platform, make, redact=["phone", "email", "card"])
    make.use_model(script())
    await talk.open()
    assert await talk.say(f"Call {PHONE}, write to {MAIL}, card {CARD}") == f"I noted {PHONE}."
    assert await talk.say("what was it?") == f"It is {PHONE}; you said: Call {PHONE}, write to {MAIL}, card {CARD}"
    await talk.say("a person please")
    turns = await talk.turns()
    assert turns[1]["user_input"] == "Call [phone], write to [email], card [card]"
    assert turns[1]["agent_response"] == "I noted [phone]."
    assert turns[1]["metrics"] == [["CALLBACK", "[phone]"]]
    [function] = turns[1]["trace"]["functions"]
    assert function["arguments"] == {"phone": "[phone]"}
    assert function["state_changes"]["added"]["contact"] == {"mails": ["[email]"], "card": "[card]", "party": 4}
    assert function["logs"][0]["message"] == "noted [phone]"
    header = await finished(make.resources, talk.row)
    assert header["state"]["phone"] == "[phone]"
    assert header["state"]["contact"] == {"mails": ["[email]"], "card": "[card]", "party": 4}
    assert header["state"]["call_sid"] == talk.id
    assert header["metrics"] == {"CALLBACK": "[phone]", "LAST": "[phone]"}
    assert (header["handoff_reason"], header["handoff_destination"]) == ("call [phone]", "desk")
    everything = str([dict(row) for row in (*turns, header)])
    assert [secret for secret in SECRETS if secret in everything] == []
    key = await make.key(Family.BUILD, talk.project_info)
    trace = await build.get(
        f"/v1/agents/{talk.project_info.id}/conversations/{talk.id}/trace", headers={"x-api-key": key.secret}
    )
    assert [secret for secret in SECRETS if secret in trace.text] == []


async def test_what_is_handed_over_is_what_the_project_asked_for(platform: ContractClient, make: Make) -> None:
    talk = await talk_with(platform, make, redact=["phone"])
    make.use_model(script())
    await talk.open()
    for text in ("one", "two", "three"):
        await talk.say(text)
    key = await make.key(Family.HANDOFF, talk.project_info)
    answer = await platform.get(
        f"{talk.prefix}/handoff_state", params={"id": talk.id}, headers={"x-api-key": key.secret}
    )
    assert answer.json()["data"] == {"phone": PHONE}


@pytest.mark.parametrize("settings", [{}, {"redact": []}, {"redact": ["email"]}])
async def test_what_is_not_asked_for_stays(platform: ContractClient, make: Make, settings: dict[str, Any]) -> None:
    talk = await talk_with(platform, make, **settings)
    make.use_model(ScriptedModel([Call("note", {"phone": PHONE})]))
    await talk.open()
    await talk.say(f"Call {PHONE}")
    [_, turn] = await talk.turns()
    assert (turn["user_input"], turn["agent_response"]) == (f"Call {PHONE}", f"I noted {PHONE}.")


async def test_a_change_counts_from_the_next_turn_on(platform: ContractClient, make: Make) -> None:
    talk = await talk_with(platform, make)
    make.use_model(ScriptedModel([Say("Yes?")] * 200))
    await talk.open()
    await talk.say(f"Call {PHONE}")
    async with make.resources.db.transaction() as tx:
        await projects.change_settings(tx, talk.project_info, {"redact": ["phone"]})

    async def is_hidden() -> bool:
        await talk.say(f"Call {PHONE}")
        return bool((await talk.turns())[-1]["user_input"] == "Call [phone]")

    await until(is_hidden, seconds=5)
    assert (await talk.turns())[1]["user_input"] == f"Call {PHONE}"


async def test_the_callers_number_is_masked_and_the_agents_own_is_not(make: Make) -> None:
    project_info = await make.project(settings={"redact": ["phone"]})
    await make.deploy(project_info, AGENT)
    opening = ConversationStart("live", "VOICE-SIP", "sip.polyai", from_number="12345678", to_number="+441614960123")
    result = await make.resources.sessions.open(project_info, opening)
    conversation = row_id(result.conversation_id)
    assert conversation is not None
    await make.resources.sessions.close(project_info, "live", conversation)
    header = await finished(make.resources, conversation)
    assert (header["from_number"], header["to_number"]) == ("[phone]", "+441614960123")
    assert (header["state"]["from_"], header["state"]["to"]) == ("[phone]", "+441614960123")
