from __future__ import annotations

from prometheus_client import CollectorRegistry, generate_latest

from parley.web.ops import RequestMetrics


def lines(counts: RequestMetrics) -> set[str]:
    registry = CollectorRegistry()
    registry.register(counts)
    return set(generate_latest(registry).decode().splitlines())


def test_requests_are_counted_by_what_they_were() -> None:
    counts = RequestMetrics()
    counts.count("GET", "/v1/a", 200, 0.003)
    counts.count("GET", "/v1/a", 200, 0.005)
    counts.count("GET", "/v1/a", 404, 99)
    counts.count("INVENTED", "/v1/b", 405, 0)
    counts.in_flight = 2
    assert lines(counts) >= {
        'parley_http_requests_total{method="GET",route="/v1/a",status="200"} 2.0',
        'parley_http_requests_total{method="GET",route="/v1/a",status="404"} 1.0',
        'parley_http_requests_total{method="OTHER",route="/v1/b",status="405"} 1.0',
        'parley_http_request_seconds_bucket{le="0.0025",route="/v1/a"} 0.0',
        'parley_http_request_seconds_bucket{le="0.005",route="/v1/a"} 2.0',
        'parley_http_request_seconds_bucket{le="30.0",route="/v1/a"} 2.0',
        'parley_http_request_seconds_bucket{le="+Inf",route="/v1/a"} 3.0',
        'parley_http_request_seconds_count{route="/v1/a"} 3.0',
        'parley_http_request_seconds_sum{route="/v1/a"} 99.008',
        'parley_http_request_seconds_bucket{le="0.001",route="/v1/b"} 1.0',
        "parley_http_requests_in_flight 2.0",
    }


def test_nothing_yet() -> None:
    assert "parley_http_requests_in_flight 0.0" in lines(RequestMetrics())
