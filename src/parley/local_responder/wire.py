"""What goes between a serving process and its responders: a kind, a length, and so many bytes."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence

HEAD = struct.Struct("!cI")
LARGEST = 8 << 20
"""Bytes; a request is bounded well below this before it is sent."""

READY = b"+"
"""From a responder: it has begun."""
ASK = b"R"
"""To the responder: a request (pickled by us, for ourselves)."""
ANSWER = b"A"
"""From it: its reply, as JSON."""
FAILED = b"X"
"""From it: the name of the error that a request ran into."""
EMBED = b"E"
"""From it: texts whose vectors it needs, as JSON."""
VECTORS = b"V"
"""To the responder: those vectors."""


def framed(kind: bytes, payload: bytes) -> bytes:
    return HEAD.pack(kind, len(payload)) + payload


def packed(vectors: Sequence[Sequence[float]]) -> bytes:
    """How many numbers a vector has, then all of them."""
    dims = len(vectors[0]) if len(vectors) else 0
    return struct.pack("!I", dims) + b"".join(array("f", vector).tobytes() for vector in vectors)


def unpacked(payload: bytes) -> list[list[float]]:
    dims = struct.unpack_from("!I", payload)[0]
    numbers = array("f")
    numbers.frombytes(payload[4:])
    values = numbers.tolist()
    return [values[start : start + dims] for start in range(0, len(values), dims)] if dims else []
