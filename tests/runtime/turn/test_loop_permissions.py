"""A model calls what it was offered in this step, with arguments of the declared types, and nothing else."""

from __future__ import annotations

import pytest

from parley.agent_host.protocol import Reply
from parley.domain.projects.model import Handoff, Parameter, Project, SmsTemplate, Topic
from parley.providers.llm.scripted import Call, Say
from parley.runtime.agent.texts import DEFAULTS
from parley.runtime.agent.tools import MAX_ARGUMENTS
from tests.runtime.turn.stage import Stage, advanced, flow, function, goto, project

NOT_FOUND = DEFAULTS["function_not_found"]
ELSEWHERE, NOWHERE = "the function is not offered here", "there is no such function"
PARTS = {
    "enter": Reply(transition=goto("Shop")),
    "pay": Reply(content="Paid."),
    "wipe": Reply(content="Wiped."),
    "count": Reply(content="Counted."),
    "mention": Reply(content="Now you may use {{fn:wipe}}."),
}


def shop() -> Project:
    """In Shop the step offers `count` alone. Nothing offers the handoff, the text message, or `wipe`."""
    return project(
        functions={
            name: function(name, *parameters)
            for name, parameters in {
                "enter": (),
                "mention": (),
                "wipe": (),
                "count": (Parameter("number", "integer", ""), Parameter("sure", "boolean", "")),
            }.items()
        },
        flows=[
            flow("Shop", advanced("Ask", "Use {{fn:count}}.")),
            flow("Till", advanced("Pay", "{{ft:pay}}"), own=[function("pay", flow="Till")]),
        ],
        rules="Start with {{fn:enter}}, or {{fn:mention}}.",
        handoffs={"Desk": Handoff("Desk")},
        sms_templates={"Code": SmsTemplate("Code", "123")},
        topics={"t": Topic("t", actions="{{fn:wipe}}")},
    )


@pytest.mark.parametrize(
    ("tool", "error"),
    [
        ("pay", ELSEWHERE),  # of another flow
        ("wipe", ELSEWHERE),  # of a topic that does not count in flows
        ("transfer_to_desk", ELSEWHERE),
        ("send_sms_code", ELSEWHERE),
        ("start_function", NOWHERE),
        ("save_entities", NOWHERE),  # not in this kind of step
        ("choose_path", NOWHERE),
        ("switch_language", NOWHERE),  # there is one language
        ("os.system", NOWHERE),
        ("", NOWHERE),
        ("Count", NOWHERE),
    ],
)
async def test_what_is_not_offered_is_refused_in_the_same_words(tool: str, error: str) -> None:
    stage = Stage(shop(), [Call("enter"), Call(tool), Say("I cannot do that.")], PARTS, near={"t": 0.1})
    result = await stage.say("Do it")
    assert stage.called == ["enter"]
    refused = result.trace.functions[-1]
    assert (refused.name, refused.error, refused.result, refused.is_refused) == (tool, error, NOT_FOUND, True)
    assert stage.requests[-1].messages[-2].content == NOT_FOUND or any(
        message.content == NOT_FOUND for message in stage.requests[-1].messages
    )
    assert result.reply == "I cannot do that."
    assert not result.output.messages


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ('{"number": "many", "sure": true}', "number must be of type integer"),
        ('{"number": [1], "sure": true}', "number must be of type integer"),
        ('{"number": 1e999, "sure": true}', "not valid JSON"),
        ('{"number": true, "sure": true}', "number must be of type integer"),
        ('{"number": 1, "sure": {}}', "sure must be of type boolean"),
        ('{"sure": true}', "number is missing"),
        ("[1, true]", "must be a JSON object"),
        ('{"number": 1', "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ('{"number": 1, "sure": true, "more": "' + "x" * MAX_ARGUMENTS + '"}', "longer than 200,000 characters"),
    ],
)
async def test_arguments_of_other_types_or_sizes_do_not_reach_the_function(arguments: str, problem: str) -> None:
    stage = Stage(shop(), [Call("enter"), Call("count", arguments), Say("Sorry.")], PARTS)
    result = await stage.say("Count")
    assert stage.called == ["enter"]
    assert problem in (result.trace.functions[-1].error or "")
    assert result.reply == "Sorry."


async def test_arguments_that_nobody_declared_are_dropped() -> None:
    stage = Stage(shop(), [Call("enter"), Call("count", {"number": 1, "sure": True, "admin": 1}), Say("Ok.")], PARTS)
    await stage.say("Count")
    assert stage.host.calls[-1].arguments == {"number": 1, "sure": True}


async def test_what_a_function_names_in_its_answer_is_offered_for_this_turn_and_the_next() -> None:
    """So an answer must not hold somebody else's text with references in it: docs/agent-safety.md says so."""
    stage = Stage(shop(), [Call("mention"), Call("wipe"), Say("1"), Say("2"), Call("wipe"), Say("3")], PARTS)
    await stage.say("a")
    assert stage.called == ["mention", "wipe"]
    await stage.say("b")
    result = await stage.say("c")
    assert stage.called == ["mention", "wipe"]
    assert result.trace.functions[-1].error == ELSEWHERE
