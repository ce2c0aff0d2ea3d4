"""Whatever a child writes, the serving process spends little on it, and the call ends with an outcome."""

from __future__ import annotations

import asyncio
import struct
import tracemalloc

import pytest

from parley.agent_host.link import MAX_FRAMES, MAX_IDLE_HEADER, MAX_PIECES, MAX_UNANSWERED, MAX_UNREAD
from parley.agent_host.messages import MAX_HEADER, Done
from parley.agent_host.wire import frame
from tests.agent_host.hostile_child import HostileChild, outcome_of

DONE = frame({"t": "done", "call": 1})


def asks(what: str = "history", call: int = 1) -> bytes:
    return frame({"t": "ask", "id": 1, "call": call, "what": what})


async def in_a_call() -> tuple[HostileChild, asyncio.Task[tuple[Done, bytes]]]:
    child = HostileChild()
    child.says(frame({"t": "ready", "sandbox": {}}))
    call = child.begin()
    await asyncio.sleep(0)
    return child, call


async def test_a_sound_call() -> None:
    child, call = await in_a_call()
    child.says(asks())
    child.says(DONE)
    assert await outcome_of(call) == Done(1)
    assert child.link.alive


@pytest.mark.parametrize(
    ("sent", "weight"),
    [(asks(), 1), (asks("nothing there"), 2), (asks("secret"), 2), (asks(call=0), 2), (asks(call=-1), 2)],
)
async def test_every_frame_counts_and_wrong_ones_twice(sent: bytes, weight: int) -> None:
    child, call = await in_a_call()
    for _ in range(MAX_FRAMES // weight - 1):
        child.says(sent)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert child.link.alive
    child.says(sent * 2)
    assert "broke the protocol (it sends too many frames)" in str(await outcome_of(call))
    assert child.wire.is_closed


async def test_each_call_has_a_count_of_its_own() -> None:
    child, call = await in_a_call()
    for number in range(1, 5):
        child.says(asks("nothing there", number) * 100)
        child.says(frame({"t": "done", "call": number}))
        assert await outcome_of(call) == Done(number)
        call = child.begin()
        await asyncio.sleep(0)
    call.cancel()


async def test_questions_that_come_after_their_call_are_counted_not_answered() -> None:
    child, call = await in_a_call()
    child.says(DONE)
    await outcome_of(call)
    said = len(child.wire.sent)
    child.says(asks() * 10)
    assert child.link.alive
    assert len(child.wire.sent) == said
    child.says(asks() * MAX_FRAMES)
    assert not child.link.alive


@pytest.mark.parametrize("sent", [asks(), DONE, frame({"t": "answer", "id": 1}), frame({}), b"\x00" * 8])
async def test_a_child_that_speaks_before_it_is_ready_is_lost(sent: bytes) -> None:
    child = HostileChild()
    child.says(sent)
    assert not child.link.alive
    assert child.link.ready.exception() is not None


@pytest.mark.parametrize(
    "sent",
    [
        frame({"t": "answer", "id": 1, "result": "x"}),
        frame({"t": "ready", "sandbox": {}}),
        frame({"t": "call"}),
        frame({"t": "done", "call": 2}),
        frame({"t": "done", "call": "1"}),
        frame({"t": "ask", "id": 1, "call": 2, "what": "history"}),
        frame({"t": "ask", "id": "1", "call": 1, "what": "history"}),
        frame({"t": ["ask"]}),
        DONE + DONE,
    ],
)
async def test_what_no_sound_child_says_ends_the_child(sent: bytes) -> None:
    child, call = await in_a_call()
    child.says(sent)
    assert not child.link.alive
    assert isinstance(await outcome_of(call), str | Done)


async def test_outside_of_calls_only_small_frames_are_taken() -> None:
    child = HostileChild()
    child.says(struct.pack("!II", MAX_IDLE_HEADER + 1, 0))
    assert not child.link.alive
    child, call = await in_a_call()
    child.says(DONE)
    await outcome_of(call)
    child.says(struct.pack("!II", 10, 1))
    assert not child.link.alive


async def test_a_byte_at_a_time_has_an_end() -> None:
    child, call = await in_a_call()
    child.says(struct.pack("!II", MAX_HEADER, 0))
    for _ in range(MAX_PIECES):
        child.says(b" ")
    assert "too many pieces" in str(await outcome_of(call))


@pytest.mark.slow
async def test_too_many_bytes_have_an_end() -> None:
    child, call = await in_a_call()
    large = frame({"t": "ask", "id": 1, "call": 1, "what": "x" * 7_000_000})
    for _ in range(5):
        child.says(large)
        await asyncio.sleep(0)
    assert "too many bytes" in str(await outcome_of(call))


async def test_too_many_questions_at_once() -> None:
    child, call = await in_a_call()
    child.says(asks() * (MAX_UNANSWERED + 1))
    assert "too much at once" in str(await outcome_of(call))


async def test_a_child_that_reads_no_answers_is_lost() -> None:
    child, call = await in_a_call()
    child.wire.unread = MAX_UNREAD + 1
    child.says(asks())
    assert "does not read its answers" in str(await outcome_of(call))


@pytest.mark.parametrize("inner", [b"[],", b"{},", b'"ab",', b"1,"])
async def test_a_small_header_is_not_large_in_memory(inner: bytes) -> None:
    child, call = await in_a_call()
    encoded = b'{"t":"done","call":1,"reply":{"listen":{"a":[' + inner * (8_000_000 // len(inner)) + b"0]}}}"
    sent = struct.pack("!II", len(encoded), 0) + encoded
    tracemalloc.start()
    try:
        child.says(sent)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert isinstance(await outcome_of(call), str)
    assert peak < 10 * len(sent)
