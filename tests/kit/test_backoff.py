"""How long to wait, by failures and by chance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.backoff import ExponentialBackoff, Jitter, ScheduledBackoff, retry_after

chances = st.floats(0, 1)


def test_delays_grow_up_to_the_longest() -> None:
    backoff = ExponentialBackoff(first=1.0, longest=600.0)
    assert [backoff.delay(failures, 0.0) for failures in (1, 2, 3, 4, 10, 11)] == [1, 2, 4, 8, 512, 600]


@pytest.mark.parametrize("failures", [1024, 1025, 100_000, 2**63])
def test_any_number_of_failures_has_a_delay(failures: int) -> None:
    assert ExponentialBackoff(first=1.0, longest=600.0).delay(failures, 0.0) == 600


def test_a_schedule_ends_with_its_last_delay() -> None:
    backoff = ScheduledBackoff((5.0, 60.0))
    assert [backoff.delay(failures, 0.0) for failures in (1, 2, 3)] == [5, 60, None]


@given(chances, st.floats(0, 1e6))
def test_chance_stays_within_its_bounds(chance: float, seconds: float) -> None:
    assert seconds <= Jitter(spread=0.5).apply(seconds, chance) <= seconds * 1.5
    assert seconds * 0.5 <= Jitter(least=0.5, spread=0.5).apply(seconds, chance) <= seconds
    assert Jitter().apply(seconds, chance) == seconds


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:10 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 10.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:10 GMT"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds
