"""The main program of a recognition worker for English: decodes the audio of one request at a time.

It ends when its parent closes the connection. `workers` is the other end.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from parley.kit.frames import encode_frame, read_frame
from parley.providers.recognition import wire
from parley.providers.recognition.moonshine import MoonshineDecoder

NICENESS = 5
"""Media comes first: a worker gets a third of the time that a busy process beside it gets. With much less it would
count as hung on a machine that has no time to spare."""


class Decoder(Protocol):
    def transcribe(self, pcm: bytes, language: str, rate: int) -> str:
        """`language` without a region."""


def serve(connection: socket.socket, decoder: Decoder) -> None:
    connection.sendall(encode_frame(wire.READY, b""))
    source = connection.makefile("rb")
    while (frame := read_frame(source, wire.MAX_PAYLOAD)) is not None:
        try:
            answer = encode_frame(wire.TEXT, decoder.transcribe(*wire.unpack_request(frame[1])).encode())
        except Exception as error:  # noqa: BLE001 audio that breaks the model costs its own answer
            answer = encode_frame(wire.FAILED, type(error).__name__.encode())
        connection.sendall(answer)


def main(descriptor: int, load: Callable[[], Decoder] = MoonshineDecoder, niceness: int = NICENESS) -> None:
    # The parent decides when its children end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    # A parent that is gone in the middle of a request is an end like any other.
    with suppress(ConnectionError):
        serve(socket.socket(fileno=descriptor), load())


if __name__ == "__main__":
    main(int(sys.argv[1]))
