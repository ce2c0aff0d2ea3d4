"""Days of an A/B test: what is over is read once, and all days together are what one look at all of it finds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from parley.domain.analytics import ab_result_store
from parley.domain.analytics.ab_days import DAY, Days, KeptDays, add, go_on
from parley.domain.analytics.ab_results import ArmSums
from parley.domain.conversations.model import EARLY
from parley.domain.deployments.ab_tests import AbTest, Arm
from parley.kit.estimates import Mean
from parley.storage.db import Database
from tests.domain.records.rows import Rows, new_project

MIDNIGHT = datetime(2026, 3, 1, tzinfo=UTC)
NOW = MIDNIGHT + 3 * DAY
CONTROL, VARIANT = UUID(int=1), UUID(int=2)


def arm(conversations: int, finished: int | None = None) -> Mapping[Arm, ArmSums]:
    done = conversations if finished is None else finished
    return {Arm.CONTROL: ArmSums(conversations, done, 1, Mean(done, 60.0, 4.0), finished=done)}


def test_days_that_are_over_and_finished_are_kept() -> None:
    read = {MIDNIGHT: arm(3), MIDNIGHT + DAY: arm(4), MIDNIGHT + 2 * DAY: arm(5)}
    known, whole = go_on(Days(), read, NOW)
    assert (known.until, known.arms[Arm.CONTROL].conversations) == (MIDNIGHT + 2 * DAY, 7), "an id may be an hour old"
    assert whole[Arm.CONTROL].conversations == 12
    later, same = go_on(known, {MIDNIGHT + 2 * DAY: arm(5)}, NOW + EARLY)
    assert (later.until, same) == (NOW, whole)
    assert go_on(later, {}, NOW + DAY) == (later, whole)


def test_what_still_runs_is_read_again_with_all_that_follows() -> None:
    read = {MIDNIGHT: arm(3), MIDNIGHT + DAY: arm(4, finished=3), MIDNIGHT + 2 * DAY: arm(5)}
    known, whole = go_on(Days(), read, NOW + DAY)
    assert (known.until, whole[Arm.CONTROL].conversations) == (MIDNIGHT + DAY, 12)


def test_arms_are_added_up() -> None:
    one = {Arm.CONTROL: ArmSums(2, 2, 1, Mean(2, 10.0, 2.0), {"A": Mean(1, 3.0, 0.0)}, 2)}
    two = {
        Arm.CONTROL: ArmSums(1, 1, 0, Mean(1, 13.0, 0.0), {"B": Mean(1, 5.0, 0.0)}, 1),
        Arm.VARIANT: ArmSums(4, 0, 0, finished=0),
    }
    both = add(one, two)
    assert both[Arm.CONTROL] == ArmSums(
        3, 3, 1, Mean(3, 11.0, 4.0), {"A": Mean(1, 3.0, 0.0), "B": Mean(1, 5.0, 0.0)}, 3
    )
    assert both[Arm.VARIANT] == two[Arm.VARIANT]


@pytest.mark.io
async def test_days_together_are_what_one_look_finds(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    project = await new_project(db)
    now = datetime.now(UTC)
    test = AbTest(UUID(int=3), project.account_id, project.id, "tone", CONTROL, VARIANT, 50, "me", now - 5 * DAY)
    rows = Rows(db, project)
    for hours in range(1, 100, 7):
        await rows.add(
            at=now - timedelta(hours=hours),
            deployment_id=VARIANT if hours % 2 else CONTROL,
            metrics=[("CSAT", hours % 5)],
            ab_test_id=test.id,
        )
    asked: list[Any] = []
    read_days = ab_result_store.read_days

    async def noting(*args: Any) -> Any:
        asked.append(args[-1])
        return await read_days(*args)

    monkeypatch.setattr(ab_result_store, "read_days", noting)
    kept = KeptDays()
    first = await kept.read(db, test, ["CSAT"], now)
    again = await kept.read(db, test, ["CSAT"], now)
    assert asked[0] is None
    assert asked[1] >= now - 2 * DAY, "and nothing of the days before"
    for arm_of in Arm:
        whole, parts = first[arm_of], again[arm_of]
        assert (whole.conversations, whole.ended, whole.handoffs) == (parts.conversations, parts.ended, parts.handoffs)
        for a, b in ((whole.duration, parts.duration), (whole.metrics["CSAT"], parts.metrics["CSAT"])):
            assert (a.count, a.mean, a.variance) == pytest.approx((b.count, b.mean, b.variance))
    await rows.add(at=now - timedelta(minutes=1), deployment_id=CONTROL, ab_test_id=test.id)
    assert (await kept.read(db, test, ["CSAT"], now))[Arm.CONTROL].conversations == first[Arm.CONTROL].conversations + 1
    [row] = await db.fetch("select count(*) from conversations where ab_test_id = $1", test.id)
    assert sum(sums.conversations for sums in first.values()) == row["count"] - 1
