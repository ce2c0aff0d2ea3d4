"""A judge's answer counts only where it is one."""

from __future__ import annotations

import pytest

from parley.agent_host.protocol import TranscriptLine
from parley.providers.llm.scripted import Say, ScriptedModel
from parley.runtime.test_runs.evaluation.trial import NO_ANSWER, judge
from parley.runtime.test_runs.verdict import Record

RUBRIC = ("It is kind.", "It is short.")


async def passed(answer: str) -> list[tuple[bool, str]]:
    model = ScriptedModel([Say(answer)])
    record = Record(lines=[TranscriptLine("agent", "Hello {there}!")])
    found = await judge(model, "Greet.", RUBRIC, record, 1)
    assert "agent: Hello {there}!" in model.requests[0].messages[0].content
    assert "2. It is short." in model.requests[0].messages[0].content
    return [(each.is_pass, each.reason) for each in found]


async def test_each_statement_is_judged() -> None:
    answer = '```json\n{"results": [{"pass": true, "reason": "Hello."}, {"pass": "true", "reason": "long"}]}\n```'
    assert await passed(answer) == [(True, "Hello."), (False, "long")]


@pytest.mark.parametrize(
    "answer", ["", "yes", '{"results": [{"pass": true}]}', '{"results": 1}', '{"pass": true}', "{[]}"]
)
async def test_what_is_no_answer_passes_nothing(answer: str) -> None:
    assert await passed(answer or " ") == [(False, NO_ANSWER)] * 2


async def test_without_a_rubric_nobody_is_asked() -> None:
    assert await judge(ScriptedModel([]), "Greet.", (), Record(), 1) == []
