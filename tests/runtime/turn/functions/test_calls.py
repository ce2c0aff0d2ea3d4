"""What functions may do holds for a whole turn, however many calls it takes."""

from __future__ import annotations

import pytest

from parley.agent_host.allowance import PER_CALL, Allowance
from parley.agent_host.protocol import Effects, FunctionFailure, HostServiceError, Outcome, Reply, StateChanges
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from tests.runtime.turn.stage import Part, Stage, functions, project, services_of


def stage(act: Part, calls: int) -> Stage:
    agent = project(rules="Use {{fn:act}}.", functions=functions("act"))
    return Stage(agent, [*[Call("act")] * calls, Say("Done.")], {"act": act})


def costly(reply: Reply) -> Outcome:
    used = Allowance(messages=20, api_requests=100, logs=1, log_characters=400_000)
    return Outcome(reply, Effects(), b"{}", {}, StateChanges(), used=used)


async def test_each_call_is_given_what_the_calls_before_it_left() -> None:
    s = stage(costly(Reply(content="ok")), 4)
    await s.say("Go")
    allowed = [call.allowance for call in s.host.calls]
    assert [each.messages for each in allowed] == [20, 20, 10, 0]
    assert [each.api_requests for each in allowed] == [100, 100, 100, 0]
    assert [each.log_characters for each in allowed] == [1_000_000, 1_000_000, 1_000_000, 800_000]
    assert allowed[0] is PER_CALL


async def test_the_next_turn_begins_anew() -> None:
    s = stage(costly(Reply(utterance="ok")), 2)
    await s.say("Go")
    await s.say("Go")
    assert [call.allowance.messages for call in s.host.calls] == [20, 20]


async def test_what_is_too_large_is_told_to_the_model_and_the_trace() -> None:
    s = stage(FunctionFailure("too_large", "its return value has more than 1,000,000 characters"), 1)
    result = await s.say("Go")
    assert "1,000,000 characters" in s.requests[-1].messages[-1].content
    assert (result.trace.functions[0].error or "").startswith("too_large: its return value")
    assert result.output.function_errors == 1


async def test_a_prompt_has_a_size() -> None:
    asked = services_of(ScriptedModel([Say("a")]))
    with pytest.raises(HostServiceError) as refused:
        await asked.prompt_llm("x" * 1_000_001, False, False, None)
    assert refused.value.kind == "too_large"
