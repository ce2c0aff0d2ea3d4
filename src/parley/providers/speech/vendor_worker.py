"""The main program of the vendors' process: does what services that Pipecat has can do, such as to speak.

It ends when its parent closes the connection. `vendors` is the other end.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, suppress
from typing import Any, Protocol

from parley.kit import tasks
from parley.kit.frames import encode_frame, receive_frame
from parley.providers.speech import vendor_wire as wire
from parley.providers.speech.vendor_pipeline import Library, VendorVoice

MOST_IDLE = 8
"""Services that are kept connected while nobody asks them."""
ASKED = ("text", "audio")
"""What a request asks; the rest of it says whom."""


class Answering(Protocol):
    """A service, made as a request describes it. Answers one request at a time."""

    def answer(self, request: Mapping[str, Any]) -> AsyncGenerator[bytes, None]: ...

    async def aclose(self) -> None: ...


Open = Callable[[Library, Mapping[str, Any]], Answering]


class VendorWorker:
    def __init__(
        self, library: Library, open_service: Open, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._library = library
        self._open = open_service
        self._reader = reader
        self._writer = writer
        self._requests: dict[int, asyncio.Task[None]] = {}
        self._idle: OrderedDict[Answering, str] = OrderedDict()
        """Each with what it was made of; the one used longest ago comes first."""

    async def serve(self) -> None:
        self._writer.write(encode_frame(wire.READY, b""))
        while True:
            kind, payload = await receive_frame(self._reader, wire.MAX_PAYLOAD)
            if kind == wire.ASK:
                number, request = wire.decode_request(payload)
                self._requests[number] = tasks.start(self._answer(number, request), "request to a vendor")
            elif (found := self._requests.get(wire.split_number(payload)[0])) is not None:
                found.cancel()

    async def _answer(self, number: int, request: Mapping[str, Any]) -> None:
        try:
            await self._ask(number, request)
            self._writer.write(encode_frame(wire.DONE, wire.numbered(number)))
        except Exception as error:  # noqa: BLE001 whatever a vendor's code raises costs its own request
            self._writer.write(encode_frame(wire.FAILED, wire.numbered(number, type(error).__name__.encode())))
        finally:
            self._requests.pop(number, None)

    async def _ask(self, number: int, request: Mapping[str, Any]) -> None:
        whom = json.dumps({name: value for name, value in request.items() if name not in ASKED}, sort_keys=True)
        service = next((each for each, kept in self._idle.items() if kept == whom), None)
        if service is None:
            service = self._open(self._library, request)
        else:
            del self._idle[service]
        try:
            async with aclosing(service.answer(request)) as pieces:
                async for piece in pieces:
                    self._writer.write(encode_frame(wire.PIECE, wire.numbered(number, piece)))
                    await self._writer.drain()
        except BaseException:
            # What is still to come of this answer would be taken for the next one's.
            tasks.start(service.aclose(), "end of a vendor service")
            raise
        self._idle[service] = whom
        while len(self._idle) > MOST_IDLE:
            tasks.start(self._idle.popitem(last=False)[0].aclose(), "end of a vendor service")


async def run(descriptor: int, open_service: Open) -> None:
    library = Library()
    reader, writer = await asyncio.open_connection(sock=socket.socket(fileno=descriptor))
    # The parent is gone: so is everybody who would listen.
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        await VendorWorker(library, open_service, reader, writer).serve()


def main(descriptor: int, open_service: Open = VendorVoice) -> None:
    # The parent decides when its children end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(run(descriptor, open_service))


if __name__ == "__main__":
    main(int(sys.argv[1]))
