"""A record from rows: every field, for every stage of a conversation."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import orjson

from parley.domain.conversations.model import Turn, collect_metrics
from parley.domain.records.model import Header, View
from parley.domain.records.record import build_record, render_record, to_legacy

START = datetime(2026, 3, 1, 12, 0, 0, 123_999, tzinfo=UTC)
HEADER = Header(
    id=UUID(int=7),
    public_id="CONV-7",
    account_id="ACCOUNT-1",
    project_id="PROJECT-1",
    environment="live",
    channel="WEBCHAT",
    variant_id="VARIANT-1",
    variant_name="north",
    language="en-GB",
    from_number="",
    to_number="",
    started_at=START,
    ended_at=START + timedelta(seconds=61.9),
    handoff=False,
    handoff_reason="",
    handoff_destination="",
    state={"name": "Ada"},
    metrics={"A": "1"},
)
OPENING = Turn(0, "", START, "Hello!", START + timedelta(seconds=1))
ASKED = Turn(
    1,
    "a table",
    START + timedelta(seconds=10),
    "For when?",
    START + timedelta(seconds=12),
    barge_in=True,
    dtmf="12#",
    intents=["booking"],
    entities={"size": "2"},
    metrics=[("B", 1), ("B", True)],
    latency_ms=812.34567,
)
SILENT = Turn(2, "", START + timedelta(seconds=20), "Hello?", START + timedelta(seconds=21), is_silence=True)
STRAY = Turn(3, "fish?", START + timedelta(seconds=30), "Sorry?", START + timedelta(seconds=31), is_ood=True)


def record(header: Header = HEADER, *turns: Turn, view: View | None = None) -> dict[str, Any]:
    view = view or View()
    loaded: dict[str, Any] = orjson.loads(render_record(build_record(header, turns, latency=view.latency), view))
    return loaded


def test_every_field() -> None:
    assert record(HEADER, OPENING, ASKED, SILENT, STRAY) == {
        "id": "CONV-7",
        "account_id": "ACCOUNT-1",
        "project_id": "PROJECT-1",
        "variant_id": "VARIANT-1",
        "variant_name": "north",
        "environment": "live",
        "started_at": "2026-03-01T12:00:00.123Z",
        "channel": "WEBCHAT",
        "from_number": "",
        "to_number": "",
        "in_progress": False,
        "num_turns": 4,
        "total_duration": 61,
        "polyai_duration": 61,
        "handoff": False,
        "handoff_reason": "",
        "handoff_destination": "",
        "num_silences": 1,
        "num_ood": 1,
        "metrics": {"A": "1"},
        "state": {
            "name": "Ada",
            "from_": "",
            "to": "",
            "call_sid": "CONV-7",
            "asr_lang_code": "en-GB",
            "tts_lang_code": "en-GB",
        },
        "turns": [turn_of(each) for each in (OPENING, ASKED, SILENT, STRAY)],
    }


def turn_of(turn: Turn) -> dict[str, Any]:
    [shown] = record(HEADER, turn)["turns"]
    assert isinstance(shown, dict)
    return shown


def test_every_field_of_a_turn() -> None:
    assert turn_of(ASKED) == {
        "user_input": "a table",
        "user_input_datetime": "2026-03-01T12:00:10.123Z",
        "user_input_dtmf": "12#",
        "barge_in": True,
        "agent_response": "For when?",
        "agent_response_datetime": "2026-03-01T12:00:12.123Z",
        "intents": ["booking"],
        "entities": {"size": "2"},
        "is_ood": False,
        "is_silence": False,
        "translated_user_input": "",
        "english_agent_response": "",
    }


def test_the_opening_is_a_turn_without_user_input_and_no_silence() -> None:
    opening = turn_of(OPENING)
    assert (opening["user_input"], opening["agent_response"], opening["is_silence"]) == ("", "Hello!", False)
    assert record(HEADER, OPENING)["num_turns"] == 1


def test_one_that_runs_lasts_until_what_was_said_last() -> None:
    running = record(replace(HEADER, ended_at=None, metrics=None), OPENING, ASKED)
    assert running["in_progress"] is True
    assert (running["total_duration"], running["polyai_duration"]) == (12, 12)
    assert running["metrics"] == {"B": ["1", "true"]}, "until it is finished, its turns have the metrics"


def test_one_without_turns() -> None:
    empty = record(replace(HEADER, ended_at=None))
    assert (empty["num_turns"], empty["total_duration"], empty["turns"]) == (0, 0, [])


def test_after_a_handoff_the_platform_has_done_its_part() -> None:
    handed = replace(HEADER, handoff=True, handoff_reason="asked", handoff_destination="desk")
    shown = record(handed, OPENING, ASKED)
    assert (shown["total_duration"], shown["polyai_duration"]) == (61, 12)
    assert (shown["handoff"], shown["handoff_reason"], shown["handoff_destination"]) == (True, "asked", "desk")


def test_a_clock_that_went_back_makes_no_negative_duration() -> None:
    assert record(replace(HEADER, ended_at=START - timedelta(seconds=5)))["total_duration"] == 0


def test_built_in_state_is_filled_in_and_what_the_agent_set_stays() -> None:
    call = replace(
        HEADER,
        from_number="+441",
        to_number="+442",
        state={"from_": None, "to": "+449", "asr_lang_code": "fr-FR", "handoff": None, "zero": 0},
    )
    assert record(call)["state"] == {
        "from_": "+441",
        "to": "+449",
        "call_sid": "CONV-7",
        "asr_lang_code": "fr-FR",
        "tts_lang_code": "en-GB",
        "handoff": None,
        "zero": 0,
    }


def test_a_running_conversation_shows_no_more_of_its_state_than_will_be_kept() -> None:
    known = {"mail": "write to ada@example.com", "from_": "+441134960101", "size": 4}
    shown = record(replace(HEADER, state=known, redacted_kinds=["email", "phone"], from_number="[phone]"))["state"]
    assert (shown["mail"], shown["from_"], shown["size"]) == ("write to [email]", "[phone]", 4)
    assert record(replace(HEADER, state=known))["state"]["mail"] == known["mail"]


def test_text_that_the_database_cannot_hold_is_left_out() -> None:
    assert record(replace(HEADER, state={"note": "a\x00b"}))["state"]["note"] == "ab"


def test_a_view_hides_turns_and_metrics() -> None:
    header = replace(HEADER, metrics={"A": "1", "B": ["1", "2"], "C": "x"})
    shown = record(header, OPENING, ASKED, view=View(transcripts=False, metrics=("B", "C", "Z")))
    assert (shown["turns"], shown["num_turns"]) == ([], 2)
    assert shown["metrics"] == {"B": ["1", "2"], "C": "x"}
    assert record(header, view=View(metrics=()))["metrics"] == {}


def test_latency_in_seconds() -> None:
    opening, asked = record(HEADER, OPENING, ASKED, view=View(latency=True))["turns"]
    assert asked["latency"] == {"perceived_latency": 0.8123, "label": None, "perceived_latency_percentile_1d": None}
    assert opening["latency"]["perceived_latency"] is None


def test_latency_does_not_fill_hidden_turns() -> None:
    assert record(HEADER, OPENING, view=View(latency=True, transcripts=False))["turns"] == []


def test_the_legacy_form() -> None:
    full = record(HEADER, OPENING, ASKED, view=View(latency=True))
    old = to_legacy(full)
    assert (old["from_number"], old["handoff_reason"], old["variant_name"]) == (None, None, "north")
    assert old["state"] == full["state"], "what the agent kept is its own"
    opening, asked = old["turns"]
    assert (opening["user_input"], opening["agent_response"], opening["user_input_dtmf"]) == (None, "Hello!", None)
    assert set(asked) == set(turn_of(ASKED)) - {"translated_user_input", "english_agent_response"}
    assert {name for name, value in old.items() if value is None} == {
        name for name, value in full.items() if value == ""
    }


def test_the_legacy_form_with_a_whitelist() -> None:
    full = record(HEADER, OPENING)
    assert to_legacy(full, whitelisted=True) == {
        "id": "CONV-7",
        "started_at": "2026-03-01T12:00:00.123Z",
        "account_id": "ACCOUNT-1",
        "project_id": "PROJECT-1",
    }


def test_whatever_was_written_a_metric_is_text() -> None:
    written = {"A": "x", "B": 7, "C": 1.5, "D": True, "E": None, "F": ["é", 1], "G": {"a": [None, False]}}
    shown = {"A": "x", "B": "7", "C": "1.5", "D": "true", "E": "", "F": '["é", 1]', "G": '{"a": [null, false]}'}
    assert collect_metrics(list(written.items())) == shown
    assert collect_metrics([("A", 1), ("A", [])]) == {"A": ["1", "[]"]}
