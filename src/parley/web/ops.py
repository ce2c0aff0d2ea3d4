"""What an operator watches: counters for Prometheus, health and readiness, on a port of their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parley import __version__
from parley.web.endpoint import reply

_requests = Counter("parley_http_requests", "Requests answered.", ["method", "route", "status"])
_seconds = Histogram(
    "parley_http_request_seconds",
    "Time from the request's first byte to the answer's.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
in_flight = Gauge("parley_http_requests_in_flight", "Requests being answered now.")

Ready = Callable[[], Awaitable[bool]]
Details = Callable[[], Mapping[str, Any]]


def observe(method: str, route: str, status: int, seconds: float) -> None:
    _requests.labels(method, route, str(status)).inc()
    _seconds.labels(route).observe(seconds)


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
