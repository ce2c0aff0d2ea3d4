"""The local responder, loaded when it is first needed: most processes of an installation never answer anyone."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncGenerator, Callable, Sequence

from parley.providers.llm.protocol import Model, Piece, Request

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]


class BuiltInModel:
    name = "local"

    def __init__(self, embed: Embed | None = None) -> None:
        self._embed = embed
        self._model: Model | None = None

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        async for piece in (await self._loaded()).stream(request):
            yield piece

    async def warm_up(self) -> None:
        """So that the first user does not wait for it."""
        async for _ in self.stream(Request(messages=(), json_reply=True)):
            pass
        if self._embed is not None:
            await asyncio.to_thread(self._embed, ["hello"])

    async def _loaded(self) -> Model:
        if self._model is None:
            module = await asyncio.to_thread(importlib.import_module, "parley.providers.llm.local.model")
            self._model = module.LocalModel(self._embed)
        return self._model
