"""The main program of the vendors' process: speaks with the services that Pipecat has.

It ends when its parent closes the connection. `vendors` is the other end.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import aclosing, suppress
from typing import Any

from parley.kit import tasks
from parley.kit.frames import encode_frame, receive_frame
from parley.providers.speech import vendor_wire as wire
from parley.providers.speech.vendor_pipeline import Library, VendorPipeline, create_service

MOST_IDLE = 8
"""Voices that are kept connected while nobody speaks with them."""


class VendorWorker:
    def __init__(self, library: Library, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._library = library
        self._reader = reader
        self._writer = writer
        self._requests: dict[int, asyncio.Task[None]] = {}
        self._idle: OrderedDict[VendorPipeline, str] = OrderedDict()
        """Each with the voice that it speaks; the one used longest ago comes first."""

    async def serve(self) -> None:
        self._writer.write(encode_frame(wire.READY, b""))
        while True:
            kind, payload = await receive_frame(self._reader, wire.MAX_PAYLOAD)
            if kind == wire.SPEAK:
                number, request = wire.decode_request(payload)
                self._requests[number] = tasks.start(self._answer(number, request), "text of a vendor")
            elif (found := self._requests.get(wire.split_number(payload)[0])) is not None:
                found.cancel()

    async def _answer(self, number: int, request: Mapping[str, Any]) -> None:
        try:
            await self._speak(number, request)
            self._writer.write(encode_frame(wire.DONE, wire.numbered(number)))
        except Exception as error:  # noqa: BLE001 whatever a vendor's code raises costs its own text
            self._writer.write(encode_frame(wire.FAILED, wire.numbered(number, type(error).__name__.encode())))
        finally:
            self._requests.pop(number, None)

    async def _speak(self, number: int, request: Mapping[str, Any]) -> None:
        text = str(request["text"])
        voice = json.dumps({name: value for name, value in request.items() if name != "text"}, sort_keys=True)
        pipeline = next((each for each, kept in self._idle.items() if kept == voice), None)
        if pipeline is None:
            pipeline = VendorPipeline(self._library, create_service(request))
        else:
            del self._idle[pipeline]
        try:
            async with aclosing(pipeline.speak(text)) as chunks:
                async for pcm in chunks:
                    self._writer.write(encode_frame(wire.AUDIO, wire.numbered(number, pcm)))
                    await self._writer.drain()
        except BaseException:
            # What is still to come of this text would be heard as the next one's.
            tasks.start(pipeline.aclose(), "end of a vendor voice")
            raise
        self._idle[pipeline] = voice
        while len(self._idle) > MOST_IDLE:
            tasks.start(self._idle.popitem(last=False)[0].aclose(), "end of a vendor voice")


async def run(descriptor: int) -> None:
    library = Library()
    reader, writer = await asyncio.open_connection(sock=socket.socket(fileno=descriptor))
    # The parent is gone: so is everybody who would listen.
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        await VendorWorker(library, reader, writer).serve()


def main(descriptor: int) -> None:
    # The parent decides when its children end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(run(descriptor))


if __name__ == "__main__":
    main(int(sys.argv[1]))
