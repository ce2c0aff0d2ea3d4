"""The local responder, the default when no endpoint is set. It decides in processes of its own, which are started when
they are first needed: most processes of an installation never answer anyone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from parley.local_responder.pieces import pieces
from parley.local_responder.workers import Embed, Responders
from parley.providers.llm.protocol import Piece, Request, Text


class BuiltInModel:
    name = "local"

    def __init__(self, embed: Embed | None = None) -> None:
        """`embed` gives unit vectors and may block (MiniLM.embed_now): it is called off the event loop."""
        self._embed = embed
        self._responders = Responders(embed)

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        if request.situation is None and request.json_reply:
            yield Text("{}")
            return
        answer = await self._responders.decide(request)
        for piece in pieces(request, answer["text"], answer["tool"], answer["arguments"]):
            yield piece

    async def warm_up(self) -> None:
        """So that the first user does not wait for it."""
        await self._responders.decide(Request(messages=()))
        if self._embed is not None:
            await asyncio.to_thread(self._embed, ["hello"])

    async def aclose(self) -> None:
        await self._responders.aclose()
