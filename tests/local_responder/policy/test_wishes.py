from __future__ import annotations

import pytest

from tests.local_responder.situations import TEXT, passage, respond, tool

RULES = """When the user wants an appointment, call start_booking.
When the user wants to cancel an appointment, call cancel.
When the user says goodbye or needs nothing more, call bye."""
TOOLS = (
    tool("start_booking", "Books an appointment."),
    tool("cancel", "Cancels an appointment."),
    tool("bye", "Ends."),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("appointment", "start_booking"),
        ("I'd like to book an appointment", "start_booking"),
        ("cancel my appointment", "cancel"),
        ("i don't need the appointment, please cancel it", "cancel"),
        ("no", None),
    ],
)
def test_the_rule_that_is_meant(text: str, expected: str | None) -> None:
    assert respond(text, *TOOLS, rules=RULES, last="We open at nine.").tool == expected


def test_a_near_topic_comes_before_a_wish_that_is_not_clear() -> None:
    near, far = passage("We open at nine.", distance=0.05), passage("Call ambulance.", "Call ambulance.", distance=0.3)
    ambulance = tool("ambulance", "Sends an ambulance.", where=TEXT)
    assert "nine" in respond("when do your appointments start", *TOOLS, rules=RULES, passages=(near,)).text
    assert respond("an appointment for my dog", *TOOLS, ambulance, rules=RULES, passages=(far,)).tool == "start_booking"
