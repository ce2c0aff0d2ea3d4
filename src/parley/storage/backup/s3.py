"""An S3-compatible store: four verbs over HTTP. Objects are small, so that none needs to be sent in pieces."""

from __future__ import annotations

import asyncio
from datetime import UTC
from urllib.parse import quote, urlsplit

import httpx
from defusedxml import ElementTree

from parley.kit.backoff import ExponentialBackoff, Jitter
from parley.kit.clock import Clock
from parley.kit.randomness import fraction
from parley.storage.backup.errors import ObjectMissing, RepositoryUnavailable
from parley.storage.backup.signature import Credentials, encoded_query, signed_headers

_SECONDS = 60.0
_ATTEMPTS = 5
_PAUSES = ExponentialBackoff(first=0.2, longest=5.0, jitter=Jitter(least=0.5, spread=0.5))
_AGAIN = (429, 500, 502, 503, 504)


class S3Store:
    """`s3://bucket/prefix`, by addresses with the bucket in the path, which every such store knows."""

    def __init__(
        self, place: str, endpoint: str, credentials: Credentials, client: httpx.AsyncClient, clock: Clock
    ) -> None:
        self.place = place
        bucket, _, prefix = place.removeprefix("s3://").partition("/")
        self._prefix = f"{prefix.strip('/')}/" if prefix.strip("/") else ""
        address = urlsplit(endpoint)
        self._origin = f"{address.scheme}://{address.netloc}"
        self._host = address.netloc
        self._bucket = f"{address.path.rstrip('/')}/{bucket}"
        self._credentials = credentials
        self._client = client
        self._clock = clock

    async def put(self, name: str, content: bytes) -> None:
        await self._ask("PUT", name, content=content)

    async def get(self, name: str) -> bytes:
        return (await self._ask("GET", name)).content

    async def delete(self, name: str) -> None:
        await self._ask("DELETE", name)

    async def list(self, prefix: str) -> dict[str, int]:
        found: dict[str, int] = {}
        query = {"list-type": "2", "prefix": self._prefix + prefix}
        while True:
            page = ElementTree.fromstring((await self._ask("GET", None, query)).content)
            # Some stores leave the namespace out.
            texts = [(element.tag.rpartition("}")[2], element.text or "") for element in page.iter()]
            keys = [text for tag, text in texts if tag == "Key"]
            sizes = [int(text) for tag, text in texts if tag == "Size"]
            found |= {key.removeprefix(self._prefix): size for key, size in zip(keys, sizes, strict=True)}
            following = [text for tag, text in texts if tag == "NextContinuationToken" and text]
            if not following:
                return dict(sorted(found.items()))
            query["continuation-token"] = following[0]

    async def aclose(self) -> None:
        await self._client.aclose()

    async def _ask(
        self, method: str, name: str | None, query: dict[str, str] | None = None, content: bytes = b""
    ) -> httpx.Response:
        path = self._bucket + (f"/{quote(self._prefix + name)}" if name is not None else "")
        why = ""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                response = await self._send(method, path, query or {}, content)
            except httpx.HTTPError as error:
                why = type(error).__name__
            else:
                if response.status_code < 300:
                    return response
                if response.status_code == 404 and name is not None and method == "GET":
                    raise ObjectMissing(name)
                why = f"{response.status_code} {_code(response)}".strip()
                if response.status_code not in _AGAIN:
                    break
            if attempt < _ATTEMPTS:
                await asyncio.sleep(_PAUSES.delay(attempt, fraction()))
        raise RepositoryUnavailable(f"{self._origin} does not do {method} in {self.place}: {why}.")

    async def _send(self, method: str, path: str, query: dict[str, str], content: bytes) -> httpx.Response:
        now = self._clock.now().astimezone(UTC)
        headers = signed_headers(method, self._host, path, query, content, self._credentials, now)
        asked = f"?{encoded_query(query)}" if query else ""
        return await self._client.request(
            method, f"{self._origin}{path}{asked}", content=content, headers=headers, timeout=_SECONDS
        )


def _code(response: httpx.Response) -> str:
    """What the store calls the problem, such as NoSuchBucket or SignatureDoesNotMatch."""
    try:
        found = ElementTree.fromstring(response.content).find("Code")
    except ElementTree.ParseError:
        return ""
    return (found.text or "") if found is not None else ""
