"""What happened in a project, and every metric of it: pure, on arrays. Moments are microseconds since 2000, as
PostgreSQL counts them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from parley.domain.alerts.model import Gap, Metric, Reading, Rule, Window
from parley.kit.ids import MICROSECOND

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

START_OF_COUNT = datetime(2000, 1, 1, tzinfo=UTC)
PERCENTILES = {Metric.LATENCY_P50: 50, Metric.LATENCY_P95: 95}


def _count(moment: datetime) -> int:
    return (moment - START_OF_COUNT) // MICROSECOND


@dataclass(frozen=True, slots=True)
class Activity:
    answered: Integers
    """When each turn was, and beside it:"""
    latencies: Floats
    """in milliseconds; not a number where it is unknown"""
    function_errors: Integers
    api_errors: Integers
    starts: Integers
    crashes: Integers

    def since(self, moment: datetime) -> Activity:
        """From that moment on; the moment itself belongs to it."""
        first = _count(moment)
        return self._select(self.answered >= first, self.starts >= first, self.crashes >= first)

    def before(self, moment: datetime) -> Activity:
        end = _count(moment)
        return self._select(self.answered < end, self.starts < end, self.crashes < end)

    def _select(self, turns: Flags, starts: Flags, crashes: Flags) -> Activity:
        return Activity(
            self.answered[turns],
            self.latencies[turns],
            self.function_errors[turns],
            self.api_errors[turns],
            self.starts[starts],
            self.crashes[crashes],
        )

    def read(self, metric: Metric) -> Reading:
        # Silence is no data for every metric, counts included: `call_volume < 10` must not fire every night.
        if not (self.answered.size or self.starts.size or self.crashes.size):
            return Gap.NOTHING_HAPPENED
        if metric in PERCENTILES:
            return percentile(self.latencies[~np.isnan(self.latencies)], PERCENTILES[metric])
        counts = {
            Metric.API_ERRORS: self.api_errors.sum(),
            Metric.FUNCTION_ERRORS: self.function_errors.sum(),
            Metric.CALL_CRASHES: self.crashes.size,
            Metric.CALL_VOLUME: self.starts.size,
        }
        return int(counts[metric])


def percentile(latencies: Floats, percent: int) -> Reading:
    """Between the two values around the rank, as near to each as the rank is; to the nearest millisecond."""
    if not latencies.size:
        return Gap.NOTHING_HAPPENED
    # Half a millisecond goes up: numpy's own rounding would take it to the even number.
    return int(np.floor(np.percentile(latencies, percent) + 0.5))


_NONE = np.empty(0, np.int64)
NOTHING = Activity(_NONE, _NONE.astype(np.float64), _NONE, _NONE, _NONE, _NONE)


def join_activities(activities: Sequence[Activity]) -> Activity:
    return Activity(
        np.concatenate([each.answered for each in activities]),
        np.concatenate([each.latencies for each in activities]),
        np.concatenate([each.function_errors for each in activities]),
        np.concatenate([each.api_errors for each in activities]),
        np.concatenate([each.starts for each in activities]),
        np.concatenate([each.crashes for each in activities]),
    )


def read_metrics(rules: Sequence[Rule], projects: Mapping[str, Activity], now: datetime) -> dict[str, Reading]:
    """What the metric of each rule of one account is in its window before now, by the rule's id."""
    windows: dict[tuple[str | None, Window], Activity] = {}
    found = {}
    for rule in rules:
        key = (rule.project_id, rule.window_duration)
        if key not in windows:
            windows[key] = select_activity(rule.project_id, projects).since(now - rule.window_duration.span)
        found[rule.id] = windows[key].read(rule.metric)
    return found


def select_activity(project_id: str | None, projects: Mapping[str, Activity]) -> Activity:
    return join_activities([NOTHING, *projects.values()]) if project_id is None else projects.get(project_id, NOTHING)
