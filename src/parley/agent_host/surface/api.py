"""`conv.api.<name>.<operation>(…)`: HTTP calls made by the serving process, with credentials that code never sees."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import requests

from parley.agent_host.allowance import ARGUMENT_CHARACTERS
from parley.agent_host.protocol import HostServiceError
from parley.agent_host.surface.catch_all import safe_str
from parley.agent_host.surface.context import CallContext
from parley.agent_host.surface.effects_recorder import EffectsRecorder
from parley.agent_host.surface.errors import LimitExceeded
from parley.agent_host.surface.projection import project_whole

_IN_BRACES = re.compile(r"\{(\w+)\}")
_REQUEST_PARTS = ("params", "json", "data", "headers", "timeout")
_LOGGED_BODY = 2_000


class ApiResponse(requests.Response):
    """A response of requests, so that agents may treat it as one; items are those of its JSON."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__()
        self.status_code = int(answer.get("status_code") or 0)
        self.url = str(answer.get("url") or "")
        self.headers.update({str(key): str(value) for key, value in (answer.get("headers") or {}).items()})
        self.encoding = "utf-8"
        self._content = str(answer.get("text") or "").encode()

    def __getitem__(self, key: Any) -> Any:
        return self.json()[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self.json().get(key, default)


class ApiExecutor:
    def __init__(self, context: CallContext) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Integration:
        integrations = self._context.section("apis")
        if name.startswith("_") or name not in integrations:
            raise AttributeError(f"There is no API integration named {name!r}.")
        return Integration(self._context, name, integrations[name])


class Integrations:
    """Ready-made vendor proxies: whatever is called on them goes to the serving process under that name."""

    def __init__(self, context: CallContext) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Integration:
        # copy, pickle and inspect ask for such names; any other is a vendor.
        if name.startswith("_"):
            raise AttributeError(name)
        return Integration(self._context, name, None)


class Integration:
    def __init__(self, context: CallContext, name: str, operations: Mapping[str, Any] | None) -> None:
        self._context = context
        self._name = name
        self._operations = operations

    def __getattr__(self, name: str) -> Operation:
        if name.startswith("_") or (self._operations is not None and name not in self._operations):
            raise AttributeError(f"The API integration {self._name!r} has no operation {name!r}.")
        resource = self._operations[name]["resource"] if self._operations is not None else None
        return Operation(self._context, self._name, name, resource)


class Operation:
    def __init__(self, context: CallContext, integration: str, name: str, resource: str | None) -> None:
        self._context = context
        self._integration = integration
        self._name = name
        self._resource = resource

    def __call__(self, *args: Any, **kwargs: Any) -> ApiResponse:
        given = build_request_arguments(self._resource, args, kwargs)
        arguments = project_whole(given, ARGUMENT_CHARACTERS, f"The request {self._integration}.{self._name}")
        try:
            answer = self._context.services.api(self._integration, self._name, arguments)
        except HostServiceError as error:
            if error.kind == "limit":
                raise LimitExceeded(str(error)) from None
            # As if code had called the API itself: what it is prepared for is an exception of requests.
            self._context.recorder.api_errors += 1
            raise requests.ConnectionError(str(error)) from None
        return ApiResponse(answer)


def build_request_arguments(resource: str | None, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Names in the resource's braces are filled by position or by name; without a resource everything is passed on."""
    if resource is None:
        return {"path": {}, **({"args": list(args)} if args else {}), **kwargs}
    names = _IN_BRACES.findall(resource)
    path = {name: safe_str(value) for name, value in zip(names, args, strict=False)}
    path |= {name: safe_str(kwargs[name]) for name in names if name in kwargs}
    found: dict[str, Any] = {"path": path}
    found |= {part: kwargs[part] for part in _REQUEST_PARTS if kwargs.get(part) is not None}
    unnamed = {key: value for key, value in kwargs.items() if key not in names and key not in _REQUEST_PARTS}
    if unnamed:
        found["params"] = {**unnamed, **(found.get("params") or {})}
    if len(args) > len(names):
        found["args"] = list(args[len(names) :])
    return found


def log_response(recorder: EffectsRecorder, response: Any, override_url: str | None) -> None:
    """An error status or an exception counts for the alert on API errors."""
    status = getattr(response, "status_code", None)
    failed = isinstance(response, BaseException) or (isinstance(status, int) and status >= 400)
    recorder.api_errors += failed
    request = getattr(response, "request", None)
    fields = {
        "url": override_url or getattr(response, "url", None),
        "method": getattr(request, "method", None),
        "status_code": status,
        "elapsed": getattr(response, "elapsed", None),
        "body": safe_str(getattr(response, "text", response))[:_LOGGED_BODY],
    }
    given = {name: value for name, value in fields.items() if value is not None}
    recorder.log("error" if failed else "info", "API response", is_pii=True, fields=given)
