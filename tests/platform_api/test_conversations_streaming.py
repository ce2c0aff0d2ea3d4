"""Large pages: streamed in pieces, whole or visibly not, and never more of them in memory than was allowed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import httpx
import orjson
import pytest

from parley.domain.accounts.model import Family
from parley.domain.conversations.model import public_id
from parley.domain.records import store
from parley.domain.records.model import View
from parley.domain.records.pages.reader import MAX_CHUNK, ReadBudget
from parley.platform_api import conversations
from parley.resources import Resources
from parley.storage.db import Database, DatabaseUnavailable
from tests.contract import ContractClient
from tests.domain.records.rows import Rows, a_moment_ago
from tests.make import Make
from tests.platform_api.records import Records
from tests.waiting import until

pytestmark = pytest.mark.io

COUNT = 150
STAGES = ("snapshot", "snapshot", "snapshot", "running", "ended", "finished")
LINE = "Grüße, “everyone” – 你好 👋 " * 100


@pytest.fixture
async def records(platform: ContractClient, make: Make, resources: Resources) -> Records:
    """A project with records of more than two pieces, of every stage."""
    project_info = await make.project()
    rows = Rows(resources.db, project_info)
    chance = random.Random(1)
    for number in range(COUNT):
        said = [("", "Hello!"), (f"number {number}", LINE), ("", LINE)]
        await rows.add(chance.choice(STAGES), at=a_moment_ago(2 * COUNT - number), said=said, metrics=[("N", number)])
    return Records(platform, project_info, (await make.key(Family.CONVERSATIONS, project_info)).secret)


class Chunks:
    """How the snapshots of a page are read; it can be held up, and go wrong from a given time on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fails_from: int | None = None) -> None:
        self.sizes: list[int] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self._fails_from = fails_from
        self._read = store.find_snapshots
        monkeypatch.setattr(store, "find_snapshots", self)

    async def __call__(self, db: Database, ids: Sequence[UUID], view: View) -> dict[UUID, bytes]:
        if self._fails_from is not None and len(self.sizes) >= self._fails_from:
            raise DatabaseUnavailable
        if self.sizes:
            await self.may_go_on.wait()
        found = await self._read(db, ids, view)
        self.sizes.append(sum(map(len, found.values())))
        return found


def address(records: Records, version: str = "v3") -> str:
    return f"{records.client.url}/{version}/{records.project.account_id}/{records.project.id}/conversations"


async def test_a_large_page_of_every_stage(
    records: Records, resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks = Chunks(monkeypatch)
    response = await records.get({"limit": 5000})
    assert response.headers["transfer-encoding"] == "chunked"
    page = response.json()
    assert len(chunks.sizes) > 2
    assert max(chunks.sizes) < MAX_CHUNK * 1.1
    assert (page["cursor"], "next_offset" in page) == (None, False)
    rows = await resources.db.fetch("select id from conversations order by id desc")
    assert [each["id"] for each in page["conversations"]] == [public_id(row["id"]) for row in rows]
    for number, each in enumerate(reversed(page["conversations"])):
        assert each["turns"][1]["user_input"] == f"number {number}"
        assert each["metrics"] == {"N": str(number)}
    assert conversations.read_budget.chunk_size == MAX_CHUNK

    small = [each for offset in range(0, COUNT, 20) for each in await records.list({"limit": 20, "offset": offset})]
    assert small == page["conversations"], "large and small pages show the same"


async def test_other_forms_of_a_large_page(records: Records) -> None:
    page = await records.page({"limit": COUNT - 1})
    assert page["next_offset"] == COUNT - 1
    [last] = await records.list({"limit": 5, "cursor": page["cursor"]})
    everything = [*page["conversations"], last]
    oldest_first = await records.page({"limit": COUNT}, "v1")
    assert set(oldest_first) == {"conversations"}
    assert [each["id"] for each in oldest_first["conversations"]] == [each["id"] for each in reversed(everything)]
    assert oldest_first["conversations"][0]["turns"][0]["user_input"] is None
    slow = await records.list({"limit": COUNT, "include_latency": "true"})
    assert all(turn.pop("latency") for each in slow for turn in each["turns"])
    assert slow == everything


async def test_a_head_request(records: Records) -> None:
    async with httpx.AsyncClient(trust_env=False) as client:
        response = await client.head(f"{address(records)}?limit=5000", headers=records.headers)
    assert (response.status_code, response.content) == (200, b"")


async def test_a_failure_before_the_first_byte_is_an_error(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    Chunks(monkeypatch, fails_from=0)
    response = await records.get({"limit": 5000})
    assert (response.status_code, response.json()["error_code"]) == (503, "SERVICE_UNAVAILABLE")
    assert conversations.read_budget.chunk_size == MAX_CHUNK


async def test_a_failure_on_the_way_breaks_the_answer_off(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    Chunks(monkeypatch, fails_from=2)
    with pytest.raises(httpx.RemoteProtocolError):
        await records.get({"limit": 5000})
    monkeypatch.undo()
    assert len(await records.list({"limit": 5000})) == COUNT, "the next request is answered"


async def test_a_client_that_leaves_stops_the_work(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    chunks, read_budget = Chunks(monkeypatch), ReadBudget(64 << 10)
    monkeypatch.setattr(conversations, "read_budget", read_budget)
    chunks.may_go_on.clear()
    page = f"{address(records)}?limit=5000"
    async with httpx.AsyncClient(trust_env=False) as client, client.stream("GET", page, headers=records.headers) as got:
        assert got.status_code == 200
        assert read_budget.readers == 1
    chunks.may_go_on.set()

    async def is_over() -> bool:
        return read_budget.readers == 0

    await until(is_over)
    assert len(chunks.sizes) < 8, "of more than ten: a busy machine takes a moment to hear of it"


async def test_many_at_once_get_smaller_pieces_and_the_same_page(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks = Chunks(monkeypatch)
    monkeypatch.setattr(conversations, "read_budget", ReadBudget(1 << 20))
    async with httpx.AsyncClient(trust_env=False, timeout=60) as client:

        async def fetch() -> Any:
            response = await client.get(f"{address(records)}?limit=5000", headers=records.headers)
            return orjson.loads(response.content)["conversations"]

        pages = await asyncio.gather(*(fetch() for _ in range(12)))
    assert all(page == pages[0] for page in pages)
    assert len(pages[0]) == COUNT
    assert min(chunks.sizes) < MAX_CHUNK // 4
