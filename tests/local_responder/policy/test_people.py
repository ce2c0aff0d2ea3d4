from __future__ import annotations

import pytest

from parley.local_responder.policy.people import asks_for_human
from tests.local_responder.situations import TEXT, respond, tool

DESK = tool("put_through", "Put the user through.", reason=TEXT)


@pytest.mark.parametrize(
    "text",
    ["let me talk to someone you stupid machine", "no. HUMAN. NOW.", "agent please", "give me a human being",
     "can i not just speak to a real person", "put me through to billing please", "get me your manager",
     "I don't want to talk to a bloody computer", "you're so dumb, get me somebody who can think",
     "PUT ME THROUGH TO SOMEBODY", "i want a real person then", "someone human please", "operator"],
)  # fmt: skip
def test_a_wish_for_a_person_beats_everything(text: str) -> None:
    assert asks_for_human(text)
    assert respond(text, DESK).tool == "put_through"
    in_flow = respond(text, DESK, flow="f", step="s", step_prompt='Ask: "Which day?"', last="Which day?")
    assert in_flow.tool == "put_through"


@pytest.mark.parametrize(
    "text",
    ["a table for four people", "I don't want to talk to anyone, just book it", "I spoke to someone yesterday",
     "can you help me with my bill", "what a stupid machine", "is my agent fee included?"],
)  # fmt: skip
def test_no_wish_for_a_person(text: str) -> None:
    assert not asks_for_human(text)


def test_whoever_names_nobody_gets_to_where_the_rules_send_them() -> None:
    press = tool("transfer_to_press_office", "Questions of journalists", reason=TEXT)
    rules = "- If the guest asks for a person, call put_through.\n- For press enquiries use transfer_to_press_office."
    assert respond("stop asking me questions, get me someone", press, DESK, rules=rules).tool == "put_through"
    assert respond("put me through to the press office", press, DESK, rules=rules).tool == "transfer_to_press_office"


def test_a_rule_about_many_people_is_no_way_to_a_person() -> None:
    large = tool("start_large_party", "Begins an enquiry for many people.")
    rules = "- If the guest wants a table for more than eight people, call start_large_party."
    assert respond("let me talk to a real person", large, DESK, rules=rules).tool == "put_through"
