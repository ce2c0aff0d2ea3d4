"""A sample that is drawn page by page is one sample."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from parley.domain.records.model import Filters
from parley.domain.records.samples.sampling import sample_page
from parley.storage.db import Database
from tests.domain.records.samples.test_sampling import COUNT, FILTERS, plant

pytestmark = pytest.mark.io

NOW = datetime(2026, 5, 1, tzinfo=UTC)
READER = uuid4()


async def drawn(db: Database, limit: int, offset: int = 0, reader: UUID = READER, now: datetime = NOW) -> list[UUID]:
    return [each.id for each in (await sample_page(db, reader, FILTERS, limit, offset, now)).records]


@pytest.mark.parametrize("limit", [1, 7, COUNT - 1, COUNT, COUNT + 1])
async def test_pages_hold_everyone_once(db: Database, limit: int) -> None:
    everyone = {each.id: each.record_bytes for each in await plant(db)}
    seen: list[UUID] = []
    more = True
    while more:
        page = await sample_page(db, READER, FILTERS, limit, len(seen), NOW)
        assert [each.record_bytes for each in page.records] == [everyone[each.id] for each in page.records]
        seen += [each.id for each in page.records]
        more = page.more
    assert sorted(seen) == sorted(everyone)


async def test_a_page_that_is_asked_for_twice_is_the_same(db: Database) -> None:
    await plant(db)
    first = await drawn(db, 10)
    assert await drawn(db, 10, 5) == [*first[5:], *(await drawn(db, 5, 10))]
    assert await drawn(db, 10, 20) == await drawn(db, 10, 20)


async def test_each_first_page_is_a_new_draw(db: Database) -> None:
    await plant(db)
    assert len({tuple(await drawn(db, 10)) for _ in range(5)}) > 1


async def test_draws_of_readers_and_filters_are_their_own(db: Database) -> None:
    await plant(db)
    first = await drawn(db, 10)
    await drawn(db, 10, reader=uuid4())
    await sample_page(db, READER, Filters(FILTERS.project_id, "live", variant_id="V1"), 3, 0, NOW)
    assert not set(first) & set(await drawn(db, 40, 10))


async def test_what_is_gone_is_left_out_and_counts_as_seen(db: Database) -> None:
    await plant(db)
    first = await drawn(db, 10)
    await db.fetch("delete from conversations where id = any($1)", first[:4])
    page = await sample_page(db, READER, FILTERS, 6, 2, NOW)
    assert [each.id for each in page.records] == first[4:8]


async def test_a_draw_that_nobody_goes_on_with_is_deleted(db: Database) -> None:
    await plant(db)
    await drawn(db, 10)
    later = NOW + timedelta(hours=2)
    await drawn(db, 10, reader=uuid4(), now=later)
    assert len(await db.fetch("select from sample_draws")) == 1
    assert len(await drawn(db, 10, 10, now=later)) == 10
