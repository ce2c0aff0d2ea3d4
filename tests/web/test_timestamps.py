"""Moments as clients write them into queries."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.web.timestamps import LAST, parse_timestamp

NINE = datetime(2026, 1, 31, 9, 30, tzinfo=UTC)
FIRST = datetime(1000, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-01-31T09:30:00Z", NINE),
        ("2026-01-31t09:30:00z", NINE),
        ("2026-01-31T09:30:00.000Z", NINE),
        ("2026-01-31T09:30:00.123456789Z", NINE.replace(microsecond=123456)),
        ("2026-01-31T09:30:00,5Z", NINE.replace(microsecond=500000)),
        ("2026-01-31T09:30", NINE),
        ("2026-01-31 09:30", NINE),
        (" 2026-01-31T09:30Z ", NINE),
        ("20260131T093000Z", NINE),
        ("2026-01-31", NINE.replace(hour=0, minute=0)),
        ("2026-W05-6T09:30Z", NINE),
        ("2026-01-31T11:30:00+02:00", NINE),
        ("2026-01-31T04:00:00-0530", NINE),
        ("2026-01-31T11:30:00 02:00", NINE),
        ("2026-01-31 11:30:00 0200", NINE),
        ("2026-01-31T11:30:00 +02:00", NINE),
        ("2026-01-31T11:30:00+02", NINE),
        ("2026-01-31T11:30:00 02", NINE),
    ],
)
def test_every_spelling_of_iso_8601(text: str, moment: datetime) -> None:
    found = parse_timestamp(text)
    assert found == moment
    assert found.tzinfo is UTC


@pytest.mark.parametrize("text", ["9999-12-31", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.9999999Z"])
def test_who_means_for_ever_writes_the_end_of_the_calendar(text: str) -> None:
    assert parse_timestamp(text) == LAST


@given(st.timedeltas(timedelta(0), timedelta(days=3_000_000)), st.integers(-14 * 60, 14 * 60))
def test_what_python_writes_is_read_with_and_without_its_plus(since: timedelta, offset: int) -> None:
    moment = (FIRST + since).astimezone(timezone(timedelta(minutes=offset)))
    assert parse_timestamp(moment.isoformat()) == moment
    assert parse_timestamp(moment.isoformat().replace("+", " ")) == moment


@pytest.mark.parametrize(
    "text",
    [
        "",
        "now",
        "yesterday",
        "1767225600",
        "2026",
        "2026-13-01",
        "2026-02-30T00:00:00Z",
        "2026-01-31T25:00:00Z",
        "2026-01-31x09:30",
        "2026-01-31T09:30 later",
        "2026-01-31+09:30",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "２０２６-01-31",
        ["2026-01-31", "2026-02-01"],
    ],
)
def test_anything_else_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match=r"ISO 8601|more than once"):
        parse_timestamp(text)
