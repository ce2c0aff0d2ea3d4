"""What an operator watches: counters for Prometheus, health and readiness, on a port of their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parley import __version__
from parley.web.replies import reply

_requests = Counter("parley_http_requests", "Requests answered.", ["method", "route", "status"])
_seconds = Histogram(
    "parley_http_request_seconds",
    "Time from the request's first byte to the answer's.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Clients can invent others, which must not fill memory with counters."""

in_flight = Gauge("parley_http_requests_in_flight", "Requests being answered now.")

Ready = Callable[[], Awaitable[bool]]
Details = Callable[[], Mapping[str, Any]]


def observe(method: str, route: str, status: int, seconds: float) -> None:
    counted, timed = _watched(method if method in METHODS else "OTHER", route, status)
    counted.inc()
    timed.observe(seconds)


@cache
def _watched(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """Finding a labelled metric costs more than counting with it. Routes, methods and statuses are few."""
    return _requests.labels(method, route, str(status)), _seconds.labels(route)


def alive(details: Mapping[str, Any] | None = None) -> Response:
    return reply({"status": "ok", "version": __version__, **(details or {})})


def readiness(ready: bool) -> Response:
    return reply({"status": "ready"}) if ready else reply({"status": "not ready"}, 503)


def ops_app(is_ready: Ready, details: Details) -> Starlette:
    """The app of the operations port. It is not for the public: bind it where only the operator can reach it."""

    async def healthz(_request: Request) -> Response:
        return alive(details())

    async def readyz(_request: Request) -> Response:
        return readiness(await is_ready())

    async def metrics(_request: Request) -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    return Starlette(routes=[Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)])
