"""How an agent does: the answer for pages and programs."""

from __future__ import annotations

from datetime import timedelta

import pytest

from parley.domain.conversations.model import Ending
from parley.kit.clock import iso
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.domain.records.rows import Rows, a_moment_ago
from tests.make import Make

pytestmark = pytest.mark.io


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    builder = await Builder.of(build, make)
    rows = Rows(make.resources.db, builder.project_info)
    await rows.add(at=a_moment_ago(90))
    await rows.add(at=a_moment_ago(80), ending=Ending("handoff", handoff=True, handoff_reason="angry"), channel="SMS")
    await rows.add("running", at=a_moment_ago(5))
    await rows.add(at=a_moment_ago(60), environment="sandbox", turn={"is_ood": True})
    return builder


async def test_a_week_by_day(builder: Builder) -> None:
    said = await builder.send("GET", "/analytics")
    assert (said["step"], said["groupBy"], len(said["points"])) == ("day", None, 8)
    total = said["total"]
    assert (total["conversations"], total["ended"], total["handoffs"], total["handoffReasons"]) == (
        4,
        3,
        1,
        {"angry": 1},
    )
    assert (total["containment"], total["handoffRate"], total["misunderstoodTurns"]) == (0.6667, 0.3333, 2)
    assert abs(total["latencyP50Ms"] - 250) <= 250 * 0.075
    assert sum(point["conversations"] for point in said["points"]) == 4


async def test_parts_of_it(builder: Builder) -> None:
    live = await builder.send("GET", "/analytics?environment=live&step=all")
    assert [point["conversations"] for point in live["points"]] == [3]
    grouped = await builder.send("GET", "/analytics?step=all&groupBy=channel")
    assert {point["group"]: point["conversations"] for point in grouped["points"]} == {"SMS": 1, "WEBCHAT": 3}
    assert (await builder.send("GET", "/analytics?channel=SMS"))["total"]["conversations"] == 1
    assert (await builder.send("GET", "/analytics?variant=none"))["total"]["conversations"] == 0
    end = a_moment_ago() - timedelta(hours=24)
    assert (await builder.send("GET", f"/analytics?end={iso(end)}"))["total"]["conversations"] == 0


@pytest.mark.parametrize(
    "query",
    ["step=minute", "start=2026-01-02&end=2026-01-01", "start=2024-01-01", "start=2026-01-01&end=2026-03-01&step=hour",
     "deployment=x", "groupBy=language", "end=0001-01-03", "compare=after", "compare=deployment=x", "compare=start=x"],
)  # fmt: skip
async def test_what_cannot_be_asked(query: str, builder: Builder) -> None:
    await builder.send("GET", f"/analytics?{query}", 400)


async def test_two_answers_beside_each_other(builder: Builder) -> None:
    said = await builder.send("GET", "/analytics?environment=live&channel=WEBCHAT&step=day&compare=channel%3DSMS")
    other = said["compared"]
    assert (said["total"]["conversations"], other["total"]["conversations"], other["channel"]) == (2, 1, "SMS")
    assert (other["start"], other["end"], len(other["points"])) == (said["start"], said["end"], len(said["points"]))
    assert other["differences"]["containment"] == {
        "value": 1.0, "compared": 0.0, "change": None, "isBetter": True, "isSure": False,
    }  # fmt: skip
    before = (await builder.send("GET", "/analytics?compare=before"))["compared"]
    assert (before["end"], before["total"]["conversations"]) == (said["start"], 0)
    assert (before["environment"], before["channel"], before["variant"], before["deployment"]) == (None,) * 4
    assert "compared" not in await builder.send("GET", "/analytics")


async def test_others_are_not_counted(builder: Builder, build: ContractClient, make: Make) -> None:
    other = await Builder.of(build, make)
    assert (await other.send("GET", "/analytics"))["total"]["conversations"] == 0
    assert (await build.get(f"{builder.path}/analytics", headers=other.headers)).status_code == 404
