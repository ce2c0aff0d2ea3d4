"""Replies of the Chat API as server-sent events: the very reply, piece by piece, and never a turn lost or doubled."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from parley.domain.conversations.model import row_id
from parley.providers.llm.scripted import Answer, Call, Delay, Fail, Move, Say, ScriptedModel
from parley.resources import Resources
from parley.web import streamed_replies
from tests.contract import ContractClient
from tests.fixtures import serving
from tests.make import Make
from tests.platform_api.chatting import AGENT, Chat, script
from tests.waiting import until

pytestmark = pytest.mark.io

STREAM = {"accept": "text/event-stream"}
CHUNK = "EVENT_TYPE_POLY_AGENT_MESSAGE_CHUNK"


class Gate:
    """Where a model stops in the middle of its answer until it is told to go on."""

    def __init__(self, *moves: Move) -> None:
        self.is_reached = asyncio.Event()
        self.may_go_on = asyncio.Event()
        self.model = ScriptedModel([Answer(moves)], sleep=self._wait)

    async def _wait(self, _seconds: float) -> None:
        self.is_reached.set()
        await self.may_go_on.wait()


@pytest.fixture
async def chat(platform: ContractClient, make: Make) -> Chat:
    project_info = await make.project()
    await make.deploy(project_info, AGENT)
    return Chat(platform, project_info, await make.chat_headers(project_info))


def events(text: str) -> list[tuple[str, Any]]:
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def chunks(text: str) -> list[dict[str, Any]]:
    return [data for name, data in events(text) if name == CHUNK]


def check_whole(text: str) -> dict[str, Any]:
    """The body of the answer, when the stream is as it should be."""
    *before, (name, body) = events(text)
    assert name == "response"
    assert all(each == CHUNK for each, _ in before)
    pieces = chunks(text)
    assert "".join(piece["text"] for piece in pieces) == body["response"]
    assert [piece["chunk_index"] for piece in pieces] == list(range(1, len(pieces) + 1))
    assert [piece["is_complete"] for piece in pieces] == [False] * (len(pieces) - 1) + [True] * bool(pieces)
    assert len({piece["message_id"] for piece in pieces}) <= 1
    return dict(body)


async def lines(response: httpx.Response) -> AsyncIterator[str]:
    async for line in response.aiter_lines():
        if line.startswith("data: "):
            yield line.removeprefix("data: ")


async def count_turns(resources: Resources, conversation: str) -> int:
    row = await resources.db.fetchrow(
        "select count(*) from turns where conversation_id = $1 and number > 0", row_id(conversation)
    )
    assert row is not None
    return int(row["count"])


async def test_the_reply_and_then_the_body_of_the_plain_answer(chat: Chat, make: Make) -> None:
    make.use_model(script(Say("One moment, please."), Call("goodbye"), Call("hand_over")))
    opened = await chat.create(None, **STREAM)
    assert opened.headers["content-type"].startswith("text/event-stream")
    body = check_whole(opened.text)
    assert set(body) == {"conversation_id", "response"}
    assert body["response"] == "Hello, how can I help?"
    first = check_whole((await chat.respond(body["conversation_id"], "hi", **STREAM)).text)
    assert first == {
        "conversation_id": body["conversation_id"],
        "response": "One moment, please.",
        "end_conversation": False,
    }
    last = check_whole((await chat.respond(body["conversation_id"], "bye", **STREAM)).text)
    assert (last["response"], last["end_conversation"]) == ("Bye.", True)
    other = await chat.started()
    handed = check_whole((await chat.respond(other, "a person", **STREAM)).text)
    assert handed["handoff"] == {"destination": "desk", "reason": "asked"}


async def test_words_arrive_while_the_model_goes_on(chat: Chat, make: Make) -> None:
    gate = Gate(Say("First words "), Delay(1), Say("and the rest."))
    make.use_model(gate.model)
    conversation = await chat.started()
    body = {"conversation_id": conversation, "message": "hi"}
    async with (
        httpx.AsyncClient(base_url=chat.client.url, trust_env=False, timeout=30) as client,
        client.stream("POST", f"{chat.prefix}/respond", headers={**chat.headers, **STREAM}, json=body) as response,
    ):
        said = lines(response)
        text = ""
        while text != "First words":
            text += json.loads(await anext(said))["text"]
        assert not gate.may_go_on.is_set()
        gate.may_go_on.set()
        rest = [json.loads(line) async for line in said]
    assert text + "".join(piece["text"] for piece in rest[:-1]) == rest[-1]["response"] == "First words and the rest."


async def test_errors_before_the_first_word_are_plain_answers(chat: Chat) -> None:
    unknown = await chat.respond("CONV-" + "1" * 37, "hi", **STREAM)
    assert (unknown.status_code, unknown.json()["error_code"]) == (404, "CONVERSATIONS_NOT_FOUND")
    conversation = await chat.started()
    await chat.close(conversation)
    ended = await chat.respond(conversation, "hi", **STREAM)
    assert (ended.status_code, ended.json()["error_code"]) == (410, "CHAT_CONVERSATION_ENDED")
    assert (await chat.create({"variant_id": "west"}, **STREAM)).status_code == 400
    assert (await chat.respond("", **STREAM)).status_code == 400


async def test_an_error_after_the_first_word_is_an_event(
    chat: Chat, make: Make, resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    make.use_model(script(Say("Some words."), Say("The same again.")))
    conversation = await chat.started()
    with monkeypatch.context() as broken:
        broken.setattr(resources.sessions._writer, "save", _no_disk)
        answer = await chat.respond(conversation, "hi", **STREAM, **{"x-polyai-correlation-id": "abc"})
    name, envelope = events(answer.text)[-1]
    assert (answer.status_code, name, envelope["error_id"]) == (200, "error", "abc")
    assert (envelope["error_code"], envelope["success"]) == ("INTERNAL_SERVER_ERROR", False)
    assert "disk" not in answer.text
    assert await count_turns(resources, conversation) == 0
    assert check_whole((await chat.respond(conversation, "hi", **STREAM)).text)["response"] == "The same again."


async def _no_disk(_row: object) -> bool:
    raise OSError("no disk")


async def test_a_model_that_fails_is_no_error(chat: Chat, make: Make) -> None:
    make.use_model(script(Answer((Say("I was about to"), Fail())), Fail(), Fail()))
    body = await chat.respond(await chat.started(), "hi", **STREAM)
    assert body.status_code == 200
    assert events(body.text)[-1][0] == "response"


async def hang_up(chat: Chat, body: dict[str, Any], gate: Gate, **headers: str) -> None:
    """Reads the first piece, and is gone."""
    async with (
        httpx.AsyncClient(base_url=chat.client.url, trust_env=False, timeout=30) as client,
        client.stream(
            "POST", f"{chat.prefix}/respond", headers={**chat.headers, **STREAM, **headers}, json=body
        ) as response,
    ):
        await anext(lines(response))
        await gate.is_reached.wait()


async def test_a_client_that_hangs_up_loses_no_turn(chat: Chat, make: Make, resources: Resources) -> None:
    gate = Gate(Say("First words "), Delay(1), Say("and the rest."))
    make.use_model(gate.model)
    conversation = await chat.started()
    key = {"idempotency-key": "once"}
    await hang_up(chat, {"conversation_id": conversation, "message": "hi"}, gate, **key)
    assert await count_turns(resources, conversation) == 0
    gate.may_go_on.set()

    async def is_written() -> bool:
        return await count_turns(resources, conversation) == 1

    await until(is_written)
    again = await chat.respond(conversation, "hi", **STREAM, **key)
    assert check_whole(again.text)["response"] == "First words and the rest."
    assert len(chunks(again.text)) == 1
    plain = await chat.respond(conversation, "hi", **key)
    assert plain.json() == check_whole(again.text)
    assert await count_turns(resources, conversation) == 1


async def test_a_repeat_that_comes_while_the_turn_goes_on_waits_for_it(
    chat: Chat, make: Make, resources: Resources
) -> None:
    gate = Gate(Say("First words "), Delay(1), Say("and the rest."))
    make.use_model(gate.model)
    conversation = await chat.started()
    key = {"idempotency-key": "once"}
    await hang_up(chat, {"conversation_id": conversation, "message": "hi"}, gate, **key)
    repeats = asyncio.gather(*(chat.respond(conversation, "hi", **form, **key) for form in (STREAM, {}, STREAM)))
    await asyncio.sleep(0)
    gate.may_go_on.set()
    streamed, plain, other = await repeats
    assert check_whole(streamed.text) == plain.json() == check_whole(other.text)
    assert await count_turns(resources, conversation) == 1


async def test_a_server_that_is_stopped_finishes_the_turn_of_a_client_that_is_gone(
    chat: Chat, make: Make, resources: Resources
) -> None:
    gate = Gate(Say("First words "), Delay(1), Say("and the rest."))
    make.use_model(gate.model)
    conversation = await chat.started()
    async with serving(resources, "platform") as client:
        other = Chat(client, chat.project_info, chat.headers)
        await hang_up(other, {"conversation_id": conversation, "message": "hi"}, gate)
        asyncio.get_running_loop().call_later(0.2, gate.may_go_on.set)
    assert await count_turns(resources, conversation) == 1


async def test_a_long_silence_begins_the_answer(chat: Chat, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(Delay(1), Say("At last."))
    make.use_model(gate.model)
    conversation = await chat.started()
    monkeypatch.setattr(streamed_replies, "HEARTBEAT_SECONDS", 0.01)
    body = {"conversation_id": conversation, "message": "hi"}
    async with (
        httpx.AsyncClient(base_url=chat.client.url, trust_env=False, timeout=30) as client,
        client.stream("POST", f"{chat.prefix}/respond", headers={**chat.headers, **STREAM}, json=body) as response,
    ):
        assert response.status_code == 200
        gate.may_go_on.set()
        text = (await response.aread()).decode()
    assert check_whole(text)["response"] == "At last."


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/json, text/event-stream"])
async def test_who_does_not_insist_gets_json(chat: Chat, accept: str) -> None:
    assert (await chat.create(None, accept=accept)).json()["response"] == "Hello, how can I help?"


async def test_the_documents_name_both_forms(chat: Chat) -> None:
    document = (await chat.client.get("/openapi/runtime.json")).json()
    for name in ("create", "respond"):
        path = document["paths"][f"/{{version}}/{{account_id}}/{{project_id}}/chat/{name}"]
        assert set(path["post"]["responses"]["200"]["content"]) == {"application/json", "text/event-stream"}


async def test_metadata_is_for_the_functions_of_its_turn(chat: Chat, make: Make, resources: Resources) -> None:
    shows = (
        "from _gen import *\n"
        "def goodbye(conv: Conversation):\n"
        "    return {'utterance': f'{conv.metadata.get(\"page\")} in {conv.language} {conv.state.tts_lang_code}'}\n"
    )
    languages = "default_language: en-US\nadditional_languages: [de-DE]\n"
    files = {**AGENT, "functions/goodbye.py": shows, "agent_settings/languages.yaml": languages}
    await make.deploy(chat.project_info, files, "sandbox")
    make.use_model(ScriptedModel([Answer((Call("goodbye"),), repeat=True)]))
    sandbox = Chat(chat.client, chat.project_info, await make.chat_headers(chat.project_info, environment="sandbox"))
    conversation = await sandbox.started()

    async def say(**more: Any) -> str:
        body = {"conversation_id": conversation, "message": "hi", **more}
        response = await sandbox.client.post(f"{sandbox.prefix}/respond", headers=sandbox.headers, json=body)
        assert response.status_code == 200, response.text
        return str(response.json()["response"])

    assert await say(metadata={"page": "/menu"}) == "/menu in en-US en-US"
    assert await say() == "None in en-US en-US"
    assert await say(asr_lang_code="de-DE", metadata={"page": "/karte"}) == "/karte in de-DE de-DE"
    assert await say() == "None in de-DE de-DE", "the conversation goes on in it"
    assert await say(tts_lang_code="fr-FR") == "None in de-DE de-DE", "the project has no French"
    assert await say(tts_lang_code="en") == "None in en-US en-US"
    kept = await resources.db.fetch(
        "select trace -> 'metadata' as metadata from turns where conversation_id = $1 order by number",
        row_id(conversation),
    )
    assert [row["metadata"] for row in kept] == [None, {"page": "/menu"}, None, {"page": "/karte"}, None, None, None]


async def test_metadata_has_limits(chat: Chat) -> None:
    conversation = await chat.started()
    for metadata in ({"a": "x" * 70_000}, ["a"], "a", 1):
        body = {"conversation_id": conversation, "message": "hi", "metadata": metadata}
        response = await chat.client.post(f"{chat.prefix}/respond", headers=chat.headers, json=body)
        assert response.status_code == 400
