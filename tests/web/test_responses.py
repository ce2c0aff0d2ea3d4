"""Answers in parts: made ahead of the client by one, for nobody who is gone, and whole or visibly not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, MutableMapping
from typing import Any

import pytest

from parley.web import responses
from parley.web.responses import NoLongerAllowed, Streamed, json_bytes_response


class Client:
    """The far end of an answer: takes a part when it is told to."""

    def __init__(self) -> None:
        self.messages: list[MutableMapping[str, Any]] = []
        self.left = asyncio.Event()
        self.takes = asyncio.Event()
        self.takes.set()

    async def receive(self) -> MutableMapping[str, Any]:
        if not self.messages:
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        self.messages.append(message)
        if message["type"] == "http.response.body":
            await self.takes.wait()

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages)

    @property
    def is_complete(self) -> bool:
        return self.messages[-1]["type"] == "http.response.body" and not self.messages[-1].get("more_body", False)


class Source:
    def __init__(self, *parts: bytes | Exception) -> None:
        self.made = 0
        self.closed = False
        self.parts = self._make(parts)

    async def _make(self, parts: tuple[bytes | Exception, ...]) -> AsyncGenerator[bytes, None]:
        try:
            for part in parts:
                await asyncio.sleep(0)
                self.made += 1
                if isinstance(part, Exception):
                    raise part
                yield part
        finally:
            self.closed = True


def scope(method: str = "GET") -> dict[str, Any]:
    return {"type": "http", "method": method}


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_all_parts_in_order() -> None:
    client, source = Client(), Source(b"b", b"c", b"d")
    await Streamed(b"a", source.parts, {"x-more": "1"})(scope(), client.receive, client.send)
    assert client.body == b"abcd"
    assert client.is_complete
    assert source.closed
    [start, *_] = client.messages
    assert start["status"] == 200
    assert set(start["headers"]) == {(b"content-type", b"application/json"), (b"x-more", b"1")}


async def test_one_part_is_made_ahead_and_no_more() -> None:
    client, source = Client(), Source(*[b"x"] * 10)
    client.takes.clear()
    answering = asyncio.create_task(Streamed(b"a", source.parts)(scope(), client.receive, client.send))
    await settle()
    assert (client.body, source.made) == (b"a", 1), "the next is being made while the first is on its way"
    client.takes.set()
    await answering
    assert source.made == 10


async def test_nothing_is_made_for_a_client_that_left() -> None:
    client, source = Client(), Source(*[b"x"] * 10)
    client.takes.clear()
    answering = asyncio.create_task(Streamed(b"a", source.parts)(scope(), client.receive, client.send))
    await settle()
    client.left.set()
    await settle()
    client.takes.set()
    await answering
    assert source.made <= 2
    assert source.closed


async def test_what_fails_later_breaks_the_answer_off() -> None:
    client, source = Client(), Source(b"b", RuntimeError("no more"), b"c")
    with pytest.raises(RuntimeError):
        await Streamed(b"a", source.parts)(scope(), client.receive, client.send)
    assert client.body == b"ab"
    assert not client.is_complete
    assert source.closed


async def test_an_answer_that_is_cancelled_lets_go_of_its_source() -> None:
    client, source = Client(), Source(*[b"x"] * 10)
    client.takes.clear()
    answering = asyncio.create_task(Streamed(b"a", source.parts)(scope(), client.receive, client.send))
    await settle()
    answering.cancel()
    with pytest.raises(asyncio.CancelledError):
        await answering
    assert source.closed


@pytest.mark.parametrize("media_type", ["text/event-stream", "text/csv"])
async def test_an_answer_ends_with_what_it_was_asked_with(media_type: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while a client takes nothing. A stream of events is over then; of anything else something is missing."""
    monkeypatch.setattr(responses, "ASK_SECONDS", 0)
    monkeypatch.setattr(responses, "END_SECONDS", 0)
    client, source = Client(), Source(*[b"x"] * 10)
    client.takes.clear()
    answers = iter([True, False])

    async def may_go_on() -> bool:
        return next(answers)

    answer = Streamed(b"a", source.parts, media_type=media_type)
    answer.may_go_on = may_go_on
    answering = asyncio.create_task(answer(scope(), client.receive, client.send))
    if media_type == "text/csv":
        with pytest.raises(NoLongerAllowed):
            await answering
    else:
        await answering
    assert client.is_complete is (media_type == "text/event-stream")
    assert source.closed


async def test_a_head_request_gets_no_body() -> None:
    client, source = Client(), Source(*[b"x"] * 10)
    await Streamed(b"a", source.parts)(scope("HEAD"), client.receive, client.send)
    assert (client.body, client.is_complete) == (b"", True)
    assert source.made <= 1
    assert await anext(source.parts, None) is None, "nothing is left to be made"


async def test_json_as_it_is() -> None:
    response = json_bytes_response(b'{"a":1}', {"x-more": "1"}, 201)
    assert (response.body, response.status_code) == (b'{"a":1}', 201)
    assert (response.headers["content-type"], response.headers["x-more"]) == ("application/json", "1")
