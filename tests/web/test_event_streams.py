"""Server-sent events: who gets them, and what becomes of the work when whoever asked for it is gone."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from parley.kit import tasks
from parley.web.event_streams import HEARTBEAT, EventStream, event, wants_events

HTTP = {"type": "http", "method": "POST"}


@pytest.mark.parametrize(
    ("accept", "wanted"),
    [
        (None, False),
        ("", False),
        ("*/*", False),
        ("text/*", False),
        ("application/json", False),
        ("text/event-stream", True),
        ("Text/Event-Stream; charset=utf-8", True),
        ("text/event-stream, */*", True),
        ("application/json, text/event-stream", False),
        ("text/event-stream, application/json;q=0.9", True),
        ("text/event-stream;q=0.5, application/json", False),
        ("text/event-stream;q=0", False),
        ("text/event-stream;q=much", False),
        ("text/event-stream;q=nan", False),
        ("," * 8000 + "text/event-stream", False),
    ],
)
def test_only_who_names_the_form_gets_it(accept: str | None, wanted: bool) -> None:
    assert wants_events({} if accept is None else {"accept": accept}) is wanted


def test_an_event_is_one_line_of_json() -> None:
    assert event("x", {"text": "a\nb\r\u2028c"}) == 'event: x\ndata: {"text":"a\\nb\\r\u2028c"}\n\n'.encode()


class Work:
    """Says what it is told to say, and ends when it is told to end."""

    def __init__(self) -> None:
        self.has_news = asyncio.Event()
        self.said = b""
        self.may_end = asyncio.Event()
        self.work = tasks.start(self._work(), "work")

    def say(self, words: bytes) -> None:
        self.said += words
        self.has_news.set()

    def take(self) -> bytes:
        self.has_news.clear()
        said, self.said = self.said, b""
        return said

    def last(self) -> bytes:
        return self.said + b"."

    async def _work(self) -> None:
        try:
            await self.may_end.wait()
        finally:
            self.has_news.set()


class Client:
    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.start: MutableMapping[str, Any] = {}
        self.has_left = asyncio.Event()
        self.reads = asyncio.Event()
        self.reads.set()
        self.is_complete = False

    async def receive(self) -> MutableMapping[str, Any]:
        await self.has_left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.start = message
            return
        self.got.append(message["body"])
        self.is_complete = not message.get("more_body", False)
        await self.reads.wait()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_what_comes_is_sent_as_it_comes() -> None:
    work, client = Work(), Client()
    answering = tasks.start(EventStream(work)(HTTP, client.receive, client.send), "answer")
    for words in (b"one", b"two"):
        work.say(words)
        await settle()
    assert client.got == [b"one", b"two"]
    work.may_end.set()
    await answering
    assert (client.got[-1], client.is_complete) == (b".", True)
    headers = dict(client.start["headers"])
    assert headers[b"content-type"] == b"text/event-stream; charset=utf-8"
    assert headers[b"x-accel-buffering"] == b"no"


async def test_silence_is_broken_by_comments() -> None:
    work, client = Work(), Client()
    answering = tasks.start(EventStream(work, heartbeat=0)(HTTP, client.receive, client.send), "answer")
    for _ in range(5):
        await settle()
    work.may_end.set()
    await answering
    assert set(client.got[:-1]) == {HEARTBEAT}
    assert client.got[-1] == b"."


async def test_the_work_goes_on_when_the_client_has_hung_up() -> None:
    work, client = Work(), Client()
    answering = tasks.start(EventStream(work)(HTTP, client.receive, client.send), "answer")
    await settle()
    client.has_left.set()
    await settle()
    assert not answering.done(), "a server that is stopping waits for the work"
    work.may_end.set()
    await answering
    assert (work.work.done(), work.work.cancelled(), client.is_complete) == (True, False, False)


async def test_a_client_that_reads_slowly_gets_less_often_more() -> None:
    work, client = Work(), Client()
    client.reads.clear()
    answering = tasks.start(EventStream(work)(HTTP, client.receive, client.send), "answer")
    for words in (b"a", b"b", b"c", b"d"):
        work.say(words)
        await settle()
    client.reads.set()
    await settle()
    work.may_end.set()
    await answering
    assert client.got == [b"a", b"bcd", b"."]


async def test_an_answer_that_is_cancelled_takes_its_work_along() -> None:
    work, client = Work(), Client()
    answering = tasks.start(EventStream(work)(HTTP, client.receive, client.send), "answer")
    await settle()
    await tasks.cancel(answering)
    assert work.work.cancelled()
