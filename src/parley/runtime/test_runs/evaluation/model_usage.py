"""What a model was asked and answered, counted. Endpoints count in different ways, so tokens are estimated alike for
all: four characters are one."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass

import orjson

from parley.kit.clock import Clock
from parley.providers.llm.protocol import Model, Piece, Request, Text

CHARACTERS_PER_TOKEN = 4
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """For a million tokens each."""

    read: float
    written: float


@dataclass(slots=True)
class Meter:
    requests: int = 0
    read: int = 0
    """Characters."""
    written: int = 0
    seconds: float = 0.0

    @property
    def tokens_read(self) -> int:
        return -(-self.read // CHARACTERS_PER_TOKEN)

    @property
    def tokens_written(self) -> int:
        return -(-self.written // CHARACTERS_PER_TOKEN)

    def cost(self, price: Price | None) -> float | None:
        if price is None:
            return None
        return (self.tokens_read * price.read + self.tokens_written * price.written) / MILLION


class MeteredModel:
    def __init__(self, behind: Model, clock: Clock) -> None:
        self._behind = behind
        self._clock = clock
        self.meter = Meter()

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        meter, began = self.meter, self._clock.monotonic()
        meter.requests += 1
        for message in request.messages:
            meter.read += len(message.content) + sum(len(call.arguments) for call in message.tool_calls)
        for tool in request.tools:
            meter.read += len(tool.name) + len(tool.description) + len(orjson.dumps(dict(tool.parameters)))
        pieces = self._behind.stream(request)
        try:
            async for piece in pieces:
                meter.written += len(piece.text) if isinstance(piece, Text) else len(piece.name) + len(piece.arguments)
                yield piece
        finally:
            meter.seconds += self._clock.monotonic() - began
            if close := getattr(pieces, "aclose", None):
                await close()
