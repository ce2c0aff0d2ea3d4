"""Default steps with people who do not simply answer: several facts at once, refusals, corrections."""

from __future__ import annotations

from typing import Any

import pytest

from parley.local_responder.context import Reply
from parley.local_responder.phrases import find_phrase
from parley.providers.llm.protocol import Choice, Message, Slot
from tests.local_responder.situations import TEXT, called, passage, respond, tool

NAME = Slot("guest_name", "The name of the guest", "name_config")
PHONE = Slot("guest_phone", "A telephone number", "phone_number", {"country_codes": ["GB"]})
CODE = Slot("booking_reference", "The booking reference", "alphanumeric", {"regular_expression": r"OE\d{5}"})
ROOMS = Slot("rooms", "How many rooms the home has", "numeric")
KIND = Slot("quote_kind", "What the quote is for", "enum", {"options": ["boiler", "bathroom"]})
KNOWN = Choice("Known", "Name and number are known.", ("guest_name", "guest_phone"))
LEAVE = Choice("Leave", "The guest no longer wants to book a table.")
SAVE, CHOOSE = tool("save_entities", guest_name=TEXT), tool("choose_path", condition=TEXT)
ASK_NAME, ASK_PHONE = "What is your name?", "And your telephone number?"
PROMPT = f'- For guest_name, ask: "{ASK_NAME}"\n- For guest_phone, ask: "{ASK_PHONE}"'


def contact(text: str, slots: tuple[Slot, ...] = (NAME, PHONE), last: str = ASK_NAME, **more: Any) -> Reply:
    more.setdefault("choices", (KNOWN, LEAVE))
    more.setdefault("step_prompt", PROMPT)
    return respond(text, SAVE, CHOOSE, slots=slots, last=last, flow="f", **more)


def test_a_step_takes_what_the_words_that_led_to_it_hold() -> None:
    """Saved for the step before, in the same turn."""
    text = "a table for two on friday at 7pm, name's Delgado, my number is 020 7946 0777"
    reply = contact(text, after=called("save_entities", party_size="2"), last="Hello.")
    assert reply == Reply("", "save_entities", {"guest_name": "Delgado", "guest_phone": "+442079460777"})


def test_a_goodbye_is_no_answer_to_the_question() -> None:
    assert contact("bye").text == find_phrase("goodbye")
    assert contact("bye", (NAME,), choices=(LEAVE,)).text == find_phrase("goodbye")
    assert contact("Karen Hill, bye").arguments == {"guest_name": "Karen Hill"}


def test_what_was_refused_is_not_offered_again() -> None:
    after = called("save_entities", guest_name="Delgado")
    assert contact("name's Delgado", after=after).tool is None


def test_a_name_told_long_before_is_remembered() -> None:
    before = [Message("user", "Hi, my name is Karen Hill"), *[Message("user", "yes")] * 5]
    assert contact("great", before=before).arguments == {"guest_name": "Karen Hill"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("move it to friday", {"new_date": "2026-03-13"}), ("change my booking for friday", None)],
)
def test_a_new_day_is_one_that_something_is_moved_to(text: str, expected: Any) -> None:
    new = Slot("new_date", "The new day", "date")
    reply = contact(text, (new,), last="", after=called("start"), choices=(), step_prompt='Ask: "Which day?"')
    assert (reply.arguments or None) == expected


@pytest.mark.parametrize(
    "text", ["I don't want to give my name", "I'd rather not say", "no name", "none of your business"]
)
def test_whoever_declines_hears_that_it_is_needed_and_is_let_go_at_the_second_time(text: str) -> None:
    first = contact(text)
    assert first == Reply(f"I'm afraid I can't go on without that. {ASK_NAME}")
    assert contact(text, last=first.text) == Reply("", "choose_path", {"condition": "Leave"})


def test_what_is_declined_need_not_be_what_was_asked() -> None:
    assert contact("no phone").text == f"I'm afraid I can't go on without that. {ASK_PHONE}"


def test_another_entity_is_asked_for_when_it_will_do() -> None:
    choices = (Choice("A", "By reference.", ("booking_reference",)), Choice("B", "By phone.", ("guest_phone",)), LEAVE)
    last = "Could you give me your booking reference, or the telephone number?"
    reply = contact("I don't have the reference", (CODE, PHONE), last, choices=choices, step_prompt=f'Ask: "{last}"')
    assert reply == Reply("That's all right. Could you give me your phone number?")


def test_a_question_why_is_answered_before_any_topic() -> None:
    deposit = passage("We take a deposit.", distance=0.2)
    assert contact("Why do you need my name?", passages=(deposit,)).text.endswith(ASK_NAME)


@pytest.mark.parametrize("text", ["Actually make it 3 people", "no, the time is wrong"])
def test_what_this_step_does_not_collect_cannot_be_corrected_here(text: str) -> None:
    party = passage("", "Call start_large_party.", 0.3, "Large parties")
    reply = respond(text, SAVE, CHOOSE, tool("start_large_party"), slots=(NAME, PHONE), choices=(KNOWN, LEAVE),
                    flow="f", step_prompt=PROMPT, last=ASK_NAME, passages=(party,))  # fmt: skip
    assert reply == Reply(f"I'm afraid I can't change that at this point. {ASK_NAME}")


def test_a_change_of_mind_about_a_value_keeps_the_flow() -> None:
    size = Slot("party_size", "How many people", "numeric", {}, "1")
    reply = contact("no I changed my mind, 2 people", (size, NAME), choices=(LEAVE,))
    assert reply == Reply("", "save_entities", {"party_size": "2"})
    after = called("save_entities", party_size="2")
    assert contact("no I changed my mind, 2 people", (size, NAME), choices=(LEAVE,), after=after).tool is None


def test_a_way_that_led_nowhere_is_not_taken_again_before_something_is_told() -> None:
    """The function step looked the number up in vain and came back."""
    known = Slot(PHONE.name, PHONE.description, PHONE.type, PHONE.config, "+442079460777")
    by_phone = Choice("By phone", "The guest has given a number.", ("guest_phone",))
    before = [*called("save_entities", guest_phone=known.value), *called("choose_path", condition="By phone")]
    asked = "I can't find that. What is the reference?"
    prompt = f'Ask: "{asked}"'
    parking = (passage("There is a car park.", distance=0.1),)
    reply = contact("is there parking?", (CODE, known), asked, choices=(by_phone,), before=before, passages=parking,
                    step_prompt=prompt)  # fmt: skip
    assert reply.tool is None
    assert reply.text.startswith("There is a car park.")


def test_a_number_that_counts_something_else_is_left_alone() -> None:
    assert contact("my lights keep flickering and one socket sparks", (KIND, ROOMS), choices=()).tool is None
    assert contact("a boiler for a house with 7 rooms please", (KIND, ROOMS), choices=()).arguments == {
        "quote_kind": "boiler",
        "rooms": "7",
    }


def test_a_prompt_that_only_says_to_collect_asks_for_each_by_itself() -> None:
    prompt = "Collect the details of the request from the guest."
    assert contact("I need a refill", step_prompt=prompt, last="").text == "Could you give me your name?"
    named = Slot(NAME.name, NAME.description, NAME.type, {}, "Ann Lee")
    assert (
        contact("Ann Lee", (named, PHONE), step_prompt=prompt, last="").text == "Could you give me your phone number?"
    )


def test_what_a_function_step_gave_back_is_said() -> None:
    after = [*called("choose_path", condition="Known"), Message("system", "The request was sent.")]
    assert respond("80202", tool_result="The request was sent.", after=after) == Reply("The request was sent.")


def test_of_several_things_asked_at_once_the_rest_is_asked_for_by_itself() -> None:
    people = Slot("party_size", "How many people come", "numeric", {})
    time = Slot("spa_time", "The time of the treatment", "time", {})
    known = Slot(people.name, people.description, people.type, {}, "2")
    prompt = "Find out how many people and what time."
    asked = "How many people and what time?"
    after = called("save_entities", party_size="2")
    reply = contact("two", (known, time), step_prompt=prompt, last=asked, after=after)
    assert reply.text == "Could you give me the time of the treatment?"


def test_who_has_not_got_it_goes_where_the_author_sends_them() -> None:
    reference = Slot("reference", "Booking reference", "alphanumeric", {})
    without = Choice("No reference", "The guest does not have the reference", ())
    given = Choice("Given", "The reference was given", ("reference",))
    reply = contact("sorry i don't have it", (reference,), choices=(given, without), last="What is the reference?")
    assert reply == Reply(tool="choose_path", arguments={"condition": "No reference"})
