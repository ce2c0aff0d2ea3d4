"""The chat-completions client against a real socket that misbehaves in the ways servers do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from prometheus_client import REGISTRY

from parley.providers.llm.openai import Endpoint, OpenAIModel, Timeouts
from parley.providers.llm.protocol import Message, ModelError, Piece, Request, Text, Tool, ToolCall, complete
from parley.providers.retry import RetryPolicy

pytestmark = pytest.mark.io

SECRET = "sk-very-secret"
HELLO = Request([Message("user", "hello")])


@dataclass(frozen=True)
class Answer:
    """What the server writes, byte for byte, after the status line."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    then_hang: bool = False
    cut: bool = False
    """Announces more bytes than it sends."""


def events(*chunks: Any, done: bool = True) -> bytes:
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks] + ["data: [DONE]\n\n"] * done
    return "".join(lines).encode()


def say(text: str, finish: str | None = None) -> dict[str, Any]:
    return {"choices": [{"delta": {"content": text}, "finish_reason": finish}]}


def problem(status: int, headers: Mapping[str, str] | None = None, **error: Any) -> Answer:
    return Answer(json.dumps({"error": error}).encode(), status, headers or {})


class Server:
    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.bodies: list[dict[str, Any]] = []
        self.heads: list[str] = []
        self.connections = 0
        self.port = 0
        self.closed_by_client = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = int(head.lower().split("content-length:")[1].split("\r\n")[0])
                self.heads.append(head)
                self.bodies.append(json.loads(await reader.readexactly(length)))
                await self._answer(self.answers.pop(0), reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.closed_by_client.set()
        finally:
            writer.close()

    async def _answer(self, answer: Answer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        size = len(answer.body) + (1000 if answer.cut or answer.then_hang else 0)
        headers = {"content-type": "text/event-stream", "content-length": str(size), **answer.headers}
        lines = [f"HTTP/1.1 {answer.status} X", *(f"{name}: {value}" for name, value in headers.items())]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + answer.body)
        await writer.drain()
        if answer.then_hang:
            await reader.read(1)
        if answer.cut or answer.then_hang:
            raise ConnectionError


@asynccontextmanager
async def listening(*answers: Answer) -> AsyncIterator[Server]:
    server = Server()
    server.answers = list(answers)
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()


@asynccontextmanager
async def model_at(
    port: int,
    timeouts: Timeouts | None = None,
    retries: int = 2,
    sleep: Callable[[float], Awaitable[None]] | None = None,
) -> AsyncIterator[OpenAIModel]:
    async def no_wait(_: float) -> None:
        return None

    endpoint = Endpoint(f"http://127.0.0.1:{port}/v1", "small", SECRET, timeouts=timeouts or Timeouts(),
                        retry_policy=RetryPolicy(retries=retries))  # fmt: skip
    async with httpx.AsyncClient() as client:
        yield OpenAIModel(endpoint, client, sleep=sleep or no_wait, random=lambda: 0.5, new_id=lambda: "made_up")


async def ask(*answers: Answer, request: Request = HELLO, retries: int = 2) -> tuple[list[Piece], Server]:
    async with listening(*answers) as server, model_at(server.port, retries=retries) as model:
        return [piece async for piece in model.stream(request)], server


async def test_text_streams_in_pieces_and_the_key_goes_into_the_header() -> None:
    pieces, server = await ask(Answer(events(say("Good "), say("day", "stop"), {"choices": [], "usage": {}})))
    assert pieces == [Text("Good "), Text("day")]
    assert f"Authorization: Bearer {SECRET}" in server.heads[0]
    assert server.heads[0].startswith("POST /v1/chat/completions ")
    assert server.bodies[0]["model"] == "small"


async def test_tokens_are_counted() -> None:
    usage = {"choices": [], "usage": {"prompt_tokens": 20, "completion_tokens": 4}}
    before = token_count("prompt"), token_count("completion")
    _, server = await ask(Answer(events(say("Good day", "stop"), usage)))
    assert server.bodies[0]["stream_options"] == {"include_usage": True}
    assert (token_count("prompt"), token_count("completion")) == (before[0] + 20, before[1] + 4)


def token_count(kind: str) -> float:
    labels = {"provider": "127.0.0.1", "model": "small", "kind": kind}
    return REGISTRY.get_sample_value("parley_model_tokens_total", labels) or 0


async def test_the_first_piece_arrives_before_the_reply_is_over() -> None:
    async with listening(Answer(events(say("Now"), done=False), then_hang=True)) as server:
        async with model_at(server.port) as model:
            pieces = model.stream(HELLO)
            assert await anext(pieces) == Text("Now")
            await pieces.aclose()
        await asyncio.wait_for(server.closed_by_client.wait(), 30)


@pytest.mark.parametrize(
    "body",
    [
        b": hello\r\n\r\n" + events(say("Hi")).replace(b"\n", b"\r\n"),
        events(say("Hi", "stop"), done=False),
        b"data: {nonsense\n\n" + events(say("Hi")),
        json.dumps({"choices": [{"message": {"role": "assistant", "content": "Hi"}}]}, indent=1).encode(),
        events({"choices": [{"delta": {"role": "assistant", "content": None}}]}, say("Hi")),
    ],
    ids=["CRLF and comments", "no [DONE]", "malformed line", "plain JSON", "null content"],
)
async def test_odd_streams_are_understood(body: bytes) -> None:
    pieces, _ = await ask(Answer(body))
    assert pieces == [Text("Hi")]


async def test_text_then_a_tool_call_in_fragments() -> None:
    def fragment(**call: Any) -> dict[str, Any]:
        return {"choices": [{"delta": {"tool_calls": [{"index": 0, **call}]}}]}

    body = events(
        say("One moment. "),
        fragment(id="c1", function={"name": "book", "arguments": ""}),
        fragment(function={"arguments": '{"people"'}),
        fragment(function={"arguments": ": 4}"}),
        {"choices": [{"delta": {}, "finish_reason": "tool_calls"}]},
    )
    pieces, server = await ask(Answer(body), request=Request([Message("user", "x")], [Tool("book", "")]))
    assert pieces == [Text("One moment. "), ToolCall("c1", "book", '{"people": 4}')]
    assert server.bodies[0]["tools"][0]["function"]["name"] == "book"


async def test_an_empty_reply_is_no_error() -> None:
    assert (await ask(Answer(events({"choices": [{"delta": {}, "finish_reason": "stop"}]}))))[0] == []


async def test_an_empty_reply_that_was_cut_off_is_one() -> None:
    with pytest.raises(ModelError, match=r"empty reply \(length\)"):
        await ask(Answer(events({"choices": [{"delta": {}, "finish_reason": "length"}]})))


async def test_a_connection_is_used_again() -> None:
    async with listening(Answer(events(say("1"))), Answer(events(say("2")))) as server, model_at(server.port) as model:
        assert [await complete(model, HELLO), await complete(model, HELLO)] == ["1", "2"]
        assert server.connections == 1


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503])
async def test_passing_faults_are_retried(status: int) -> None:
    pieces, server = await ask(problem(status, message="x"), Answer(events(say("Hi"))))
    assert (pieces, len(server.bodies)) == ([Text("Hi")], 2)


async def test_a_broken_connection_and_an_error_in_the_stream_are_retried_before_the_first_piece() -> None:
    broken = Answer(b"", cut=True)
    overloaded = Answer(events({"error": {"message": "x", "type": "overloaded_error"}}))
    pieces, server = await ask(broken, overloaded, Answer(events(say("Hi"))))
    assert (pieces, len(server.bodies)) == ([Text("Hi")], 3)


@pytest.mark.parametrize(
    "answer",
    [
        Answer(events(say("Half"), done=False), cut=True),
        Answer(events(say("Half"), {"error": {"message": "x", "type": "server_error"}})),
    ],
)
async def test_nothing_is_retried_after_a_piece(answer: Answer) -> None:
    async with listening(answer, Answer(events(say("again")))) as server, model_at(server.port) as model:
        pieces = model.stream(HELLO)
        assert await anext(pieces) == Text("Half")
        with pytest.raises(ModelError):
            await anext(pieces)
        assert len(server.bodies) == 1


async def test_a_connection_that_breaks_after_the_end_of_the_reply_does_no_harm() -> None:
    assert (await ask(Answer(events(say("All", "stop"), done=False), cut=True)))[0] == [Text("All")]


@pytest.mark.parametrize("status", [400, 401, 403, 404])
async def test_other_refusals_are_final_and_name_no_secret(status: int) -> None:
    refusal = problem(status, message=f"bad key {SECRET}: hello", code="invalid_api_key")
    with pytest.raises(ModelError) as error:
        await ask(refusal)
    assert str(error.value) == f"model endpoint 127.0.0.1: status {status} (invalid_api_key)"
    assert error.value.__cause__ is None


async def test_retries_are_bounded() -> None:
    with pytest.raises(ModelError, match="status 503"):
        await ask(*[problem(503)] * 3, retries=2)


async def test_retry_after_is_honoured() -> None:
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    answers = [problem(429, {"retry-after": "7"}), problem(500), Answer(events(say("Hi")))]
    async with listening(*answers) as server, model_at(server.port, sleep=note) as model:
        assert await complete(model, HELLO) == "Hi"
    assert waits[0] == 7.0
    assert 0 < waits[1] < 2


async def test_a_pause_that_does_not_fit_into_the_whole_is_not_waited_for() -> None:
    late = problem(429, {"retry-after": "10"})
    async with listening(late) as server, model_at(server.port, Timeouts(whole=5)) as model:
        with pytest.raises(ModelError, match="status 429"):
            await complete(model, HELLO)


async def test_nobody_listening() -> None:
    async with listening() as server:
        port = server.port
    async with model_at(port, retries=1) as model:
        with pytest.raises(ModelError, match="connection failed"):
            await complete(model, HELLO)


@pytest.mark.parametrize("timeouts", [Timeouts(first_piece=0.05), Timeouts(whole=0.05)])
async def test_a_silent_server_times_out(timeouts: Timeouts) -> None:
    keep_alive = Answer(b": hm\n\n", then_hang=True)
    async with listening(keep_alive) as server, model_at(server.port, timeouts) as model:
        with pytest.raises(ModelError, match="no answer in time"):
            await complete(model, HELLO)


async def test_the_whole_reply_is_limited_too() -> None:
    slow = Answer(events(say("Half"), done=False), then_hang=True)
    async with listening(slow) as server, model_at(server.port, Timeouts(whole=0.1)) as model:
        with pytest.raises(ModelError, match="no answer in time"):
            await complete(model, HELLO)


async def test_a_refused_parameter_is_dropped_once_and_remembered() -> None:
    request = Request(HELLO.messages, parameters={"max_tokens": 9, "reasoning_effort": "low"})
    refusals = [
        problem(400, message="Unsupported parameter: 'max_tokens'", param="max_tokens"),
        problem(400, message="Unrecognized request argument supplied: reasoning_effort"),
    ]
    answers = [*refusals, Answer(events(say("1"))), Answer(events(say("2")))]
    async with listening(*answers) as server, model_at(server.port) as model:
        assert [await complete(model, request), await complete(model, request)] == ["1", "2"]
    always = {"model", "messages", "stream", "stream_options"}
    options = [{name for name in body if name not in always} for body in server.bodies]
    learnt = {"max_completion_tokens"}
    assert options == [{"max_tokens", "reasoning_effort"}, learnt | {"reasoning_effort"}, learnt, learnt]


async def test_a_parameter_that_stays_refused_is_final() -> None:
    request = Request(HELLO.messages, parameters={"verbosity": "low"})
    with pytest.raises(ModelError, match="status 400"):
        await ask(*[problem(400, message="Unknown parameter: 'verbosity'")] * 2, request=request)


async def test_a_model_unknown_to_the_endpoint_gives_way_to_its_own() -> None:
    request = Request(HELLO.messages, model="vendor/huge")
    unknown = problem(404, message="The model `vendor/huge` does not exist", code="model_not_found")
    answers = [unknown, Answer(events(say("1"))), Answer(events(say("2")))]
    async with listening(*answers) as server, model_at(server.port) as model:
        assert [await complete(model, request), await complete(model, request)] == ["1", "2"]
    assert [body["model"] for body in server.bodies] == ["vendor/huge", "small", "small"]
