from __future__ import annotations

import pytest

from parley.local_responder.phrases import _PHRASES
from parley.runtime.turn.conclusion import is_apology

NOT_UNDERSTOOD = ("unclear", "again", "error", "other_language", "give_up")


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        (language, name, text)
        for language, by_name in _PHRASES.items()
        for name, ways in by_name.items()
        for text in ways
    ],
)
def test_the_built_in_responder_is_read_as_it_means_it(language: str, name: str, text: str) -> None:
    assert is_apology(text, language) == (name in NOT_UNDERSTOOD)


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, I did not understand your question.",
        "I’m sorry, I couldn’t catch that — could you repeat it?",
        "I'm not sure I understand. Do you mean Friday?",
        "Unfortunately I don't have any information about that.",
        "I'm afraid I can't help with that, but I can put you through.",
    ],
)
def test_models_apologise_in_many_ways(text: str) -> None:
    assert is_apology(text, "en-GB")
    assert is_apology(text, "ja-JP")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "We do not have a car park, sorry, but there is one across the street.",
        "Sorry for the wait. Your table is booked.",
        "I'm sorry, we are closed on Mondays.",
        "You don't need to understand the details: we take care of it.",
        f"{'We are open every day. ' * 30}If something went wrong, call us.",
    ],
)
def test_an_answer_may_be_sorry(text: str) -> None:
    assert not is_apology(text, "en-US")
