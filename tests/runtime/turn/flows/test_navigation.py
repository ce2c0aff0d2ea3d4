from __future__ import annotations

from typing import Any

import pytest

from parley.agent_host.protocol import FunctionFailure, Reply
from parley.domain.projects.experimental import Experimental, ModelChoice
from parley.providers.llm.scripted import Call, Say
from parley.runtime.turn.prompt.composition import choose_model
from tests.runtime.turn.stage import (
    EXIT,
    Part,
    Stage,
    advanced,
    flow,
    function,
    function_step,
    functions,
    goto,
    project,
)

BOOKING = flow(
    "booking",
    advanced("ask", "Ask, then {{ft:save}} or {{fn:act}}."),
    function_step("check", "booking"),
    function_step("again", "booking"),
    advanced("done", "Say thanks."),
    own=[function("save", flow="booking"), function("act", flow="booking"), function("unused", flow="booking")],
)


def stage(answers: list[Say | Call], **parts: Part) -> Stage:
    agent = project(functions=functions("act", "global"), rules="{{fn:global}}", flows=[BOOKING])
    made = Stage(agent, answers, parts)
    made.dialog.flow, made.dialog.step = "booking", "ask"
    return made


async def test_in_a_flow_the_tools_are_those_of_the_rules_and_of_the_step() -> None:
    s = stage([Say("Hm."), Say("ok")])
    await s.say("x")
    assert s.tools == ["global", "save", "act"]
    s.dialog.step = "done"
    await s.say("x")
    assert s.tools == ["global"]


async def test_a_flows_own_function_wins_over_the_global_one() -> None:
    s = stage([Call("act"), Say("ok")], act=Reply())
    await s.say("x")
    assert s.host.calls[0].function == "flows/booking/functions/act.py"
    assert s.host.calls[0].conversation.current_step == "ask"


async def test_the_step_prompt_is_the_last_message_of_every_request() -> None:
    s = stage([Call("save"), Say("Thanks.")], save=Reply(content="saved", transition=goto(None, "done")))
    await s.say("x")
    first, second = (request.messages[-1].content for request in s.requests)
    assert "Ask, then save or act." in first
    assert "Say thanks." in second
    assert not any("Ask, then" in message.content for message in s.requests[1].messages)


async def test_function_steps_run_at_once_and_in_a_chain() -> None:
    s = stage(
        [Call("save"), Say("All set.")],
        save=Reply(transition=goto(None, "check")),
        check=Reply(content="first", transition=goto(None, "again")),
        again=Reply(content="second", transition=goto(None, "done")),
    )
    result = await s.say("x")
    assert s.called == ["save", "check", "again"]
    assert [call.conversation.current_step for call in s.host.calls] == ["ask", "check", "again"]
    assert result.reply == "All set."
    assert [m.content for m in s.requests[-1].messages if m.role == "system"][1:3] == ["first", "second"]
    assert s.dialog.step == "done"


async def test_a_function_step_that_speaks_ends_the_turn() -> None:
    s = stage([Call("save")], save=Reply(transition=goto(None, "check")), check=Reply(utterance="No.", transition=EXIT))
    result = await s.say("x")
    assert (result.reply, s.dialog.flow) == ("No.", None)


async def test_an_explicit_end_of_turn_holds_while_the_function_step_still_runs() -> None:
    save = Reply(utterance="Wait.", end_turn=True, transition=goto(None, "check"))
    s = stage([Call("save")], save=save, check=Reply(content="for later", transition=goto(None, "done")))
    result = await s.say("x")
    assert (result.reply, s.dialog.pending_content, s.dialog.step) == ("Wait.", "for later", "done")


async def test_endless_chains_are_cut() -> None:
    s = stage([Call("save")], save=Reply(transition=goto(None, "check")), check=Reply(transition=goto(None, "check")))
    result = await s.say("x")
    assert result.trace.caps == ["function_steps"]
    assert len(s.called) == 21
    assert result.reply
    assert (s.dialog.flow, s.dialog.step) == ("booking", "ask")


@pytest.mark.parametrize("broken", [FunctionFailure("X", "y"), Reply(invalid="it returned a list")])
async def test_a_function_step_that_fails_leads_back_to_the_last_ordinary_step(broken: Part) -> None:
    check = Reply(content="first", transition=goto(None, "again"))
    s = stage([Call("save"), Say("Sorry.")], save=Reply(transition=goto(None, "check")), check=check, again=broken)
    result = await s.say("x")
    assert (result.reply, result.output.function_errors) == ("Sorry.", 1)
    assert (s.dialog.flow, s.dialog.step) == ("booking", "ask")
    assert s.tools == ["global", "save", "act"]
    assert result.trace.notes == ["the function step again failed: back to ask"]


async def test_a_flow_whose_first_step_fails_is_not_entered() -> None:
    enters = Reply(transition=goto("booking", "check"))
    s = stage([Call("global"), Say("Sorry.")], check=FunctionFailure("X", "y"), **{"global": enters})
    s.dialog.flow = s.dialog.step = None
    await s.say("x")
    assert (s.dialog.flow, s.dialog.step) == (None, None)


async def test_the_last_ordinary_step_may_have_been_reached_in_the_same_turn() -> None:
    other = flow("other", function_step("bang", "other"))
    parts: dict[str, Part] = {
        "save": Reply(content="{{ft:act}} now", transition=goto(None, "done")),
        "act": Reply(transition=goto("other")),
        "bang": FunctionFailure("X", "y"),
    }
    s = Stage(project(flows=[BOOKING, other]), [Call("save"), Call("act"), Say("ok")], parts)
    s.dialog.flow, s.dialog.step = "booking", "ask"
    await s.say("x")
    assert (s.dialog.flow, s.dialog.step) == ("booking", "done")


async def test_a_hangup_on_the_way_runs_no_function_step() -> None:
    s = stage([Call("save")], save=Reply(hangup=True, transition=goto(None, "check")))
    result = await s.say("x")
    assert (s.called, result.end_conversation, s.dialog.step) == (["save"], True, "check")


def test_the_model_is_chosen_by_project_then_channel_variant_flow_and_step() -> None:
    overrides: dict[str, dict[str, Any]] = {
        "channel_overrides": {"sip.polyai": {"provider_model_id": "fast"}, "sms": {"temperature": 1}},
        "variant_overrides": {"vip": {"inference_parameters": {"top_p": 0.5}}},
        "flow_overrides": {
            "booking": {"provider_model_id": "careful"},
            "done": {"reasoning_effort": "low"},
            "stale": {},
            "checkout": {
                "provider_model_id": "careful",
                "steps": {"done": {"provider_model_id": "tiny", "inference_parameters": ["not", "usable"]}},
            },
        },
    }
    llm = ModelChoice("base", {"temperature": 0}, overrides=overrides)
    agent = project(experimental=Experimental(llm=llm))
    step = advanced("done", model="own", reasoning_effort="high")
    assert choose_model(agent, "webchat.polyai", None, None, None).model == "base"
    assert choose_model(agent, "sip.polyai", None, None, None).model == "fast"
    assert choose_model(agent, "sms.twilio", None, None, None).parameters == {"temperature": 1}
    assert choose_model(agent, "x", "vip", None, None).parameters == {"temperature": 0, "top_p": 0.5}
    assert choose_model(agent, "sip.polyai", None, "booking", None).model == "careful"
    done = choose_model(agent, "x", None, "booking", advanced("done"))
    assert (done.model, done.parameters["reasoning_effort"]) == ("careful", "low")
    assert choose_model(agent, "x", None, "checkout", advanced("done")).model == "tiny"
    assert choose_model(agent, "x", None, "checkout", advanced("pay")).model == "careful"
    own = choose_model(agent, "x", None, "booking", step)
    assert (own.model, own.parameters["reasoning_effort"]) == ("own", "high")
