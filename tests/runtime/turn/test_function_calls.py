"""What functions may do holds for a whole turn, however many calls it takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from parley.agent_host.allowance import PER_CALL, PER_TURN
from parley.agent_host.protocol import (
    Effects,
    FunctionFailure,
    HostServiceError,
    HostServices,
    Invocation,
    LogLine,
    Outcome,
    OutgoingMessage,
    Reply,
)
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from parley.runtime.turn.host_services import TurnServices
from tests.runtime.turn.stage import Functions, Nowhere, Part, Stage, functions, project

SMS = OutgoingMessage("sms", "+1", "hi")


def stage(act: Part, calls: int) -> Stage:
    agent = project(rules="Use {{fn:act}}.", functions=functions("act"))
    return Stage(agent, [*[Call("act")] * calls, Say("Done.")], {"act": act})


async def test_each_call_is_given_what_the_calls_before_it_left() -> None:
    s = stage((Reply(content="ok"), Effects(messages=(SMS,) * 20, logs=(LogLine("info", "x" * 400_000),))), 4)
    await s.say("Go")
    allowed = [call.allowance for call in s.host.calls]
    assert [each.messages for each in allowed] == [20, 20, 10, 0]
    assert [each.log_characters for each in allowed] == [1_000_000, 1_000_000, 1_000_000, 800_000]
    assert allowed[0] is PER_CALL


async def test_the_next_turn_begins_anew() -> None:
    s = stage((Reply(utterance="ok"), Effects(messages=(SMS,) * 20)), 2)
    await s.say("Go")
    await s.say("Go")
    assert [call.allowance.messages for call in s.host.calls] == [20, 20]


async def test_what_is_too_large_is_told_to_the_model_and_the_trace() -> None:
    s = stage(FunctionFailure("too_large", "its return value has more than 1,000,000 characters"), 1)
    result = await s.say("Go")
    assert "1,000,000 characters" in s.requests[-1].messages[-1].content
    assert (result.trace.functions[0].error or "").startswith("too_large: its return value")
    assert result.function_errors == 1


Ask = Callable[[], Awaitable[Any]]


async def until_refused(ask: Ask) -> tuple[int, HostServiceError]:
    for done in range(10_000):
        try:
            await ask()
        except HostServiceError as refused:
            return done, refused
    raise AssertionError("it goes on for ever")


async def test_models_apis_and_events_are_asked_for_so_often_and_no_more() -> None:
    model = ScriptedModel([Say("a")] * 100)
    asked = TurnServices(model, Nowhere(), (), False, ())
    asking: list[tuple[Ask, int]] = [
        (lambda: asked.prompt_llm("Name?", False, False, None), PER_CALL.model_requests),
        (lambda: asked.api("crm", "find", {}), PER_CALL.api_requests),
        (lambda: asked.expect_event("0" * 32, False), PER_CALL.events),
    ]
    for ask, most in asking:
        done, refused = await until_refused(ask)
        assert (done, refused.kind) == (most, "limit")
        assert "as often as it may" in str(refused)
    assert len(model.requests) == PER_CALL.model_requests


async def test_a_prompt_has_a_size() -> None:
    asked = TurnServices(ScriptedModel([Say("a")]), Nowhere(), (), False, ())
    with pytest.raises(HostServiceError) as refused:
        await asked.prompt_llm("x" * 1_000_001, False, False, None)
    assert refused.value.kind == "too_large"


class Curious(Functions):
    """Asks the model as often as it may, in every call."""

    def __init__(self) -> None:
        super().__init__({"act": Reply(content="ok")})
        self.answered = 0

    async def call(self, invocation: Invocation, services: HostServices) -> Outcome:
        done, _ = await until_refused(lambda: services.api("crm", "find", {}))
        self.answered += done
        return await super().call(invocation, services)


async def test_requests_of_several_calls_add_up() -> None:
    s = stage(Reply(content="ok"), 5)
    curious = s.host = Curious()
    s.ports = replace(s.ports, host=curious)
    await s.say("Go")
    assert curious.answered == PER_TURN.api_requests
