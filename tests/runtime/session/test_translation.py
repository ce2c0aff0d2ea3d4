"""Records have what was said in English, if the project wants that and its model can."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations import actions
from parley.domain.conversations.model import row_id
from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.protocol import Piece, Request, Text
from parley.providers.llm.scripted import Call, Fail, Move, Say, ScriptedModel
from parley.runtime.session.translation import (
    MOST_PUT_OFF,
    MOST_REQUESTS,
    REQUEST_CHARACTERS,
    SETTING,
    join,
    split,
    translate,
)
from tests.contract import ContractClient
from tests.finishing import finished
from tests.make import Make
from tests.platform_api.chatting import Chat

EXCHANGES = [(0, None, "Guten Tag!"), (1, "Habt ihr offen?", "Yes."), (2, "", "Noch da?")]


def test_what_was_said_goes_out_by_number_and_comes_back_to_its_turn() -> None:
    [part] = split(EXCHANGES)
    assert part == {"1": "Guten Tag!", "2": "Habt ihr offen?", "3": "Yes.", "5": "Noch da?"}
    assert join(EXCHANGES, {"1": "Hello!", "2": "Are you open?"}) == [(0, "", "Hello!"), (1, "Are you open?", "")]


def test_a_long_conversation_is_many_requests_up_to_a_limit() -> None:
    text = "x" * REQUEST_CHARACTERS
    assert len(split([(0, text, text)])) == 2
    assert len(split([(number, text, text) for number in range(MOST_REQUESTS)])) == MOST_REQUESTS
    assert split([(0, None, " ")]) == []


@pytest.mark.parametrize(
    ("answer", "english"),
    [
        (Say('{"1": "Hello!", "2": "Are you open?"}'), {"1": "Hello!", "2": "Are you open?", "3": "Yes."}),
        (
            Say('Sure:\n```json\n{"1": "Hello!", "9": "What?"}\n```'),
            {"1": "Hello!", "2": "Habt ihr offen?", "3": "Yes."},
        ),
        (Say('{"1": 7, "2": "\\u0000 Open?"}'), {"1": "Guten Tag!", "2": " Open?", "3": "Yes."}),
        (Say(json.dumps({"1": "x" * 1000})), {"1": "", "2": "Habt ihr offen?", "3": "Yes."}),
        (Say("I would rather not."), {}),
        (Say("} {"), {}),
        (Call("translate", {}), {}),
        (Fail(), {}),
    ],
)
async def test_a_translation_is_only_taken_as_one(answer: Move, english: Mapping[str, str]) -> None:
    assert await translate(ScriptedModel([answer]), split(EXCHANGES[:2]), 5) == english


class Slow:
    name = "slow"

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        if "Eile" not in request.messages[-1].content:
            await asyncio.Event().wait()
        yield Text('{"1": "Hurry!"}')


async def test_what_is_not_done_in_time_is_left_as_it_is() -> None:
    assert await translate(Slow(), [{"1": "Eile!"}, {"2": "Langsam"}], 0.05) == {"1": "Hurry!"}


AGENT = {
    "voice/configuration.yaml": "greeting:\n  welcome_message: Guten Tag!\n",
    "agent_settings/rules.txt": "Sei freundlich.",
}
ENGLISH = Say('{"1": "Hello!", "2": "Are you open?", "3": "We are open."}')


async def spoken(make: Make, platform: ContractClient, project: ProjectInfo, *then: Move) -> dict[str, Any]:
    """The record of a conversation that has ended."""
    await make.deploy(project, AGENT)
    make.use_model(ScriptedModel([Say("Wir haben offen."), *then]))
    chat = Chat(platform, project, await make.chat_headers(project))
    talk = await chat.started()
    assert (await chat.respond(talk, "Habt ihr offen?")).json()["response"] == "Wir haben offen."
    await chat.close(talk)
    conversation = row_id(talk)
    assert conversation is not None
    await finished(make.resources, conversation)
    headers = {"x-api-key": (await make.key(Family.CONVERSATIONS, project)).secret}
    page = await platform.get(f"/v3/{project.account_id}/{project.id}/conversations", headers=headers)
    [record] = page.json()["conversations"]
    return dict(record)


def english(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(turn["translated_user_input"], turn["english_agent_response"]) for turn in record["turns"]]


async def test_a_record_has_its_turns_in_english(make: Make, platform: ContractClient) -> None:
    project = await make.project(settings={SETTING: True})
    record = await spoken(make, platform, project, ENGLISH)
    assert english(record) == [("", "Hello!"), ("Are you open?", "We are open.")]
    assert record["turns"][1]["user_input"] == "Habt ihr offen?"


async def test_a_model_that_fails_costs_no_record(make: Make, platform: ContractClient) -> None:
    project = await make.project(settings={SETTING: True})
    record = await spoken(make, platform, project, Fail())
    assert english(record) == [("", ""), ("", "")]


async def test_nobody_is_asked_where_nobody_wants_it(make: Make, platform: ContractClient) -> None:
    record = await spoken(make, platform, await make.project())
    assert english(record) == [("", ""), ("", "")]


async def test_a_worker_is_not_for_translation_alone(make: Make, platform: ContractClient) -> None:
    """Conversations wait, some time, while others are being translated; their jobs do not."""
    project, put_off = await make.project(settings={SETTING: True}), []

    async def put_off_at_once(tx: Any, job: Any, _at: Any) -> None:
        put_off.append(job)
        await put_off_finish(tx, job, make.resources.clock.now())
        if len(put_off) == MOST_PUT_OFF:
            translating.release()

    put_off_finish, translating = actions.put_off_finish, make.resources.dependencies.translating
    while not translating.locked():
        await translating.acquire()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(actions, "put_off_finish", put_off_at_once)
        record = await spoken(make, platform, project, ENGLISH)
    assert [job.args.get("put_off", 0) for job in put_off] == list(range(MOST_PUT_OFF))
    assert english(record)[0] == ("", "Hello!")
