"""What a collector is told: where, by whom, how much, and what not."""

from __future__ import annotations

import pytest

from parley.kit.tracing.open_telemetry import address
from parley.kit.tracing.spans import Kind, tracing
from tests.collector import collecting

pytestmark = pytest.mark.io


async def test_a_collector_is_reached_by_its_host_alone() -> None:
    assert address("http://127.0.0.1:4318") == "http://127.0.0.1:4318/v1/traces"
    assert address("https://traces.example.com/") == "https://traces.example.com/v1/traces"
    assert address("https://traces.example.com/otlp/mine") == "https://traces.example.com/otlp/mine"


async def test_it_gets_the_headers_that_it_wants_and_knows_whose_spans_they_are() -> None:
    async with collecting(headers={"authorization": "Bearer mine"}) as collector:
        with tracing.span("work"):
            pass
        await collector.spans()
    (request,) = collector.requests
    assert request.line == "POST /v1/traces HTTP/1.1"
    assert request.headers["authorization"] == "Bearer mine"
    assert request.headers["content-type"] == "application/x-protobuf"
    assert b"parley-test" in request.body


async def test_only_a_share_is_traced_but_all_of_a_caller_that_traces() -> None:
    caller = {"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}
    unwilling = {"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"}
    async with collecting(share=0.0) as collector:
        with tracing.span("begins here"):
            pass
        with tracing.span("asked for", Kind.SERVER, caller):
            pass
        with tracing.span("not wanted", Kind.SERVER, unwilling):
            pass
        spans = await collector.spans()
    assert [span.name for span in spans] == ["asked for"]


@pytest.mark.parametrize("given", ["", "nonsense", "00-0-0-01", "00-" + "0" * 32 + "-" + "0" * 16 + "-01", "ÿ" * 500])
async def test_a_caller_may_say_what_it_likes(given: str) -> None:
    async with collecting() as collector:
        with tracing.span("work", Kind.SERVER, {"traceparent": given, "tracestate": given}):
            pass
        (span,) = await collector.spans()
    assert span.parent == ""


async def test_an_error_is_named_by_its_class() -> None:
    async with collecting() as collector:
        with pytest.raises(ValueError, match="a secret"), tracing.span("work"):
            raise ValueError("a secret")
        (span,) = await collector.spans()
    assert span.failed
    assert span.attributes == {"error.type": "ValueError"}
    assert b"a secret" not in collector.requests[0].body


async def test_a_collector_that_refuses_is_told_in_the_log_alone(caplog: pytest.LogCaptureFixture) -> None:
    async with collecting(answer=lambda _: b"HTTP/1.1 400 X\r\nContent-Length: 0\r\n\r\n") as collector:
        with tracing.span("work"):
            pass
        await collector.spans()
    assert not tracing.is_on
    assert "400" in caplog.text
