"""What an operator watches: counters for Prometheus, health and readiness, on a port of their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parley import __version__
from parley.web.request_metrics import RequestMetrics
from parley.web.responses import reply

requests = RequestMetrics()
REGISTRY.register(requests)

Ready = Callable[[], Awaitable[bool]]
Details = Callable[[], Mapping[str, Any]]


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
