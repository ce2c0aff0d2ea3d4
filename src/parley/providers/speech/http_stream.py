"""Requests to speech services whose answers are audio that comes while it is made."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from typing import Any

import httpx

from parley.kit.backoff import ExponentialBackoff, Jitter
from parley.kit.randomness import fraction
from parley.kit.tls import authorities
from parley.providers.retry import RequestFailed, RetryPolicy, send_with_retries
from parley.providers.speech.protocol import SpeechFailed, SpeechRefused

CONNECT_SECONDS, SILENCE_SECONDS = 2.0, 2.5
"""A caller hears nothing while we wait: longer than this for a connection, or for the next bytes, and another engine
speaks."""
LONGEST_ANSWER = 8 << 20
"""Bytes. A sentence of 160 letters takes 12 s, which at 48 kHz in base64 is 1.5 MB."""
REFUSALS = frozenset({400, 404, 413, 415, 422})
"""Statuses that speak of the request and not of the service."""
# Somebody waits on the phone: one more attempt at once, or none.
RETRY_POLICY = RetryPolicy(1, ExponentialBackoff(0.1, 0.1, jitter=Jitter(0.5, 0.5)), longest_asked=0.3)
# A sentence holds its connection until it is played; idle ones save the next sentence a handshake.
LIMITS = httpx.Limits(max_connections=1000, max_keepalive_connections=50, keepalive_expiry=55)


class HttpStreams:
    """`name` is what the service is called in errors, which hold nothing of what is sent or received."""

    def __init__(
        self,
        name: str,
        headers: Mapping[str, str],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random: Callable[[], float] = fraction,
    ) -> None:
        self._name = name
        self._sleep = sleep
        self._random = random
        timeout = httpx.Timeout(SILENCE_SECONDS, connect=CONNECT_SECONDS)
        self._client = httpx.AsyncClient(
            headers=dict(headers), follow_redirects=False, verify=authorities(), timeout=timeout, limits=LIMITS
        )

    async def post(
        self, url: str, body: Mapping[str, Any], on_type: Callable[[str], None] = lambda _: None
    ) -> AsyncGenerator[bytes, None]:
        """The answer as it comes. `on_type` is called with its content type before. Raises `SpeechFailed`."""
        response = await self._send(url, body)
        try:
            on_type(response.headers.get("content-type", ""))
            received = 0
            async for chunk in response.aiter_bytes():
                received += len(chunk)
                if received > LONGEST_ANSWER:
                    raise SpeechFailed(f"{self._name}: the answer is too long")
                yield chunk
        except (httpx.HTTPError, httpx.StreamError) as error:
            raise SpeechFailed(f"{self._name}: broke off ({type(error).__name__})") from None
        finally:
            await response.aclose()

    async def aclose(self) -> None:
        await self._client.aclose()

    async def _send(self, url: str, body: Mapping[str, Any]) -> httpx.Response:
        try:
            return await send_with_retries(
                lambda: self._client.send(self._client.build_request("POST", url, json=body), stream=True),
                RETRY_POLICY,
                sleep=self._sleep,
                random=self._random,
            )
        except RequestFailed as failed:
            kind = SpeechRefused if failed.status in REFUSALS else SpeechFailed
            raise kind(f"{self._name}: {failed}") from None
