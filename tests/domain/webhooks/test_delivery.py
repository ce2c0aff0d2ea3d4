"""What follows from attempts, in virtual time."""

from __future__ import annotations

from datetime import timedelta
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.webhooks.delivery import (
    JITTER,
    LONGEST_ASKED,
    PATIENCE,
    DeliveryStatus,
    NextStep,
    Outcome,
    next_step,
)

PAUSES = (60.0, 300.0, 900.0, 3600.0, 14400.0)
NEVER = timedelta()
DOWN = Outcome(error="connection_failed")

statuses = st.integers(100, 999)
outcomes = st.builds(Outcome, status=statuses, asked=st.none() | st.floats(0, 1e9)) | st.builds(
    Outcome, error=st.just("timeout"), is_final=st.booleans()
)
chances = st.floats(0, 1)


def after(attempts: int, outcome: Outcome, failing_for: timedelta = NEVER, chance: float = 0.0) -> NextStep:
    return next_step(attempts, outcome, failing_for, PAUSES, chance)


def times(outcome: Outcome, chance: float) -> list[float]:
    """When attempts happen, in seconds since the first, until the delivery is over."""
    waits = [0.0]
    while (step := after(len(waits), outcome, chance=chance)).status is DeliveryStatus.PENDING:
        waits.append(step.wait)
    return list(accumulate(waits))


def test_six_attempts_in_five_hours_and_a_half() -> None:
    assert [at / 60 for at in times(DOWN, 0.0)] == [0, 1, 6, 21, 81, 321]


@given(chances)
def test_by_chance_an_attempt_is_later_and_never_earlier(chance: float) -> None:
    exact, jittered = times(DOWN, 0.0), times(DOWN, chance)
    assert len(exact) == len(jittered)
    assert all(
        first <= second <= first * (1 + JITTER.spread) + 1e-6 for first, second in zip(exact, jittered, strict=True)
    )


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_taken(status: int) -> None:
    assert after(1, Outcome(status)) == NextStep(DeliveryStatus.DELIVERED)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 599])
def test_tried_again(status: int) -> None:
    assert after(1, Outcome(status)).status is DeliveryStatus.PENDING
    assert after(6, Outcome(status)).status is DeliveryStatus.FAILED


@pytest.mark.parametrize("status", [199, 300, 301, 302, 307, 308, 400, 401, 403, 404, 409, 422, 600, 999])
def test_given_up_at_once(status: int) -> None:
    assert after(1, Outcome(status)) == NextStep(DeliveryStatus.FAILED)


def test_an_address_that_is_not_allowed_is_given_up_at_once() -> None:
    assert after(1, Outcome(error="address_refused", is_final=True)) == NextStep(DeliveryStatus.FAILED)


def test_gone_means_never_again() -> None:
    assert after(1, Outcome(410)) == NextStep(DeliveryStatus.DROPPED, disable="gone")


@pytest.mark.parametrize(("asked", "wait"), [(None, 60), (0, 60), (5, 60), (120, 120), (1e9, LONGEST_ASKED)])
def test_the_receiver_may_ask_for_a_longer_pause(asked: float | None, wait: float) -> None:
    assert after(1, Outcome(503, asked=asked)).wait == wait


def test_an_endpoint_that_fails_for_days_is_disabled_with_the_next_delivery_that_is_given_up() -> None:
    assert after(6, DOWN, PATIENCE).disable == "failing"
    assert after(1, Outcome(404), PATIENCE).disable == "failing"
    assert after(6, DOWN, PATIENCE - timedelta(seconds=1)).disable == ""
    assert after(1, DOWN, PATIENCE).disable == "", "one failure after a quiet week says little"
    assert after(1, Outcome(200), PATIENCE).disable == ""


@given(st.integers(1, 10), outcomes, st.timedeltas(timedelta(), timedelta(days=30)), chances)
def test_whatever_happens(attempts: int, outcome: Outcome, failing_for: timedelta, chance: float) -> None:
    step = after(attempts, outcome, failing_for, chance)
    taken = outcome.status is not None and 200 <= outcome.status < 300
    assert (step.status is DeliveryStatus.DELIVERED) == taken
    assert (step.wait > 0) == (step.status is DeliveryStatus.PENDING)
    if step.status is DeliveryStatus.PENDING:
        assert attempts <= len(PAUSES), "no more attempts than pauses and one"
        assert PAUSES[attempts - 1] <= step.wait <= max(PAUSES[attempts - 1] * (1 + JITTER.spread), LONGEST_ASKED)
        assert step.disable == ""


@given(st.lists(outcomes, min_size=10, max_size=10), chances)
def test_every_delivery_comes_to_an_end(happened: list[Outcome], chance: float) -> None:
    steps = [after(number, outcome, chance=chance) for number, outcome in enumerate(happened, 1)]
    ended = next(number for number, step in enumerate(steps, 1) if step.status is not DeliveryStatus.PENDING)
    assert ended <= len(PAUSES) + 1
