"""Two processes of one installation: conversations belong to neither, and what one learns the other knows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx
import pytest

from parley.domain.conversations.model import row_id
from parley.providers.llm.scripted import Answer, Call, Delay, ScriptedModel
from tests.conftest import private_folder
from tests.journeys.installation import Agent, Installation, database, installed
from tests.waiting import until

pytestmark = pytest.mark.io

ADDING = {
    "voice/configuration.yaml": "greeting: {welcome_message: Version one.}\n",
    "agent_settings/rules.txt": "{{fn:add}} {{fn:goodbye}}",
    "functions/add.py": (
        "from _gen import *\n"
        "@func_description('Adds one.')\n"
        "def add(conv: Conversation):\n"
        "    conv.state.total = (conv.state.total or 0) + 1\n"
        "    return {'utterance': f'{conv.state.total} of {len(conv.history)}'}\n"
    ),
    "functions/goodbye.py": (
        "from _gen import *\n"
        "@func_description('Ends.')\n"
        "def goodbye(conv: Conversation):\n"
        "    return {'utterance': 'Bye.', 'hangup': True}\n"
    ),
}
ADD = Answer((Call("add"),), repeat=True)
SLOWLY = Answer((Delay(0.01), Call("add")), when="slowly", repeat=True)
END = Answer((Call("goodbye"),), when="bye", repeat=True)


@dataclass(slots=True)
class Pair:
    """One agent, served by two processes."""

    agent: Agent
    services: tuple[Installation, Installation]

    async def say(self, which: int, conversation: str, message: str) -> httpx.Response:
        body = {"conversation_id": conversation, "message": message}
        platform = self.services[which % 2].platform
        return await platform.post(self.agent.path("respond"), headers=self.agent.keys["live"], json=body)

    async def greeting(self, which: int) -> str:
        platform = self.services[which].platform
        response = await platform.post(self.agent.path("create"), headers=self.agent.keys["live"])
        return str(response.json()["response"])


@pytest.fixture(scope="module")
async def pair(postgres: str) -> AsyncIterator[Pair]:
    with private_folder() as folder:
        async with (
            database(postgres) as dsn,
            installed(dsn, folder, embeddings="none") as first,
            installed(dsn, folder, embeddings="none", works=False) as second,
        ):
            agent = await first.agent(ADDING)
            for service in (first, second):
                service.models[agent.project_info.id] = ScriptedModel([END, SLOWLY, ADD])
            yield Pair(agent, (first, second))


async def test_turns_alternate_between_processes(pair: Pair) -> None:
    talk = await pair.agent.open()
    for number in range(1, 9):
        answer = await pair.say(number, talk.id, "add")
        assert answer.json()["response"] == f"{number} of {2 * number}"
    assert (await pair.say(1, talk.id, "bye")).json()["end_conversation"] is True
    assert (await pair.say(0, talk.id, "hello?")).status_code == 410
    assert (await talk.record())["num_turns"] == 10


@pytest.mark.parametrize("pace", ["quickly", "slowly"])
async def test_turns_at_the_same_time_are_taken_one_after_the_other(pair: Pair, pace: str) -> None:
    talk = await pair.agent.open()
    answers = await asyncio.gather(*(pair.say(number, talk.id, f"{pace} {number}") for number in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert sorted(int(answer.json()["response"].split()[0]) for answer in answers) == list(range(1, 21))
    rows = await pair.services[0].resources.db.fetch(
        "select number, agent_response from turns where conversation_id = $1 and number > 0 order by number",
        row_id(talk.id),
    )
    assert [(row["number"], row["agent_response"]) for row in rows] == [
        (number, f"{number} of {2 * number}") for number in range(1, 21)
    ]


async def test_many_conversations_wander(pair: Pair) -> None:
    talks = [await pair.agent.open() for _ in range(6)]

    async def hold(number: int) -> list[str]:
        said = [await pair.say(number + turn, talks[number].id, "add") for turn in range(6)]
        return [answer.json()["response"] for answer in said]

    expected = [f"{turn} of {2 * turn}" for turn in range(1, 7)]
    assert await asyncio.gather(*(hold(number) for number in range(6))) == [expected] * 6


async def test_a_conversation_that_the_other_process_closed(pair: Pair) -> None:
    talk = await pair.agent.open()
    assert (await pair.say(1, talk.id, "add")).status_code == 200
    await talk.close()
    assert (await pair.say(1, talk.id, "add")).status_code == 410


async def test_a_deployment_is_seen_by_the_other_process(pair: Pair) -> None:
    assert await pair.greeting(1) == "Version one."
    before = await pair.agent.open()
    changed = {**ADDING, "voice/configuration.yaml": "greeting: {welcome_message: Version two.}\n"}
    await pair.agent.deploy(changed)

    async def is_new() -> bool:
        return await pair.greeting(1) == "Version two."

    await until(is_new, seconds=2)
    assert (await pair.say(1, before.id, "add")).json()["response"] == "1 of 2"


NOTICES = {
    **ADDING,
    "agent_settings/rules.txt": "{{fn:tell}}",
    "functions/tell.py": (
        "from _gen import *\n"
        "@func_description('Tells the news.')\n"
        "def tell(conv: Conversation):\n"
        "    return {'utterance': conv.real_time_config.get('notice', 'nothing new')}\n"
    ),
    "real_time_configuration/live/data.json": '{"notice": "as it was pushed"}',
}


async def test_values_that_are_edited_act_at_once(pair: Pair) -> None:
    """On every process, also in conversations that run."""
    first, second = pair.services
    agent = await first.agent(NOTICES)
    for service in pair.services:
        service.models[agent.project_info.id] = ScriptedModel([Answer((Call("tell"),), repeat=True)])

    async def news(service: Installation, talk: str = "") -> tuple[str, str]:
        if not talk:
            opened = await service.platform.post(agent.path("create"), headers=agent.keys["live"])
            talk = opened.json()["conversation_id"]
        body = {"conversation_id": talk, "message": "what is new?"}
        response = await service.platform.post(agent.path("respond"), headers=agent.keys["live"], json=body)
        return talk, response.json()["response"]

    async def edit(notice: str | None) -> None:
        path = f"/v1/agents/{agent.project_info.id}/real-time-configs/live/variables"
        body = {"variables": {"notice": notice}}
        assert (await first.build.patch(path, headers=agent.build_headers, json=body)).status_code == 200

    running, heard = await news(second)
    assert heard == "as it was pushed"
    await edit("as it was edited")

    async def is_edited() -> bool:
        return (await news(second))[1] == "as it was edited"

    await until(is_edited, seconds=2)
    assert await news(second, running) == (running, "as it was edited")
    assert await news(first, running) == (running, "as it was edited")
    await agent.deploy({**NOTICES, "real_time_configuration/live/data.json": '{"notice": "pushed anew"}'})
    assert (await news(first))[1] == "as it was edited"
    await edit(None)

    async def is_gone() -> bool:
        return (await news(second))[1] == "nothing new"

    await until(is_gone, seconds=2)
