"""What a process and its engine tell each other, in frames."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

READY = b"R"
REQUEST = b"Q"
CANCEL = b"C"
PIECE = b"P"
DONE = b"D"
FAILED = b"F"
MAX_PAYLOAD = 1 << 20


@dataclass(frozen=True, slots=True)
class Task:
    prompt: str
    grammar: str
    max_tokens: int
    temperature: float

    def pack(self) -> bytes:
        return json.dumps(asdict(self)).encode()


def unpack_task(payload: bytes) -> Task:
    return Task(**json.loads(payload))


@dataclass(frozen=True, slots=True)
class Usage:
    prompt: int = 0
    """Tokens that had to be computed."""
    cached: int = 0
    """Tokens of the prompt that were known from before."""
    generated: int = 0

    def pack(self) -> bytes:
        return json.dumps(asdict(self)).encode()


def unpack_usage(payload: bytes) -> Usage:
    return Usage(**json.loads(payload))
