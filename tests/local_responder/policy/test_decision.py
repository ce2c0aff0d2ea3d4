"""What the local responder does in a given situation."""

from __future__ import annotations

from typing import Any

import pytest

from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.policy.decision import decide_reply
from parley.local_responder.similarity import embedding_similarity
from parley.providers.llm.protocol import (
    Choice,
    Message,
    Request,
    Situation,
    Slot,
    Text,
    Tool,
    ToolCall,
    complete,
)
from tests.local_responder.in_process import InProcessResponder
from tests.local_responder.situations import FLAG, NOW, TEXT, WHOLE, called, passage, respond, tool

# External events


PAYMENT = 'Ask: "Have you paid?"\nCall {} when the payment is reported or the caller says that it is done.'


def woken(step: str, *tools: Tool, after: list[Message] | None = None, **situation: Any) -> Reply:
    """An event comes after a turn in which the user said that they have paid and `check` was called."""
    messages = [Message("system", ""), Message("user", "I have paid"), *called("check")]
    facts = Situation(is_woken=True, last_agent_text="Not yet.", now=NOW, step_prompt=step, flow="f", **situation)
    event = Message("system", "An external event has arrived.")
    return decide_reply(DialogContext.from_request(Request([*messages, event, *(after or [])], tools, situation=facts)))


def test_an_event_calls_the_function_that_the_step_names_for_it() -> None:
    assert woken(PAYMENT.format("check"), tool("check")) == Reply("", "check", {})


def test_an_event_that_no_step_speaks_of_is_passed_over_in_silence() -> None:
    assert woken('Ask: "Have you paid?"\nCall check when the caller says so.', tool("check")) == Reply("")
    assert woken("") == Reply("")


def test_what_a_function_found_in_an_event_is_said() -> None:
    reply = woken(PAYMENT.format("check"), tool("check"), after=called("check"), tool_result="Say: it has arrived.")
    assert "arrived" in reply.text


# Courtesies


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("hello", "Hello! How can I help you today?"),
        ("Hi there!", "Hello! How can I help you today?"),
        ("thank you so much", "You're welcome. Is there anything else I can help you with?"),
        ("bye", "Goodbye! Have a great day."),
        ("sorry, can you repeat that please?", "We open at nine."),
        ("are you a robot?", "I'm a virtual assistant. How can I help you?"),
    ],
)
def test_courtesies(text: str, reply: str) -> None:
    assert respond(text, last="We open at nine.") == Reply(reply)


def test_silence_repeats_the_open_question_once() -> None:
    first = respond("", last="Of course. For how many people?").text
    assert first.endswith("Are you still there? For how many people?")
    assert respond("", last=first) == Reply(first.removesuffix(" For how many people?"))


def test_not_understanding_is_varied_and_helpful() -> None:
    texts = [
        respond("blorp", before=[Message("user", "x")] * n, passages=(passage("", distance=0.9),)).text
        for n in range(3)
    ]
    assert len(set(texts)) == 3
    assert all(text.endswith("I can help with topic.") for text in texts)


@pytest.mark.parametrize("language", ["es-ES", "fr", "de-DE", "it", "pt-BR", "ja"])
def test_other_languages_get_what_there_is(language: str) -> None:
    assert respond("xyz", language=language).text
    assert respond("xyz", language=language, passages=(passage("Abrimos a las nueve."),)) == Reply(
        "Abrimos a las nueve."
    )


@pytest.mark.parametrize("text", ["can I speak to a human", "agent please", "put me through to your manager"])
def test_a_human_is_called_when_there_is_a_way(text: str) -> None:
    transfer = tool("transfer_to_front_desk", "Front desk", reason=TEXT, utterance=TEXT)
    arguments = {"reason": text, "utterance": "I'll put you through now. One moment, please."}
    assert respond(text, transfer) == Reply("", "transfer_to_front_desk", arguments)
    assert "can't put you through" in respond(text).text


def test_goodbye_hangs_up_with_the_tool_for_it() -> None:
    assert respond("no thanks, bye", tool("hang_up")) == Reply("", "hang_up")


# Topics and rules


def test_a_topic_is_answered_with_its_content() -> None:
    near, far = passage("We open at nine."), passage("Dogs welcome.", distance=0.3)
    assert respond("when do you open", passages=(far, near)) == Reply("We open at nine.")


def test_a_topic_s_actions_are_followed_not_spoken() -> None:
    actions = "Say: 'Our hours are nine to five.' Then ask if they want to book. If yes, call start_booking."
    start = tool("start_booking")
    asked = respond("hours?", start, passages=(passage("Nine to five, internal.", actions),))
    assert asked == Reply("Our hours are nine to five. Do you want to book?")
    assert respond("yes", start, last=asked.text, passages=(passage("x", actions),)) == Reply("", "start_booking")


def test_a_call_in_the_actions_is_made_or_prepared() -> None:
    actions = "Call track_order with the order number."
    track = tool("track_order", order_number=TEXT)
    found = (passage("Orders take a week.", actions),)
    assert respond("where is order A1234", track, passages=found) == Reply("", "track_order", {"order_number": "A1234"})
    question = "Could you give me your order number?"
    assert respond("where is my order", track, passages=found) == Reply(question)
    assert respond("it's A1234", track, last=question) == Reply("", "track_order", {"order_number": "A1234"})


def test_a_literal_argument_is_passed_on() -> None:
    manage = tool("manage", action=TEXT)
    found = (passage("", "Call manage with cancel."),)
    assert respond("I can't come", manage, passages=found) == Reply("", "manage", {"action": "cancel"})


def test_rules_name_the_tool_for_an_intent() -> None:
    rules = "Be kind.\n- When the user wants to book a table, call start_booking.\n- Never call secret_tool."
    tools = (tool("start_booking"), tool("secret_tool"))
    assert respond("I want to book a table", *tools, rules=rules) == Reply("", "start_booking")
    assert respond("what is the weather", *tools, rules=rules).tool is None


def test_an_answer_is_not_repeated_to_somebody_who_did_not_ask() -> None:
    assert respond("june 5th", last="Cakes are free.", passages=(passage("Cakes are free."),)).text != "Cakes are free."


# Results of functions


@pytest.mark.parametrize(
    ("result", "reply"),
    [
        ("Tell the user that the table is booked for 7pm.", "The table is booked for 7pm."),
        ("Your table is booked.", "Your table is booked."),
        ("SUCCESS: The order has shipped.", "The order has shipped."),
        ("The user has a booking for 4. Ask if they want to change it.",
         "You have a booking for 4. Do you want to change it?"),
        ("Ask for the phone number", "Could you give me your phone number?"),
        ("It is written down. Tell the guest so in one short sentence.", "It is written down."),
        ("Available: 18:00, 18:30. Offer them to the user.", "Available: 18:00, 18:30. Which one would you like?"),
        ('{"message": "All set."}', "All set."),
        ('{"status": "shipped", "eta": "Friday"}', "Status: shipped, eta: friday."),
        ("Error: backend down", "I'm sorry, something went wrong on my side."),
        ("The function could not be completed. Do not mention technical details.",
         "I'm sorry, something went wrong on my side."),
        ("(done)", "All right. Is there anything else I can help you with?"),
        ("", "All right. Is there anything else I can help you with?"),
        ("You must call finish next.", "All right. Is there anything else I can help you with?"),
    ],
)  # fmt: skip
def test_results_become_speech(result: str, reply: str) -> None:
    assert respond("book it", after=called("book"), tool_result=result) == Reply(reply)


def test_a_result_can_ask_for_the_next_call() -> None:
    result = "The customer was found. Now call show_orders."
    assert respond("x", tool("show_orders"), after=called("find"), tool_result=result).tool == "show_orders"


def test_the_same_call_is_not_made_twice_in_a_turn() -> None:
    again = respond("x", tool("find"), after=called("find"), tool_result="Call find.")
    assert again.tool is None


# Advanced steps


CONFIRM = 'Ask: "Shall I book it?"\nCall confirmed with whether the user said yes.'


@pytest.mark.parametrize(("text", "value"), [("yes please", True), ("no", False)])
def test_yes_and_no_answer_a_step(text: str, value: bool) -> None:
    reply = respond(text, tool("confirmed", answer=FLAG), last="Shall I book it?", step_prompt=CONFIRM, flow="f")
    assert reply == Reply("", "confirmed", {"answer": value})


def test_a_step_asks_again_when_it_was_not_answered() -> None:
    reply = respond("blorp", tool("confirmed", answer=FLAG), last="Shall I book it?", step_prompt=CONFIRM, flow="f")
    assert reply.tool is None
    assert reply.text.endswith("Shall I book it?")


def test_a_side_question_is_answered_and_the_step_goes_on() -> None:
    reply = respond("is there parking?", tool("confirmed", answer=FLAG), last="Shall I book it?", step_prompt=CONFIRM,
                flow="f", passages=(passage("Parking is free."),))  # fmt: skip
    assert reply == Reply("Parking is free. Shall I book it?")


def test_a_silent_start_calls_what_the_step_calls_at_once() -> None:
    prompt = "The conversation has just begun. Do not say anything yet.\nCall look_up now."
    assert respond("", tool("look_up"), step_prompt=prompt, flow="f") == Reply("", "look_up")


@pytest.mark.parametrize(("text", "name"), [("yes that's right", "go_on"), ("no it isn't", "go_back")])
def test_conditions_choose_the_function(text: str, name: str) -> None:
    prompt = "Ask if the address is right.\n- If the user confirms, call go_on.\n- If not, call go_back."
    assert respond(text, tool("go_on"), tool("go_back"), last="Is the address right?", step_prompt=prompt).tool == name


def test_free_words_are_handed_over_when_they_answer_the_step() -> None:
    prompt = 'Ask: "What is the problem?"\nCall described with what the caller says, in their own words.'
    described = tool("described", problem=TEXT)
    text = "the sink is leaking"
    reply = respond(text, described, last="What is the problem?", step_prompt=prompt, flow="f")
    assert reply == Reply("", "described", {"problem": text})


def test_parameters_are_collected_over_several_turns() -> None:
    prompt = "Ask for the date and the party size, then call book."
    book = tool("book", date=TEXT, party_size=WHOLE)
    first = respond("tomorrow", book, last="What date would you like?", step_prompt=prompt, flow="f")
    assert first == Reply("How many people will there be?")
    before = [Message("assistant", "What date would you like?"), Message("user", "tomorrow")]
    second = respond("four", book, last=first.text, before=before, step_prompt=prompt, flow="f")
    assert second == Reply("", "book", {"date": "2026-03-12", "party_size": 4})


def test_what_was_said_before_a_step_began_is_used() -> None:
    prompt = "Ask how many people are coming, then call save_size."
    reply = respond("a table for four", tool("save_size", party_size=WHOLE), after=called("start"), tool_result="",
                step_prompt=prompt, flow="f")  # fmt: skip
    assert reply == Reply("", "save_size", {"party_size": 4})


def test_a_new_step_is_opened_after_a_result() -> None:
    reply = respond("book", after=called("start"), tool_result="(done)", step_prompt="Ask how many people are coming.")
    assert reply == Reply("How many people are coming?")


def test_a_result_left_from_the_turn_before_does_not_hide_a_new_answer() -> None:
    reply = respond("yes", tool("confirmed", answer=FLAG), last="Shall I book it?", tool_result="(path taken: x)",
                step_prompt=CONFIRM, flow="f")  # fmt: skip
    assert reply.tool == "confirmed"


# Default steps


DAY, SIZE = Slot("day", "The day", "date"), Slot("size", "How many people", "numeric", {"min": 1, "max": 9})
COMPLETE = Choice("Complete", "Everything is known.", ("day", "size"))
LEAVE = Choice("Leave", "The guest no longer wants to book a table.")
PROMPT = '- For day, ask: "Which day?"\n- For size, ask: "For how many?"'
SAVE, CHOOSE = tool("save_entities", day=TEXT, size=TEXT), tool("choose_path", condition=TEXT)


def collecting(text: str, slots: tuple[Slot, ...] = (DAY, SIZE), **more: Any) -> Reply:
    more.setdefault("choices", (COMPLETE, LEAVE))
    return respond(text, SAVE, CHOOSE, slots=slots, step_prompt=PROMPT, flow="f", **more)


def filled(slot: Slot, value: str) -> Slot:
    return Slot(slot.name, slot.description, slot.type, slot.config, value)


def test_everything_in_a_reply_is_saved_at_once() -> None:
    assert collecting("a table for four tomorrow") == Reply("", "save_entities", {"day": "2026-03-12", "size": "4"})
    assert collecting("I want to book a table") == Reply("Which day?")


def test_the_next_missing_entity_is_asked_for_in_the_author_s_words() -> None:
    slots = (filled(DAY, "2026-03-12"), SIZE)
    assert collecting("tomorrow", slots, after=called("save_entities", day="2026-03-12")) == Reply("For how many?")


def test_an_entity_that_was_not_valid_is_asked_for_again() -> None:
    slots = (filled(DAY, "2026-03-12"), SIZE)
    reply = collecting("99", slots, after=called("save_entities", size="99"))
    assert reply == Reply("I'm afraid that doesn't work. It has to be between 1 and 9. For how many?")


def test_the_way_on_is_taken_when_all_is_known() -> None:
    slots = (filled(DAY, "2026-03-12"), filled(SIZE, "4"))
    reply = collecting("four", slots, after=called("save_entities", size="4"))
    assert reply == Reply("", "choose_path", {"condition": "Complete"})


@pytest.mark.parametrize("text", ["never mind", "no, I don't want to book any more"])
def test_the_way_out_is_taken_by_those_who_no_longer_want(text: str) -> None:
    assert collecting(text) == Reply("", "choose_path", {"condition": "Leave"})


def test_known_entities_can_be_corrected() -> None:
    slots = (filled(DAY, "2026-03-12"), SIZE)
    assert collecting("actually make it friday", slots).arguments == {"day": "2026-03-13"}
    complete_ = (filled(DAY, "2026-03-12"), filled(SIZE, "4"))
    assert collecting("five people", complete_).arguments == {"size": "5"}


def test_a_question_is_answered_before_the_step_goes_on() -> None:
    assert collecting("is there parking?", passages=(passage("Parking is free."),)) == Reply(
        "Parking is free. Which day?"
    )


@pytest.mark.parametrize(("text", "way"), [("yes", "Accepted"), ("no", "Declined")])
def test_a_step_without_entities_is_a_fork(text: str, way: str) -> None:
    choices = (Choice("Accepted", "The user agrees."), Choice("Declined", "The user declines."))
    assert collecting(text, (), choices=choices).arguments == {"condition": way}


# The model around it


async def test_words_come_in_pieces_and_calls_as_json() -> None:
    facts = Situation(user_text="hello", now=NOW)
    request = Request([Message("user", "hello")], situation=facts)
    pieces = [piece async for piece in InProcessResponder().stream(request)]
    assert pieces[:2] == [Text("Hello! "), Text("How ")]
    transfer = tool("handoff", reason=TEXT)
    human = Request([Message("user", "agent please")], [transfer], situation=Situation(user_text="agent please"))
    assert [piece async for piece in InProcessResponder().stream(human)] == [
        ToolCall("local_1", "handoff", '{"reason": "agent please"}')
    ]


def test_the_same_request_gets_the_same_reply_with_or_without_an_embedder() -> None:
    def embed(texts: Any) -> Any:
        return [[1.0, 0.0] for _ in texts]

    request = Request([Message("user", "thanks")], situation=Situation(user_text="thanks"))
    assert (
        decide_reply(DialogContext.from_request(request))
        == decide_reply(DialogContext.from_request(request))
        == decide_reply(DialogContext.from_request(request, embedding_similarity(embed)))
    )


async def test_plain_prompts_get_plain_answers() -> None:
    assert await complete(InProcessResponder(), Request([Message("system", "x"), Message("user", "hello")]))
