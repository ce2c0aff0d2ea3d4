"""Reading pages: chunk by chunk within one budget, without what is gone."""

from __future__ import annotations

from uuid import UUID

import orjson
import pytest

from parley.domain.records.model import Filters, PageRequest, View
from parley.domain.records.pages.listing import list_page
from parley.domain.records.pages.reader import MAX_CHUNK, MIN_CHUNK, READ_AHEAD, ReadBudget, read_records
from parley.storage.db import Database
from tests.domain.records.rows import Rows, a_moment_ago, new_project

pytestmark = pytest.mark.io


@pytest.fixture
async def rows(db: Database) -> Rows:
    return Rows(db, await new_project(db))


async def numbers(db: Database, ids: list[UUID]) -> list[str]:
    return [orjson.loads(text)["id"] for text in await read_records(db, ids, View(), {})]


async def test_readers_share_the_budget(db: Database, rows: Rows) -> None:
    await rows.add()
    page = await list_page(db, Filters(rows.project.id, "live"), PageRequest(5), View(), a_moment_ago(0))
    budget = ReadBudget(4 * READ_AHEAD * MAX_CHUNK)
    sizes = [budget.chunk_size]
    readers = [budget.read_chunks(db, page, View()) for _ in range(300)]
    for reader in readers:
        await anext(reader)
        sizes.append(budget.chunk_size)
    assert sizes[0] == sizes[4] == MAX_CHUNK
    assert sizes[8] == MAX_CHUNK // 2
    assert sizes[-1] == MIN_CHUNK
    for reader in readers:
        await reader.aclose()
    assert budget.chunk_size == MAX_CHUNK, "who has read, or gave up, leaves its share to others"


async def test_a_record_that_goes_away_meanwhile_is_left_out(db: Database, rows: Rows) -> None:
    first, second = await rows.add(at=a_moment_ago(60)), await rows.add(at=a_moment_ago(50))
    page = await list_page(db, Filters(rows.project.id, "live"), PageRequest(30), View(), a_moment_ago(0))
    async with db.transaction() as tx:
        for table in ("conversations", "records"):
            await tx.execute(f"delete from {table} where id = $1", first)
    assert await numbers(db, page.ids(0, 2)) == await numbers(db, [second])
