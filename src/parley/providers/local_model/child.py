"""The main program of an engine's process: answers one request at a time, piece by piece, until its parent closes.

`process` is the other end.
"""

from __future__ import annotations

import io
import os
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

from parley.kit.frames import encode_frame, read_frame
from parley.providers.local_model import wire
from parley.providers.local_model.engine import Engine, EngineRefused

NICENESS = 10
"""Whoever serves comes first."""


class Unbuffered(io.RawIOBase):
    """What has come and was not read yet is seen by `select`."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def read(self, size: int = -1) -> bytes:
        return self._connection.recv(size, socket.MSG_WAITALL)


def serve(connection: socket.socket, engine: Engine) -> None:
    connection.sendall(encode_frame(wire.READY, b""))
    source = Unbuffered(connection)
    while (frame := read_frame(source, wire.MAX_PAYLOAD)) is not None:
        # A cancellation that crossed with the end of its answer is about nothing any more.
        if frame[0] == wire.REQUEST:
            connection.sendall(_answer(connection, engine, wire.unpack_task(frame[1])))


def _answer(connection: socket.socket, engine: Engine, task: wire.Task) -> bytes:
    def said(piece: str) -> bool:
        if piece:
            connection.sendall(encode_frame(wire.PIECE, piece.encode(errors="replace")))
        # Whatever comes now is a cancellation, or the end of our parent. It is read when this answer has ended.
        return bool(select.select([connection], [], [], 0)[0])

    try:
        return encode_frame(wire.DONE, engine.generate(task, said).pack())
    except EngineRefused as refusal:
        return encode_frame(wire.FAILED, str(refusal).encode())
    except Exception as error:  # noqa: BLE001 a request that breaks the engine costs its own answer
        return encode_frame(wire.FAILED, type(error).__name__.encode())


def main(descriptor: int, load: Callable[[], Engine], niceness: int = NICENESS) -> None:
    # The parent decides when its children end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    with suppress(ConnectionError):
        serve(socket.socket(fileno=descriptor), load())


if __name__ == "__main__":
    # Behind the guard: only this process has the engine's library.
    from parley.providers.local_model.llama import LlamaEngine

    name, threads = sys.argv[2], int(sys.argv[3])
    main(int(sys.argv[1]), lambda: LlamaEngine(name, threads))
