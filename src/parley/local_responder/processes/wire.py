"""What the frames between a serving process and its responder processes hold (`kit.frames`)."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence

MAX_PAYLOAD = 8 << 20
"""Bytes; a request is bounded well below this before it is sent."""

READY = b"+"
"""From the child: it is ready for requests."""
REQUEST = b"R"
"""To the child: a request, pickled. Parent and child run the same code, so nothing foreign is unpickled."""
ANSWER = b"A"
"""From the child: its reply, as JSON."""
FAILED = b"X"
"""From the child: the name of the error that a request ran into. Its message may hold what somebody said."""
EMBED = b"E"
"""From the child: texts whose vectors it needs, as JSON."""
VECTORS = b"V"
"""To the child: those vectors."""


def pack_vectors(vectors: Sequence[Sequence[float]]) -> bytes:
    """How many numbers a vector has, then all of them."""
    dims = len(vectors[0]) if len(vectors) else 0
    # In the byte order of the machine, which is the same at both ends.
    return struct.pack("!I", dims) + b"".join(array("f", vector).tobytes() for vector in vectors)


def unpack_vectors(payload: bytes) -> list[list[float]]:
    dims = struct.unpack_from("!I", payload)[0]
    numbers = array("f")
    numbers.frombytes(payload[4:])
    values = numbers.tolist()
    return [values[start : start + dims] for start in range(0, len(values), dims)] if dims else []
