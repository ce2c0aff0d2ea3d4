"""Who gets which arm: by the share, always the same, and never back from the variant when its share grows."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.deployments.ab_tests import AbTest, Active, Arm, check_arms, check_share
from parley.domain.deployments.model import Deployment
from parley.kit.errors import ValidationFailed
from parley.kit.ids import EPOCH

CONTROL, VARIANT = UUID(int=1), UUID(int=2)
shares = st.sampled_from(range(5, 100, 5))
tests = st.builds(
    lambda number, share: AbTest(UUID(int=number), "A", "P", "t", CONTROL, VARIANT, share, "me", EPOCH),
    st.integers(0, 2**128 - 1),
    shares,
)


def deployment(number: int, files: str) -> Deployment:
    return Deployment(UUID(int=number), "A", "P", "live", files, "", files, "me", EPOCH, None)


@given(tests, st.integers(0, 10**6))
def test_the_share_of_the_callers_gets_the_variant(test: AbTest, first: int) -> None:
    count, share = 400, test.traffic_percentage / 100
    drawn = sum(test.draw(f"+44{first + each}") is Arm.VARIANT for each in range(count))
    assert abs(drawn / count - share) < 6 * sqrt(share * (1 - share) / count)


@given(tests, shares, st.text(min_size=1, max_size=40))
def test_a_caller_keeps_the_arm(test: AbTest, other: int, caller: str) -> None:
    assert test.draw(caller) is test.draw(caller)
    grown, shrunk = replace(test, traffic_percentage=max(other, test.traffic_percentage)), test
    if test.draw(caller) is Arm.VARIANT:
        assert grown.draw(caller) is Arm.VARIANT
    if grown.draw(caller) is Arm.CONTROL:
        assert shrunk.draw(caller) is Arm.CONTROL


@given(tests)
def test_what_is_drawn_in_one_test_says_nothing_of_another(test: AbTest) -> None:
    other = replace(test, id=UUID(int=test.id.int ^ 1), traffic_percentage=50)
    test = replace(test, traffic_percentage=50)
    callers = [f"+4477009{each:05}" for each in range(400)]
    alike = sum(test.draw(each) is other.draw(each) for each in callers)
    assert abs(alike / len(callers) - 0.5) < 6 * sqrt(0.25 / len(callers))


def test_without_a_test_everybody_gets_what_is_active() -> None:
    live = deployment(1, "a")
    assert Active(live).draw("+4477") is live
    assert Active(live).deployment_ids == {CONTROL}


@pytest.mark.parametrize("share", [0, 4, 6, 100, -5])
def test_shares_go_from_5_to_95_in_steps_of_5(share: int) -> None:
    check_share(5)
    check_share(95)
    with pytest.raises(ValidationFailed):
        check_share(share)


@pytest.mark.parametrize(
    ("control", "variant"),
    [
        (None, deployment(2, "b")),
        (deployment(1, "a"), None),
        (deployment(1, "a"), deployment(3, "b")),
        (deployment(1, "a"), deployment(2, "a")),
    ],
)
def test_the_arms_are_two_versions_in_live_and_pre_release(
    control: Deployment | None, variant: Deployment | None
) -> None:
    with pytest.raises(ValidationFailed):
        check_arms(control, variant, VARIANT)
    assert check_arms(deployment(1, "a"), deployment(2, "b"), VARIANT)[1].id == VARIANT
