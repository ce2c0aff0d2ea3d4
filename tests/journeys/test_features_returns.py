"""Every form of return value, as the user and the model notice it."""

from __future__ import annotations

from typing import Any

import pytest

from parley.providers.llm.protocol import Message
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from tests.journeys.installation import Agent, Heard, Talk

pytestmark = pytest.mark.io

TROUBLE = "I'm sorry, I'm having trouble with that right now. Could you say it again, please?"


def back(form: str) -> Call:
    return Call("give_back", {"form": form})


def results(model: ScriptedModel, number: int = -1) -> list[str]:
    """The tool results that a request shows."""
    return [message.content for message in model.requests[number].messages if message.role == "tool"]


async def given_back(agent: Agent, form: str) -> tuple[Heard, Talk]:
    """One turn in which the function gives that back and the model is not asked again."""
    agent.plays(back(form))
    talk = await agent.open()
    return await talk.say("go"), talk


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("text", "The result is £5, see hidden."),
        ("content", "The result is five."),
        ("empty text", "(done)"),
        ("nothing", "(done)"),
        ("empty dict", "(done)"),
    ],
)
async def test_the_model_is_told_and_goes_on(everything: Agent, form: str, told: str) -> None:
    model = everything.plays(back(form), Say("So be it."))
    talk = await everything.open()
    assert (await talk.say("go")).text == "So be it."
    assert results(model) == [told]


@pytest.mark.parametrize(
    ("form", "heard"),
    [
        ("utterance", Heard("Word for word $price.", False)),
        ("empty utterance", Heard("", False)),
        ("say", Heard("Said by conv.", False)),
        ("hangup", Heard("", True)),
        ("utterance and hangup", Heard("Bye now.", True)),
        ("bare bye", Heard("So long.", True)),
        ("handoff", Heard("Over to them.", True, {"destination": "desk 9", "reason": "asked"})),
        ("handoff true", Heard("", True, {"destination": "Front Desk", "reason": "Front Desk"})),
        ("handoff by name", Heard("To the front.", True, {"destination": "Front Desk", "reason": "Front Desk"})),
        ("invite", Heard("", True, {"destination": "Back Office", "reason": "r"})),
        ("call_handoff", Heard("Passing you on.", True, {"destination": "Back Office", "reason": "asked"})),
        ("call_handoff and nothing", Heard("", True, {"destination": "Front Desk", "reason": "Front Desk"})),
        ("tones", Heard("123#", False)),
        ("listen", Heard("I am listening.", False)),
    ],
)
async def test_the_turn_ends_with_what_was_given_back(everything: Agent, form: str, heard: Heard) -> None:
    found, talk = await given_back(everything, form)
    assert found == heard
    if heard.ends:
        record = await talk.record()
        assert record["end_reason"] == ("handoff" if heard.handoff else "agent_end")
        assert record["handoff"] is (heard.handoff is not None)
        assert record["handoff_destination"] == (heard.handoff or {}).get("destination", "")


async def test_what_a_handoff_carries(everything: Agent) -> None:
    carried: dict[str, dict[str, Any]] = {}
    for form in ("call_handoff", "invite", "handoff true", "handoff"):
        _, talk = await given_back(everything, form)
        carried[form] = (await talk.trace())["functions"][0]["handoff"]
    invite = carried["call_handoff"]["details"]["invite"]
    assert (invite["phone_number"], invite["outbound_endpoint"]) == ("+441130000002", "sip.example")
    assert invite["sip_headers"] == {"X-More": "1"}
    assert carried["invite"]["details"]["cxone"] == {"id": 4}
    assert carried["invite"]["details"]["invite"]["sip_headers"] == {"X-A": "1"}
    refer = carried["handoff true"]["details"]["refer"]
    assert refer["sip_headers"] == {"X-Word": "apple", "X-Keep": "yes"}
    assert (carried["handoff"]["method"], carried["handoff"]["details"]["refer"]) == ("refer", {"phone_number": "9"})


async def test_an_unknown_handoff_is_an_error_of_the_function(everything: Agent) -> None:
    everything.plays(back("missing handoff"), Say("I can't reach them."))
    talk = await everything.open()
    assert await talk.say("go") == Heard("I can't reach them.", False)
    (function,) = (await talk.trace())["functions"]
    assert function["error"].startswith("MissingHandoff: ")


@pytest.mark.parametrize(
    ("form", "said", "told"),
    [
        ("utterance and content", "Heard now.", "Told later."),
        ("say and content", "Said last.", "Told for the next turn."),
    ],
)
async def test_content_beside_words_is_for_the_next_turn(everything: Agent, form: str, said: str, told: str) -> None:
    model = everything.plays(back(form), Say("Next."))
    talk = await everything.open()
    assert (await talk.say("go")).text == said
    assert (await talk.dialog()).pending_content == told
    assert (await talk.say("and?")).text == "Next."
    shown = [message for message in model.requests[1].messages if message.role != "system"]
    assert shown[-3:] == [
        Message("tool", told, tool_call_id="scripted_1"),
        Message("assistant", said),
        Message("user", "and?"),
    ]


async def test_words_and_then_the_model(everything: Agent) -> None:
    everything.plays(back("utterance and go on"), Say("Here it is."))
    talk = await everything.open()
    assert (await talk.say("go")).text == "One moment. Here it is."


async def test_how_to_listen_next_is_kept_for_one_turn(everything: Agent) -> None:
    _, talk = await given_back(everything, "listen")
    assert (await talk.dialog()).listen == {"asr": {"timeout": 15}, "channel": "SPEECH"}
    everything.plays(Say("ok"))
    await talk.say("yes")
    assert (await talk.dialog()).listen is None


async def test_a_returned_variant(everything: Agent) -> None:
    heard, talk = await given_back(everything, "variant")
    assert heard.text == "Off to the south."
    assert (await talk.dialog()).variant == "south"


async def test_a_reply_that_was_kept_in_the_state(everything: Agent) -> None:
    keeps = Call("keep", {"word": "fig", "times": 1, "weight": 0.5, "is_gift": True})
    everything.plays(keeps, Say("Kept."), back("stored"))
    talk = await everything.open()
    await talk.say("keep it")
    assert await talk.say("and now?") == Heard("You kept fig.", False)


@pytest.mark.parametrize(("form", "what"), [("number", "an int"), ("list", "a list")])
async def test_other_values_are_errors_that_the_model_may_correct(everything: Agent, form: str, what: str) -> None:
    model = everything.plays(back(form), back("utterance"))
    talk = await everything.open()
    assert (await talk.say("go")).text == "Word for word $price."
    told = "The function returned something unusable: it returned {}; return a string, a dictionary or nothing"
    assert results(model, 1) == [told.format(what)]
    assert (await talk.turns())[-1]["function_errors"] == 1


async def test_a_dictionary_that_the_format_does_not_know_is_told_and_never_said(everything: Agent) -> None:
    model = everything.plays(back("other keys"), Say("So be it."))
    talk = await everything.open()
    assert (await talk.say("go")).text == "So be it."
    assert "unknown key status, items" in results(model)[0]
    assert "unknown key status, items" in (await talk.trace())["functions"][0]["error"]


async def test_three_unusable_values_are_enough(everything: Agent) -> None:
    everything.plays(back("number"), back("list"), back("number"))
    talk = await everything.open()
    assert (await talk.say("go")).text == TROUBLE
    turn = (await talk.turns())[-1]
    assert (turn["trace"]["caps"], turn["function_errors"]) == (["invalid_returns"], 3)


async def test_arguments_are_brought_into_their_types(everything: Agent) -> None:
    wanted = {"word": 5, "times": "3", "weight": "1.5", "is_gift": "yes", "unknown": True}
    model = everything.plays(Call("keep", {"word": "fig"}), Call("keep", wanted), Say("ok"))
    talk = await everything.open()
    await talk.say("keep")
    first, second = (await talk.trace())["functions"]
    assert first["error"] == "times is missing; weight is missing; is_gift is missing"
    assert "Correct the arguments" in results(model, 1)[0]
    assert second["arguments"] == {"word": "5", "times": 3, "weight": 1.5, "is_gift": True}
