from __future__ import annotations

from parley.messaging.socket import BURST, PER_SECOND, RateLimit


def test_a_burst_is_taken_and_then_as_many_as_time_allows() -> None:
    limit = RateLimit(0.0)
    assert sum(limit.take(0.0) for _ in range(100)) == BURST
    assert sum(limit.take(1.0) for _ in range(100)) == PER_SECOND
    assert sum(limit.take(1000.0) for _ in range(100)) == BURST
