"""Minutes that things are counted in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from parley.kit.clock import minute_of, seconds_left

moments = st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 given below


@given(moments)
def test_whoever_waits_as_told_is_counted_in_the_next_minute(now: datetime) -> None:
    later = now + timedelta(seconds=seconds_left(now))
    assert 1 <= seconds_left(now) <= 60
    assert minute_of(later) == minute_of(now) + timedelta(minutes=1)
