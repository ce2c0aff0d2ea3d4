"""The outermost layer of a web app: correlation id, region, CORS, health, and nothing that knows an endpoint."""

from __future__ import annotations

import re
from collections.abc import Callable

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parley.kit.errors import NotFound, ParleyError
from parley.kit.ids import trace_id
from parley.resources import Resources
from parley.web.errors import Envelope
from parley.web.groups import Group
from parley.web.headers import Headers, read_headers
from parley.web.ops import alive, readiness, requests
from parley.web.regions import Regions
from parley.web.router import LONGEST_CACHED, ROUTE_CACHE_SIZE, error_response

CORRELATION = "x-polyai-correlation-id"
CORRELATION_BYTES = CORRELATION.encode()
# Keys are headers that a page has to set itself. The console's cookie is of no use to a stranger's page: browsers show
# it no answer to a request with cookies that does not name its origin, and no answer of ours ever does.
FOR_BROWSERS = ((b"access-control-allow-origin", b"*"), (b"access-control-expose-headers", b"*"))
# Goes into headers and logs: visible characters, nothing that ends a line.
ACCEPTABLE_ID = re.compile(r"[\x21-\x7e]{1,128}")

CLOSE = (b"connection", b"close")

GroupOf = Callable[[str], Group]


class Middleware:
    def __init__(
        self, app: ASGIApp, resources: Resources, regions: Regions, group_of: GroupOf, *, open_to_browsers: bool = False
    ) -> None:
        self._app = app
        self._resources = resources
        self._regions = regions
        self._group_of = group_of
        self._open_to_browsers = open_to_browsers
        self._added = FOR_BROWSERS if open_to_browsers else ()
        self._paths: dict[tuple[str, str], str] = {}

    def envelope_of(self, path: str) -> Envelope:
        """For errors of the server itself, at an address that it may not have understood."""
        return self._group_of(self._regions.split(path)[1]).envelope

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = scope["plain_headers"] = read_headers(scope)
        correlation_id = scope["correlation_id"] = _correlation_id(headers)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = () if _is_for_own_pages(scope["path"]) else self._added
                message["headers"] = [*message["headers"], (CORRELATION_BYTES, correlation_id.encode()), *added]
                if self._resources.draining:
                    # A proxy that keeps connections must not send the next request on one that is about to close.
                    message["headers"].append(CLOSE)
            await send(message)

        requests.in_flight += 1
        try:
            await self._serve(scope, headers, receive, send_with_headers)
        finally:
            requests.in_flight -= 1

    async def _serve(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        path = scope["path"]
        # Probes name a host that means no region, such as an address inside a cluster.
        if path == "/healthz":
            return await alive()(scope, receive, send)
        if path == "/readyz":
            return await readiness(await self._resources.is_ready())(scope, receive, send)
        try:
            # PostgreSQL holds no U+0000 in a text, so nothing can be stored under such a name.
            if "\x00" in path:
                raise NotFound
            scope["path"] = self._stripped(headers.get("host", ""), path)
        except ParleyError as error:
            group = self._group_of(self._regions.split(path)[1])
            return await error_response(error, group, scope["correlation_id"])(scope, receive, send)
        if scope["method"] == "OPTIONS" and self._open_to_browsers and not _is_for_own_pages(scope["path"]):
            return await _preflight(headers)(scope, receive, send)
        return await self._app(scope, receive, send)

    def _stripped(self, host: str, path: str) -> str:
        """Without its region. Clients use few addresses: what was found for the last ones is remembered."""
        found = self._paths.get((host, path))
        if found is None:
            found = self._regions.strip(host, path)
            if len(host) + len(path) <= LONGEST_CACHED:
                if len(self._paths) >= ROUTE_CACHE_SIZE:
                    self._paths.clear()
                self._paths[host, path] = found
        return found


def _is_for_own_pages(path: str) -> bool:
    """Where people sign in: no page of another address has any business there."""
    return path.startswith("/console/")


def _correlation_id(headers: Headers) -> str:
    sent = headers.get(CORRELATION, "")
    return sent if ACCEPTABLE_ID.fullmatch(sent) else trace_id()


def _preflight(headers: Headers) -> Response:
    return Response(
        status_code=204,
        headers={
            "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
            "access-control-allow-headers": headers.get("access-control-request-headers", "*"),
            "access-control-max-age": "86400",
        },
    )
