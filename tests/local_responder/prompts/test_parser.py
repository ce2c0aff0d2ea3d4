"""Prose for a model as directives, and what is said because of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.local_responder.prompts import parser
from parley.local_responder.prompts.directives import Directive, DirectiveKind
from parley.local_responder.prompts.parser import parse_directives, parse_result
from tests.properties import examples

TOOLS = ("save_date", "book_table", "handoff", "decline", "confirm_booking")


def directives(text: str) -> list[tuple[str, ...]]:
    found = parse_directives(text, TOOLS)
    return [(one.kind.value, one.text, *([one.condition] if one.condition else [])) for one in found]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tell the user that the table is booked for 7pm.", "The table is booked for 7pm."),
        ("Let the caller know their order has shipped.", "Your order has shipped."),
        ("Inform the customer you will transfer them now", "I will transfer you now."),
        ("Tell the user your table is ready.", "Your table is ready."),
        ("Tell the user: Sorry, we are closed.", "Sorry, we are closed."),
        ("Say: 'It's $20.'", "It's $20."),
        ("Greet the caller with “Welcome to Luigi's!”", "Welcome to Luigi's!"),
        ("Apologise for the delay.", "I'm sorry for the delay."),
        ("Thank the customer", "Thank you."),
        ("Wish them a great day", "Have a great day!"),
        ("Politely explain that we don't deliver.", "We don't deliver."),
        ("Remind the patient to bring their insurance card.", "Please bring your insurance card."),
        ("Say you're sorry", "I'm sorry."),
    ],
)
def test_what_is_said(text: str, said: str) -> None:
    assert directives(text) == [("say", said)]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Ask for the phone number", "Could you give me your phone number?"),
        ("Ask the user for their name and date of birth.", "Could you give me your name and date of birth?"),
        ("ask the user for a callback number", "Could you give me your callback number?"),
        ("Collect the user's zip code.", "Could you give me your zip code?"),
        ("Ask whether they want a window seat", "Do you want a window seat?"),
        ("ask if they'd like to make a payment", "Would you like to make a payment?"),
        ("Ask if the user has an account.", "Do you have an account?"),
        ("ask the user if that is correct", "Is that correct?"),
        ("Ask if there is anything else you can help with.", "Is there anything else I can help with?"),
        ("Ask what time they would like.", "What time would you like?"),
        ("Ask the user which location they prefer.", "Which location do you prefer?"),
        ("Ask which one the guest means.", "Which one do you mean?"),
        ("Ask what day works for them", "What day works for you?"),
        ("ask how many people are coming", "How many people are coming?"),
        ("Ask what their name is", "What is your name?"),
        ("Ask how you can help", "How can I help?"),
        ("Ask them to confirm their date of birth", "Could you please confirm your date of birth?"),
        ("Offer to send them a text message", "Would you like me to send you a text message?"),
        ("Offer them to the user.", "Which one would you like?"),
        ("Ask: How many people?", "How many people?"),
        ("Find out which service the caller would like: a cleaning or something else.",
         "Which service would you like: a cleaning or something else?"),
        ('"For how many people?"', "For how many people?"),
    ],
)  # fmt: skip
def test_what_is_asked(text: str, asked: str) -> None:
    assert directives(text) == [("ask", asked)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ask for the date, then call save_date.", [("ask", "Could you give me the date?"), ("call", "save_date")]),
        ("If the user confirms, call confirm_booking. Otherwise call decline.",
         [("call", "confirm_booking", "the user confirms"), ("call", "decline", "otherwise")]),
        ("If yes -> call confirm_booking\nIf no -> call decline",
         [("call", "confirm_booking", "yes"), ("call", "decline", "no")]),
        ("User says yes → call confirm_booking", [("call", "confirm_booking", "User says yes")]),
        ("Call handoff if the user asks for a human.", [("call", "handoff", "the user asks for a human")]),
        ("Once you have the date, call save_date with it in YYYY-MM-DD.", [("call", "save_date", "you have the date")]),
        ("Do not call book_table until the user confirmed.", [("call", "book_table", "the user confirmed")]),
        ("Never call handoff.", [("avoid", "handoff")]),
        ("If they want to cancel:\n  - Apologize\n  - call decline\nCall book_table",
         [("say", "I'm sorry.", "they want to cancel"), ("call", "decline", "they want to cancel"),
          ("call", "book_table")]),
        ('For party_size, ask: "How many?"', [("ask", "How many?", "party_size")]),
        ('If they say "yes, please", call confirm_booking', [("call", "confirm_booking", 'they say "yes, please"')]),
        ("Before calling book_table, ask for the date.", [("ask", "Could you give me the date?")]),
        ("# Heading\nBe polite.", [("note", "Be polite.")]),
        ("Moving or cancelling a visit: call decline.", [("call", "decline", "Moving or cancelling a visit")]),
        ("Important: call decline.", [("call", "decline")]),
        ("Collect the following details.", [("note", "Collect the following details.")]),
        ("Read back the visit: a cleaning on Monday.", [("say", "A cleaning on Monday.")]),
        ("**Ask** for `the date`", [("ask", "Could you give me the date?")]),
    ],
)  # fmt: skip
def test_calls_and_conditions(text: str, expected: list[tuple[str, ...]]) -> None:
    assert directives(text) == expected


def test_a_call_keeps_what_it_is_to_be_made_with() -> None:
    assert parse_directives("Call handoff with the reason.", TOOLS) == [
        Directive(DirectiveKind.CALL, "handoff", "", "with the reason")
    ]


@pytest.mark.slow
@examples(40)
@given(st.text(max_size=80))
def test_any_prose_can_be_read(text: str) -> None:
    assert all(isinstance(one, Directive) for one in parse_directives(text, TOOLS))


def test_what_a_function_gave_back_is_not_remembered() -> None:
    text = "Tell them that Ada's table is ready. If they agree, call seat_guest."
    before = parser._parse_cached.cache_info().misses
    found = parse_result(text, ["seat_guest"])
    assert parser._parse_cached.cache_info().misses == before
    assert found == parse_directives(text, ["seat_guest"])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            'To cancel, ask "Are you sure?" and when they agree call decline.',
            [("ask", "Are you sure?", "cancel"), ("call", "decline", "they agree")],
        ),
        (
            'When the guest mentions a date, ask: "Shall I note it?", and if they agree call save_date.',
            [("ask", "Shall I note it?", "the guest mentions a date"), ("call", "save_date", "they agree")],
        ),
        ("Ask for confirmation and if they agree, call book_table.",
         [("ask", "Is that right?"), ("call", "book_table", "they agree")]),
        ("For complaints use handoff.", [("call", "handoff", "complaints")]),
        ("Dates: if the guest names one, call save_date.", [("call", "save_date", "the guest names one")]),
        ("If  is empty, ask for the guest's full name.", [("ask", "Could you give me your full name?")]),
        ("To book the table, call book_table.", [("call", "book_table")]),
    ],
)  # fmt: skip
def test_what_depends_on_a_wish_or_an_answer(text: str, found: list[tuple[str, ...]]) -> None:
    assert [one for one in directives(text) if one[0] != "note"] == found


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Find out when they want to arrive and how many nights they stay.",
         "When do you want to arrive and how many nights do you stay?"),
        ("Ask which treatment they would like: a massage or a facial.",
         "Which treatment would you like: a massage or a facial?"),
        ("Ask what they lost.", "What have you lost?"),
        ("Ask for it again.", "Could you give it to me again?"),
        ("Ask for a number in case the doctor has to call, and for anything they should know.",
         "Could you give me a number in case the doctor has to call, and anything they should know?"),
    ],
)  # fmt: skip
def test_questions_are_put_as_people_put_them(text: str, asked: str) -> None:
    assert directives(text) == [("ask", asked)]


def test_the_author_s_own_question_stands_for_what_it_is_about() -> None:
    text = 'Find out when they want to arrive.\n1. Ask: "What day would you like to arrive?"\n2. Ask for their name.'
    assert [one[1] for one in directives(text)] == [
        "What day would you like to arrive?",
        "Could you give me your name?",
    ]
