"""The process that decides for the local responder: one request at a time, each with so much CPU time.

It holds nothing: no database, no key, no environment of its parent. It ends with its parent, or when a decision takes
too long: the kernel sees to that, in the middle of a regular expression too.
"""

from __future__ import annotations

import json
import pickle
import signal
import socket
import sys
from collections.abc import Sequence
from typing import BinaryIO

from parley.local_responder import wire
from parley.local_responder.decide import decide
from parley.local_responder.scene import Scene
from parley.local_responder.similarity import Similarity, blended, by_terms

CPU_SECONDS = 1.0


class Line:
    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._reading: BinaryIO = connection.makefile("rb")

    def receive(self) -> tuple[bytes, bytes] | None:
        head = self._reading.read(wire.HEAD.size)
        if len(head) < wire.HEAD.size:
            return None
        kind, size = wire.HEAD.unpack(head)
        return kind, self._reading.read(size)

    def send(self, kind: bytes, payload: bytes) -> None:
        self._connection.sendall(wire.framed(kind, payload))

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """The model for it sits in the serving process, once."""
        self.send(wire.EMBED, json.dumps(list(texts)).encode())
        received = self.receive()
        if received is None:
            raise SystemExit
        return wire.unpacked(received[1])


def serve(line: Line, similarity: Similarity) -> None:
    while (received := line.receive()) is not None:
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        try:
            reply = decide(Scene.of(pickle.loads(received[1]), similarity))  # noqa: S301 our own parent wrote it
            answer = {"text": reply.text, "tool": reply.tool, "arguments": dict(reply.arguments)}
            kind, payload = wire.ANSWER, json.dumps(answer).encode()
        except Exception as error:  # noqa: BLE001 a request that breaks it costs its own answer
            kind, payload = wire.FAILED, type(error).__name__.encode()
        signal.setitimer(signal.ITIMER_PROF, 0)
        line.send(kind, payload)


def main(descriptor: int, embeds: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line = Line(socket.socket(fileno=descriptor))
    line.send(wire.READY, b"")
    serve(line, blended(line.embed) if embeds else by_terms)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2] == "embeds")
