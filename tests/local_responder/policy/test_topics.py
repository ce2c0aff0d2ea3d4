"""Which topics the local responder believes, and when a rule comes before them."""

from __future__ import annotations

import pytest

from parley.local_responder.context import Reply
from parley.providers.llm.protocol import Passage
from tests.local_responder.situations import FLAG, TEXT, WHOLE, called, passage, respond, tool

HOURS = "We open at nine."
APPOINTMENT = tool("begin_appointment", "Starts the flow. Use when the caller wants to schedule a visit or a checkup.")
RULES = "- If the caller wants to make an appointment, use begin_appointment."


@pytest.mark.parametrize("text", ["8 pm", "June 3rd", "about 50", "Maria Jones, 07700900111", "ann@example.com"])
def test_a_mere_detail_asks_for_nothing(text: str) -> None:
    assert respond(text, passages=(passage(HOURS, distance=0.2),)).text != HOURS


@pytest.mark.parametrize("text", ["and on sunday?", "what about June 3rd", "are you open at 8 pm", "8 pm?"])
def test_a_question_about_a_detail_does(text: str) -> None:
    assert respond(text, passages=(passage(HOURS, distance=0.2),)) == Reply(HOURS)


@pytest.mark.parametrize(("distance", "is_believed"), [(0.1, True), (0.35, False)])
def test_words_without_meaning_of_their_own_need_a_near_topic(distance: float, is_believed: bool) -> None:
    reply = respond("so where is it then", passages=(passage("Elm Street 4.", distance=distance),))
    assert (reply.text == "Elm Street 4.") is is_believed


def test_a_far_topic_without_a_word_in_common_is_not_believed() -> None:
    far = Passage("Parking", "There is a garage.", "", 0.39)
    assert "There is a garage." not in respond("I need a taxi", passages=(far,)).text
    assert respond("is the garage expensive", passages=(far,)) == Reply("There is a garage.")


@pytest.mark.parametrize("text", ["Hi, I'd like to book a checkup for tomorrow at 10am", "can I make an appointment"])
def test_a_wish_goes_to_the_rule_that_speaks_of_it(text: str) -> None:
    assert respond(text, APPOINTMENT, rules=RULES, passages=(passage(HOURS, distance=0.3),)).tool == "begin_appointment"


def test_a_topic_with_a_call_of_its_own_comes_before_rules() -> None:
    party = passage("", "Call start_party.", 0.2, "Parties")
    reply = respond("can we book for our party", APPOINTMENT, tool("start_party"), rules=RULES, passages=(party,))
    assert reply.tool == "start_party"


def test_each_way_of_a_rule_counts() -> None:
    rules = "- If the user is in severe pain or bleeding, immediately call urgent."
    urgent = tool("urgent", symptom={**TEXT, "description": "What is wrong, in the caller's words"})
    text = "my tooth is bleeding"
    assert respond(text, urgent, rules=rules) == Reply("", "urgent", {"symptom": text})


def test_a_topic_that_asks_before_it_calls_waits_for_the_answer() -> None:
    actions = "Apologize for the trouble. Ask what happened, then call log with a summary."
    log = tool("log", summary=TEXT)
    first = respond("I want to complain", log, passages=(passage("", actions, 0.05, "Complaints"),))
    assert first == Reply("I'm sorry for the trouble. What happened?")
    earlier = passage("", actions, 1.0, "Complaints")
    second = respond(
        "the dentist was an hour late", log, last=first.text, passages=(earlier, passage(HOURS, distance=0.3))
    )
    assert second == Reply("", "log", {"summary": "the dentist was an hour late"})


@pytest.mark.parametrize("text", ["actually can we do 11 instead", "no, that's wrong"])
def test_a_correction_is_a_wish_for_change(text: str) -> None:
    step = "Ask them to confirm. If they confirm, call book. If they want to change something, call change."
    reply = respond(text, tool("book"), tool("change"), step_prompt=step, flow="f", last="Could you please confirm?")
    assert reply.tool == "change"


def test_a_step_without_a_question_asks_for_what_its_function_takes() -> None:
    save = tool("save_service", service={**TEXT, "enum": ["cleaning", "checkup"]})
    reply = respond("hello", save, step_prompt="Call save_service when it is known.", flow="f", after=called("begin"))
    assert reply == Reply("Which would you like: cleaning or checkup?")


DOG = 'When the guest wants to bring a dog, ask: "Shall I note a dog?" and if they agree call note_dog.'
NOTE_DOG = tool("note_dog", "Notes that the guest brings a dog.", agreed=FLAG)


def test_a_topic_s_own_question_comes_before_its_call() -> None:
    pets = passage("Dogs are welcome in garden rooms.", DOG, name="Pets")
    asked = respond("Can I bring my dog?", NOTE_DOG, passages=(pets,))
    assert asked == Reply("Dogs are welcome in garden rooms. Shall I note a dog?")
    agreed = respond("yes please", NOTE_DOG, passages=(pets,), last=asked.text)
    assert agreed == Reply(tool="note_dog", arguments={"agreed": True})
    assert respond("no thanks", NOTE_DOG, passages=(pets,), last=asked.text).tool is None


def test_who_wants_facts_is_not_asked_what_a_function_needs() -> None:
    late = tool("late_checkout", "Asks for a late check-out.", hour=WHOLE)
    times = passage("Check-out is until 11 am.", "To arrange a late check-out, call late_checkout.", name="Check-out")
    assert respond("When is check-out?", late, passages=(times,)) == Reply("Check-out is until 11 am.")


def test_an_agent_says_of_itself_what_its_author_told_it() -> None:
    robot = passage("You are an automated concierge.", name="Robot", distance=0.05)
    assert respond("Are you a robot or what?", passages=(robot,)) == Reply("I am an automated concierge.")
