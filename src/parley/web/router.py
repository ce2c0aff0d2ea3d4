"""From a request to its endpoint: match the path, check key and input, call, and turn every error into its envelope."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import orjson
from pydantic import BaseModel, ValidationError
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from parley.domain.conversations import store
from parley.domain.conversations.model import CHOSEN_ID, is_own_id
from parley.domain.projects.info import ProjectNotFound
from parley.kit.errors import (
    FieldError,
    InternalServerError,
    MethodNotAllowed,
    NotFound,
    ParleyError,
    UnsupportedMediaType,
)
from parley.kit.log import logger, where
from parley.kit.tracing.spans import Kind, tracing
from parley.resources import Resources
from parley.settings import Settings
from parley.web import bodies
from parley.web.auth import STRANGER, Caller, authenticate, still_works
from parley.web.endpoint import ApiRequest, Endpoint, query_values
from parley.web.errors import field_errors
from parley.web.fairness import Fairness
from parley.web.groups import AGENTS, Group
from parley.web.headers import Headers
from parley.web.ops import requests
from parley.web.rate_limits import RateLimiter
from parley.web.regions import Regions
from parley.web.responses import Streamed

log = logger(__name__)


# A cache that is full is emptied. Dropping the oldest entry instead would cost every request, to save work for few.
ROUTE_CACHE_SIZE = 4096
QUERY_CACHE_SIZE = 512
# Longer ones are read anew each time: caches must not be a place to fill memory in.
LONGEST_CACHED = 512
MOST_MEMBERS = 500
"""Of a body or a query: no endpoint knows a tenth as many names."""
MOST_PROBLEMS = 1000
"""A batch may have one with each of its entries."""


class VersionConvertor(Convertor[str]):
    # Other versions are no addresses at all: 404.
    regex = "v[123]"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("version", VersionConvertor())


class PathApp:
    """All methods of one path."""

    def __init__(
        self,
        resources: Resources,
        regions: Regions,
        limits: RateLimiter,
        memory: bodies.BodyMemory,
        fairness: Fairness,
        path: str,
        endpoints: Iterable[Endpoint],
    ) -> None:
        self._resources = resources
        self._regions = regions
        self._limits = limits
        self._memory = memory
        self._fairness = fairness
        self._path = path
        self._methods = {endpoint.method: endpoint for endpoint in endpoints}
        self._group = next(iter(self._methods.values())).group
        self._queries: dict[tuple[str, bytes], BaseModel] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not tracing.is_on:
            await self._serve(scope, receive, send)
            return
        with tracing.span(f"{scope['method']} {self._path}", Kind.SERVER, scope["plain_headers"]) as span:
            span.set("http.request.method", scope["method"])
            span.set("http.route", self._path)
            span.set("parley.correlation_id", scope["correlation_id"])
            status = await self._serve(scope, receive, send)
            span.set("http.response.status_code", status)
            if status >= 500:
                span.fail(str(status))

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> int:
        """→ the status that was answered with."""
        started = time.perf_counter()
        method = "GET" if scope["method"] == "HEAD" and "GET" in self._methods else scope["method"]
        try:
            endpoint = self._methods.get(method)
            if endpoint is None:
                raise MethodNotAllowed(headers={"Allow": ", ".join(sorted(self._methods))})
            # Before anything is read: who has no key takes no slot and no memory.
            caller = await self._authenticate(endpoint, scope)
            await self._fairness.enter(caller.account_id)
            try:
                response = await endpoint.handler(await self._read_request(endpoint, caller, scope, receive))
            finally:
                self._fairness.leave(caller.account_id)
        except ParleyError as error:
            response = error_response(error, self._group, scope["correlation_id"])
        except Exception as error:  # noqa: BLE001 the caller gets a 500 in its envelope, whatever broke
            self._report("request_crashed", scope, error)
            response = error_response(InternalServerError(), self._group, scope["correlation_id"])
        else:
            if isinstance(response, Streamed) and caller is not STRANGER:
                response.may_go_on = partial(still_works, self._resources, endpoint.group, caller, scope)
        # The time until the answer is ready: sending it takes as long as the client likes.
        requests.count(method, self._path, response.status_code, time.perf_counter() - started)
        try:
            await response(scope, receive, send)
        except Exception as error:  # noqa: BLE001 the answer has begun: it can only be broken off, which the server does
            self._report("answer_broken_off", scope, error)
        return response.status_code

    def _report(self, event: str, scope: Scope, error: Exception) -> None:
        log.error(event, route=self._path, id=scope["correlation_id"], error=type(error).__name__, at=where(error))

    async def _authenticate(self, endpoint: Endpoint, scope: Scope) -> Caller:
        try:
            caller = await authenticate(self._resources, self._regions, endpoint.group, endpoint.needed_role, scope)
        except ProjectNotFound:
            raise endpoint.unknown_project from None
        if (most := self._resources.settings.requests_per_minute) and caller is not STRANGER:
            self._limits.count(caller.key.id, self._resources.clock.now(), most)
        return caller

    async def _read_request(
        self, endpoint: Endpoint, caller: Caller, scope: Scope, receive: Receive
    ) -> ApiRequest[Any, Any]:
        request = Request(scope, receive)
        headers, path = scope["plain_headers"], scope["path_params"]
        if endpoint.group is AGENTS:
            path = await with_own_id(self._resources, caller, path)
        settings = self._resources.settings
        # What the path names is checked before the body is read: an upload to something that is not there is not read.
        if endpoint.before is not None:
            await endpoint.before(self._resources, caller, path)
        problems: list[FieldError] = []
        query = self._query(endpoint, scope["query_string"], problems)
        raw = b""
        body = None
        if endpoint.method in ("POST", "PUT", "PATCH") or endpoint.body is not None:
            raw = await bodies.read_body(receive, headers, endpoint.body_limit or settings.max_body_bytes, self._memory)
            given = _parse_body(endpoint, raw, headers)
            if endpoint.body is not None:
                body = _validate(given, partial(_read_body, endpoint.body, given, raw, settings), problems)
            if endpoint.comparison is not None:
                problems += await endpoint.comparison(self._resources, caller, given)
        if problems:
            raise endpoint.invalid(fields=problems)
        return ApiRequest(self._resources, request, caller, path, body, query, scope["correlation_id"], raw)

    def _query(self, endpoint: Endpoint, query_string: bytes, problems: list[FieldError]) -> BaseModel | None:
        """Reading one costs more than finding the key, and clients ask the same again and again."""
        if (known := self._queries.get((endpoint.method, query_string))) is not None:
            return known
        # PostgreSQL holds no U+0000 in a text, so nothing could be found by it.
        if b"%00" in query_string:
            problems.append(FieldError("query", "contains the character U+0000"))
        if endpoint.query is None:
            return None
        given = query_values(query_string)
        read = partial(endpoint.query.model_validate, given, context=self._resources.settings)
        query = _validate(given, read, problems)
        if query is not None and not problems and len(query_string) <= LONGEST_CACHED:
            if len(self._queries) >= QUERY_CACHE_SIZE:
                self._queries.clear()
            self._queries[endpoint.method, query_string] = query
        return query


def _read_body(model: type[BaseModel], given: Any, raw: bytes, settings: Settings) -> BaseModel:
    # From a text: there "yes" is no boolean, and a moment may be written as text.
    return model.model_validate_json(bodies.text_for(model, given, raw), strict=True, context=settings)


def _parse_body(endpoint: Endpoint, raw: bytes, headers: Headers) -> Any:
    """The body's JSON, where the endpoint takes any; an optional body that is not there says nothing."""
    if endpoint.body is None:
        if raw and (kind := bodies.media_type(headers)) and kind not in endpoint.media_types:
            raise UnsupportedMediaType(f"This address takes {', '.join(endpoint.media_types)}.")
        return None
    return bodies.parse_json(raw, headers) if raw or endpoint.body_required else {}


def _validate(value: object, read: Callable[[], BaseModel], problems: list[FieldError]) -> BaseModel | None:
    """Validators that depend on how this installation is set up find its settings in their context."""
    # A megabyte of unknown names would keep validation, and so the loop, busy for a third of a second.
    if isinstance(value, dict) and len(value) > MOST_MEMBERS:
        problems.append(FieldError("body", f"has more than {MOST_MEMBERS} members"))
        return None
    try:
        return read()
    except ValidationError as error:
        # Counted before they are listed, because listing them takes long. What was sent is never repeated.
        if error.error_count() > MOST_PROBLEMS:
            problems.append(FieldError("body", f"has {error.error_count()} problems, more than can be listed"))
            return None
        problems.extend(field_errors(error.errors(include_url=False, include_input=False)))
        return None


class NotFoundApp:
    """What answers where no endpoint is, in the envelope of whoever would have been there."""

    def __init__(self, group_of: Any) -> None:
        self._group_of = group_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        requests.count(scope["method"], "(none)", 404, 0)
        response = error_response(NotFound(), self._group_of(scope["path"]), scope["correlation_id"])
        await response(scope, receive, send)


def error_response(error: ParleyError, group: Group, correlation_id: str) -> Response:
    return Response(
        orjson.dumps(group.envelope(error, correlation_id)),
        status_code=error.status,
        headers=error.headers,
        media_type="application/json",
    )


class CachedRoutes:
    """Matching a path against every route costs more than all else in routing, and clients use few paths: what was
    found for the last ones is remembered."""

    def __init__(self, routes: list[Route], otherwise: ASGIApp) -> None:
        self._routes = routes
        self._otherwise = otherwise
        self._found: dict[str, tuple[ASGIApp, dict[str, Any]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        found = self._found.get(path)
        if found is None:
            found = self._match(scope)
            # Unknown paths are not remembered: whoever makes them up would drive out those that are used.
            if found[0] is not self._otherwise and len(path) <= LONGEST_CACHED:
                if len(self._found) >= ROUTE_CACHE_SIZE:
                    self._found.clear()
                self._found[path] = found
        app, scope["path_params"] = found
        await app(scope, receive, send)

    def _match(self, scope: Scope) -> tuple[ASGIApp, dict[str, Any]]:
        for route in self._routes:
            match, child_scope = route.matches(scope)
            if match is Match.FULL:
                return route.app, child_scope["path_params"]
        return self._otherwise, {}


def make_router(
    resources: Resources,
    regions: Regions,
    endpoints: Iterable[Endpoint],
    pages: Iterable[Route],
    group_of: Any,
    otherwise: ASGIApp | None = None,
) -> ASGIApp:
    """`otherwise` answers where no endpoint is and no page."""
    by_path: dict[str, list[Endpoint]] = defaultdict(list)
    for endpoint in endpoints:
        by_path[endpoint.path].append(endpoint)
    limits, memory = RateLimiter(), bodies.BodyMemory(resources.settings.http_limits.body_memory)
    fairness = Fairness(resources.settings.requests_waiting)
    routes = [
        Route(path, PathApp(resources, regions, limits, memory, fairness, path, same)) for path, same in by_path.items()
    ]
    return CachedRoutes([*pages, *routes], otherwise or NotFoundApp(group_of))


NAME = "conversation_id"


async def with_own_id(resources: Resources, caller: Caller, path: Mapping[str, str]) -> Mapping[str, str]:
    """What a path names, with a conversation's own id in place of a chosen one."""
    named = path.get(NAME)
    if named is None or caller.project is None or is_own_id(named) or not re.fullmatch(CHOSEN_ID, named):
        return path
    found = await store.find_chosen(resources.db, caller.project.id, named)
    return path if found is None else {**path, NAME: found}
