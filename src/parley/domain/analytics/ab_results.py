"""What an A/B test has shown so far: how its two arms do, and how sure that is. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum, auto
from typing import Any

from parley.domain.deployments.ab_tests import AbTest, Arm
from parley.kit.estimates import (
    Estimate,
    Mean,
    Share,
    estimate_mean,
    estimate_mean_difference,
    estimate_share,
    estimate_share_difference,
)
from parley.kit.values import value

FEWEST = 30
"""Conversations of each arm that have ended: of fewer nothing is concluded."""

MOST_METRICS = 10
"""In one answer."""


class Verdict(StrEnum):
    NOT_ENOUGH = auto()
    NO_DIFFERENCE = auto()
    """None that can be told from chance."""
    HIGHER = auto()
    """The variant's."""
    LOWER = auto()


NO_NUMBERS = Mean(0, 0.0, 0.0)


@value
class ArmSums:
    conversations: int = 0
    ended: int = 0
    handoffs: int = 0
    """Of those that have ended."""
    duration: Mean = NO_NUMBERS
    """Seconds."""
    metrics: Mapping[str, Mean] = field(default_factory=dict)
    """The numbers that agent code wrote under a name: the mean of each conversation counts once."""
    finished: int = 0
    """Of which nothing changes any more."""


NOBODY = ArmSums()
Sample = Share | Mean


@value
class Measure:
    name: str
    control: Sample
    variant: Sample

    @property
    def counts(self) -> tuple[int, int]:
        return _count(self.control), _count(self.variant)

    @property
    def difference(self) -> Estimate | None:
        """How much higher the variant's is."""
        if isinstance(self.control, Share):
            assert isinstance(self.variant, Share)
            return estimate_share_difference(self.variant, self.control)
        assert isinstance(self.variant, Mean)
        return estimate_mean_difference(self.variant, self.control)

    @property
    def verdict(self) -> Verdict:
        difference = self.difference
        if difference is None or min(self.counts) < FEWEST:
            return Verdict.NOT_ENOUGH
        if difference.holds_zero:
            return Verdict.NO_DIFFERENCE
        return Verdict.HIGHER if difference.low > 0 else Verdict.LOWER


def _count(sample: Sample) -> int:
    return sample.whole if isinstance(sample, Share) else sample.count


def compare(control: ArmSums, variant: ArmSums, metrics: Sequence[str]) -> Iterator[Measure]:
    both = (control, variant)
    yield Measure("containment", *(Share(each.ended - each.handoffs, each.ended) for each in both))
    yield Measure("handoff_rate", *(Share(each.handoffs, each.ended) for each in both))
    yield Measure("duration", control.duration, variant.duration)
    for name in metrics:
        yield Measure(f"metric:{name}", *(each.metrics.get(name, NO_NUMBERS) for each in both))


def results(test: AbTest, arms: Mapping[Arm, ArmSums], metrics: Sequence[str]) -> dict[str, Any]:
    control, variant = (arms.get(arm, NOBODY) for arm in (Arm.CONTROL, Arm.VARIANT))
    return {
        "ab_test": test.to_json(),
        "fewest_conversations": FEWEST,
        "has_enough": min(control.ended, variant.ended) >= FEWEST,
        "arms": [
            {
                "arm": arm.value,
                "deployment_id": str(test.deployment_of(arm)),
                "conversations": sums.conversations,
                "ended": sums.ended,
            }
            for arm, sums in ((Arm.CONTROL, control), (Arm.VARIANT, variant))
        ],
        "measures": [_measure_json(each) for each in compare(control, variant, metrics)],
    }


def _measure_json(measure: Measure) -> dict[str, Any]:
    return {
        "name": measure.name,
        "control": _sample_json(measure.control),
        "variant": _sample_json(measure.variant),
        "difference": _estimate_json(measure.difference),
        "verdict": measure.verdict.value,
    }


def _sample_json(sample: Sample) -> dict[str, Any]:
    if isinstance(sample, Share):
        return {"conversations": sample.whole, **_bounds(estimate_share(sample))}
    known = _bounds(estimate_mean(sample))
    return {"conversations": sample.count, **known, "value": round(sample.mean, 4) if sample.count else None}


def _estimate_json(estimate: Estimate | None) -> dict[str, float | None] | None:
    return None if estimate is None else _bounds(estimate)


def _bounds(estimate: Estimate | None) -> dict[str, float | None]:
    if estimate is None:
        return {"value": None, "low": None, "high": None}
    return {name: round(getattr(estimate, name), 4) for name in ("value", "low", "high")}
