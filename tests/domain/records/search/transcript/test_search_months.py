"""The months that a transcript search goes through, ever more at a time, as values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from parley.domain.records.search.transcript.search import month_portions
from parley.kit.ids import EPOCH

FIRST, LAST = datetime(1990, 1, 1), datetime(2050, 1, 1)  # noqa: DTZ001 the strategy adds UTC
moments = st.datetimes(FIRST, LAST, timezones=st.just(UTC))


@given(moments, moments | st.just(EPOCH))
def test_portions_of_months_meet_and_cover(one: datetime, other: datetime) -> None:
    oldest, newest = sorted([one, other])
    found = list(month_portions(oldest, newest))
    assert found[0].end > newest
    assert found[-1].first <= oldest < found[-1].end
    assert oldest - found[-1].first < timedelta(days=31)
    assert [earlier.first for earlier in found[:-1]] == [later.end for later in found[1:]]
