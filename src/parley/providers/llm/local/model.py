"""The built-in local responder, the default when no endpoint is set: no network, no large model, and the same answer to
the same request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator

from parley.providers.llm.local.decide import decide
from parley.providers.llm.local.scene import Scene
from parley.providers.llm.local.similarity import Embed, blended, by_terms
from parley.providers.llm.protocol import Piece, Request, Text, ToolCall
from parley.providers.llm.scripted import in_pieces


class LocalModel:
    name = "local"

    def __init__(self, embed: Embed | None = None) -> None:
        """`embed` gives unit vectors and may block (MiniLM.embed_now): it is called off the event loop."""
        self._is_slow = embed is not None
        self._similarity = blended(embed) if embed else by_terms

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        if request.situation is None and request.json_reply:
            yield Text("{}")
            return
        scene = Scene.of(request, self._similarity)
        reply = await asyncio.to_thread(decide, scene) if self._is_slow else decide(scene)
        text = json.dumps({"reply": reply.text}) if request.json_reply else reply.text
        for piece in in_pieces(text):
            yield Text(piece)
        if reply.tool:
            yield ToolCall(f"local_{len(request.messages)}", reply.tool, json.dumps(dict(reply.arguments)))
