"""Vendors that do not speak chat completions themselves, through the optional library any-llm.

Its chunks have the OpenAI shape whatever the vendor, so they are assembled like our own.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from parley.providers.llm import wire
from parley.providers.llm.chunks import Assembler
from parley.providers.llm.protocol import ModelError, Piece, Request, Text, new_call_id
from parley.providers.llm.token_counts import count_tokens

MISSING = "this model needs the optional extra: install parley[vendors]"


@dataclass(frozen=True, slots=True)
class Vendor:
    provider: str
    """As the library spells it: anthropic, gemini, mistral, bedrock, groq …"""
    model: str
    api_key: str | None = field(default=None, repr=False)
    api_base: str | None = None
    whole_timeout: float = 60.0
    first_piece_timeout: float = 20.0


def load_library() -> ModuleType:
    try:
        return importlib.import_module("any_llm")
    except ImportError:
        raise ModelError(MISSING) from None


class VendorModel:
    """The library is imported with the first request: it takes seconds and most installations never need it."""

    def __init__(
        self,
        vendor: Vendor,
        *,
        load: Callable[[], Any] = load_library,
        new_id: Callable[[], str] = new_call_id,
    ) -> None:
        self.name = f"{vendor.provider}/{vendor.model}"
        self._vendor = vendor
        self._load = load
        self._new_id = new_id
        self._library: Any = None
        self._client: Any = None

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        await self._open()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._vendor.whole_timeout
        limit = min(deadline, loop.time() + self._vendor.first_piece_timeout)
        async with aclosing(self._pieces(request)) as pieces:
            while True:
                try:
                    async with asyncio.timeout_at(limit):
                        piece = await anext(pieces, None)
                except TimeoutError:
                    raise ModelError(f"{self.name}: no answer in time") from None
                except self._library.AnyLLMError as error:
                    raise ModelError(f"{self.name}: {type(error).__name__}{_status(error)}") from None
                if piece is None:
                    return
                limit = deadline
                yield piece

    async def _open(self) -> None:
        if self._client is not None:
            return
        self._library = await asyncio.to_thread(self._load)
        vendor = self._vendor
        try:
            self._client = self._library.AnyLLM.create(
                vendor.provider, api_key=vendor.api_key, api_base=vendor.api_base, unified_exceptions=True
            )
        except (self._library.AnyLLMError, ImportError) as error:
            hint = f"; {MISSING}, or any-llm-sdk[{vendor.provider}]" if isinstance(error, ImportError) else ""
            raise ModelError(f"{self.name}: {type(error).__name__}{hint}") from None

    async def _pieces(self, request: Request) -> AsyncGenerator[Piece, None]:
        names = wire.wire_names(request)
        assembler = Assembler(self._new_id, {on_wire: name for name, on_wire in names.items()})
        body = wire.request_body(request, request.model or self._vendor.model, names)
        chunks: AsyncIterator[Any] = await self._client.acompletion(**body)
        async for chunk in chunks:
            if text := assembler.feed(chunk.model_dump()):
                yield Text(text)
        count_tokens(self._vendor.provider, body["model"], assembler.usage)
        if text := assembler.flush():
            yield Text(text)
        for call in assembler.calls():
            yield call
        if assembler.was_cut_off:
            raise ModelError(f"{self.name}: empty reply ({assembler.finish_reason})")


def _status(error: Any) -> str:
    status = getattr(error, "status_code", None)
    return f" (status {status})" if status else ""
