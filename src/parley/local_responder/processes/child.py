"""The main program of a responder process: decides one request at a time.

It has no database, no key and not its parent's environment. It ends when its parent closes the connection, or when a
decision takes too much CPU time.
"""

from __future__ import annotations

import json
import pickle
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import BinaryIO

from parley.kit.frames import Frame, encode_frame, read_frame
from parley.local_responder.context import DialogContext
from parley.local_responder.policy.decision import decide_reply
from parley.local_responder.processes import wire
from parley.local_responder.similarity import Similarity, embedding_similarity, term_similarity

CPU_SECONDS = 1.0
"""For one decision. Nothing handles SIGPROF, so it ends the process, even in the middle of a regular expression."""


class ParentConnection:
    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._input: BinaryIO = connection.makefile("rb")

    def receive(self) -> Frame | None:
        """None when the parent has closed the connection."""
        return read_frame(self._input, wire.MAX_PAYLOAD)

    def send(self, kind: bytes, payload: bytes) -> None:
        self._connection.sendall(encode_frame(kind, payload))

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Asks the parent: the embedding model is loaded once, in the serving process."""
        self.send(wire.EMBED, json.dumps(list(texts)).encode())
        received = self.receive()
        if received is None:
            raise SystemExit
        return wire.unpack_vectors(received[1])


def serve(connection: ParentConnection, similarity: Similarity) -> None:
    while (received := connection.receive()) is not None:
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        try:
            request = pickle.loads(received[1])  # noqa: S301 our own parent wrote it
            reply = decide_reply(DialogContext.from_request(request, similarity))
            answer = {"text": reply.text, "tool": reply.tool, "arguments": dict(reply.arguments)}
            kind, payload = wire.ANSWER, json.dumps(answer).encode()
        except Exception as error:  # noqa: BLE001 a request that breaks it costs its own answer
            kind, payload = wire.FAILED, type(error).__name__.encode()
        signal.setitimer(signal.ITIMER_PROF, 0)
        connection.send(kind, payload)


def main(descriptor: int, embeds: bool) -> None:
    # The parent decides when its children end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection = ParentConnection(socket.socket(fileno=descriptor))
    # A parent that is gone wants no answer any more.
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.send(wire.READY, b"")
        serve(connection, embedding_similarity(connection.embed) if embeds else term_similarity)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2] == "embeds")
