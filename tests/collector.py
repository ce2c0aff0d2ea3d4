"""A collector of traces that speaks OTLP over a real socket, for tests of who sends what."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from parley.kit.tracing.sending import TraceSettings, sending_traces
from tests.receiver import Answer, Received, Receiver, receiving, status


@dataclass(frozen=True, slots=True)
class Sent:
    """One span as it came."""

    name: str
    trace: str
    id: str
    parent: str
    kind: int
    failed: bool
    attributes: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Collector:
    receiver: Receiver
    sending: AsyncExitStack

    @property
    def requests(self) -> list[Received]:
        return self.receiver.requests

    async def spans(self) -> list[Sent]:
        """Ends the sending, so that everything is there."""
        await self.sending.aclose()
        return [span for request in self.requests for span in read(request.body)]


def read(body: bytes) -> list[Sent]:
    message = ExportTraceServiceRequest.FromString(body)
    return [
        Sent(
            span.name,
            span.trace_id.hex(),
            span.span_id.hex(),
            span.parent_span_id.hex(),
            span.kind,
            span.status.code == 2,
            {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in span.attributes},
        )
        for resource in message.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]


@asynccontextmanager
async def collecting(answer: Answer = lambda _: status(200), **settings: Any) -> AsyncIterator[Collector]:
    """This process sends its traces there."""
    async with receiving(answer) as receiver, AsyncExitStack() as sending:
        await sending.enter_async_context(sending_traces(TraceSettings(receiver.url(""), **settings), "test"))
        yield Collector(receiver, sending)
