"""The model that answers when no endpoint is set."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator, Mapping
from typing import Any

from parley.local_responder.processes.pool import ResponderPool
from parley.local_responder.similarity import Embed
from parley.providers.llm.protocol import Piece, Request, Text, ToolCall
from parley.providers.llm.scripted import in_pieces


class LocalResponder:
    """Decides in child processes, which start with the first request: most processes of an installation never answer
    anyone."""

    name = "local"

    def __init__(self, embed: Embed | None = None) -> None:
        """`embed` gives unit vectors and may block (MiniLM.embed_now): it is called off the event loop."""
        self._embed = embed
        self._pool = ResponderPool(embed)

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        # Without a situation it is a classifier's prompt in prose, which rules cannot read.
        if request.situation is None and request.json_reply:
            yield Text("{}")
            return
        answer = await self._pool.decide_reply(request)
        for piece in split_reply(request, answer["text"], answer["tool"], answer["arguments"]):
            yield piece

    async def warm_up(self) -> None:
        """Starts a child and loads the embedder, so that the first user does not wait for either."""
        await self._pool.decide_reply(Request(messages=()))
        if self._embed is not None:
            await asyncio.to_thread(self._embed, ["hello"])

    async def aclose(self) -> None:
        await self._pool.aclose()


def split_reply(request: Request, text: str, tool: str | None, arguments: Mapping[str, Any]) -> Iterator[Piece]:
    """A reply in the form in which every model gives one."""
    for piece in in_pieces(json.dumps({"reply": text}) if request.json_reply else text):
        yield Text(piece)
    if tool:
        # Not by chance: the same request gets the same reply, ids included.
        yield ToolCall(f"local_{len(request.messages)}", tool, json.dumps(dict(arguments)))
