"""The child's end of the socket. Several threads of agent code may ask at once; whoever waits reads for all."""

from __future__ import annotations

import itertools
import os
import socket
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from parley.agent_host.allowance import ARGUMENT_CHARACTERS, weigh
from parley.agent_host.framing import FrameReader, Header
from parley.agent_host.messages import Ask, ask
from parley.agent_host.protocol import TOO_LARGE, HostServiceError, Json
from parley.agent_host.surface.projection import project

T = TypeVar("T")
_CHUNK = 64 * 1024
_ANY_SIZE = 2**32 - 1


class Line:
    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._reader = FrameReader(_ANY_SIZE, _ANY_SIZE)
        self._numbers = itertools.count(1)
        self._sending = threading.Lock()
        self._changed = threading.Condition()
        self._being_read = False
        self._orders: deque[tuple[Header, bytes]] = deque()
        self._answers: dict[int, Header] = {}
        self._call: int | None = None

    def next_order(self) -> tuple[Header, bytes]:
        """The next thing that the parent wants, other than answering us. Ends the process when the parent is gone."""
        return self._wait(lambda: self._orders.popleft() if self._orders else None)

    def begin(self, call: int) -> CallLine:
        self._answers.clear()
        self._call = call
        return CallLine(self, call)

    def finish(self, data: bytes) -> None:
        """Threads that outlive their call get no answers any more."""
        self._call = None
        self.send(data)

    def send(self, data: bytes) -> None:
        with self._sending:
            self._connection.sendall(data)

    def ask(self, call: int, what: str, arguments: Mapping[str, Json]) -> Json:
        if call != self._call:
            raise HostServiceError("over", "The call that this belongs to is over.")
        number = next(self._numbers)
        self.send(_encoded(Ask(number, call, what, arguments)))
        answer = self._wait(lambda: self._answers.pop(number, None))
        if error := answer.get("error"):
            raise HostServiceError(str(error[0]), str(error[1]))
        return answer.get("result")

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
            os._exit(0)
        for header, body in self._reader.feed(data):
            if header.get("t") == "answer":
                self._answers[header["id"]] = header
            else:
                self._orders.append((header, body))
        self._changed.notify_all()


def _encoded(question: Ask) -> bytes:
    if weigh(question.arguments, ARGUMENT_CHARACTERS) <= ARGUMENT_CHARACTERS:
        detail = project(question.arguments, 2 * ARGUMENT_CHARACTERS)
        if (data := ask(Ask(question.id, question.call, question.what, detail))) is not None:
            return data
    raise HostServiceError(TOO_LARGE, f"The request has more than {ARGUMENT_CHARACTERS:,} characters")


@dataclass(frozen=True, slots=True)
class CallLine:
    """What one call may ask through; it goes silent when the call is over, whatever threads still hold it."""

    line: Line
    call: int

    def ask(self, what: str, arguments: Mapping[str, Json]) -> Json:
        return self.line.ask(self.call, what, arguments)
