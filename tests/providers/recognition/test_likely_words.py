"""Phrases in the place of what sounds like them, as a recogniser has heard them; and everyday words that stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.providers.recognition.likely_words import LEAST_LETTERS, prefer_phrases

PHRASES = (
    "Bella Vista",
    "Kowalski",
    "Quesadilla",
    "Lufthansa",
    "Szymanski",
    "Tesco",
    "Montenegro",
    "Priya",
    "Hendricks",
)
EVERYDAY = (
    "Turn left at the church and then go straight on.",
    "What is the price of the larger rooms?",
    "I would like to know the results of my blood test.",
    "Could we taste the menu before we decide?",
    "I would like to return these shoes.",
    "Hello, is the kitchen open, and who can I speak to?",
)


@pytest.mark.parametrize(
    ("heard", "likely"),
    [
        ("It is for belivis to de monroe", "It is for Bella Vista de monroe"),
        ("I would like a kawalski, please.", "I would like a Kowalski, please."),
        ("My question is about quasadilla.", "My question is about Quesadilla."),
        ("Can you tell me more about Lyft, Tanzah?", "Can you tell me more about Lufthansa?"),
        ("Can you tell me more about Shaman's Key?", "Can you tell me more about Szymanski?"),
        ("It is for mount nego tomorrow", "It is for Montenegro tomorrow"),
        ("My question is about Hendrix.", "My question is about Hendricks."),
        ("bella vista and tesco", "Bella Vista and Tesco"),
    ],
)
def test_what_sounds_like_a_phrase_is_one(heard: str, likely: str) -> None:
    assert prefer_phrases(heard, PHRASES) == likely


@pytest.mark.parametrize("said", EVERYDAY)
def test_everyday_words_stay(said: str) -> None:
    assert prefer_phrases(said, PHRASES) == said


def test_other_letters_than_latin_and_accents_are_compared_as_well() -> None:
    assert prefer_phrases("una mesa en el Penon", ["Peñón"]) == "una mesa en el Peñón"
    assert prefer_phrases("Это Петров", ["Петров"]) == "Это Петров"


@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=5))
def test_whatever_is_heard_only_phrases_are_put_in(heard: str, phrases: list[str]) -> None:
    likely = prefer_phrases(heard, phrases)
    assert likely == heard or any(phrase in likely for phrase in phrases)
    short = [phrase for phrase in phrases if len(phrase) < LEAST_LETTERS]
    assert prefer_phrases(heard, short) == heard
