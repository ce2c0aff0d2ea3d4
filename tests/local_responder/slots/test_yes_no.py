"""Yes, no, and neither."""

from __future__ import annotations

import pytest

from parley.local_responder.slots.yes_no import yes_or_no


@pytest.mark.parametrize(
    "text",
    ["yes", "Yeah, sure", "ok", "yep", "of course", "sounds good", "that's right", "that works", "correct", "please do",
     "I do", "go ahead", "no problem", "perfect", "um, yes", "I'd like that", "sí", "ja", "oui"],
)  # fmt: skip
def test_yes(text: str) -> None:
    assert yes_or_no(text) is True


@pytest.mark.parametrize(
    "text",
    ["no", "nope", "not really", "I don't think so", "that's wrong", "absolutely not", "I don't", "no thanks",
     "it isn't", "never mind", "yeah, no", "of course not", "I'd rather not", "nein", "non"],
)  # fmt: skip
def test_no(text: str) -> None:
    assert yes_or_no(text) is False


@pytest.mark.parametrize("text", ["what", "tomorrow", "", "John", "notebook", "nobody told me", "is it open?"])
def test_neither(text: str) -> None:
    assert yes_or_no(text) is None


def test_an_answer_after_something_else() -> None:
    assert yes_or_no("Let me think, I had my glasses somewhere. Yes, that's right") is True
    assert yes_or_no("Quick: Yes, that's right") is True
    assert yes_or_no("Hold on. No, tomorrow") is False
    assert yes_or_no("We came last year. No idea when") is None
