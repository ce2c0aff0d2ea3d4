"""Whatever a child writes, the serving process spends little on it, and the call ends with an outcome."""

from __future__ import annotations

import asyncio
import struct
import tracemalloc
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from parley.agent_host.allowance import NOTHING, Allowance
from parley.agent_host.framing import FrameReader, encode_frame
from parley.agent_host.messages import MAX_HEADER, FunctionResult, ServiceResponse
from parley.agent_host.parent_connection import MAX_FRAMES, MAX_IDLE_HEADER, MAX_PIECES, MAX_UNANSWERED, MAX_UNREAD
from parley.agent_host.protocol import HostServices, Json
from tests.agent_host.conftest import FakeHostServices
from tests.agent_host.hostile_child import HostileChild, outcome_of
from tests.waiting import until

RESULT = encode_frame({"t": "result", "call": 1})


def asks(service: str = "history", call: int = 1) -> bytes:
    return encode_frame({"t": "request", "id": 1, "call": call, "service": service})


async def in_a_call() -> tuple[HostileChild, asyncio.Task[tuple[FunctionResult, bytes]]]:
    child = HostileChild()
    child.says(encode_frame({"t": "ready", "sandbox": {}}))
    call = child.begin()
    await asyncio.sleep(0)
    return child, call


async def test_a_sound_call() -> None:
    child, call = await in_a_call()
    child.says(asks())
    child.says(RESULT)
    assert await outcome_of(call) == FunctionResult(1)
    assert child.connection.is_alive


@pytest.mark.slow
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
    assert child.connection.is_alive
    child.says(sent * 2)
    assert "broke the protocol (it sends too many frames)" in str(await outcome_of(call))
    assert child.transport.is_closed


async def test_each_call_has_a_count_of_its_own() -> None:
    child, call = await in_a_call()
    for number in range(1, 5):
        child.says(asks("nothing there", number) * 100)
        child.says(encode_frame({"t": "result", "call": number}))
        assert await outcome_of(call) == FunctionResult(number)
        call = child.begin()
        await asyncio.sleep(0)
    call.cancel()


async def test_questions_that_come_after_their_call_are_counted_not_answered() -> None:
    child, call = await in_a_call()
    child.says(RESULT)
    await outcome_of(call)
    said = len(child.transport.sent)
    child.says(asks() * 10)
    assert child.connection.is_alive
    assert len(child.transport.sent) == said
    child.says(asks() * MAX_FRAMES)
    assert not child.connection.is_alive


@pytest.mark.parametrize(
    "sent", [asks(), RESULT, encode_frame({"t": "response", "id": 1}), encode_frame({}), b"\x00" * 8]
)
async def test_a_child_that_speaks_before_it_is_ready_is_lost(sent: bytes) -> None:
    child = HostileChild()
    child.says(sent)
    assert not child.connection.is_alive
    assert child.connection.ready.exception() is not None


@pytest.mark.parametrize(
    "sent",
    [
        encode_frame({"t": "response", "id": 1, "result": "x"}),
        encode_frame({"t": "ready", "sandbox": {}}),
        encode_frame({"t": "call"}),
        encode_frame({"t": "result", "call": 2}),
        encode_frame({"t": "result", "call": "1"}),
        encode_frame({"t": "request", "id": 1, "call": 2, "service": "history"}),
        encode_frame({"t": "request", "id": "1", "call": 1, "service": "history"}),
        encode_frame({"t": ["request"]}),
        RESULT + RESULT,
    ],
)
async def test_what_no_sound_child_says_ends_the_child(sent: bytes) -> None:
    child, call = await in_a_call()
    child.says(sent)
    assert not child.connection.is_alive
    assert isinstance(await outcome_of(call), str | FunctionResult)


async def test_outside_of_calls_only_small_frames_are_taken() -> None:
    child = HostileChild()
    child.says(struct.pack("!II", MAX_IDLE_HEADER + 1, 0))
    assert not child.connection.is_alive
    child, call = await in_a_call()
    child.says(RESULT)
    await outcome_of(call)
    child.says(struct.pack("!II", 10, 1))
    assert not child.connection.is_alive


async def test_a_byte_at_a_time_has_an_end() -> None:
    child, call = await in_a_call()
    child.says(struct.pack("!II", MAX_HEADER, 0))
    for _ in range(MAX_PIECES):
        child.says(b" ")
    assert "too many pieces" in str(await outcome_of(call))


@pytest.mark.slow
async def test_too_many_bytes_have_an_end() -> None:
    child, call = await in_a_call()
    large = encode_frame({"t": "request", "id": 1, "call": 1, "service": "x" * 7_000_000})
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
    child.transport.unread = MAX_UNREAD + 1
    child.says(asks())
    assert "does not read its answers" in str(await outcome_of(call))


@pytest.mark.slow
@pytest.mark.parametrize("inner", [b"[],", b"{},", b'"ab",', b"1,"])
async def test_a_small_header_is_not_large_in_memory(inner: bytes) -> None:
    child, call = await in_a_call()
    encoded = b'{"t":"result","call":1,"reply":{"listen":{"a":[' + inner * (8_000_000 // len(inner)) + b"0]}}}"
    sent = struct.pack("!II", len(encoded), 0) + encoded
    tracemalloc.start()
    try:
        child.says(sent)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert isinstance(await outcome_of(call), str)
    assert peak < 10 * len(sent)


class CountingServices(FakeHostServices):
    def __init__(self) -> None:
        self.served: list[tuple[str, object]] = []

    async def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> Json:
        self.served.append((prompt, (show_history, return_json, model)))
        return "answer"

    async def api(self, integration: str, operation: str, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        self.served.append((f"{integration}.{operation}", arguments))
        return {"status_code": 200}

    async def expect_event(self, event_id: str, send_to_llm: bool) -> None:
        self.served.append((event_id, send_to_llm))


def requests(service: str, **arguments: Any) -> bytes:
    return encode_frame({"t": "request", "id": 1, "call": 1, "service": service, "arguments": arguments})


async def served(child: HostileChild, *sent: bytes) -> list[Any]:
    """The responses to what the child sends."""
    before = len(child.transport.sent)
    for data in sent:
        child.says(data)
    await until(lambda: _answered(child, before + len(sent)))
    reader = FrameReader(msgspec.json.Decoder(ServiceResponse).decode, 10**6, 0)
    frames = [frame for data in child.transport.sent[before:] for frame in reader.feed(data)]
    return [response.error or response.result for response, _ in frames]


async def _answered(child: HostileChild, sent: int) -> bool:
    return len(child.transport.sent) >= sent


async def started(services: HostServices, **rest: Any) -> tuple[HostileChild, asyncio.Task[Any]]:
    child = HostileChild(services)
    call = child.begin(**rest)
    await asyncio.sleep(0)
    return child, call


async def test_arguments_that_no_service_needs_are_not_passed_on() -> None:
    services = CountingServices()
    child, call = await started(services)
    await served(
        child,
        requests("prompt_llm", prompt="p", show_history="yes", return_json=True, model=7),
        requests("api", integration="crm", operation="find", arguments="x", more=1),
    )
    assert services.served == [("p", (False, True, None)), ("crm.find", {})]
    call.cancel()


async def test_an_event_can_be_expected() -> None:
    services = CountingServices()
    child, call = await started(services)
    for wakes in (True, False, "yes", None):
        assert await served(child, requests("external_event", id="0" * 32, send_to_llm=wakes)) == [None]
    assert services.served == [("0" * 32, True), *[("0" * 32, False)] * 3]
    call.cancel()


@pytest.mark.parametrize("wrong", [None, 1, "", "0" * 31, "0" * 33, "G" * 32, "0" * 32 + "\n", "\x00" * 32])
async def test_an_event_has_an_id_of_the_right_form(wrong: Any) -> None:
    services = CountingServices()
    child, call = await started(services)
    assert (await served(child, requests("external_event", id=wrong)))[0][0] == "arguments"
    assert (services.served, child.connection._meter.frames) == ([], 2)
    call.cancel()


async def test_there_is_nothing_else_to_request() -> None:
    child, call = await started(CountingServices())
    assert await served(child, requests("shell")) == [("unknown", "There is nothing of that kind to ask for.")]
    call.cancel()


@pytest.mark.parametrize(
    ("service", "arguments", "allowance"),
    [
        ("prompt_llm", {"prompt": "p"}, Allowance(model_requests=3)),
        ("api", {"integration": "a", "operation": "b"}, Allowance(api_requests=3)),
        ("external_event", {"id": "0" * 32}, Allowance(events=3)),
    ],
)
async def test_requests_count_against_the_allowance_of_the_call(
    service: str, arguments: dict[str, str], allowance: Allowance
) -> None:
    """Whoever writes to the socket past `conv` gets no further than `conv` would let them."""
    services = CountingServices()
    child, call = await started(services, allowance=allowance)
    responses = await served(child, *[requests(service, **arguments)] * 5)
    assert len(services.served) == 3
    assert [response[0] for response in responses if isinstance(response, tuple)] == ["limit"] * 2
    child.says(RESULT)
    await outcome_of(call)
    assert child.connection.requests_used == allowance


async def test_requests_of_a_lost_call_count_too_and_the_next_call_begins_anew() -> None:
    child, call = await started(CountingServices())
    await served(child, requests("prompt_llm", prompt="p"))
    child.leaves()
    assert await outcome_of(call) == "ended"
    assert child.connection.requests_used == Allowance(model_requests=1)
    assert await outcome_of(child.begin()) == "ended"
    assert child.connection.requests_used is NOTHING


async def test_a_bug_in_a_service_is_an_answer_too() -> None:
    child, call = await started(FakeHostServices())
    (response,) = await served(child, requests("api", integration="a", operation="b"))
    assert response == ("internal", "The platform could not answer.")
    call.cancel()
