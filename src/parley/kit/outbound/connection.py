"""One connection: a request out, an answer back, as far as it came before time or patience ran out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

import httptools

LARGEST = 64 * 1024
"""Bytes of an answer that are read; what it says beyond its status and headers is of no interest."""


class Reason(StrEnum):
    TIMEOUT = "timeout"
    NAME = "name_not_found"
    ADDRESS = "address_refused"
    CONNECTION = "connection_failed"
    TLS = "tls_failed"
    ANSWER = "bad_answer"
    SIZE = "answer_too_large"
    REQUEST = "bad_request"


class NoAnswer(Exception):
    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""


class Connection(asyncio.Protocol):
    """Takes one request at a time. `is_open` afterwards when it can take another."""

    def __init__(self, made_at: float) -> None:
        self.made_at = made_at
        self.is_open = True
        self.is_silent = True
        """Not a byte came back on the last request."""
        self.idle_since = 0.0
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[Answer] | None = None
        self._received = 0
        self._status: int | None = None
        self._headers: dict[str, str] = {}
        self._parser = httptools.HttpResponseParser(self)

    async def send_request(self, request: bytes, deadline: float) -> Answer:
        """Raises `NoAnswer`. `deadline` is a time of the loop; an answer whose body is still coming then counts."""
        assert self._transport is not None, "a connection is asked once it is made"
        loop = asyncio.get_running_loop()
        self._answer = loop.create_future()
        self._received, self._status, self._headers, self.is_silent = 0, None, {}, True
        timer = loop.call_at(deadline, self._break_off, Reason.TIMEOUT)
        self._transport.write(request)
        try:
            return await self._answer
        finally:
            timer.cancel()
            # Who was cancelled leaves an answer on its way, which the next request must not get.
            if self._answer.cancelled() or not self.is_open:
                self.close()
            self._answer = None

    def close(self) -> None:
        self.is_open = False
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.is_silent = False
        self._received += len(data)
        # Bytes without a request, as of a receiver that answers twice: the next request would get the wrong answer.
        if self._answer is None or self._answer.done():
            self.close()
            return
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade):
            self._break_off(Reason.ANSWER)
        if self._received > LARGEST:
            self._break_off(Reason.ANSWER)

    def connection_lost(self, _error: Exception | None) -> None:
        self._break_off(Reason.CONNECTION)

    def on_message_begin(self) -> None:
        # A second answer in the same bytes: the next request would get it.
        if self._answer is not None and self._answer.done():
            self.close()
        self._headers = {}

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers[name.decode("latin-1").lower()] = value.decode("latin-1")

    def on_headers_complete(self) -> None:
        if (status := self._parser.get_status_code()) >= 200:  # before that come only announcements
            self._status = status

    def on_message_complete(self) -> None:
        if self._status is not None:
            self.is_open = self.is_open and self._parser.should_keep_alive()
            self._conclude(Reason.ANSWER)

    def _break_off(self, reason: Reason) -> None:
        self.close()
        self._conclude(reason)

    def _conclude(self, reason: Reason) -> None:
        """The answer as far as it came; `reason` is why there is none when not even its head did."""
        if self._answer is None or self._answer.done():
            return
        if self._status is not None:
            self._answer.set_result(Answer(self._status, self._headers))
        else:
            self._answer.set_exception(NoAnswer(reason))
