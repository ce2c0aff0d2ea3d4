"""Windows around a time, and which counted hours answer which question."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.concurrency.model import WINDOW, Facet, Range, SeriesQuery, ceiling, floor
from parley.domain.conversations.model import Stage
from tests.domain.concurrency.past import HOUR, MIDNIGHT, MINUTE

FIRST = datetime(1, 1, 1, tzinfo=UTC)
moments = st.timedeltas(timedelta(0), timedelta(days=3_651_000)).map(lambda since: FIRST + since)


@given(moments)
def test_rounding_finds_the_marks_on_both_sides(moment: datetime) -> None:
    below, above = floor(moment, WINDOW), ceiling(moment, WINDOW)
    assert below <= moment <= above
    assert above - below == (timedelta(0) if moment == below else WINDOW)
    assert below.minute % 5 == 0
    assert (below.second, below.microsecond) == (0, 0)


def test_a_range_has_every_window_that_has_a_moment_of_it() -> None:
    second = timedelta(seconds=1)
    assert Range.around(MIDNIGHT, MIDNIGHT + second) == Range(MIDNIGHT, MIDNIGHT + WINDOW)
    assert Range.around(MIDNIGHT - second, MIDNIGHT + WINDOW) == Range(MIDNIGHT - WINDOW, MIDNIGHT + WINDOW)
    assert Range.around(MIDNIGHT, MIDNIGHT + 7 * 24 * HOUR).windows == 2016


def test_windows_before_a_moment() -> None:
    range_ = Range(MIDNIGHT, MIDNIGHT + HOUR)
    assert [range_.windows_before(MIDNIGHT + minutes * MINUTE) for minutes in (-60, 0, 5, 60, 120)] == [0, 0, 1, 12, 12]
    assert range_.windows_before(None) == 0


@pytest.mark.parametrize(
    ("asked", "facet"),
    [
        ({}, (Facet.ALL, "")),
        ({"variant_id": "v1"}, (Facet.VARIANT, "v1")),
        ({"variant_id": ""}, (Facet.VARIANT, "")),
        ({"variant_name": "North"}, (Facet.VARIANT_NAME, "North")),
        ({"language": "en-gb"}, (Facet.LANGUAGE, "en-gb")),
        ({"number": "+441"}, (Facet.NUMBER, "+441")),
        ({"by_variant": True}, (Facet.VARIANT, None)),
        ({"by_variant": True, "variant_id": "v1"}, (Facet.VARIANT, "v1")),
        ({"by_variant": True, "variant_name": "North"}, None),
        ({"by_variant": True, "language": "en-gb"}, None),
        ({"variant_id": "v1", "language": "en-gb"}, None),
        ({"number": "+441", "language": "en-gb"}, None),
    ],
)
def test_which_counted_hours_answer_a_question(asked: dict[str, Any], facet: tuple[Facet, str | None] | None) -> None:
    assert SeriesQuery(Stage("p", "live"), Range(MIDNIGHT, MIDNIGHT + HOUR), **asked).facet == facet
