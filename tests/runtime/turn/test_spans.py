"""Traces of whole turns, from the door to the model to the function, as a collector gets them."""

from __future__ import annotations

import httpx
import pytest

from parley.kit.tracing.spans import tracing
from parley.providers.llm.openai import Endpoint, OpenAIModel
from tests.collector import Collector, Sent, collecting
from tests.contract import ContractClient
from tests.fake_openai import FakeOpenAI, calls, fake_openai, words
from tests.make import Make
from tests.platform_api.chatting import AGENT, Chat

pytestmark = pytest.mark.io

TRACE, CALLER = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACEPARENT = f"00-{TRACE}-{CALLER}-01"
SERVER, CLIENT = 2, 3
SAID = "My grandmother is ill"


async def one_turn(platform: ContractClient, make: Make, server: FakeOpenAI, **headers: str) -> str:
    """A turn in which the model runs a function and then speaks. → the conversation."""
    project = await make.project()
    await make.deploy(project, AGENT)
    chat = Chat(platform, project, await make.chat_headers(project))
    conversation = await chat.started()
    server.plays(calls(("add_up", {"number": 4711})), words("I am sorry to hear that"))
    async with httpx.AsyncClient() as client:
        make.use_model(OpenAIModel(Endpoint(server.url, "small-one"), client))
        answer = await chat.respond(conversation, SAID, **headers)
    assert answer.status_code == 200, answer.text
    return conversation


def named(spans: list[Sent], beginning: str) -> Sent:
    (found,) = [span for span in spans if span.name.startswith(beginning)]
    return found


async def test_a_trace_leads_from_the_caller_through_the_door_to_model_and_function(
    platform: ContractClient, make: Make
) -> None:
    async with fake_openai() as server, collecting() as collector:
        conversation = await one_turn(platform, make, server, traceparent=TRACEPARENT)
        sent_to_model = list(server.traces)
        spans = [span for span in await collector.spans() if span.trace == TRACE]
    door = named(spans, "POST ")
    turn = named(spans, "turn respond")
    function = named(spans, "execute_tool add_up")
    asked = [span for span in spans if span.name == "chat"]
    assert door.parent == CALLER
    assert (door.kind, door.attributes["http.response.status_code"]) == (SERVER, 200)
    assert door.attributes["http.route"].endswith("/chat/respond")
    assert turn.parent == door.id
    assert turn.attributes["gen_ai.conversation.id"] == conversation
    assert turn.attributes["parley.environment"] == "live"
    assert function.parent == turn.id
    assert {(span.parent, span.kind) for span in asked} == {(turn.id, CLIENT)}
    # The model's server can go on where we stopped.
    assert sent_to_model == [f"00-{TRACE}-{span.id}-01" for span in asked]
    assert asked[0].attributes["parley.reply.tool_calls"] == "add_up"


async def test_nothing_that_was_said_is_in_a_trace(platform: ContractClient, make: Make) -> None:
    async with fake_openai() as server, collecting() as collector:
        await one_turn(platform, make, server)
        assert len(await collector.spans()) >= 4
        sent = b"".join(request.body for request in collector.requests)
    for text in (SAID, "sorry to hear", "4711", "how can I help"):
        assert text.encode() not in sent


async def test_texts_are_there_for_who_asks_for_them(platform: ContractClient, make: Make) -> None:
    async with fake_openai() as server, collecting(texts=True) as collector:
        await one_turn(platform, make, server)
        spans = await collector.spans()
    first = next(span for span in spans if span.name == "chat")
    assert SAID in first.attributes["gen_ai.input.messages"]
    assert "4711" in named(spans, "execute_tool add_up").attributes["gen_ai.tool.call.arguments"]


async def test_a_function_that_fails_is_seen_without_its_words(platform: ContractClient, make: Make) -> None:
    files = {**AGENT, "functions/add_up.py": "from _gen import *\ndef add_up(conv):\n    raise KeyError('a secret')\n"}
    project = await make.project()
    await make.deploy(project, files)
    async with fake_openai() as server, collecting() as collector, httpx.AsyncClient() as client:
        chat = Chat(platform, project, await make.chat_headers(project))
        make.use_model(OpenAIModel(Endpoint(server.url, "small-one"), client))
        conversation = await chat.started()
        server.plays(calls(("add_up", {})), words("That did not work."))
        await chat.respond(conversation, SAID)
        function = named(await collector.spans(), "execute_tool add_up")
        sent = b"".join(request.body for request in collector.requests)
    assert function.failed
    assert function.attributes["error.type"] == "KeyError"
    assert b"a secret" not in sent


async def test_refused_requests_are_traced_as_what_they_are(platform: ContractClient, make: Make) -> None:
    project = await make.project()
    async with collecting() as collector:
        chat = Chat(platform, project, {"x-api-key": "wrong", "x-token": "wrong"})
        assert (await chat.create()).status_code == 401
        (span,) = await collector.spans()
    assert span.attributes["http.response.status_code"] == 401
    assert not span.failed


async def test_a_collector_that_fails_costs_nobody_an_answer(platform: ContractClient, make: Make) -> None:
    async with fake_openai() as server, collecting(answer=lambda _: b"") as collector:
        await one_turn(platform, make, server)
        assert isinstance(collector, Collector)
    assert not tracing.is_on
