"""Traces that nobody asked for cost nothing, and those that cannot be made are refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

import parley
from parley.kit.tracing import sending
from parley.kit.tracing.sending import TraceSettings, TracesUnavailable, sending_traces
from parley.kit.tracing.spans import tracing


async def test_without_an_address_nothing_is_made() -> None:
    async with sending_traces(None, "platform"):
        assert not tracing.is_on
        with tracing.span("work") as span:
            span.set("name", 1)
            span.text("said", "something")
            span.fail("broken")
        assert tracing.span("one") is tracing.span("two")
        assert tracing.headers() == {}


async def test_who_lacks_the_library_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "MODULE", "parley.kit.tracing.nothing_of_the_kind")
    with pytest.raises(TracesUnavailable, match=r"parley\[telemetry\]"):
        async with sending_traces(TraceSettings("http://127.0.0.1:4318"), "platform"):
            pytest.fail("it went on")


@pytest.mark.slow
def test_nothing_else_imports_the_library() -> None:
    """It would take a sixth of a second from every start."""
    source = Path(parley.__file__).parent
    importing = [path.name for path in source.rglob("*.py") if "from opentelemetry" in path.read_text()]
    assert importing == [f"{sending.MODULE.rpartition('.')[2]}.py"]
