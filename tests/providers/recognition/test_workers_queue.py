"""Who waits for a worker: one request of each stream, in the order in which they came, and not too many."""

from __future__ import annotations

import asyncio

import pytest

from parley.providers.recognition.protocol import RATE, RecognitionFailed
from parley.providers.recognition.workers import Request, RequestQueue


def request(stream: str, pcm: bytes = b"") -> Request:
    return Request(stream, pcm, "en", RATE, asyncio.get_running_loop().create_future())


async def test_first_come_first_served() -> None:
    queue = RequestQueue()
    requests = [request(name) for name in "abc"]
    for each in requests:
        queue.put(each)
    assert [await queue.get() for _ in requests] == requests
    assert len(queue) == 0


async def test_a_newer_request_takes_the_place_of_an_older_one() -> None:
    queue = RequestQueue()
    old, other, new = request("a", b"1"), request("b"), request("a", b"12")
    for each in (old, other, new):
        queue.put(each)
    assert [await queue.get(), await queue.get()] == [new, other]
    with pytest.raises(RecognitionFailed, match="newer"):
        await old.answer


async def test_one_that_is_being_decoded_is_not_replaced() -> None:
    queue = RequestQueue()
    old, new = request("a"), request("a")
    queue.put(old)
    assert await queue.get() is old
    queue.put(new)
    assert not old.answer.done()
    assert await queue.get() is new


async def test_it_is_bounded_and_a_newer_request_still_finds_its_place() -> None:
    queue = RequestQueue(2)
    queue.put(request("a"))
    queue.put(request("b"))
    with pytest.raises(RecognitionFailed, match="too many"):
        queue.put(request("c"))
    older = queue._waiting["a"].answer
    queue.put(request("a"))
    assert isinstance(older.exception(), RecognitionFailed)
    assert len(queue) == 2


async def test_who_gave_up_is_not_served() -> None:
    queue = RequestQueue()
    first, second, newer = request("a"), request("b"), request("a")
    queue.put(first)
    queue.put(second)
    queue.discard(first)
    queue.put(newer)
    queue.discard(first)
    assert [await queue.get(), await queue.get()] == [second, newer]


async def test_whoever_waits_gets_what_comes() -> None:
    queue = RequestQueue()
    getting = [asyncio.create_task(queue.get()) for _ in range(3)]
    await asyncio.sleep(0)
    requests = [request(name) for name in "abc"]
    for each in requests:
        queue.put(each)
    assert await asyncio.gather(*getting) == requests


async def test_an_answer_that_nobody_waits_for_is_dropped() -> None:
    gone = request("a")
    gone.answer.cancel()
    gone.succeed("text")
    gone.fail("late")
    assert gone.answer.cancelled()
