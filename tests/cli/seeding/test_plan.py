"""When synthetic conversations start."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np

from parley.cli.seeding.plan import start_times
from parley.kit.ids import EPOCH

NOW = datetime(2026, 3, 11, 15, 30, tzinfo=UTC)


def test_conversations_start_in_the_given_days_and_more_of_them_by_day() -> None:
    found = start_times(np.random.default_rng(1), NOW, 28, 20_000)
    moments = [EPOCH + timedelta(microseconds=start) for start in found.tolist()]
    assert len(moments) == 20_000
    assert NOW - timedelta(days=28) <= moments[0] <= moments[-1] < NOW
    assert (np.diff(found) >= 0).all()
    by_hour = np.bincount([moment.hour for moment in moments], minlength=24)
    by_weekday = np.bincount([moment.weekday() for moment in moments], minlength=7)
    assert by_hour[10] > 10 * by_hour[3]
    assert by_weekday[0] > 1.5 * by_weekday[6]
