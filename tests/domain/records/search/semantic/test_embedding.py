"""What is embedded of a conversation, as values."""

from __future__ import annotations

from parley.domain.records.search.semantic.embedding import weighted_texts


def test_turns_are_embedded_user_and_agent_together_by_their_length() -> None:
    said = [("", "Welcome!"), ("where can I park", "Behind the house."), (" ", "Still there?"), ("bye", "")]
    assert [(each.text, each.weight) for each in weighted_texts(said)] == [
        ("where can I park\nBehind the house.", 7),
        ("bye", 1),
    ]


def test_an_agent_that_speaks_alone_is_better_than_nothing() -> None:
    assert [each.text for each in weighted_texts([("", "Welcome!"), ("", " ")])] == ["Welcome!"]
    assert weighted_texts([("", ""), ("", "  ")]) == []
