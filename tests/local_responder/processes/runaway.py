"""A responder that never comes back from what it was asked, as one did before its patterns were mended."""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence

from parley.local_responder.processes import wire
from parley.local_responder.processes.child import ParentConnection, serve
from parley.local_responder.similarity import term_similarity


def never(text: str, others: Sequence[str]) -> list[float]:
    while "runaway" in text:
        pass
    return term_similarity(text, others)


if __name__ == "__main__":
    connection = ParentConnection(socket.socket(fileno=int(sys.argv[1])))
    connection.send(wire.READY, b"")
    serve(connection, never)
