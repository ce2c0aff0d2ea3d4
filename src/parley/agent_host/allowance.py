"""What agent code may do besides computing: how often in one call, how often in all calls of a turn, and how large.

The child refuses what goes beyond, so that code gets an exception that it understands. The serving process counts
again (`parent_connection` requests, `outcomes` everything else): whoever writes frames of their own gets no further.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from parley.agent_host.codec import Value

STATE_CHARACTERS = 2_000_000
"""Of the state's JSON projection; the state itself is measured in bytes (`messages.MAX_STATE`)."""
RETURN_CHARACTERS = 1_000_000
"""Of everything that a function returns or says; it all goes into the record of the turn."""
MESSAGE_CHARACTERS = 256_000
METRIC_CHARACTERS = 16_000
PROMPT_CHARACTERS = 1_000_000
ARGUMENT_CHARACTERS = 4_000_000
"""Of anything that is asked of the serving process."""


class Allowance(Value):
    """So many of each; also how many of each were used."""

    messages: int = 0
    events: int = 0
    model_requests: int = 0
    api_requests: int = 0
    metrics: int = 0
    logs: int = 0
    log_characters: int = 0

    def at_most(self, other: Allowance) -> Allowance:
        return Allowance(
            min(self.messages, other.messages),
            min(self.events, other.events),
            min(self.model_requests, other.model_requests),
            min(self.api_requests, other.api_requests),
            min(self.metrics, other.metrics),
            min(self.logs, other.logs),
            min(self.log_characters, other.log_characters),
        )

    def less(self, spent: Allowance) -> Allowance:
        return Allowance(
            max(self.messages - spent.messages, 0),
            max(self.events - spent.events, 0),
            max(self.model_requests - spent.model_requests, 0),
            max(self.api_requests - spent.api_requests, 0),
            max(self.metrics - spent.metrics, 0),
            max(self.logs - spent.logs, 0),
            max(self.log_characters - spent.log_characters, 0),
        )


NOTHING = Allowance()
# Far above what the example projects do in a whole turn. So they are constants and no settings.
PER_CALL = Allowance(
    messages=20,
    events=20,
    model_requests=30,
    api_requests=100,
    metrics=500,
    logs=1000,
    log_characters=1_000_000,
)
# Two or three times what one call may do: a model that calls a function again and again gains nothing by it.
PER_TURN = Allowance(
    messages=50,
    events=50,
    model_requests=60,
    api_requests=300,
    metrics=1000,
    logs=3000,
    log_characters=2_000_000,
)


def log_size(message: str, fields: Mapping[str, Any]) -> int:
    return len(message) + (len(str(fields)) if fields else 0)


def json_size(value: Any, limit: int) -> int:
    """About how many characters a value has as JSON. Stops counting beyond the limit, and makes no copy: the encoder
    reserves several times the length of a text, and a process without that much memory does not survive it."""
    total, waiting = 0, [value]
    while waiting and total <= limit:
        item = waiting.pop()
        kind = type(item)
        if kind is str:
            total += len(item) + 2
        elif item is None or kind is bool or kind is int or kind is float:
            total += 4
        elif kind is dict:
            total += 2 + len(item)
            if total <= limit:
                waiting += item
                waiting += item.values()
        elif kind is list or kind is tuple:
            total += 2 + len(item)
            if total <= limit:
                waiting += item
        else:
            total += 4
            waiting += _parts(item, limit)
    return total


def _parts(item: Any, limit: int) -> list[Any]:
    if isinstance(item, Struct):
        return list(structs.astuple(item))
    if isinstance(item, Mapping):
        # What is too large for certain is not copied: a text of that length stands for it.
        return [dict(item)] if len(item) <= limit else ["x" * limit]
    if isinstance(item, set | frozenset):
        return [tuple(item)] if len(item) <= limit else ["x" * limit]
    if isinstance(item, str | bytes):
        # Plain text: a subclass would come back here for ever, and its methods are agent code.
        return [str.__str__(item)] if isinstance(item, str) else ["x" * min(len(item), limit)]
    return []
