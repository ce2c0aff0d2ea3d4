"""Which option a reply means."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parley.local_responder.slots.choices import match_option


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("the large one please", ["small", "medium", "large"], "large"),
        ("I'd like a haircut", ["haircut", "color_treatment"], "haircut"),
        ("colour treatment", ["haircut", "color_treatment"], "color_treatment"),
        ("I want to cancel", ["book", "cancel", "reschedule"], "cancel"),
        ("cancelation", ["booking", "cancellation"], "cancellation"),
        ("the second one", ["red", "blue"], "blue"),
        ("the last", ["red", "blue", "green"], "green"),
        ("number two", ["red", "blue"], "blue"),
        ("New York", ["York", "New York"], "New York"),
        ("no idea", ["red", "blue"], None),
        ("", ["red", "blue"], None),
        ("red", [], None),
        ("number 2", ["red", "blue"], "blue"),
        ("number ²", ["red", "blue"], "blue"),
        ("number " + "9" * 5_000, ["red", "blue"], None),
    ],
)
def test_choices(text: str, options: list[str], expected: str | None) -> None:
    assert match_option(text, options) == expected


def test_a_choice_by_meaning_needs_a_clear_winner() -> None:
    def alike(text: str, others: Sequence[str]) -> list[float]:
        return [0.7 if "plumb" in other else 0.3 for other in others]

    def unsure(text: str, others: Sequence[str]) -> list[float]:
        return [0.7, 0.68]

    assert match_option("water comes out of the wall", ["heating", "plumbing"], alike) == "plumbing"
    assert match_option("water comes out of the wall", ["heating", "plumbing"], unsure) is None
    assert match_option("water comes out of the wall", ["heating", "plumbing"], alike, asked=False) is None
