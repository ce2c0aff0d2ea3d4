"""What is concluded from the conversations of two arms, and from how many."""

from __future__ import annotations

from uuid import UUID

import pytest

from parley.domain.analytics.ab_results import FEWEST, NOBODY, ArmSums, Measure, Verdict, compare, results
from parley.domain.deployments.ab_tests import AbTest, Arm
from parley.kit.estimates import Mean, Share
from parley.kit.ids import EPOCH

TEST = AbTest(UUID(int=3), "A", "P", "tone", UUID(int=1), UUID(int=2), 50, "me", EPOCH)


@pytest.mark.parametrize(
    ("control", "variant", "verdict"),
    [
        (Share(50, 100), Share(80, 100), Verdict.HIGHER),
        (Share(80, 100), Share(50, 100), Verdict.LOWER),
        (Share(50, 100), Share(52, 100), Verdict.NO_DIFFERENCE),
        (Share(1, FEWEST - 1), Share(900, 1000), Verdict.NOT_ENOUGH),
        (Mean(100, 60.0, 100.0), Mean(100, 50.0, 100.0), Verdict.LOWER),
        (Mean(100, 60.0, 100.0), Mean(100, 59.0, 100.0), Verdict.NO_DIFFERENCE),
        (Mean(5, 60.0, 1.0), Mean(100, 50.0, 1.0), Verdict.NOT_ENOUGH),
    ],
)
def test_nothing_is_concluded_from_chance_or_too_few(
    control: Share | Mean, variant: Share | Mean, verdict: Verdict
) -> None:
    assert Measure("m", control, variant).verdict is verdict


def test_measures_are_those_of_the_conversations_and_the_metrics_that_were_asked_for() -> None:
    control = ArmSums(120, 100, 40, Mean(100, 61.0, 9.0), {"CSAT": Mean(40, 3.5, 1.0)})
    variant = ArmSums(110, 100, 10, Mean(100, 60.9, 9.0))
    shown = results(TEST, {Arm.CONTROL: control, Arm.VARIANT: variant}, ["CSAT"])
    assert shown["has_enough"]
    assert [each["name"] for each in shown["measures"]] == ["containment", "handoff_rate", "duration", "metric:CSAT"]
    assert [each["verdict"] for each in shown["measures"]] == ["higher", "lower", "no_difference", "not_enough"]
    containment = shown["measures"][0]
    assert containment["control"] == {"conversations": 100, "value": 0.6, "low": 0.502, "high": 0.6906}
    assert containment["difference"] == {"value": 0.3, "low": 0.1828, "high": 0.4077}
    csat = shown["measures"][3]
    assert csat["variant"] == {"conversations": 0, "value": None, "low": None, "high": None}
    assert (csat["difference"], csat["control"]["value"]) == (None, 3.5)


def test_a_test_without_conversations_has_no_figures() -> None:
    shown = results(TEST, {}, ())
    assert not shown["has_enough"]
    assert [(each["arm"], each["conversations"]) for each in shown["arms"]] == [("control", 0), ("variant", 0)]
    assert {each.verdict for each in compare(NOBODY, NOBODY, ["CSAT"])} == {Verdict.NOT_ENOUGH}
