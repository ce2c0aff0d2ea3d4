"""Sends traces over OTLP, by OpenTelemetry's own SDK. The only module that imports it: see `sending`."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from urllib.parse import urlsplit

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from parley import __version__
from parley.kit.tracing.sending import TraceSettings
from parley.kit.tracing.spans import Kind, Span, Value

SECONDS = 5.0
"""How long one request to the collector may take. One that is down costs spans, never an answer."""
LONGEST_TEXT = 16_000
DEFAULT_PATH = "/v1/traces"
_KINDS = {
    Kind.INTERNAL: trace.SpanKind.INTERNAL,
    Kind.SERVER: trace.SpanKind.SERVER,
    Kind.CLIENT: trace.SpanKind.CLIENT,
    Kind.CONSUMER: trace.SpanKind.CONSUMER,
}


class _Span:
    __slots__ = ("_span", "_takes_texts")

    def __init__(self, span: trace.Span, takes_texts: bool) -> None:
        self._span = span
        self._takes_texts = takes_texts

    def set(self, name: str, value: Value) -> None:
        self._span.set_attribute(name, value)

    def text(self, name: str, value: str) -> None:
        if self._takes_texts:
            self._span.set_attribute(name, value[:LONGEST_TEXT])

    def fail(self, kind: str) -> None:
        self._span.set_attribute("error.type", kind)
        self._span.set_status(trace.StatusCode.ERROR)


class _Opened:
    """The library would keep the text of an exception, which may hold what people said: here only its class is told."""

    __slots__ = ("_opened", "_span", "_takes_texts")

    def __init__(self, opened: AbstractContextManager[trace.Span], takes_texts: bool) -> None:
        self._opened = opened
        self._takes_texts = takes_texts

    def __enter__(self) -> Span:
        self._span = _Span(self._opened.__enter__(), self._takes_texts)
        return self._span

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is not None and issubclass(kind, Exception):
            self._span.fail(kind.__name__)
        self._opened.__exit__(kind, error, at)


class OpenTelemetry:
    def __init__(self, settings: TraceSettings, role: str) -> None:
        self.takes_texts = settings.texts
        described = {"service.namespace": "parley", "service.name": f"parley-{role}", "service.version": __version__}
        # A caller that traces decides for its whole trace; the share is for those that begin here.
        sampler = ParentBased(TraceIdRatioBased(settings.share))
        self._provider = TracerProvider(resource=Resource.create(described), sampler=sampler, shutdown_on_exit=False)
        exporter = OTLPSpanExporter(endpoint=address(settings.url), headers=dict(settings.headers), timeout=SECONDS)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("parley", __version__)
        self._propagator = TraceContextTextMapPropagator()

    def span(self, name: str, kind: Kind, caller: Mapping[str, str]) -> AbstractContextManager[Span]:
        within = self._propagator.extract(caller) if caller else None
        opened = self._tracer.start_as_current_span(
            name, within, _KINDS[kind], record_exception=False, set_status_on_exception=False
        )
        return _Opened(opened, self.takes_texts)

    def headers(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        self._propagator.inject(found)
        return found

    def close(self, seconds: float) -> bool:
        """Sends what is left, and blocks meanwhile. False: it took longer than that, and is given up."""
        # A thread that nobody waits for: a collector that hangs keeps no process from ending.
        closing = threading.Thread(target=self._provider.shutdown, name="traces", daemon=True)
        closing.start()
        closing.join(seconds)
        return not closing.is_alive()


def address(url: str) -> str:
    """Collectors are known by their host; the path is the same everywhere."""
    return url if urlsplit(url).path.strip("/") else url.rstrip("/") + DEFAULT_PATH
