"""What is said to whoever answers, besides what people came for."""

from __future__ import annotations

import pytest

from parley.local_responder.context import Reply
from parley.providers.llm.protocol import Slot
from tests.local_responder.situations import TEXT, passage, respond, tool

NAME = Slot("guest_name", "The name", "name_config")
SAVE = tool("save_entities", guest_name=TEXT)
RULES = """
- When the guest wants to book a table, call start_booking.
- When the guest wants to change or cancel a booking, call manage_booking.
- When the guest asks about the status of an order, call order_status.
- When the guest wants a private room or more people than one table of ours seats, call start_booking.
- When the guest says goodbye, call wave.
"""
TOOLS = (tool("start_booking"), tool("manage_booking"), tool("order_status"), tool("wave"))


@pytest.mark.parametrize(
    "text",
    ["fuck off", "you're useless", "I hate you, you stupid machine", "shut up", "idiot", "this bot is rubbish", "wtf"],
)
def test_an_insult_ends_nothing_and_calls_nobody(text: str) -> None:
    goodbye = passage("", "Call wave.", 0.3, "Goodbye")
    reply = respond(text, *TOOLS, rules=RULES, passages=(goodbye,))
    assert reply == Reply("I'm sorry that this isn't going well. How can I help you?")


@pytest.mark.parametrize(
    "text", ["I feel stupid asking, but do you have parking?", "Is the terrace useless in winter?"]
)
def test_hard_words_about_something_else_are_no_insult(text: str) -> None:
    assert respond(text, passages=(passage("It is heated."),)) == Reply("It is heated.")


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("how are you today?", "I'm well, thank you. How can I help you?"),
        ("hey, how's it going", "I'm well, thank you. How can I help you?"),
        ("are you there", "Yes, I'm here. How can I help you?"),
        ("who are you?", "I'm a virtual assistant. How can I help you?"),
        ("what's your name", "I'm a virtual assistant. How can I help you?"),
        ("you guys are awesome", "Thank you, that's kind. How can I help you?"),
    ],
)
def test_small_talk_is_answered_shortly(text: str, reply: str) -> None:
    assert respond(text, passages=(passage("We open at nine.", distance=0.38),)) == Reply(reply)


def test_a_topic_of_the_project_s_own_comes_before_small_talk() -> None:
    assert respond("who are you?", passages=(passage("We are a bakery.", distance=0.05),)) == Reply("We are a bakery.")


@pytest.mark.parametrize("text", ["you stupid thing", "how are you?", "are you a robot?"])
def test_in_a_flow_the_open_question_follows(text: str) -> None:
    reply = respond(
        text, SAVE, last="Fine. What is your name?", slots=(NAME,), flow="f", step_prompt="Ask for the name."
    )
    assert reply.tool is None
    assert reply.text.endswith(". What is your name?")


@pytest.mark.parametrize("text", ["what can you do?", "what can you do for me", "help", "What are my options?"])
def test_what_it_can_do_is_what_the_rules_speak_of(text: str) -> None:
    able = "I can help you book a table or change or cancel a booking, and with the status of an order."
    assert respond(text, *TOOLS, rules=RULES) == Reply(f"{able} How can I help you?")


def test_cases_in_a_list_are_abilities_too() -> None:
    rules = "- A repair or an installation: call start_visit.\n- The caller wants a person: call transfer_call."
    reply = respond("what can you do?", tool("start_visit", problem=TEXT), tool("transfer_call"), rules=rules)
    assert reply.text.startswith("I can help with a repair or an installation.")


def test_without_rules_topics_and_tools_are_named() -> None:
    assert respond("what can you do?", tool("start_booking")).text.startswith("I can help with booking.")
    near = (passage("x", distance=0.39, name="Gift cards"),)
    assert respond("what can you do?", passages=near).text.startswith("I can help with gift cards.")


@pytest.mark.parametrize(
    ("name", "description", "said"),
    [
        ("q7", "Books a table for a guest.", "I can help you book a table for a guest."),
        ("q7", "Use this when the user wants to track their parcel.", "I can help you track your parcel."),
        ("start_visit", "Starts the visit flow.", "I can help with visit."),
        ("lookup_v2", "Check lookup_v1 first.", ""),
        ("lookup_v2", "", ""),
    ],
)
def test_tools_are_told_of_by_what_they_do_and_not_by_their_names(name: str, description: str, said: str) -> None:
    text = respond("what can you do?", tool(name, description)).text
    assert said in text if said else "I can help" not in text
    assert "q7" not in text
    assert "lookup" not in text


def test_whoever_says_goodbye_gets_the_function_that_the_rules_name_for_it() -> None:
    assert respond("bye", *TOOLS, rules=RULES) == Reply("", "wave", {})
    assert respond("merci, au revoir", *TOOLS, rules=RULES) == Reply("", "wave", {})


@pytest.mark.parametrize("text", ["that's wrong", "no, not like that"])
def test_a_no_to_one_thing_is_no_goodbye(text: str) -> None:
    rules = "- When the guest says goodbye or needs nothing more, call wave."
    assert respond(text, tool("wave"), rules=rules).tool is None


@pytest.mark.parametrize("text", ["quiero hablar con una persona", "I want a real person", "parler à quelqu'un"])
def test_a_person_is_asked_for_in_other_ways(text: str) -> None:
    assert respond(text, tool("transfer_call")).tool == "transfer_call"
    by_rule = "- If the caller wants a human, call front_desk."
    assert respond(text, tool("front_desk"), rules=by_rule).tool == "front_desk"
