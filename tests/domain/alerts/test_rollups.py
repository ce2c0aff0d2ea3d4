"""Which minutes are measured when: every one that is over, soon, and again for what came late."""

from __future__ import annotations

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from parley.domain.alerts.rollups import (
    LONGEST_RANGE,
    MINUTE,
    PASSES,
    MinuteRange,
    closed_until,
    due_ranges,
    passes_due,
)
from tests.domain.alerts.happenings import MICROSECOND, NOW, SECOND

NOON = NOW.replace(minute=0, second=0, microsecond=0)
moments = st.integers(0, 7_200_000).map(lambda milliseconds: NOON + timedelta(milliseconds=milliseconds))


def minutes_of(stretches: list[MinuteRange]) -> dict[datetime, int]:
    return {minute: stretch.passes for stretch in stretches for minute in stretch.minutes}


def test_a_minute_is_looked_at_three_times() -> None:
    end = NOON + MINUTE
    assert [passes_due(NOON, end + wait - MICROSECOND) for wait in PASSES] == [0, 1, 2]
    assert [passes_due(NOON, end + wait) for wait in PASSES] == [1, 2, 3]


@given(moments)
def test_what_is_measured_is_what_is_closed(now: datetime) -> None:
    """Without a gap: what is not measured is read from the records."""
    closed = closed_until(now)
    assert closed.second == closed.microsecond == 0
    assert passes_due(closed - MINUTE, now) >= 1
    assert passes_due(closed, now) == 0


@given(moments, st.integers(1, 3600))
def test_at_first_everything_is_due(now: datetime, reach: int) -> None:
    first = now - reach * SECOND
    minutes = minutes_of(due_ranges(first, now, {}))
    if minutes:
        assert min(minutes) <= first < min(minutes) + MINUTE
        assert max(minutes) + MINUTE == closed_until(now)
        assert len(minutes) == (closed_until(now) - min(minutes)) // MINUTE
    else:
        assert closed_until(now) <= first
    assert all(minutes[minute] == passes_due(minute, now) for minute in minutes)


@given(moments, st.lists(st.integers(1, 900), max_size=8))
def test_whenever_one_looks_everything_has_been_looked_at_often_enough(begin: datetime, pauses: list[int]) -> None:
    known: dict[datetime, int] = {}
    now = begin
    for pause in pauses:
        now += pause * SECOND
        first = now - timedelta(hours=1)
        known.update(minutes_of(due_ranges(first, now, known)))
        assert due_ranges(first, now, known) == []
        assert all(known[minute] == passes_due(minute, now) for minute in minutes_of(due_ranges(first, now, {})))


@given(moments, st.dictionaries(st.integers(0, 60), st.integers(0, 3)))
def test_stretches_are_short_and_hold_minutes_of_one_kind(now: datetime, seen: dict[int, int]) -> None:
    first = now - timedelta(hours=1)
    known = {closed_until(now) - number * MINUTE: looks for number, looks in seen.items()}
    stretches = due_ranges(first, now, known)
    assert all(MINUTE <= each.end - each.start <= LONGEST_RANGE for each in stretches)
    wanted = {
        minute: passes_due(minute, now)
        for minute in minutes_of(due_ranges(first, now, {}))
        if known.get(minute, 0) < passes_due(minute, now)
    }
    assert minutes_of(stretches) == wanted
    assert sum(len(each.minutes) for each in stretches) == len(wanted)


def test_steadily_one_minute_is_new_and_two_are_looked_at_again() -> None:
    now = NOON + timedelta(hours=1)
    known = minutes_of(due_ranges(now - timedelta(hours=1), now, {}))
    new = due_ranges(now - timedelta(hours=1), now + MINUTE, known)
    assert sorted(each.passes for each in new) == [1, 2, 3]
    assert {each.end - each.start for each in new} == {MINUTE}
