"""Turns traces on for a process, if the operator asked for them: only then is the library imported."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.kit.tracing.spans import tracing

log = logger(__name__)

MODULE = "parley.kit.tracing.open_telemetry"
CLOSING_SECONDS = 10.0


class TracesUnavailable(ParleyError):
    """Traces need the optional extra: install parley[telemetry], or unset PARLEY_TRACES_URL."""


@dataclass(frozen=True, slots=True)
class TraceSettings:
    url: str
    """A collector that takes OTLP over HTTP."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    share: float = 1.0
    texts: bool = False


@asynccontextmanager
async def sending_traces(settings: TraceSettings | None, role: str) -> AsyncIterator[None]:
    if settings is None:
        yield
        return
    tracer = load().OpenTelemetry(settings, role)
    tracing.use(tracer)
    log.info("traces_on", share=settings.share, texts=settings.texts)
    try:
        yield
    finally:
        tracing.use(None)
        if not await asyncio.to_thread(tracer.close, CLOSING_SECONDS):
            log.warning("traces_not_sent")


def load() -> Any:
    try:
        return importlib.import_module(MODULE)
    except ImportError:
        raise TracesUnavailable from None
