"""Requests to a side that may be away for a while."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from parley.chatwoot.errors import Refused, SideFailed

T = TypeVar("T", bound=BaseModel)

TIMEOUT = httpx.Timeout(10.0)
PASSING = (408, 425, 429)


class Side:
    """`name` is what logs call it."""

    def __init__(self, http: httpx.AsyncClient, name: str, url: str, headers: Mapping[str, str]) -> None:
        self._http = http
        self._name = name
        self._url = url.rstrip("/")
        self._headers = dict(headers)

    async def get(self, kind: type[T], path: str, **query: str | int) -> T:
        return self._read(kind, await self._ask("GET", path, params=query))

    async def post(self, kind: type[T], path: str, body: Any) -> T:
        return self._read(kind, await self._ask("POST", path, json=body))

    async def tell(self, path: str, body: Any) -> None:
        await self._ask("POST", path, json=body)

    def _read(self, kind: type[T], answer: httpx.Response) -> T:
        try:
            return kind.model_validate_json(answer.content)
        except ValidationError:
            raise SideFailed(self._name, "an answer that is not understood") from None

    async def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        try:
            answer = await self._http.request(
                method, f"{self._url}{path}", headers=self._headers, timeout=TIMEOUT, **more
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise SideFailed(self._name, type(error).__name__) from None
        if answer.status_code in PASSING or answer.is_server_error:
            raise SideFailed(self._name, f"HTTP {answer.status_code}")
        if not answer.is_success:
            raise Refused(self._name, answer.status_code)
        return answer
