"""A model server that speaks chat completions over a real socket and does what the test wants, well or badly."""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

Body = Mapping[str, Any]

_ids = count(1)
PACKET = 23
"""Bytes written at once: small enough to cut events, words and letters in two."""


@dataclass(frozen=True, slots=True)
class Reply:
    body: bytes
    status: int = 200
    hangs: bool = False
    """Says nothing until the client gives up."""
    pause: Pause | None = None


@dataclass(slots=True)
class Pause:
    """In the middle of an answer."""

    after: bytes
    """What has been said by then."""
    over: asyncio.Event = field(default_factory=asyncio.Event)


Answering = Reply | Callable[[Body], Reply]


def words(text: str, size: int = 5, pause: Pause | None = None) -> Reply:
    """A streamed answer in words, in pieces of that many letters."""
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    return replace(_stream([{"content": piece} for piece in pieces], "stop"), pause=pause)


def calls(*wanted: tuple[str, Mapping[str, Any] | str], say: str = "", size: int = 4) -> Reply:
    """Tool calls whose arguments come in fragments; a string of arguments is sent as it is, however malformed."""
    deltas: list[dict[str, Any]] = [{"content": say}] if say else []
    for index, (name, arguments) in enumerate(wanted):
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        begun = {"id": f"call_{next(_ids)}", "type": "function", "function": {"name": name, "arguments": ""}}
        deltas.append({"tool_calls": [{"index": index, **begun}]})
        fragments = [text[start : start + size] for start in range(0, len(text), size)]
        deltas += [{"tool_calls": [{"index": index, "function": {"arguments": part}}]} for part in fragments]
    return _stream(deltas, "tool_calls")


def call(name: str, **arguments: Any) -> Reply:
    return calls((name, arguments))


def failing(status: int, code: str = "server_error", message: str = "no") -> Reply:
    return Reply(json.dumps({"error": {"message": message, "code": code}}).encode(), status)


EMPTY = Reply(b'data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n')
SILENT = Reply(b"", hangs=True)


def _stream(deltas: Sequence[Mapping[str, Any]], finish: str) -> Reply:
    chunks: list[dict[str, Any]] = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    chunks.append({"index": 0, "delta": {}, "finish_reason": finish})
    events = [json.dumps({"object": "chat.completion.chunk", "choices": [chunk]}) for chunk in chunks]
    return Reply("".join(f"data: {event}\n\n" for event in [*events, "[DONE]"]).encode())


@dataclass(slots=True)
class FakeOpenAI:
    """Answers in order; `otherwise` answers when nothing is left to play."""

    url: str = ""
    answers: deque[Answering] = field(default_factory=deque)
    otherwise: Answering | None = None
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    """The Authorization header of each request."""
    traces: list[str] = field(default_factory=list)
    """The `traceparent` of each request."""
    problems: list[str] = field(default_factory=list)
    """Why requests were refused that a real server would refuse too."""

    def plays(self, *answers: Answering, otherwise: Answering | None = None) -> None:
        """From now on, with an empty notebook. What was to be played before has been."""
        assert not self.answers, f"{len(self.answers)} answers that nobody asked for"
        self.answers, self.otherwise = deque(answers), otherwise
        self.requests.clear()
        self.keys.clear()
        self.traces.clear()

    @property
    def models(self) -> list[str]:
        return [request["model"] for request in self.requests]

    def tools(self, number: int = -1) -> set[str]:
        """The tools that were offered with a request."""
        return {tool["function"]["name"] for tool in self.requests[number].get("tools", [])}

    def told(self, number: int = -1) -> str:
        """Everything a request said, for looking words up in."""
        return "\n".join(str(message.get("content") or "") for message in self.requests[number]["messages"])

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                headers = dict(_headers(head.decode()))
                body = json.loads(await reader.readexactly(int(headers["content-length"])))
                self.requests.append(body)
                self.keys.append(headers.get("authorization", ""))
                self.traces.append(headers.get("traceparent", ""))
                await _write(self._next(body), reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def _next(self, body: Body) -> Reply:
        if problem := refused(body):
            self.problems.append(problem)
            return failing(400, "invalid_request_error", problem)
        chosen = self.answers.popleft() if self.answers else self.otherwise
        if chosen is None:
            return failing(418, "nothing_to_play")
        return chosen if isinstance(chosen, Reply) else chosen(body)


@asynccontextmanager
async def fake_openai() -> AsyncIterator[FakeOpenAI]:
    server = FakeOpenAI()
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/v1"
    try:
        yield server
    finally:
        listener.close()


def refused(body: Body) -> str | None:
    """What the strictest of real servers would say: results follow their calls, all of them and no others."""
    waiting: list[str] = []
    for message in body["messages"]:
        if message["role"] == "tool":
            if message.get("tool_call_id") not in waiting:
                return "a tool message must follow the call that it answers"
            waiting.remove(message["tool_call_id"])
            continue
        if waiting:
            return f"calls without a result before a {message['role']} message"
        waiting = [call["id"] for call in message.get("tool_calls", [])]
        if message.get("content") is None and not waiting:
            return "a message needs content"
    names = [tool["function"]["name"] for tool in body.get("tools", [])]
    if len(names) != len(set(names)) or not all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) for name in names):
        return "tools need distinct names of plain letters"
    return "calls without a result at the end" if waiting else None


def _headers(head: str) -> Iterator[tuple[str, str]]:
    for line in head.split("\r\n")[1:]:
        name, _, value = line.partition(":")
        yield name.lower(), value.strip()


async def _write(reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    if reply.hangs:
        await reader.read(1)
        raise ConnectionError
    kind = "text/event-stream" if reply.status == 200 else "application/json"
    writer.write(
        f"HTTP/1.1 {reply.status} X\r\ncontent-type: {kind}\r\ncontent-length: {len(reply.body)}\r\n\r\n".encode()
    )
    paused_at = reply.body.index(reply.pause.after) + len(reply.pause.after) + PACKET if reply.pause else -1
    for start in range(0, len(reply.body), PACKET):
        if reply.pause is not None and start <= paused_at < start + PACKET:
            await _until_over(reply.pause, reader)
        writer.write(reply.body[start : start + PACKET])
        await writer.drain()
        await asyncio.sleep(0)


async def _until_over(pause: Pause, reader: asyncio.StreamReader) -> None:
    waiting = asyncio.create_task(pause.over.wait())
    given_up = asyncio.create_task(reader.read(1))
    await asyncio.wait({waiting, given_up}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    given_up.cancel()
    if not pause.over.is_set():
        raise ConnectionError
