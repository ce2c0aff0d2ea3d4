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
