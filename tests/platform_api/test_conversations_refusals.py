"""What the Conversations API refuses, and what it lets through."""

from __future__ import annotations

import pytest

from parley.domain.accounts.model import Family
from parley.resources import Resources
from tests.contract import ContractClient
from tests.domain.records.rows import Rows
from tests.make import Make
from tests.platform_api.records import Records

pytestmark = pytest.mark.io


@pytest.fixture
async def records(platform: ContractClient, make: Make) -> Records:
    project_info = await make.project()
    return Records(platform, project_info, (await make.key(Family.CONVERSATIONS, project_info)).secret)


@pytest.fixture
def rows(resources: Resources, records: Records) -> Rows:
    return Rows(resources.db, records.project)


MODE = "start_time=2026-01-01&end_time=2026-02-01"


REFUSED = [
    ("limit=0", "limit"),
    ("limit=5001", "limit"),
    ("limit=-1", "limit"),
    ("limit=five", "limit"),
    ("limit=1.5", "limit"),
    ("limit=", "limit"),
    ("limit=1&limit=2", "limit"),
    ("limit=99999999999999999999", "limit"),
    ("offset=-1", "offset"),
    ("offset=x", "offset"),
    ("offset=99999999999999999999", "offset"),
    ("start_time=yesterday", "start_time"),
    ("start_time=2026-13-01T00:00:00Z", "start_time"),
    ("start_time=1767225600", "start_time"),
    ("end_time=", "end_time"),
    ("start_time=2026-02-01&end_time=2026-01-01", "end_time"),
    ("client_env=production", "client_env"),
    ("client_env=LIVE", "client_env"),
    ("in_progress=1", "in_progress"),
    ("in_progress=yes", "in_progress"),
    ("in_progress=", "in_progress"),
    ("include_latency=on", "include_latency"),
    ("query_type=fuzzy&query=x&" + MODE, "query_type"),
    ("query_type=transcript&" + MODE, "query"),
    ("query_type=transcript&query=%20&" + MODE, "query"),
    ("query_type=semantic&query=&" + MODE, "query"),
    ("query_type=transcript&query=x", "start_time"),
    ("query_type=semantic&query=x&start_time=2026-01-01", "end_time"),
    ("query_type=transcript&query=" + "x" * 1001 + "&" + MODE, "query"),
    ("sample=all&" + MODE, "sample"),
    ("sample=random", "start_time"),
    ("sample=random&end_time=2026-01-01", "start_time"),
    ("sample=random&query_type=semantic&query=x&" + MODE, "sample"),
    ("turn_type=both", "turn_type"),
    ("sort=oldest", "sort"),
    ("variant_id=a&variant_name=b", "variant_name"),
    ("channel=" + "x" * 256, "channel"),
    ("query=%00", "query"),
]


async def test_what_is_refused(records: Records) -> None:
    for version in ("v1", "v3"):
        for query, field in REFUSED:
            response = await records.get(query, version)
            refused = (response.status_code, response.json().get("error_code"))
            assert refused == (400, "CONVERSATIONS_VALIDATION_FAILED"), query
            assert field in response.json()["error_message"], query


async def test_all_problems_are_named_at_once(records: Records) -> None:
    message = (await records.get("limit=0&in_progress=x&client_env=y")).json()["error_message"]
    assert all(f"{field}: " in message for field in ("limit", "in_progress", "client_env"))
    message = (await records.get("query_type=transcript&variant_id=a&variant_name=b")).json()["error_message"]
    assert all(f"{field}: " in message for field in ("query", "start_time", "end_time", "variant_name"))


async def test_a_malformed_cursor(records: Records, rows: Rows) -> None:
    for _ in range(2):
        await rows.add()
    good = (await records.page({"limit": 1}))["cursor"]
    damaged = [good[:-1], good + "A", good[1:] + good[0], good.swapcase(), good + "="]
    for cursor in (*damaged, "x", "null", "!!!", "AAAA", "A" * 28, "A" * 300, "%C3%A9", "0", "-1"):
        response = await records.get(f"cursor={cursor}")
        assert response.status_code == 400, cursor
        assert response.json()["error_code"] == "CONVERSATIONS_VALIDATION_FAILED"


async def test_what_is_let_through(records: Records, rows: Rows) -> None:
    await rows.add()
    ignored = ("include_context_state=true&include_turn_metadata=maybe", "unknown=1", "query=ignored", "turn_type=user")
    always = "start_time=0001-01-01T00:00:00Z&end_time=9999-12-31T23:59:59.999Z"
    for query in (*ignored, "cursor=", "limit=%2B5", "sort=best", always, f"sample=random&{always}"):
        assert len(await records.list(query)) == 1, query


async def test_other_versions_do_not_exist(records: Records) -> None:
    for version in ("v0", "v4", "latest"):
        assert (await records.get(version=version)).status_code == 404
