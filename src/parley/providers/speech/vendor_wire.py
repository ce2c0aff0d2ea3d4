"""What the frames between a process and its vendors' process hold (`kit.frames`)."""

from __future__ import annotations

import json
from typing import Any

READY = b"+"
"""From the child: the library is loaded."""
ASK = b"Q"
"""To the child: a request, as JSON."""
CANCEL = b"C"
"""To the child: nobody waits for a request any more."""
PIECE = b"A"
"""From the child: a piece of the answer, such as audio at the rate of a call, behind the number of its request."""
DONE = b"D"
FAILED = b"X"
"""From the child: the kind of the error. Its text may quote what was said."""

MAX_PAYLOAD = 1 << 20
NUMBER_BYTES = 8


def numbered(number: int, payload: bytes = b"") -> bytes:
    return number.to_bytes(NUMBER_BYTES, "big") + payload


def split_number(payload: bytes) -> tuple[int, bytes]:
    return int.from_bytes(payload[:NUMBER_BYTES], "big"), payload[NUMBER_BYTES:]


def encode_request(number: int, request: dict[str, Any]) -> bytes:
    return numbered(number, json.dumps(request).encode())


def decode_request(payload: bytes) -> tuple[int, dict[str, Any]]:
    number, body = split_number(payload)
    return number, json.loads(body)
