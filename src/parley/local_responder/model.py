"""The local responder in this process, for tests and tools that have nobody else to keep waiting: no network, no large
model, and the same answer to the same request."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from parley.local_responder.decide import decide
from parley.local_responder.pieces import pieces
from parley.local_responder.scene import Scene
from parley.providers.llm.protocol import Piece, Request


class LocalModel:
    name = "local"

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        reply = decide(Scene.of(request))
        for piece in pieces(request, reply.text, reply.tool, reply.arguments):
            yield piece
