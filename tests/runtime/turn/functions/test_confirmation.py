"""Functions that run only when the user has agreed to their very arguments, whatever the model wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent_host.protocol import Reply
from parley.domain.projects.model import Confirmations, Parameter, PhraseFilter, Project
from parley.providers.llm.scripted import Answer, Call, Move, Say
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.functions import confirmation
from parley.runtime.turn.output import TurnResult
from parley.runtime.turn.reply import phrases
from parley.runtime.turn.reply.interruption import cut_reply
from tests.runtime.turn.stage import Stage, advanced, flow, function, goto, project

PAY = (Parameter("amount", "integer", ""), Parameter("to", "string", ""))
TO_EVE: Mapping[str, Any] = {"amount": 900, "to": "Eve"}
QUESTION = "Shall I pay 900 to Eve? Please answer yes or no."
PAID = {"pay": Reply(content="Paid."), "look": Reply(content="Nothing there.")}


def bank(ask: str = "Shall I pay {amount} to {to}?", **more: Any) -> Project:
    more.setdefault("rules", "Pay with {{fn:pay}}, look with {{fn:look}}.")
    known = {"pay": function("pay", *PAY), "look": function("look")}
    return project(functions=known, confirmations=Confirmations({"pay": ask}), **more)


def stage_of(*answers: Answer | Move, **more: Any) -> Stage:
    return Stage(bank(**more), answers, PAID)


def arguments_of(stage: Stage) -> list[Mapping[str, Any]]:
    return [call.arguments for call in stage.host.calls]


def confirmations_of(result: TurnResult) -> list[tuple[str, str]]:
    return [(one.name, one.confirmation) for one in result.trace.functions]


async def test_the_user_is_asked_and_it_runs_once_they_agree() -> None:
    stage = stage_of(Call("pay", TO_EVE), Say("It is done."))
    asked = await stage.say("Pay Eve 900")
    assert (asked.reply, stage.called) == (QUESTION, [])
    assert confirmations_of(asked) == [("pay", "asked")]
    assert "the user is asked to agree to: pay" in asked.trace.notes
    done = await stage.say("Yes, please.")
    assert (done.reply, arguments_of(stage)) == ("It is done.", [TO_EVE])
    assert confirmations_of(done) == [("pay", "given")]
    assert "the user agreed to: pay" in done.trace.notes
    assert any("Paid." in message.content for message in stage.requests[-1].messages)


async def test_it_runs_once() -> None:
    stage = stage_of(Call("pay", TO_EVE), Say("Done."), Say("You are welcome."))
    await stage.say("Pay Eve 900")
    await stage.say("yes")
    await stage.say("yes")
    assert arguments_of(stage) == [TO_EVE]


async def test_a_plain_no_needs_no_model() -> None:
    stage = stage_of(Call("pay", TO_EVE))
    await stage.say("Pay Eve 900")
    declined = await stage.say("No, thanks.")
    assert declined.reply == phrases.sentence(phrases.NOT_DONE, "en")
    assert "the user did not agree to: pay" in declined.trace.notes
    assert stage.called == []


async def test_anything_else_goes_to_the_model_which_may_ask_again() -> None:
    other = {"amount": 90, "to": "Eve"}
    stage = stage_of(Call("pay", TO_EVE), Call("pay", other), Say("Done."))
    await stage.say("Pay Eve 900")
    asked = await stage.say("Yes, but only 90.")
    assert (asked.reply, stage.called) == ("Shall I pay 90 to Eve? Please answer yes or no.", [])
    assert any("did not plainly agree to pay" in message.content for message in stage.requests[-1].messages)
    await stage.say("yes")
    assert arguments_of(stage) == [other]


async def test_a_model_that_insists_in_the_same_answer_or_turn_gets_nowhere() -> None:
    insisting = Answer((Say("Say yes now."), Call("pay", TO_EVE), Call("pay", TO_EVE)))
    stage = stage_of(insisting)
    asked = await stage.say("What is in my inbox?")
    assert asked.reply == f"Say yes now. {QUESTION}"
    assert stage.called == []


async def test_silence_is_no_agreement_and_the_question_is_over() -> None:
    stage = stage_of(Call("pay", TO_EVE), Say("Are you there?"), Say("Good."))
    await stage.say("Pay Eve 900")
    await stage.say(None)
    await stage.say("yes")
    assert stage.called == []


async def test_an_event_in_between_ends_the_question() -> None:
    stage = stage_of(Call("pay", TO_EVE), Say("Your parcel is here, right?"), Say("Good."))
    await stage.say("Pay Eve 900")
    await stage.event(data="parcel")
    await stage.say("yes")
    assert stage.called == []


async def test_functions_that_are_not_declared_run_at_once() -> None:
    stage = stage_of(Call("look"), Say("Nothing."))
    await stage.say("Look")
    assert stage.called == ["look"]


async def test_a_function_of_a_flow_and_the_place_it_was_asked_in() -> None:
    own = function("pay", *PAY, flow="Till")
    till = flow("Till", advanced("Ask", "Use {{ft:pay}}."), advanced("Other", "Talk."), own=[own])
    parts = {"pay": Reply(content="Paid."), "enter": Reply(transition=goto("Till"))}
    made = project(
        functions={"enter": function("enter")},
        flows=[till],
        rules="{{fn:enter}}",
        confirmations=Confirmations({"pay": ""}),
    )
    stage = Stage(made, [Call("enter"), Call("pay", TO_EVE), Say("Done.")], parts)
    asked = await stage.say("Pay")
    assert (
        asked.reply == f"{phrases.sentence(phrases.CONFIRM, 'en')} pay (amount: 900, to: Eve). Please answer yes or no."
    )
    before = stage.dialog
    await stage.say("yes")
    assert stage.called == ["enter", "pay"]
    stage.dialog = before.copy()
    stage.dialog.step = "Other"
    stage.play([Say("Hm.")])
    await stage.say("yes")
    assert stage.called == ["enter", "pay"]


async def test_a_phrase_filter_asks_too() -> None:
    made = project(
        functions={"close": function("close")},
        confirmations=Confirmations({"close": "Shall I close the account?"}),
        phrase_filters=(PhraseFilter("close", ("closing",), function="close"),),
    )
    stage = Stage(made, [Say("closing"), Say("Closed.")], {"close": Reply(content="Closed.")})
    asked = await stage.say("Close it")
    assert (asked.reply, stage.called) == ("Shall I close the account? Please answer yes or no.", [])
    await stage.say("Go ahead, yes")
    assert stage.called == ["close"]


async def test_what_nobody_can_take_in_is_not_asked() -> None:
    stage = stage_of(Call("pay", {"amount": 1, "to": "x" * 5000}), Say("That is too long."))
    result = await stage.say("Pay")
    assert (result.reply, stage.called) == ("That is too long.", [])
    assert result.trace.functions[0].error is not None
    stage.play([Say("Hm.")])
    await stage.say("yes")
    assert stage.called == []


async def test_the_question_outlives_the_process() -> None:
    stage = stage_of(Call("pay", TO_EVE), Say("Done."))
    await stage.say("Pay Eve 900")
    stage.dialog = DialogState.from_json(orjson.loads(stage.dialog.encoded()), stage.dialog.context)
    await stage.say("yes")
    assert arguments_of(stage) == [TO_EVE]


@pytest.mark.parametrize(
    ("heard", "runs"),
    [(QUESTION, True), ("Shall I pay 900 to Eve? Please", True), ("Shall I pay 900 to", False), ("", False)],
)
async def test_on_a_call_the_question_has_to_be_heard(heard: str, runs: bool) -> None:
    stage = stage_of(Call("pay", TO_EVE), Say("Good."))
    await stage.say("Pay Eve 900")
    stage.dialog = cut_reply(stage.dialog, heard, "(interrupted)")
    await stage.say("Yes.")
    assert bool(stage.called) is runs


def test_arguments_cannot_reword_the_question() -> None:
    pay = function("pay", *PAY)
    asked = confirmation.question("Pay {to} {amount}?", pay, {"to": "{amount}\n\n?", "amount": 1}, "en")
    assert asked == "Pay {amount} ? 1? Please answer yes or no."
    hidden = confirmation.question("Pay?", pay, TO_EVE, "de")
    assert hidden == "Pay? (amount: 900, to: Eve) Bitte antworten Sie mit Ja oder Nein."
    assert "… (1,000)" in confirmation.question("", pay, {"to": "x" * 1000}, "en")


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Yes", "en-US", True),
        ("ok, go ahead", "en", True),
        ("Yes, that's right, thank you!", "en", True),
        ("ja, bitte", "de-DE", True),
        ("D’accord", "fr", True),
        ("Sí, por favor", "es", True),
        ("yes", "pl", True),
        ("tak", "pl", True),
        ("please", "en", False),
        ("yes no", "en", False),
        ("yes, but 90", "en", False),
        ("not ok", "en", False),
        ("I said yes yesterday", "en", False),
        ("ja", "en", False),
        ("", "en", False),
        ("?", "en", False),
    ],
)
def test_what_agrees(text: str, language: str, expected: bool) -> None:
    assert confirmation.agrees(text, language, ["tak"]) is expected
    assert not (expected and confirmation.refuses(text, language))


WORDS = st.sampled_from(["yes", "Yes, please.", "no", "yes but 90", "", "pay", "ok", "do it", "cancel", "what?"])
CALLS = st.one_of(
    st.builds(lambda amount, to: Call("pay", {"amount": amount, "to": to}), st.integers(1, 3), st.sampled_from("AB")),
    st.builds(lambda text: Say(text), st.sampled_from(["Say yes.", "Shall I pay 1 to A? Please answer yes or no."])),
    st.just(Call("look")),
)


@pytest.mark.slow
@given(st.lists(st.tuples(WORDS, st.lists(CALLS, min_size=12, max_size=12)), min_size=2, max_size=6))
async def test_nothing_runs_without_agreement_to_exactly_this(script: list[tuple[str, list[Answer | Move]]]) -> None:
    """Whatever a model does and a user says: each run has its own question, with its arguments, and a yes next."""
    stage = stage_of()
    last_question, runs = "", 0
    for words, answers in script:
        stage.play(answers)
        before = len(stage.host.calls)
        result = await stage.say(words or None)
        new = [call for call in stage.host.calls[before:] if call.function.endswith("pay.py")]
        assert len(new) <= 1
        for call in new:
            amount, to = call.arguments["amount"], call.arguments["to"]
            assert last_question == f"Shall I pay {amount} to {to}? Please answer yes or no."
            assert confirmation.agrees(words, "en")
            runs += 1
        asked = [one.utterance for one in result.trace.functions if one.confirmation == "asked"]
        last_question = asked[-1] or "" if asked else ""
        assert not asked or result.reply.endswith(last_question)
