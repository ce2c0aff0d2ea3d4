"""What a reader of a recorded case has to be told."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import yaml

from parley.runtime.test_runs.recorded.case import PersonalData, Wanted, recorded_case
from parley.runtime.test_runs.recorded.conversation import RecordedConversation, RecordedTurn


def held(*turns: RecordedTurn, **more: Any) -> RecordedConversation:
    facts = {"channel": "SMS", "variant": "", "language": "en-US", "caller_number": "", "handoff": None}
    began = datetime(2026, 5, 4, 10, tzinfo=UTC)
    return RecordedConversation(
        "CONV-12345678901234567890", started_at=began, turns=turns, ended_by_agent=False, **{**facts, **more}
    )


def turn(number: int, said: str | None, keys: str = "") -> RecordedTurn:
    return RecordedTurn(number, said, keys, "", {"model_requests": [{"calls": ["gone"]}]} if said else {})


def test_what_cannot_be_taken_over_is_said() -> None:
    turns = [turn(0, None), turn(1, "****"), turn(2, None), turn(3, "[2] tickets"), turn(4, "42", keys="42")]
    case = recorded_case(held(*turns), Wanted())
    assert case.path == "test_suite/conversation_34567890.yaml"
    told = " ".join(case.remarks)
    for words in ("turn 1 is hidden", "Turn 2 was not the user's", "turn 3 means something", "turn 4 cannot", "SMS"):
        assert words in told
    assert all(f"# {remark}\n" in case.text for remark in case.remarks)
    found = yaml.safe_load(case.text)
    assert found["script"][-1]["user"] == "#42"
    assert found["script"][-1]["expect"] == {"flow": "", "ends": False}
    assert (found["channel"], found["simulated_at"]) == ("webchat", "2026-05-04T10:00:00.000Z")


def test_attributes_of_the_call_stay_or_are_replaced() -> None:
    conversation = held(
        turn(0, None), channel="CALL", attributes={"mail": "a@b.de"}, sip_headers={"X-From": "+4915123456789"}
    )
    kept = yaml.safe_load(recorded_case(conversation, Wanted(personal_data=PersonalData.KEEP)).text)
    assert (kept["channel"], kept["integration_attributes"]) == ("voice", {"mail": "a@b.de"})
    replaced = yaml.safe_load(recorded_case(conversation, Wanted()).text)
    assert replaced["integration_attributes"] == {"mail": "user1@example.com"}
    assert replaced["sip_headers"] == {"X-From": "+12025550100"}
