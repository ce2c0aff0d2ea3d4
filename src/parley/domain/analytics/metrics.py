"""What agents measured (`conv.write_metric`), as values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from parley.domain.analytics.model import Facet
from parley.kit.values import value

LONGEST_NAME = 255
LONGEST_VALUE = 64
"""Characters of a text that is counted by itself: longer ones are remarks, and no two are the same."""
MOST_VALUES = 50
"""Of one metric in one hour, of conversations that have the same facet."""
MOST_NAMES = 200
"""In one hour: agent code makes names up."""


@dataclass(slots=True)
class MetricSums:
    conversations: int = 0
    """In which it was written."""
    times: int = 0
    numbers: int = 0
    """How often it was a number."""
    total: float = 0.0
    """Of these."""
    lowest: float | None = None
    highest: float | None = None
    by_value: Counter[str] = field(default_factory=Counter)
    """Texts, and whole numbers from 0 to 10: scores. The most frequent."""

    def add(self, other: MetricSums) -> None:
        self.conversations += other.conversations
        self.times += other.times
        self.numbers += other.numbers
        self.total += other.total
        self.lowest = min(_known(self.lowest, other.lowest), default=None)
        self.highest = max(_known(self.highest, other.highest), default=None)
        self.by_value.update(other.by_value)


def _known(*values: float | None) -> Iterator[float]:
    return (each for each in values if each is not None)


@value
class MetricFacet:
    """What is counted together: the metric of a name in an hour, by what its conversations have in common."""

    name: str
    hour: datetime
    facet: Facet


MetricHours = dict[MetricFacet, MetricSums]
MetricPoints = dict[tuple[datetime, str | None], MetricSums]
"""By the beginning of the step, and the value of the dimension where one is asked for."""


def bounded(hours: MetricHours) -> MetricHours:
    """The most frequent names of each hour, and the most frequent values of each."""
    times: defaultdict[datetime, Counter[str]] = defaultdict(Counter)
    for place, sums in hours.items():
        times[place.hour][place.name] += sums.times
        sums.by_value = Counter(dict(ranked(sums.by_value)[:MOST_VALUES]))
    kept = {hour: {name for name, _ in ranked(names)[:MOST_NAMES]} for hour, names in times.items()}
    return {place: sums for place, sums in hours.items() if place.name in kept[place.hour]}


def ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    """The most frequent first; those that are as frequent in the order of their names."""
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


def to_json(sums: MetricSums) -> dict[str, Any]:
    """With the mean, and the most frequent values."""
    values = ranked(sums.by_value)[:MOST_VALUES]
    return {
        "conversations": sums.conversations,
        "count": sums.times,
        "numbers": sums.numbers,
        "sum": _rounded(sums.total) if sums.numbers else None,
        "mean": _rounded(sums.total / sums.numbers) if sums.numbers else None,
        "min": sums.lowest,
        "max": sums.highest,
        "values": dict(values),
    }


def _rounded(number: float) -> float:
    """Sums of hours and of conversations differ in the last bits."""
    return float(f"{number:.12g}")
