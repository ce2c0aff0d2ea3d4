"""The export of records over real HTTP: who sees what, and going on where one was."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx
import orjson
import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations.model import public_id
from parley.domain.projects.actions import change_settings
from parley.domain.records.exports import store
from parley.resources import Resources
from tests.contract import ContractClient
from tests.domain.records.rows import Rows, a_moment_ago
from tests.make import Make
from tests.platform_api.records import Records
from tests.waiting import until

pytestmark = pytest.mark.io


@pytest.fixture
async def records(platform: ContractClient, make: Make, monkeypatch: pytest.MonkeyPatch) -> Records:
    monkeypatch.setattr(store, "REPORTED_WITHIN", timedelta(0))
    project_info = await make.project()
    return Records(platform, project_info, (await make.key(Family.CONVERSATIONS, project_info)).secret)


@pytest.fixture
def rows(resources: Resources, records: Records) -> Rows:
    return Rows(resources.db, records.project)


async def export(records: Records, **query: Any) -> httpx.Response:
    path = f"/v3/{records.project.account_id}/{records.project.id}/conversations/export"
    return await records.client.get(path, headers=records.headers, params=query)


async def lines(records: Records, **query: Any) -> list[dict[str, Any]]:
    response = await export(records, **query)
    assert (response.status_code, response.headers["content-type"]) == (200, "application/x-ndjson")
    return [orjson.loads(line) for line in response.content.splitlines()]


async def has(records: Records, count: int) -> None:
    async def are_there() -> bool:
        return len(await lines(records)) == count

    await until(are_there)


async def test_lines_are_the_records_of_the_list(records: Records, rows: Rows) -> None:
    for number in range(3):
        await rows.add(at=a_moment_ago(60 + number))
    await has(records, 3)
    found = await lines(records)
    listed = {each["id"]: each for each in await records.list({"limit": 10})}
    assert {each["id"]: {k: v for k, v in each.items() if k != "cursor"} for each in found} == listed
    assert [each["id"] for each in found] == [public_id(each) for each in rows.ids]
    rest = await lines(records, cursor=found[0]["cursor"])
    assert rest == found[1:]
    assert await lines(records, limit=1, cursor=found[0]["cursor"]) == found[1:2]
    assert await lines(records, cursor=found[-1]["cursor"]) == []
    assert await lines(records, finished_since="2100-01-01") == []
    assert len(await lines(records, finished_since="2020-01-01")) == 3
    assert "latency" in (await lines(records, include_latency="true"))[0]["turns"][0]


async def test_filters_are_those_of_the_list(records: Records, rows: Rows) -> None:
    await rows.add(channel="VOICE-SIP", variant_id="v1")
    await rows.add(channel="WEBCHAT", variant_id="v2")
    await rows.add(environment="sandbox")
    await has(records, 2)
    for query in ({"channel": "voice"}, {"variant_id": "v2"}, {"client_env": "sandbox"}, {"start_time": "2100-01-01"}):
        assert {each["id"] for each in await lines(records, **query)} == set(await records.ids(query)), query


async def test_a_transcript_that_is_not_shown_is_not_exported(
    records: Records, rows: Rows, resources: Resources
) -> None:
    await rows.add()
    await has(records, 1)
    async with resources.db.transaction() as tx:
        await change_settings(tx, records.project, {"show_transcripts": False})

    async def is_hidden() -> bool:
        return [each["turns"] for each in await lines(records)] == [[]]

    await until(is_hidden)


async def test_another_project_is_not_seen(records: Records, rows: Rows, make: Make) -> None:
    await rows.add()
    await has(records, 1)
    [mine] = await lines(records)
    other = await make.project()
    stranger = Records(records.client, other, (await make.key(Family.CONVERSATIONS, other)).secret)
    assert await lines(stranger) == []
    assert await lines(stranger, finished_since="2020-01-01", cursor=mine["cursor"]) == []
    stranger.project = records.project
    assert (await export(stranger)).status_code == 403


@pytest.mark.parametrize(
    "query",
    [
        {"cursor": "x"},
        {"cursor": "A" * 36},
        {"limit": 0},
        {"limit": "many"},
        {"finished_since": "soon"},
        {"client_env": "moon"},
        {"variant_id": "a", "variant_name": "b"},
    ],
    ids=str,
)
async def test_what_is_not_valid_is_refused(records: Records, query: dict[str, Any]) -> None:
    assert (await export(records, **query)).status_code == 400
