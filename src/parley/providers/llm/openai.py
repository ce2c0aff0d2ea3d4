"""Any endpoint that speaks chat completions: OpenAI itself, vLLM, Ollama, llama.cpp, gateways and the rest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

from parley.kit.backoff import retry_after
from parley.kit.randomness import fraction
from parley.kit.tracing.spans import tracing
from parley.providers.llm import wire
from parley.providers.llm.chunks import Assembler
from parley.providers.llm.error_details import ErrorDetails, error_in, error_of_body
from parley.providers.llm.protocol import ModelError, Piece, Request, Text, new_call_id
from parley.providers.llm.sse import EventReader, StreamTooLong
from parley.providers.llm.token_counts import count_tokens
from parley.providers.retry import RetryPolicy, is_transient

MAX_ADAPTATIONS = 5
"""How often a request is sent again without what was refused: servers name one parameter at a time."""
DRAIN_SECONDS = 0.25
REFUSALS = frozenset({400, 404, 422})
"""Statuses that can mean a parameter or a model that the server does not know. Others say nothing about the request."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    connect: float = 5.0
    first_piece: float = 20.0
    whole: float = 60.0
    """Includes every retry and its waiting."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    base_url: str
    """Up to and including /v1; a full …/chat/completions address is understood too."""
    model: str
    api_key: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    timeouts: Timeouts = field(default_factory=Timeouts)
    retry_policy: RetryPolicy = field(default_factory=RetryPolicy)

    @property
    def url(self) -> str:
        base = self.base_url.rstrip("/")
        return base if base.endswith("/chat/completions") else f"{base}/chat/completions"

    @property
    def host(self) -> str:
        return httpx.URL(self.base_url).host

    def all_headers(self) -> dict[str, str]:
        authorization = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        return {"Accept": "text/event-stream, application/json", **authorization, **self.headers}


class _Failed(Exception):
    """One attempt failed before or after its first piece."""

    def __init__(
        self, what: str, details: ErrorDetails = ErrorDetails(), transient: bool = False, asked: float | None = None
    ) -> None:
        super().__init__(what)
        self.details = details
        self.transient = transient
        self.asked = asked


class OpenAIModel:
    """Remembers per model which parameters its server refuses, so that only the first request pays for finding out."""

    def __init__(
        self,
        endpoint: Endpoint,
        client: httpx.AsyncClient,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random: Callable[[], float] = fraction,
        new_id: Callable[[], str] = new_call_id,
    ) -> None:
        self.name = f"{endpoint.model}@{endpoint.host}"
        self._endpoint = endpoint
        self._client = client
        self._sleep = sleep
        self._random = random
        self._new_id = new_id
        self._refused: dict[str, tuple[str, ...]] = {}
        self._unknown_models: set[str] = set()

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        deadline = asyncio.get_running_loop().time() + self._endpoint.timeouts.whole
        failures = adaptations = 0
        while True:
            body = self._body(request)
            started = False
            try:
                async with aclosing(self._within(self._attempt(request, body), deadline)) as pieces:
                    async for piece in pieces:
                        started = True
                        yield piece
                return
            except _Failed as failed:
                if not started and adaptations < MAX_ADAPTATIONS and self._adapt(body, failed.details):
                    adaptations += 1
                    continue
                failures += 1
                if started or not failed.transient or not await self._wait(failures, failed.asked, deadline):
                    # Without the cause: errors of the server and of the library may quote the conversation.
                    raise ModelError(f"model endpoint {self._endpoint.host}: {failed}") from None

    def _body(self, request: Request) -> dict[str, Any]:
        asked_for = request.model or self._endpoint.model
        model = self._endpoint.model if asked_for in self._unknown_models else asked_for
        # Streams say only to those who ask how many tokens they were.
        body = {
            "stream_options": {"include_usage": True},
            **wire.request_body(request, model, wire.wire_names(request)),
        }
        return wire.drop_parameters(body, self._refused.get(model, ()))

    def _adapt(self, body: Mapping[str, Any], details: ErrorDetails) -> bool:
        """Learns from a refusal; true when another request would differ from this one."""
        model = body["model"]
        if details.refused_parameter:
            self._refused[model] = (*self._refused.get(model, ()), details.refused_parameter)
            return True
        if details.is_unknown_model and model != self._endpoint.model:
            self._unknown_models.add(model)
            return True
        return False

    async def _wait(self, failures: int, asked: float | None, deadline: float) -> bool:
        seconds = self._endpoint.retry_policy.wait(failures, asked, self._random)
        if seconds is None or asyncio.get_running_loop().time() + seconds >= deadline:
            return False
        await self._sleep(seconds)
        return True

    async def _within(self, pieces: AsyncGenerator[Piece, None], deadline: float) -> AsyncGenerator[Piece, None]:
        """Time limits around each step, never around a yield: the consumer's time is its own."""
        limit = min(deadline, asyncio.get_running_loop().time() + self._endpoint.timeouts.first_piece)
        async with aclosing(pieces):
            while True:
                try:
                    async with asyncio.timeout_at(limit):
                        piece = await anext(pieces, None)
                except TimeoutError:
                    raise _Failed("no answer in time") from None
                except httpx.TransportError as error:
                    raise _Failed(
                        f"connection failed ({type(error).__name__})", ErrorDetails(), transient=True
                    ) from None
                except (httpx.HTTPError, httpx.InvalidURL, StreamTooLong) as error:
                    raise _Failed(f"unusable answer ({type(error).__name__})") from None
                if piece is None:
                    return
                limit = deadline
                yield piece

    async def _attempt(self, request: Request, body: dict[str, Any]) -> AsyncGenerator[Piece, None]:
        names = {on_wire: name for name, on_wire in wire.wire_names(request).items()}
        assembler = Assembler(self._new_id, names)
        # Only for connecting: `_within` counts the rest, from the request on and not from one chunk to the next.
        timeout = httpx.Timeout(None, connect=self._endpoint.timeouts.connect)
        headers = {**self._endpoint.all_headers(), **tracing.headers()}
        async with self._client.stream(
            "POST", self._endpoint.url, json=body, headers=headers, timeout=timeout
        ) as response:
            if response.status_code != 200:
                raise await _refusal(response, body)
            async with aclosing(_values(response, assembler)) as values:
                async for value in values:
                    if text := _text_in(value, assembler):
                        yield Text(text)
        count_tokens(self._endpoint.host, body["model"], assembler.usage)
        if text := assembler.flush():
            yield Text(text)
        for call in assembler.calls():
            yield call
        if assembler.was_cut_off:
            raise _Failed(f"empty reply ({assembler.finish_reason})")


async def _values(response: httpx.Response, assembler: Assembler) -> AsyncGenerator[Any, None]:
    """Every JSON value of a 200 answer. A connection that breaks after the reply was finished does no harm."""
    reader = EventReader()
    received = response.aiter_bytes()
    try:
        async for data in received:
            for value in reader.feed(data):
                yield value
            if reader.finished:
                await _drain(received)
                break
    except httpx.TransportError:
        if assembler.finish_reason is None:
            raise
    for value in reader.close():
        yield value


def _text_in(value: Any, assembler: Assembler) -> str:
    details = error_in(value)
    if details:
        transient = is_transient(details.status, details.code) if details.status else details.is_transient
        raise _Failed(f"error inside the stream ({details.code or details.status or 'no code'})", details, transient)
    return assembler.feed(value)


async def _refusal(response: httpx.Response, body: Mapping[str, Any]) -> _Failed:
    details = error_of_body(await response.aread(), [name for name in body if name not in wire.ESSENTIAL])
    status = response.status_code
    if status not in REFUSALS:
        details = replace(details, refused_parameter=None, is_unknown_model=False)
    what = f"status {status}" + (f" ({details.code})" if details.code else "")
    return _Failed(what, details, is_transient(status, details.code), retry_after(response.headers))


async def _drain(received: AsyncIterator[bytes]) -> None:
    """Reads the little that follows [DONE], so that the connection can be used again."""
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            async for _ in received:
                pass
    except (TimeoutError, httpx.TransportError):
        return
