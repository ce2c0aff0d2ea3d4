"""Spoken answers out of the content of a topic."""

from __future__ import annotations

import pytest

from parley.local_responder.policy.answer_extraction import extract_answer

TOOLS = ("handoff", "book_table")
LONG = (
    "The restaurant is open daily from 5 pm. Parking is available behind the building on Elm Street with forty spaces. "
    "Reservations are held for fifteen minutes, after which the table may be given away to other guests. Children are "
    "welcome and there is a separate menu for them with smaller dishes. Dogs are allowed on the terrace only."
)


@pytest.mark.parametrize(
    ("question", "content", "expected"),
    [
        ("hours?", "We open at nine.", "We open at nine."),
        ("can I bring my dog", LONG, "Dogs are allowed on the terrace only."),
        ("is there parking", LONG, "Parking is available behind the building on Elm Street with forty spaces."),
        ("hours", "# Hours\nWe open:\n- Mon–Fri 9 to 5\n- Sat 10 to 2", "We open: Mon–Fri 9 to 5, Sat 10 to 2."),
        ("x", "OPENING HOURS\n**Closed** on [holidays](http://x.test)", "Closed on holidays."),
        ("x", "We deliver. Don't mention the owner. Call handoff if they insist.", "We deliver."),
        ("x", "Tell the user that we deliver. The caller must be 18.", "We deliver. You must be 18."),
        ("x", "Tell us when you book.", "Tell us when you book."),
        ("x", "", ""),
    ],
)
def test_answers(question: str, content: str, expected: str) -> None:
    assert extract_answer(question, content, TOOLS) == expected
