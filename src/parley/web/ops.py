"""What an operator watches: counters for Prometheus, health and readiness, on a port of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parley import __version__
from parley.kit.duration_histogram import DurationHistogram
from parley.web.responses import json_response

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Clients can invent others, which must not fill memory with counters."""


class RequestMetrics(Collector):
    def __init__(self) -> None:
        self.in_flight = 0
        self.connections = 0
        self.refused: Counter[str] = Counter()
        """How often a server itself ended a connection, by reason."""
        self._answered: Counter[tuple[str, str, int]] = Counter()
        self._times: dict[str, DurationHistogram] = {}

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        self._answered[method if method in METHODS else "OTHER", route, status] += 1
        times = self._times.get(route)
        if times is None:
            times = self._times[route] = DurationHistogram()
        times.add(seconds)

    def collect(self) -> Iterator[Metric]:
        answered = CounterMetricFamily(
            "parley_http_requests", "Requests answered.", labels=["method", "route", "status"]
        )
        for (method, route, status), count in self._answered.items():
            answered.add_metric([method, route, str(status)], count)
        yield answered
        seconds = HistogramMetricFamily(
            "parley_http_request_seconds", "Time from the request's first byte to the answer's.", labels=["route"]
        )
        for route, times in self._times.items():
            seconds.add_metric([route], times.buckets(), times.total)
        yield seconds
        refused = CounterMetricFamily(
            "parley_http_refused", "Connections that the server itself ended.", labels=["reason"]
        )
        for reason, count in self.refused.items():
            refused.add_metric([reason], count)
        yield refused
        yield GaugeMetricFamily("parley_http_connections", "Connections that are open now.", self.connections)
        yield GaugeMetricFamily("parley_http_requests_in_flight", "Requests being answered now.", self.in_flight)


requests = RequestMetrics()
REGISTRY.register(requests)

Ready = Callable[[], Awaitable[bool]]
Details = Callable[[], Mapping[str, Any]]


def alive(details: Mapping[str, Any] | None = None) -> Response:
    return json_response({"status": "ok", "version": __version__, **(details or {})})


def readiness(ready: bool) -> Response:
    return json_response({"status": "ready"}) if ready else json_response({"status": "not ready"}, 503)


def ops_app(is_ready: Ready, details: Details) -> Starlette:
    """The app of the operations port. It is not for the public: bind it where only the operator can reach it."""

    async def healthz(_request: Request) -> Response:
        return alive(details())

    async def readyz(_request: Request) -> Response:
        return readiness(await is_ready())

    async def metrics(_request: Request) -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    return Starlette(routes=[Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)])
