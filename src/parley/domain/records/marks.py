"""What a conversation is found by besides what is in its row, as numbers: functions called, and traits. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from enum import StrEnum

from parley.domain.conversations.latencies import TIMINGS, bucket_of

BYTES = 8


def mark(project_id: str, environment: str, function: str) -> int:
    """The project is in it: a name that is common elsewhere is as quick to find as one that is not. And a number can be
    written into a statement, whatever the name is: only of a value that it knows does the server know how rare it is.
    """
    text = "\0".join((project_id, environment, function)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=BYTES).digest(), signed=True)


class Trait(StrEnum):
    TOPIC = "topic"
    """The nearest to what the user said in a turn, by its name."""
    METRIC = "metric"
    FAILED = "failed"
    """A function, an API or the conversation itself broke: has no name."""
    LATENCY = "latency"
    """The longest of a conversation, as a whole and of each part: its name is `latency_name`."""


def trait(project_id: str, environment: str, kind: Trait, name: str = "") -> int:
    return mark(project_id, environment, f"{kind}\0{name}")


WHOLE = "whole"
"""A latency, and not a part of it."""


def latency_name(part: str, bucket: int) -> str:
    return f"{part}/{bucket}"


def latency_names(turns: Iterable[tuple[float | None, Mapping[str, float | None]]]) -> list[str]:
    """Of the slowest turns: (latency, what a trace calls its timings) of each."""
    slowest: dict[str, float] = {}
    for whole, timings in turns:
        parts = {WHOLE: whole, **{part.value: timings.get(name) for part, name in TIMINGS.items()}}
        for part, ms in parts.items():
            if ms:
                slowest[part] = max(ms, slowest.get(part, 0.0))
    return [latency_name(part, bucket_of(ms)) for part, ms in slowest.items()]
