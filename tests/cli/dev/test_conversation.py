"""What is known of the state follows from what the functions changed; what is refused is said in plain words."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from parley.cli.dev.conversation import Conversation, RequestFailed


def turn(words: str, ended: bool = False, **changes: Any) -> dict[str, Any]:
    change = {"added": {}, "updated": {}, "removed": []} | changes
    metadata = {"functions": [{"state_changes": change}]}
    return {"conversationId": "CONV-1", "response": words, "metadata": metadata, "conversationEnded": ended}


def talking(answers: list[httpx.Response], asked: list[dict[str, Any]]) -> Conversation:
    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(json.loads(request.content))
        return answers.pop(0)

    client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    return Conversation(client, "http://build/v1/agents/a", variant="north")


async def test_a_conversation_follows_what_is_deployed() -> None:
    asked: list[dict[str, Any]] = []
    answers = [
        httpx.Response(201, json=turn("Hello", added={"a": 1, "b": 1})),
        httpx.Response(200, json=turn("Bye", ended=True, updated={"a": 2}, removed=["b"])),
    ]
    conversation = talking(answers, asked)
    assert (await conversation.open()).words == "Hello"
    assert (await conversation.say("")).has_ended
    assert conversation.has_ended
    assert conversation.state == {"a": 2}
    assert asked == [
        {"clientEnv": "sandbox", "variantId": "north"},
        {"clientEnv": "sandbox", "message": "", "followDeployments": True},
    ]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (httpx.Response(422, json={"error_message": "There is no variant 'north'."}), "no variant 'north'"),
        (httpx.Response(502, text="<html>"), "what answers is not Parley .502."),
    ],
)
async def test_what_is_refused_is_said(answer: httpx.Response, words: str) -> None:
    with pytest.raises(RequestFailed, match=words):
        await talking([answer], []).open()
