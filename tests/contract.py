"""An HTTP client that believes nothing: every exchange is held against our own OpenAPI documents."""

from __future__ import annotations

import re
from functools import cache
from types import TracebackType
from typing import Any, Self

import httpx
import orjson
from jsonschema import Draft202012Validator

from parley.build_api import app as build_api
from parley.messaging import app as messaging_api
from parley.platform_api import app as platform_api
from parley.settings import BUILD_REGIONS, PLATFORM_REGIONS
from parley.web.docs.openapi import TITLES, document

SERVICES = {
    "platform": (platform_api.ENDPOINTS, PLATFORM_REGIONS),
    "messaging": (messaging_api.ENDPOINTS, PLATFORM_REGIONS),
    "build": (build_api.ENDPOINTS, tuple(BUILD_REGIONS.values())),
}


@cache
def documents(service: str) -> tuple[dict[str, Any], ...]:
    endpoints, regions = SERVICES[service]
    return tuple(document(name, endpoints, regions) for name in TITLES)


class ContractClient:
    """`request` and friends are httpx's. Undocumented statuses, bodies that break their schema, and accepted requests
    that our documents forbid fail the test."""

    def __init__(self, base_url: str, service: str) -> None:
        self.url = base_url
        self._service = service
        self._client = httpx.AsyncClient(base_url=base_url, trust_env=False, timeout=30, verify=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, *_: tuple[type[BaseException] | None, BaseException | None, TracebackType | None]
    ) -> None:
        await self._client.aclose()

    async def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        response = await self._client.request(method, path, **options)
        check(self._service, response)
        return response

    async def get(self, path: str, **options: Any) -> httpx.Response:
        return await self.request("GET", path, **options)

    async def post(self, path: str, **options: Any) -> httpx.Response:
        return await self.request("POST", path, **options)

    async def put(self, path: str, **options: Any) -> httpx.Response:
        return await self.request("PUT", path, **options)

    async def patch(self, path: str, **options: Any) -> httpx.Response:
        return await self.request("PATCH", path, **options)

    async def delete(self, path: str, **options: Any) -> httpx.Response:
        return await self.request("DELETE", path, **options)


def check(service: str, response: httpx.Response) -> None:
    assert response.headers["x-polyai-correlation-id"], "every response carries a correlation id"
    request = response.request
    found = _operation(service, request.method, request.url.path)
    if found is None:
        assert (
            response.status_code >= 400
            or request.url.path in ("/", "/docs", "/healthz", "/readyz", "/openapi.json")
            or request.url.path.startswith(("/openapi/", "/docs/"))
        ), f"{request.method} {request.url.path} succeeded but is in no document"
        return
    content, operation = found
    described = operation["responses"].get(str(response.status_code))
    assert described is not None, f"{response.status_code} is not documented for {request.method} {request.url.path}"
    documented = described.get("content", {})
    schema = documented.get("application/json", {}).get("schema")
    kind = response.headers.get("content-type", "").partition(";")[0]
    if schema is not None and kind != "application/json" and kind in documented:
        assert response.request.headers["accept"] == kind, "another form is for those who ask for it"
    elif documented and schema is None:
        assert response.headers["content-type"] in documented
    elif schema is None:
        assert response.content == b"", "a response without a documented body has none"
    else:
        assert response.headers["content-type"] == "application/json"
        _validate(schema, response.json(), content, "response")
    wanted = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    sent = request.headers.get("content-type", "application/json")
    if response.is_success and wanted is not None and request.content and sent == "application/json":
        _validate(wanted, orjson.loads(request.content), content, "request")


def _operation(service: str, method: str, path: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    _endpoints, regions = SERVICES[service]
    first, _, rest = path[1:].partition("/")
    path = "/" + rest if first in regions else path
    for content in documents(service):
        for template, methods in content["paths"].items():
            pattern = re.sub(r"\{version\}", "v[123]", template)
            if method.lower() in methods and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", pattern), path):
                return content, methods[method.lower()]
    return None


def _validate(schema: dict[str, Any], value: Any, content: dict[str, Any], what: str) -> None:
    whole = {**schema, "components": content["components"]}
    problems = [f"{error.json_path}: {error.message}" for error in Draft202012Validator(whole).iter_errors(value)]
    assert not problems, f"the {what} breaks its own document: {problems}"
