"""Requests, counted for Prometheus: every request is, so it is done with plain numbers, and what they mean is said when
somebody asks for it. (The library's own counters take a lock for each number.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from parley.kit.duration_histogram import DurationHistogram

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
