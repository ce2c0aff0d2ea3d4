"""Everything that is sent and comes back is counted, also of an answer that is not read to its end."""

from __future__ import annotations

from parley.kit.clock import SystemClock
from parley.providers.llm.protocol import Message, Request, Tool, complete
from parley.providers.llm.scripted import Answer, Call, Say, ScriptedModel
from parley.runtime.test_runs.evaluation.model_usage import MeteredModel, Price


async def test_what_goes_in_and_comes_out() -> None:
    metered = MeteredModel(
        ScriptedModel([Say("12345678"), Answer((Say("1234"), Call("look", {"a": 1})))]), SystemClock()
    )
    await complete(metered, Request([Message("system", "x" * 40), Message("user", "y" * 41)]))
    meter = metered.meter
    assert (meter.requests, meter.tokens_read, meter.tokens_written) == (1, 21, 2)
    await complete(metered, Request([Message("user", "z")], tools=[Tool("look", "Looks.", {})]))
    assert (meter.requests, meter.read, meter.written) == (2, 81 + 1 + 4 + 6 + 2, 8 + 4 + 4 + 8)
    assert meter.seconds >= 0
    assert meter.cost(None) is None
    assert meter.cost(Price(1_000_000, 0)) == meter.tokens_read
