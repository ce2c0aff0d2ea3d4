"""What functions may return, and what follows from it."""

from __future__ import annotations

import json

import pytest

from parley.agent_host.protocol import Effects, FunctionFailure, HandoffRequest, Outcome, Reply, StateChanges
from parley.domain.projects.model import Handoff, Parameter, Variant
from parley.providers.llm.protocol import Message
from parley.providers.llm.scripted import Answer, Call, Fail, Say
from parley.runtime.turn.reply import phrases
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

RULES = "Use {{fn:act}} and {{fn:other}}."


def stage(act: Part, *answers: Answer | Say | Call | Fail, other: Part = Reply()) -> Stage:
    agent = project(
        rules=RULES,
        functions=functions("act", "other"),
        flows=[flow("booking", advanced("date", "Ask for the date."), advanced("time", "Ask for the time."))],
    )
    return Stage(agent, [Call("act"), *answers], {"act": act, "other": other})


def told(stage: Stage) -> list[str]:
    """The tool results in the last request."""
    return [message.content for message in stage.requests[-1].messages if message.role == "tool"]


async def test_content_is_told_to_the_model_which_then_speaks() -> None:
    s = stage(Reply(content="Table 4 is free."), Say("Table 4 is yours."))
    result = await s.say("A table please")
    assert result.reply == "Table 4 is yours."
    assert told(s) == ["Table 4 is free."]
    situation = s.requests[-1].situation
    assert situation is not None
    assert situation.tool_result == "Table 4 is free."
    assert not result.end_conversation


async def test_nothing_returned_leaves_the_turn_to_the_model() -> None:
    s = stage(Reply(), Say("Done."))
    assert (await s.say("Go")).reply == "Done."
    assert told(s) == ["(done)"]


async def test_an_utterance_is_said_verbatim_and_ends_the_turn() -> None:
    s = stage(Reply(utterance="It costs $8.99, {{fn:other}}."))
    result = await s.say("Go")
    assert result.reply == "It costs $8.99, {{fn:other}}."
    assert len(s.requests) == 1
    assert result.lines[-1].text == result.reply
    assert s.dialog.window[-1] == Message("assistant", result.reply)


async def test_an_empty_utterance_says_nothing_and_ends_the_turn() -> None:
    s = stage(Reply(utterance=""))
    result = await s.say("Hold on")
    assert (result.reply, len(s.requests)) == ("", 1)


async def test_utterance_and_content_keeps_the_content_for_the_next_turn() -> None:
    s = stage(Reply(utterance="Let me look.", content="Found: order 7."), Say("It is order 7."))
    assert (await s.say("Where is it?")).reply == "Let me look."
    assert s.dialog.pending_content == "Found: order 7."
    await s.say("And?")
    situation = s.requests[-1].situation
    assert situation is not None
    assert situation.tool_result == "Found: order 7."
    roles = [(m.role, m.content) for m in s.requests[-1].messages if m.role != "system"]
    assert roles == [
        ("user", "Where is it?"),
        ("assistant", ""),
        ("tool", "Found: order 7."),
        ("assistant", "Let me look."),
        ("user", "And?"),
    ]
    assert s.dialog.pending_content is None


async def test_an_utterance_that_does_not_end_the_turn_is_followed_by_the_model() -> None:
    s = stage(Reply(utterance="One moment.", end_turn=False), Say("Here you are."))
    assert (await s.say("Go")).reply == "One moment. Here you are."
    assert [line.role for line in s.dialog.history] == ["user", "agent"]


async def test_a_function_may_end_the_turn_without_words() -> None:
    s = stage(Reply(content="later", end_turn=True))
    assert (await s.say("Go")).reply == ""
    assert s.dialog.pending_content == "later"


async def test_hangup_ends_the_conversation_after_the_utterance() -> None:
    result = await stage(Reply(utterance="Goodbye.", hangup=True)).say("Bye")
    assert (result.reply, result.end_conversation, result.end_reason, result.handoff) == (
        "Goodbye.",
        True,
        "agent_end",
        None,
    )


async def test_a_handoff_ends_the_agents_part() -> None:
    result = await stage(Reply(utterance="Putting you through.", handoff=HandoffRequest("desk", "angry"))).say("Help")
    assert result.end_reason == "handoff"
    assert result.handoff == HandoffRequest("desk", "angry")


async def test_a_handoff_says_its_own_words_only_when_there_are_no_others() -> None:
    handoff = HandoffRequest("desk", "angry", utterance="Connecting.")
    assert (await stage(Reply(handoff=handoff)).say("Help")).reply == "Connecting."
    assert (await stage(Reply(utterance="Wait.", handoff=handoff)).say("Help")).reply == "Wait."


async def test_a_bare_bye_is_a_goodbye_and_not_a_handoff() -> None:
    bye = HandoffRequest("", "", method="bye", details={"bye": {"sip_headers": {"X-Done": "1"}}})
    result = await stage(Reply(utterance="Bye.", handoff=bye)).say("Bye")
    assert (result.end_reason, result.handoff) == ("agent_end", None)


@pytest.mark.parametrize("destination", ["default", "DEFAULT", "front desk", ""])
async def test_a_destination_is_completed_from_the_configured_handoffs(destination: str) -> None:
    desk = Handoff(
        "Front Desk",
        "",
        True,
        "invite",
        "+1555",
        "sip:x",
        "TLS/SRTP",
        (("X-Order", "$order"), ("X-A", "1"), ("X-Unset", "$nobody_set_this"), ("X-Price", "$8.99 ${gone}")),
    )
    request = HandoffRequest(destination, "", details={"sip_headers": {"X-A": "2"}})

    def act(_: object, state: dict[str, object]) -> Reply:
        state["order"] = 7
        return Reply(handoff=request)

    agent = project(rules=RULES, functions=functions("act", "other"), handoffs={"Front Desk": desk})
    result = await Stage(agent, [Call("act")], {"act": act}).say("Help")
    assert result.handoff is not None
    assert (result.handoff.destination, result.handoff.reason) == ("Front Desk", "Front Desk")
    assert result.handoff.method == "invite"
    assert result.handoff.details == {
        "phone_number": "+1555",
        "outbound_endpoint": "sip:x",
        "outbound_encryption": "TLS/SRTP",
        "sip_headers": {"X-Order": "7", "X-A": "2", "X-Price": "$8.99"},
    }


async def test_listening_needs_an_utterance_and_holds_for_one_turn() -> None:
    s = stage(Reply(utterance="Spell it.", listen={"asr": {"timeout": 20}}), Say("Thanks."))
    await s.say("Go")
    assert s.dialog.listen == {"asr": {"timeout": 20}}
    await s.say("A B C")
    assert s.dialog.listen is None
    without_words = stage(Reply(content="x", listen={"asr": {"timeout": 20}}), Say("Hm."))
    await without_words.say("Go")
    assert without_words.dialog.listen is None


async def test_a_transition_applies_before_the_next_request() -> None:
    s = stage(Reply(transition=goto("booking", "time")), Say("What time?"))
    result = await s.say("Book")
    assert (result.trace.in_flow, result.trace.out_flow, result.trace.out_step) == (None, "booking", "time")
    last = s.requests[-1].messages[-1]
    assert last.role == "system"
    assert "Ask for the time." in last.content


async def test_leaving_a_flow_asks_the_model_again_with_the_rules_alone() -> None:
    s = stage(Reply(transition=EXIT), Say("Anything else?"))
    s.dialog.flow, s.dialog.step = "booking", "date"
    result = await s.say("Stop")
    assert (result.dialog.flow, result.reply) == (None, "Anything else?")
    assert s.requests[-1].messages[-1].role == "tool"


@pytest.mark.parametrize(
    ("transition", "place", "note"),
    [
        (goto("nowhere"), (None, None), "unknown flow: nowhere"),
        (goto(None, "date"), (None, None), "unknown step: date"),
        (goto("booking", "nope"), ("booking", "date"), "unknown step: nope of booking"),
    ],
)
async def test_unknown_places_leave_the_conversation_where_it_is(transition: object, place: object, note: str) -> None:
    s = stage(Reply(transition=transition), Say("Hm."))  # type: ignore[arg-type]
    result = await s.say("Go")
    assert (s.dialog.flow, s.dialog.step) == place
    assert result.trace.notes[0].startswith(note)


async def test_a_variant_can_be_switched_and_an_unknown_one_is_ignored() -> None:
    variants = {"a": Variant("a", "", True), "b": Variant("b", "id-b")}
    agent = project(rules=RULES, functions=functions("act", "other"), variants=variants)
    s = Stage(
        agent,
        [Call("act"), Call("act"), Say("ok")],
        {"act": [(Reply(), Effects(variant="id-b")), (Reply(), Effects(variant="x"))]},
    )
    result = await s.say("Go")
    assert s.dialog.variant == "b"
    assert result.trace.notes == ["unknown variant: x"]


async def test_tones_are_passed_on() -> None:
    s = stage(Reply(utterance="123#", utterance_channel="DTMF"))
    await s.say("Dial")
    assert s.as_keys


async def test_a_failing_function_is_recorded_and_the_model_goes_on() -> None:
    s = stage(FunctionFailure("KeyError", "'x'", "functions/act.py:3"), Say("Sorry about that."))
    result = await s.say("Go")
    assert result.reply == "Sorry about that."
    assert result.output.function_errors == 1
    assert result.trace.functions[0].error == "KeyError: 'x' functions/act.py:3"
    assert "KeyError" not in told(s)[0]


async def test_a_lost_call_keeps_the_state_that_is_known() -> None:
    lost = Outcome(Reply(), Effects(), b"", {}, StateChanges(), FunctionFailure("timeout", ""), state_known=False)

    def act(_: object, state: dict[str, object]) -> Reply:
        state["name"] = "Ann"
        return Reply()

    s = stage(act, Call("other"), Say("Hm."), other=lost)
    await s.say("Go")
    assert s.dialog.state_json["name"] == "Ann"
    assert json.loads(s.dialog.state)["name"] == "Ann"


async def test_after_three_unusable_returns_the_turn_stops() -> None:
    s = stage(Reply(invalid="a set"), *[Call("act")] * 5)
    result = await s.say("Go")
    assert result.reply == phrases.sentence(phrases.TROUBLE, "en")
    assert result.trace.caps == ["invalid_returns"]
    assert (len(s.requests), result.output.function_errors) == (3, 3)
    assert "a set" in told(s)[0]


async def test_references_in_content_resolve_and_make_their_tools_visible_for_this_turn_and_the_next() -> None:
    agent = project(rules=RULES, functions=functions("act", "other", "helper"))
    parts: dict[str, Part] = {"act": Reply(content="Now call {{fn:helper}} for $name.")}
    s = Stage(agent, [Call("act"), Say("a"), Say("b"), Say("c")], parts)
    s.dialog.state_json = s.dialog.prefill = {"name": "Ann"}
    await s.say("Go")
    assert told(s) == ["Now call helper for Ann."]
    assert "helper" in s.tools
    await s.say("next")
    assert "helper" in s.tools
    await s.say("and next")
    assert "helper" not in s.tools


async def test_words_and_a_call_in_one_answer_come_in_that_order() -> None:
    agent = project(rules=RULES, functions=functions("act", "other"))
    answers = [Answer((Say("One second."), Call("act"))), Answer((Say("There it is."),))]
    s = Stage(agent, answers, {"act": Reply(content="x")})
    assert (await s.say("Go")).reply == "One second. There it is."
    assert s.dialog.window[1].content == "One second."
    assert s.dialog.window[1].tool_calls[0].name == "act"


async def test_several_calls_run_in_order_until_one_ends_the_turn() -> None:
    agent = project(rules=RULES, functions=functions("act", "other"))
    parts: dict[str, Part] = {"act": Reply(content="1"), "other": Reply(utterance="Done.")}
    s = Stage(agent, [Answer((Call("act"), Call("other"), Call("act")))], parts)
    result = await s.say("Go")
    assert s.called == ["act", "other"]
    assert result.reply == "Done."
    assert [m.content for m in s.dialog.window] == [
        "Go",
        "",
        "1",
        "(done)",
        "(not run: the conversation has moved on)",
        "Done.",
    ]


async def test_effects_reach_the_mind_and_the_result() -> None:
    effects = Effects(
        language="xx",
        voice={"provider": "v"},
        metrics=(("A", 1, False), ("B", 2, True), ("B", 3, True)),
        api_errors=2,
        disabled_topics=("t",),
        asr_biasing={"keywords": ["x"]},
        attachments=({"url": "u"},),
        suggestions=("yes",),
        csat={"score": 5},
        discard_recording=True,
        other={"dial": 1},
    )
    s = stage((Reply(), effects), Say("ok"))
    result = await s.say("Go")
    assert result.output.metrics == (("A", 1), ("B", 2), ("CSAT_SCORE", 5)) == s.dialog.metric_events
    assert (result.output.api_errors, result.output.attachments, result.output.suggestions, result.output.other) == (
        2,
        ({"url": "u"},),
        ("yes",),
        {"csat": {"score": 5}, "dial": 1},
    )
    dialog = s.dialog
    assert (dialog.language, dialog.voice, dialog.disabled_topics, dialog.csat) == (
        "en-US",
        {"provider": "v"},
        ("t",),
        {"score": 5},
    )
    assert dialog.discard_recording
    assert dialog.asr_biasing == {"keywords": ["x"]}


async def test_a_metric_written_once_is_not_written_in_a_later_turn() -> None:
    once = (Reply(utterance="ok"), Effects(metrics=(("SEEN", True, True),)))
    s = stage(once, Call("act"))
    assert (await s.say("a")).output.metrics == (("SEEN", True),)
    assert (await s.say("b")).output.metrics == ()


async def test_unknown_tools_and_wrong_arguments_come_back_as_results() -> None:
    agent = project(rules="{{fn:book}}", functions={"book": function("book", Parameter("people", "integer"))})
    s = Stage(
        agent,
        [
            Call("nope"),
            Call("book", "{not json"),
            Call("book", {}),
            Call("book", {"people": "many"}),
            Call("book", {"people": "4", "x": 1}),
            Say("Booked."),
        ],
        {"book": Reply(content="ok")},
    )
    result = await s.say("Book")
    assert result.reply == "Booked."
    assert "no such function" in told(s)[0]
    assert "not valid JSON" in told(s)[1]
    assert "people is missing" in told(s)[2]
    assert "people must be of type integer" in told(s)[3]
    assert [call.arguments for call in s.host.calls] == [{"people": 4}]
    assert [f.error is None for f in result.trace.functions] == [False, False, False, False, True]
    assert result.output.function_errors == 0


async def test_a_function_that_exists_but_is_not_referenced_cannot_be_called() -> None:
    s = Stage(project(functions=functions("hidden")), [Call("hidden"), Say("I cannot do that.")], {"hidden": Reply()})
    await s.say("Go")
    assert s.called == []


async def test_an_utterance_on_the_way_to_a_function_step_does_not_end_the_turn() -> None:
    other = flow("verified", function_step("load", "verified"), advanced("menu", "Offer the menu."))
    agent = project(rules=RULES, functions=functions("act", "other"), flows=[other])
    parts: dict[str, Part] = {
        "act": Reply(utterance="Thanks, Ann.", transition=goto("verified")),
        "load": Reply(content="2 bookings", transition=goto(None, "menu")),
    }
    s = Stage(agent, [Call("act"), Say("You have two bookings.")], parts)
    result = await s.say("Ann Lee")
    assert result.reply == "Thanks, Ann. You have two bookings."
    assert s.dialog.step == "menu"
    assert [m.role for m in s.dialog.window] == ["user", "assistant", "tool", "assistant", "system", "assistant"]


async def test_the_state_a_function_leaves_is_what_the_next_one_gets() -> None:
    def act(_: object, state: dict[str, object]) -> Reply:
        state["count"] = int(str(state.get("count", 0))) + 1
        return Reply(content="ok")

    s = stage(act, Call("act"), Say("Twice."))
    await s.say("Go")
    assert s.dialog.state_json["count"] == 2
    assert json.loads(s.host.calls[1].state)["count"] == 1


async def test_attributes_that_a_function_writes_are_those_of_the_prompt() -> None:
    variants = {"a": Variant("a", "", True, {"city": "Leeds", "phone": "+1"}), "b": Variant("b", "", False)}
    agent = project(rules=RULES + " {{attr:city}} {{attr:phone}}", functions=functions("act"), variants=variants)
    written = Effects(variant_attributes={"a": {"city": "York", "phone": None}, "b": {"city": 7}})
    parts: dict[str, Part] = {"act": [(Reply(), written), (Reply(), Effects(variant="b"))]}
    s = Stage(agent, [Call("act"), Say("ok"), Call("act"), Say("ok")], parts)
    await s.say("x")
    assert s.requests[-1].messages[0].content.rstrip().endswith("York")
    await s.say("y")
    assert s.requests[-1].messages[0].content.rstrip().endswith("7")
