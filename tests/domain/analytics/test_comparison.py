from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from parley.domain.analytics.comparison import NotComparable, compared, differences, is_sure
from parley.domain.analytics.model import Question, Step, Sums
from parley.web.timestamps import parse_timestamp

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
ASKED = Question("p", ("live",), MONDAY, MONDAY + timedelta(days=3), Step.DAY, channel="CHAT")


def of(asked: str) -> Question:
    return compared(ASKED, asked, parse_timestamp)


@pytest.mark.parametrize(
    ("asked", "start"),
    [
        ("before", MONDAY - timedelta(days=3)),
        ("week", MONDAY - timedelta(days=7)),
        ("start=2026-01-05T10:20:00Z", datetime(2026, 1, 5, 10, tzinfo=UTC)),
        ("start=2026-04-01", datetime(2026, 4, 1, tzinfo=UTC)),
    ],
)
def test_another_time_is_as_long(asked: str, start: datetime) -> None:
    other = of(asked)
    assert (other.start, other.end - other.start, other.channel) == (start, timedelta(days=3), "CHAT")


def test_another_part_is_of_the_same_time() -> None:
    assert of("environment=sandbox").environments == ("sandbox",)
    assert of("channel=SMS").channel == "SMS"
    assert of("variant=").variant_id == ""
    assert of(f"deployment={UUID(int=7)}").deployment_id == UUID(int=7)
    assert of("channel=SMS").start == MONDAY


@pytest.mark.parametrize(
    "asked", ["", "after", "before=1", "week=2", "start=soon", "environment=home", "deployment=1", "language=en", "="]
)
def test_what_cannot_be_compared(asked: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        of(asked)
    assert issubclass(NotComparable, ValueError)


def test_what_is_better() -> None:
    mine = Sums(conversations=100, ended=100, handoffs=10, turns=400, misunderstood=8, seconds=900)
    theirs = Sums(conversations=200, ended=200, handoffs=60, turns=800, misunderstood=16, seconds=1800)
    found = differences(mine, theirs)
    assert found["containment"] == {"value": 0.9, "compared": 0.7, "change": 0.2857, "isBetter": True, "isSure": True}
    assert (found["handoffRate"]["isBetter"], found["handoffRate"]["change"]) == (True, -0.6667)
    assert (found["misunderstoodShare"]["isBetter"], found["misunderstoodShare"]["isSure"]) == (None, None)
    assert (found["conversations"]["change"], found["conversations"]["isBetter"]) == (-0.5, None)
    assert found["latencyP95Ms"] == {"value": None, "compared": None, "change": None, "isBetter": None, "isSure": None}
    assert differences(theirs, mine)["containment"]["isBetter"] is False


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ((1, 4), (3, 4), False),
        ((100, 1000), (150, 1000), True),
        ((100, 1000), (110, 1000), False),
        ((0, 0), (5, 10), False),
        ((0, 1000), (3, 1000), False),
        ((0, 1000), (50, 1000), True),
    ],
)
def test_chance_makes_shares_differ(mine: tuple[int, int], theirs: tuple[int, int], expected: bool) -> None:
    assert is_sure(mine, theirs) is expected
    assert is_sure(theirs, mine) is expected
