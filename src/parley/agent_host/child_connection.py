"""The child's end of the connection. Several threads of agent code may wait for a response at once; whoever waits reads
for all.
"""

from __future__ import annotations

import itertools
import os
import socket
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar, cast

from parley.agent_host.allowance import ARGUMENT_CHARACTERS, json_size
from parley.agent_host.framing import FrameReader
from parley.agent_host.messages import (
    Call,
    Hello,
    ServiceRequest,
    ServiceResponse,
    decode_call,
    decode_parent_message,
    encode_request,
)
from parley.agent_host.protocol import TOO_LARGE, HostServiceError, Invocation, Json, TranscriptLine
from parley.agent_host.surface.projection import project

T = TypeVar("T")
_CHUNK = 64 * 1024
_ANY_SIZE = 2**32 - 1
"""The parent is trusted."""


class ChildConnection:
    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._frames = FrameReader(decode_parent_message, _ANY_SIZE, _ANY_SIZE)
        self._numbers = itertools.count(1)
        self._sending = threading.Lock()
        self._changed = threading.Condition()
        self._being_read = False
        self._orders: deque[tuple[Hello | Call, bytes]] = deque()
        self._responses: dict[int, ServiceResponse] = {}
        self._call: int | None = None

    def receive_hello(self) -> Hello:
        return cast(Hello, self._next_order()[0])

    def receive_call(self) -> tuple[int, Invocation]:
        order, state = self._next_order()
        call = cast(Call, order)
        return call.call, decode_call(call, state)

    def _next_order(self) -> tuple[Hello | Call, bytes]:
        """What the parent wants, other than a response: once a hello, then only calls. Ends the process when the parent
        is gone."""
        return self._wait(lambda: self._orders.popleft() if self._orders else None)

    def open_services(self, call: int) -> CallServices:
        # Of threads of the call before, which has ended: nobody comes for them.
        self._responses.clear()
        self._call = call
        return CallServices(self, call)

    def finish_call(self, data: bytes) -> None:
        """Threads that outlive their call get no responses any more."""
        self._call = None
        self.send(data)

    def send(self, data: bytes) -> None:
        # sendall may send in several pieces, and frames of two threads must not mix.
        with self._sending:
            self._connection.sendall(data)

    def request(self, call: int, service: str, arguments: Mapping[str, Json]) -> Json:
        """Blocks until there is a response. Raises HostServiceError."""
        if call != self._call:
            raise HostServiceError("over", "The call that this belongs to is over.")
        number = next(self._numbers)
        self.send(_encode(ServiceRequest(number, call, service, arguments)))
        response = self._wait(lambda: self._responses.pop(number, None))
        if response.error is not None:
            raise HostServiceError(*response.error)
        return response.result

    def _wait(self, take: Callable[[], T | None]) -> T:
        with self._changed:
            while (found := take()) is None:
                if self._being_read:
                    self._changed.wait()
                else:
                    self._read()
            return found

    def _read(self) -> None:
        """Called with the lock held; it is free while we block."""
        self._being_read = True
        self._changed.release()
        try:
            data = self._connection.recv(_CHUNK)
        finally:
            self._changed.acquire()
            self._being_read = False
        if not data:
            # At once and past everything that agent code may have registered for the end.
            os._exit(0)
        for message, body in self._frames.feed(data):
            if isinstance(message, ServiceResponse):
                self._responses[message.id] = message
            else:
                self._orders.append((message, body))
        # All: what was read may be for another thread, and of those that go on waiting one has to read.
        self._changed.notify_all()


def _encode(request: ServiceRequest) -> bytes:
    """Measured before it is encoded: a copy that does not fit into memory would end the process."""
    if json_size(request.arguments, ARGUMENT_CHARACTERS) <= ARGUMENT_CHARACTERS:
        arguments = project(request.arguments, 2 * ARGUMENT_CHARACTERS)
        data = encode_request(ServiceRequest(request.id, request.call, request.service, arguments))
        if data is not None:
            return data
    raise HostServiceError(TOO_LARGE, f"The request has more than {ARGUMENT_CHARACTERS:,} characters")


@dataclass(frozen=True, slots=True)
class CallServices:
    """The host services as one call reaches them; they go silent when the call is over, whatever threads still hold
    them. Each method blocks, and raises HostServiceError."""

    connection: ChildConnection
    call: int

    def secret(self, name: str) -> Json:
        return self.connection.request(self.call, "secret", {"name": name})

    def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> Json:
        arguments = {"prompt": prompt, "show_history": show_history, "return_json": return_json, "model": model}
        return self.connection.request(self.call, "prompt_llm", arguments)

    def api(self, integration: str, operation: str, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        request = {"integration": integration, "operation": operation, "arguments": arguments}
        response: Mapping[str, Json] = self.connection.request(self.call, "api", request)
        return response

    def history(self) -> list[TranscriptLine]:
        lines = self.connection.request(self.call, "history", {})
        return [TranscriptLine(line["role"], line["text"]) for line in lines]

    def expect_event(self, event_id: str, send_to_llm: bool) -> None:
        self.connection.request(self.call, "external_event", {"id": event_id, "send_to_llm": send_to_llm})
