"""What a watched A/B test came to, day by day: a day that is over is read once, what is asked again is the rest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.analytics import ab_result_store
from parley.domain.analytics.ab_results import NO_NUMBERS, NOBODY, ArmSums
from parley.domain.conversations.model import EARLY
from parley.domain.deployments.ab_tests import AbTest, Arm
from parley.kit.estimates import merge_means
from parley.kit.values import value
from parley.storage.db import Connection, Database

DAY = timedelta(days=1)
MOST_KEPT = 200
"""Tests with the metrics that are asked for."""

Arms = Mapping[Arm, ArmSums]


@value
class Days:
    """All days up to a moment, which nothing changes any more."""

    until: datetime | None = None
    arms: Arms = field(default_factory=dict)


def add(first: Arms, second: Arms) -> Arms:
    return {arm: _add(first.get(arm, NOBODY), second.get(arm, NOBODY)) for arm in {**first, **second}}


def _add(a: ArmSums, b: ArmSums) -> ArmSums:
    return ArmSums(
        a.conversations + b.conversations,
        a.ended + b.ended,
        a.handoffs + b.handoffs,
        merge_means(a.duration, b.duration),
        {
            name: merge_means(a.metrics.get(name, NO_NUMBERS), b.metrics.get(name, NO_NUMBERS))
            for name in {**a.metrics, **b.metrics}
        },
        a.finished + b.finished,
    )


def go_on(known: Days, read: Mapping[datetime, Arms], now: datetime) -> tuple[Days, Arms]:
    """`read`: by day, from where `known` ends. What is known from now on, and all of it."""
    whole, is_settled = known.arms, True
    for day, arms in sorted(read.items()):
        whole = add(whole, arms)
        is_settled = is_settled and day + DAY + EARLY <= now and all(_is_finished(each) for each in arms.values())
        if is_settled:
            known = Days(day + DAY, whole)
    return known, whole


def _is_finished(sums: ArmSums) -> bool:
    return sums.finished == sums.conversations


class KeptDays:
    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[UUID, tuple[str, ...]], Days] = OrderedDict()

    async def read(self, db: Database | Connection, test: AbTest, metrics: Sequence[str], now: datetime) -> Arms:
        key = (test.id, tuple(metrics))
        known = self._kept.get(key, Days())
        read = await ab_result_store.read_days(db, test, metrics, now, known.until)
        self._kept[key], whole = go_on(known, read, now)
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return whole
