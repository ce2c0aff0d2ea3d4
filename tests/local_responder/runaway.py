"""A responder that never comes back from what it was asked, as one did before its patterns were mended."""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence

from parley.local_responder import wire
from parley.local_responder.responder import Line, serve
from parley.local_responder.similarity import by_terms


def never(text: str, others: Sequence[str]) -> list[float]:
    while "runaway" in text:
        pass
    return by_terms(text, others)


if __name__ == "__main__":
    line = Line(socket.socket(fileno=int(sys.argv[1])))
    line.send(wire.READY, b"")
    serve(line, never)
