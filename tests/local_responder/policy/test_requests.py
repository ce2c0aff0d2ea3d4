"""Two wishes in one sentence: the first is taken, the second is not forgotten."""

from __future__ import annotations

import pytest

from parley.local_responder.policy.requests import without_offer
from parley.providers.llm.protocol import Message
from tests.local_responder.situations import TEXT, called, passage, respond, tool

RULES = """When the user wants to renew their loans, call renew_loans.
When the user wants to reserve the study room, call start_room."""
TOOLS = (
    tool("renew_loans", "Renews loans.", card={"type": "string", "description": "The number of the card"}),
    tool("start_room", "Reserves the study room."),
)
BOTH = "I want to renew my loans and reserve the study room"
CARD = "Could you give me the number of the card?"


def test_the_first_wish_is_taken_first() -> None:
    assert respond(BOTH, *TOOLS, rules=RULES).text == CARD


def test_the_second_is_taken_when_the_first_is_done() -> None:
    before = [Message("user", BOTH), Message("assistant", CARD), Message("user", "118204"), *called("renew_loans")]
    reply = respond("yes", *TOOLS, rules=RULES, before=before, last="Renewed. Anything else?")
    assert (reply.text, reply.tool) == ("Now to the other thing that you asked for.", "start_room")


def test_in_the_same_turn_if_the_function_leaves_the_word_to_the_agent() -> None:
    reply = respond(
        BOTH,
        *TOOLS,
        rules=RULES,
        after=called("renew_loans", card="118204"),
        tool_result="Your loans are renewed. Ask whether there is anything else.",
    )
    assert (reply.text, reply.tool) == ("Your loans are renewed.", "start_room")


@pytest.mark.parametrize("text", ["bye", "never mind", "no, goodbye"])
def test_whoever_leaves_is_not_held_back(text: str) -> None:
    before = [Message("user", BOTH), *called("renew_loans")]
    assert respond(text, *TOOLS, rules=RULES, before=before, last="Renewed. Anything else?").tool is None


def test_a_wish_is_remembered_once() -> None:
    before = [Message("user", BOTH), *called("renew_loans"), *called("start_room")]
    assert respond("yes", *TOOLS, rules=RULES, before=before, last="Done. Anything else?").tool is None


def test_a_question_beside_a_wish_is_answered() -> None:
    parking = passage("There are six parking spaces.", name="parking")
    reply = respond("I want to renew my loans. Is there parking?", *TOOLS, rules=RULES, passages=(parking,))
    assert reply.text == f"There are six parking spaces. {CARD}"


def test_two_wishes_for_one_thing_are_one() -> None:
    search = tool("search", "Searches for a book.", words=TEXT)
    reply = respond("reserve the study room and reserve the study room for me", *TOOLS, search, rules=RULES)
    assert reply.tool == "start_room"


@pytest.mark.parametrize(
    ("text", "rest"), [("Done. Is there anything else?", "Done."), ("Which day?", "Which day?"), ("", "")]
)
def test_an_offer_is_left_out(text: str, rest: str) -> None:
    assert without_offer(text) == rest


def test_a_question_keeps_the_topic_that_was_found_for_it() -> None:
    topics = (
        passage("Bring the car back with a full tank.", name="Fuel policy", distance=0.16),
        passage("There are 200 miles a day included.", name="Mileage limit", distance=0.1),
    )
    said = respond("need I fill it with fuel and is there a mileage limit", passages=topics).text
    assert "full tank" in said
    assert "200 miles" in said
