from __future__ import annotations

import pytest

from parley.local_responder.context import Reply
from parley.local_responder.policy.farewells import is_goodbye
from tests.local_responder.situations import respond, tool

ELSE = "It is booked. Can I help with anything else?"
RULES = "When the user says goodbye or needs nothing more, call say_goodbye."


@pytest.mark.parametrize(
    "text",
    ["bye", "ok great thanks, bye bye", "alright cheers, bye", "thanks so much, have a nice day, goodbye!",
     "I'll call back later, bye", "that's all, thank you", "no more questions, bye", "¡adiós!"],
)  # fmt: skip
def test_a_goodbye(text: str) -> None:
    assert is_goodbye(text)


@pytest.mark.parametrize(
    "text",
    ["no", "thanks", "ok thank you", "no thanks", "do you buy books", "how do I say goodbye?", "is that all?",
     "that's all wrong", "I'm fine with Friday", "see you on Friday at six then", "bye the way, do you have parking"],
)  # fmt: skip
def test_no_goodbye(text: str) -> None:
    assert not is_goodbye(text)


@pytest.mark.parametrize(
    "text", ["no", "no thanks", "No, that's everything", "nope nothing else", "not really, thanks"]
)
def test_a_no_to_anything_else_is_one(text: str) -> None:
    assert is_goodbye(text, ELSE)
    assert respond(text, tool("say_goodbye"), last=ELSE, rules=RULES) == Reply(tool="say_goodbye")


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("no", "We claim from most insurers. Please bring your policy number."),
        ("no", "Would you like to hear about anything else in Leeds? Or shall I book it?"),
        ("no, at eight", ELSE),
        ("not yet, one question", ELSE),
    ],
)
def test_any_other_no_is_an_answer(text: str, last: str) -> None:
    assert not is_goodbye(text, last)
    assert respond(text, tool("say_goodbye"), last=last, rules=RULES).tool is None


def test_in_a_flow_thats_all_may_be_an_answer() -> None:
    assert not is_goodbye("that's all", in_flow=True)
    assert is_goodbye("that's all, bye", in_flow=True)


def test_a_long_text_is_read_quickly() -> None:
    assert not is_goodbye("thank you " * 200 + "x")
    assert not is_goodbye("thank you " * 11 + "x")
