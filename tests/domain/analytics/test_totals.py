"""Which totals answer a question, and that they add up."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.analytics.metrics import MetricSums
from parley.domain.analytics.model import Dimension, Facet, Question
from parley.domain.analytics.totals import TotalsOf, add_up, totals_of

DAY, NEXT = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
FACETS = st.builds(
    Facet,
    channel=st.sampled_from(["CHAT", "VOICE-SIP"]),
    variant_id=st.sampled_from(["", "v1"]),
    deployment_id=st.sampled_from([UUID(int=1), UUID(int=2)]),
)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, TotalsOf("all", "")),
        ({"by": Dimension.ENVIRONMENT}, TotalsOf("all", "")),
        ({"by": Dimension.VARIANT}, TotalsOf("variant", None)),
        ({"variant_id": ""}, TotalsOf("variant", "")),
        ({"channel": "CHAT", "by": Dimension.CHANNEL}, TotalsOf("channel", "CHAT")),
        ({"deployment_id": UUID(int=1)}, TotalsOf("deployment", str(UUID(int=1)))),
        ({"channel": "CHAT", "by": Dimension.VARIANT}, None),
        ({"channel": "CHAT", "variant_id": "v1"}, None),
    ],
)
def test_totals_answer_what_asks_for_one_dimension(asked: dict[str, object], found: TotalsOf | None) -> None:
    assert totals_of(Question("p", ("live",), DAY, NEXT, **asked)) == found  # type: ignore[arg-type]


@given(st.lists(st.tuples(st.integers(0, 2), FACETS, st.integers(0, 9)), max_size=8))
def test_each_facet_adds_up_to_all(given_parts: list[tuple[int, Facet, int]]) -> None:
    parts = [(hour, facet, MetricSums(times, times, total=times * 2.0)) for hour, facet, times in given_parts]
    found = add_up(parts, MetricSums)
    expected: Counter[int] = Counter()
    for hour, _, times in given_parts:
        expected[hour] += times
    for name in ("all", Dimension.CHANNEL, Dimension.VARIANT, Dimension.DEPLOYMENT):
        counted: Counter[int] = Counter()
        for (hour, facet, _), sums in found.items():
            counted[hour] += sums.times if facet == name else 0
            assert (sums.conversations, sums.total) == (sums.times, sums.times * 2.0)
        assert counted == expected
