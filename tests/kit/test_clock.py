"""Minutes that things are counted in, and moments as they are written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import example, given
from hypothesis import strategies as st

from parley.kit.clock import iso, minute_of, seconds_left

moments = st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 given below


@given(moments)
def test_whoever_waits_as_told_is_counted_in_the_next_minute(now: datetime) -> None:
    later = now + timedelta(seconds=seconds_left(now))
    assert 1 <= seconds_left(now) <= 60
    assert minute_of(later) == minute_of(now) + timedelta(minutes=1)


@given(moments)
@example(datetime(2026, 11, 19, 8, tzinfo=UTC))
@example(datetime(2026, 11, 19, 8, 0, 0, 999, tzinfo=UTC))
def test_a_moment_is_written_in_utc_with_milliseconds(now: datetime) -> None:
    written = iso(now)
    assert written == iso(now.astimezone(timezone(timedelta(hours=2))))
    assert len(written) == len("2026-11-19T08:00:00.000Z")
    assert timedelta(0) <= now - datetime.fromisoformat(written) < timedelta(milliseconds=1)
