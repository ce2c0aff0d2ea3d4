from __future__ import annotations

from typing import Any

from parley.local_responder.context import Reply
from parley.local_responder.phrases import find_phrase
from parley.providers.llm.protocol import Message, Tool
from tests.local_responder.situations import TEXT, respond, tool

DESK = tool("put_through", "Put the user through.", reason=TEXT)
RULES = "When the user wants a repair, call repair. When the user wants a person, call put_through."
REPAIR = tool("repair", "Books somebody to mend what is broken.")
UNCLEAR = find_phrase("unclear")
OFFER = find_phrase("offer_person")


def not_understood(times: int, *tools: Tool, last: str = UNCLEAR, **situation: Any) -> Reply:
    before = [part for _ in range(times - 1) for part in (Message("assistant", last), Message("user", "florb"))]
    return respond("wibble wobble", *tools, before=before, last=last if times else "Hello!", rules=RULES, **situation)


def test_the_first_time_it_is_said() -> None:
    assert "help you" not in OFFER
    assert OFFER not in not_understood(0, REPAIR, DESK).text


def test_the_second_time_in_a_row_a_person_is_offered() -> None:
    reply = not_understood(1, REPAIR, DESK)
    assert (reply.tool, reply.text.endswith(OFFER)) == (None, True)


def test_without_a_person_it_says_what_it_can_do() -> None:
    reply = not_understood(1, REPAIR)
    assert (reply.tool, OFFER in reply.text, "repair" in reply.text) == (None, False, True)


def test_the_third_time_a_person_takes_over() -> None:
    reply = not_understood(2, REPAIR, DESK)
    assert (reply.tool, reply.text) == ("put_through", find_phrase("give_up"))
    assert not_understood(5, REPAIR).tool is None


def test_in_a_step_too() -> None:
    step = {"flow": "f", "step": "s", "step_prompt": 'Ask: "Which colour?"\nIf it is red, call paint.'}
    again = f"{find_phrase('again')} Which colour?"
    assert OFFER in not_understood(1, DESK, last=again, **step).text
    assert not_understood(2, DESK, last=again, **step).tool == "put_through"


def test_only_those_in_a_row_count() -> None:
    before = [Message("assistant", UNCLEAR), Message("user", "florb")]
    reply = respond("wibble", REPAIR, DESK, before=before, last="We open at nine.", rules=RULES)
    assert (reply.tool, OFFER in reply.text) == (None, False)


def test_a_yes_takes_the_offer_up() -> None:
    assert respond("yes please", REPAIR, DESK, last=f"{UNCLEAR} {OFFER}", rules=RULES).tool == "put_through"
    assert respond("no", REPAIR, DESK, last=f"{UNCLEAR} {OFFER}", rules=RULES).tool is None
