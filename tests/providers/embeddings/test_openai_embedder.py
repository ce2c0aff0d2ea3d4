"""The /embeddings client."""

from __future__ import annotations

import base64
import json
from typing import Any

import httpx
import numpy as np
import pytest

from parley.providers.embeddings.openai import EmbeddingEndpoint, OpenAIEmbedder
from parley.providers.embeddings.protocol import EmbeddingError, Vectors

Answer = httpx.Response | httpx.HTTPError


async def embed(texts: list[str], *answers: Answer) -> tuple[Vectors, list[httpx.Request]]:
    requests: list[httpx.Request] = []
    waiting = list(answers)

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        answer = waiting.pop(0)
        if isinstance(answer, httpx.HTTPError):
            raise answer
        return answer

    async def no_wait(_: float) -> None:
        return None

    endpoint = EmbeddingEndpoint("http://embed.test/v1/", "tiny", 2, "sk-secret")
    async with httpx.AsyncClient(transport=httpx.MockTransport(handle)) as client:
        return await OpenAIEmbedder(endpoint, client, sleep=no_wait).embed(texts), requests


def data(*vectors: Any) -> httpx.Response:
    items = [{"index": index, "embedding": vector} for index, vector in enumerate(vectors)]
    return httpx.Response(200, json={"data": items[::-1]})


async def test_vectors_come_back_in_order_and_normalised() -> None:
    vectors, requests = await embed(["a", ""], data([3.0, 4.0], [0.0, 2.0]))
    assert np.allclose(vectors, [[0.6, 0.8], [0.0, 1.0]])
    assert json.loads(requests[0].content) == {"model": "tiny", "input": ["a", "."]}
    assert str(requests[0].url) == "http://embed.test/v1/embeddings"
    assert requests[0].headers["authorization"] == "Bearer sk-secret"


async def test_base64_is_understood() -> None:
    packed = base64.b64encode(np.array([0, 5], "<f4").tobytes()).decode()
    assert np.allclose((await embed(["a"], data(packed)))[0], [[0.0, 1.0]])


async def test_nothing_is_asked_for_no_texts() -> None:
    assert (await embed([]))[0].shape == (0, 2)


async def test_passing_faults_are_retried() -> None:
    vectors, requests = await embed(["a"], httpx.Response(503), httpx.ConnectError("no"), data([1, 0]))
    assert (vectors.shape, len(requests)) == ((1, 2), 3)


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(401, text="sk-secret is wrong"),
        httpx.Response(200, text="<html>"),
        httpx.Response(200, json={"data": [{"index": 0}]}),
        data([1.0, 0.0, 0.0]),
        data([1.0, 0.0], [1.0, 0.0]),
    ],
)
async def test_unusable_answers_are_errors_without_secrets(answer: httpx.Response) -> None:
    with pytest.raises(EmbeddingError) as error:
        await embed(["a"], answer)
    assert "sk-secret" not in str(error.value)
