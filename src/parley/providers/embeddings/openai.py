"""Any endpoint with an OpenAI-compatible /embeddings."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import numpy as np

from parley.kit.randomness import fraction
from parley.providers.embeddings.protocol import EmbeddingError, Vectors, normalised
from parley.providers.retry import RequestFailed, RetryPolicy, send_with_retries

BATCH = 64
LONGEST_TEXT = 16_000


@dataclass(frozen=True, slots=True)
class EmbeddingEndpoint:
    base_url: str
    model: str
    dims: int
    api_key: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    timeout: float = 20.0
    retry_policy: RetryPolicy = field(default_factory=RetryPolicy)

    @property
    def url(self) -> str:
        base = self.base_url.rstrip("/")
        return base if base.endswith("/embeddings") else f"{base}/embeddings"


class OpenAIEmbedder:
    def __init__(
        self,
        endpoint: EmbeddingEndpoint,
        client: httpx.AsyncClient,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random: Callable[[], float] = fraction,
    ) -> None:
        self._endpoint = endpoint
        self._client = client
        self._sleep = sleep
        self._random = random
        self._where = f"embedding endpoint {httpx.URL(endpoint.base_url).host}"

    @property
    def name(self) -> str:
        return self._endpoint.model

    @property
    def dims(self) -> int:
        return self._endpoint.dims

    async def embed(self, texts: Sequence[str]) -> Vectors:
        batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
        vectors = [await self._batch(batch) for batch in batches]
        return np.concatenate(vectors) if vectors else np.zeros((0, self.dims), np.float32)

    async def _batch(self, texts: Sequence[str]) -> Vectors:
        # Servers refuse empty strings.
        body = {"model": self._endpoint.model, "input": [text[:LONGEST_TEXT].strip() or "." for text in texts]}
        answer = await self._post(body)
        try:
            # Vectors say which text they are of; that they come in order is not promised.
            items = sorted(answer["data"], key=lambda item: int(item["index"]))
            vectors = np.array([_vector(item["embedding"]) for item in items], np.float32)
        except (KeyError, TypeError, ValueError):
            raise EmbeddingError(f"{self._where}: unusable answer") from None
        if vectors.shape != (len(texts), self.dims):
            raise EmbeddingError(f"{self._where}: expected {len(texts)} × {self.dims} numbers, got {vectors.shape}")
        return normalised(vectors)

    async def _post(self, body: Mapping[str, Any]) -> Any:
        endpoint = self._endpoint
        authorization = {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else {}
        headers = {**authorization, **endpoint.headers}
        try:
            response = await send_with_retries(
                lambda: self._client.post(endpoint.url, json=body, headers=headers, timeout=endpoint.timeout),
                endpoint.retry_policy,
                sleep=self._sleep,
                random=self._random,
            )
            return json.loads(response.content)
        except RequestFailed as failed:
            raise EmbeddingError(f"{self._where}: {failed}", is_passing=failed.is_transient) from None
        except ValueError as error:
            raise EmbeddingError(f"{self._where}: unusable answer ({type(error).__name__})") from None


def _vector(embedding: Any) -> Any:
    """A list of numbers, or base64 of little-endian floats."""
    return np.frombuffer(base64.b64decode(embedding), "<f4") if isinstance(embedding, str) else embedding
