from __future__ import annotations

import pytest

from parley.telephony.sip.ingress.rate_limits import MAX_ADDRESSES, RateLimits


def test_each_stranger_is_answered_a_few_times() -> None:
    limits = RateLimits(burst=3, rate=1, all_burst=100, all_rate=50)
    assert [limits.allow("a", 0.0) for _ in range(5)] == [True] * 3 + [False] * 2
    assert limits.allow("b", 0.0)
    assert [limits.allow("a", 2.0) for _ in range(3)] == [True, True, False]
    assert not limits.is_flooded


@pytest.mark.slow
def test_all_strangers_together_are_not_answered_often_however_many_they_are() -> None:
    limits = RateLimits(all_burst=100, all_rate=50)
    answered = [limits.allow(str(number), number / 10_000) for number in range(10_000)]
    assert 100 <= sum(answered) <= 151
    assert limits.is_flooded
    assert len(limits) == MAX_ADDRESSES
