from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import inf
from typing import Any

import pytest

from parley.domain.conversations.redaction import is_redacted
from parley.domain.recordings.model import (
    TRAILING_SECONDS,
    HiddenSpan,
    RecordingSettings,
    TurnText,
    hidden_spans,
    recording_settings,
)

START = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, RecordingSettings()),
        ({"recording": "off", "recording_consent": "Hear."}, RecordingSettings()),
        ({"recording": "on", "recording_consent": "Hear."}, RecordingSettings(is_on=True)),
        ({"recording": "after_consent"}, RecordingSettings()),
        ({"recording": "after_consent", "recording_consent": "Hear."}, RecordingSettings(True, "Hear.")),
        ({"recording": "on", "recording_private": "silence"}, RecordingSettings(True, keeps_private=False)),
    ],
)
def test_settings(settings: dict[str, Any], expected: RecordingSettings) -> None:
    assert recording_settings(settings) == expected


def turn(seconds: float, said: str, answer: str, keys: str = "") -> TurnText:
    return TurnText(START + timedelta(seconds=seconds), said, answer, keys)


def test_what_the_record_hides_is_hidden_in_the_audio() -> None:
    turns = [
        turn(0, "", "Hello."), turn(5, "I am at [phone]", "That is [phone]?"), turn(9, "yes", "Your card?"),
        turn(14, "****", "Thanks.", "****"), turn(20, "bye", "Bye, [email]."),
    ]  # fmt: skip
    assert hidden_spans(turns, START, is_redacted) == [
        HiddenSpan(0, 5 + TRAILING_SECONDS, is_caller=True),
        HiddenSpan(5, 9, is_caller=False),
        HiddenSpan(9, 14 + TRAILING_SECONDS, is_caller=True),
        HiddenSpan(20, inf, is_caller=False),
    ]


def test_nothing_is_hidden_of_plain_turns() -> None:
    assert hidden_spans([turn(0, "", "Hi."), turn(3, "a *starred* word", "[brackets]")], START, is_redacted) == []
