"""How an agent does: the answer for pages and programs."""

from __future__ import annotations

from datetime import timedelta

import pytest

from parley.domain.accounts.model import Family
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


async def test_what_latencies_are_made_of(builder: Builder) -> None:
    assert "latencyParts" not in (await builder.send("GET", "/analytics"))["total"]
    rows = Rows(builder.make.resources.db, builder.project_info)
    await rows.add(
        at=a_moment_ago(70), turn={"trace": {"timings": {"functions_ms": 500, "model_first_piece_ms": None}}}
    )
    said = await builder.send("GET", "/analytics?latencyParts=true&compare=before")
    assert said["compared"]["total"]["latencyParts"] == {}
    [(part, found)] = said["total"]["latencyParts"].items()
    assert (part, found["turns"]) == ("functions", 2)
    assert abs(found["p50Ms"] - 500) <= 500 * 0.075


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
     "deployment=x", "groupBy=language",
     "timeZone=Nowhere", "end=0001-01-03", "compare=after", "compare=deployment=x", "compare=start=x"],
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


async def test_what_agent_code_measured(builder: Builder, make: Make) -> None:
    rows = Rows(make.resources.db, builder.project_info)
    await rows.add(at=a_moment_ago(70), metrics=[("PLAN", "plus"), ("SPENT", 10.5)])
    await rows.add(at=a_moment_ago(65), metrics=[("PLAN", "basic"), ("PLAN", "plus"), ("SPENT", 4)], channel="SMS")
    listed = await builder.send("GET", "/analytics/metrics?limit=1")
    assert ([each["name"] for each in listed["metrics"]], listed["total"]) == (["PLAN"], 2)
    asked = "/analytics?step=all&environment=live&metric="
    plan = (await builder.send("GET", f"{asked}PLAN"))["total"]["metric"]
    assert (plan["conversations"], plan["count"], plan["values"]) == (2, 3, {"plus": 2, "basic": 1})
    assert (plan["numbers"], plan["sum"], plan["mean"]) == (0, None, None)
    behind = await builder.send("GET", "/conversations?metric=PLAN%3Dplus")
    assert len(behind["conversations"]) == 2
    spent = await builder.send("GET", f"{asked}SPENT&channel=WEBCHAT&compare=channel%3DSMS")
    assert spent["points"][0]["metric"]["sum"] == 10.5
    differences = spent["compared"]["differences"]
    assert (differences["metricMean"]["value"], differences["metricMean"]["compared"]) == (10.5, 4.0)
    grouped = await builder.send("GET", f"{asked}SPENT&groupBy=channel")
    assert {each["group"]: each["metric"]["mean"] for each in grouped["points"]} == {"SMS": 4.0, "WEBCHAT": 10.5}
    assert (await builder.send("GET", f"{asked}OTHER"))["total"]["metric"]["count"] == 0


async def test_peaks_are_those_of_the_concurrency_api(builder: Builder, platform: ContractClient, make: Make) -> None:
    rows = Rows(make.resources.db, builder.project_info)
    at = a_moment_ago(200)
    for variant in ("north", "north", "south"):
        await rows.add(at=at, variant_id=variant)
    said = await builder.send("GET", "/analytics?step=hour&environment=live&compare=before")
    hours = {point["start"]: point["peakConcurrency"] for point in said["points"]}
    assert hours[iso(at.replace(minute=0, second=0, microsecond=0))] == said["total"]["peakConcurrency"] == 3
    assert said["compared"]["differences"]["peakConcurrency"]["compared"] == 0
    key = (await make.key(Family.CONCURRENCY, builder.project_info)).secret
    asked = f"start_time={said['start']}&end_time={said['end']}&client_env=live"
    path = f"/v1/{builder.project_info.account_id}/{builder.project_info.id}/conversations/concurrency?{asked}"
    intervals = (await platform.get(path, headers={"x-api-key": key})).json()["intervals"]
    assert max(each["max_concurrent_conversations"] for each in intervals) == 3
    by_variant = await builder.send("GET", "/analytics?step=all&groupBy=variant")
    assert {each["group"]: each["peakConcurrency"] for each in by_variant["points"]} == {"": 1, "north": 2, "south": 1}
    assert (await builder.send("GET", "/analytics?variant=south"))["total"]["peakConcurrency"] == 1
    assert (await builder.send("GET", "/analytics?groupBy=channel"))["total"]["peakConcurrency"] is None


async def test_days_of_a_time_zone(builder: Builder) -> None:
    said = await builder.send("GET", "/analytics?timeZone=Asia/Tokyo")
    assert {each["start"][11:19] for each in said["points"]} == {"15:00:00"}
    assert sum(each["conversations"] for each in said["points"]) == 4


async def test_others_are_not_counted(builder: Builder, build: ContractClient, make: Make) -> None:
    other = await Builder.of(build, make)
    assert (await other.send("GET", "/analytics"))["total"]["conversations"] == 0
    assert (await build.get(f"{builder.path}/analytics", headers=other.headers)).status_code == 404
