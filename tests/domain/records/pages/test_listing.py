"""Pages by age: every record once, in order, found through the indexes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import product
from typing import Any
from uuid import UUID

import orjson
import pytest

from parley.domain.projects.info import ProjectInfo
from parley.domain.records import store
from parley.domain.records.model import Filters, PageRequest, View
from parley.domain.records.pages.listing import list_page
from parley.domain.records.pages.reader import read_chunk, read_records
from parley.storage.db import Database, Row
from parley.storage.partitions import ensure_between
from tests.domain.records.rows import Rows, a_moment_ago, new_project

pytestmark = pytest.mark.io

STAGES = ("running", "ended", "finished", "snapshot")
CHANNELS = ("WEBCHAT", "CHAT", "VOICE-SIP", "SMS")
VARIANTS = ("", "north", "south")


@pytest.fixture
async def rows(db: Database) -> Rows:
    return Rows(db, await new_project(db))


def public_ids(texts: list[bytes]) -> list[str]:
    return [orjson.loads(text)["id"] for text in texts]


async def numbers(db: Database, ids: list[UUID]) -> list[str]:
    return public_ids(await read_records(db, ids, View(), {}))


@pytest.mark.parametrize("limit", [1, 3, store.SMALL_PAGE, 200])
@pytest.mark.parametrize("ascending", [False, True])
async def test_by_age(db: Database, rows: Rows, limit: int, ascending: bool) -> None:
    for minutes in range(7):
        await rows.add(STAGES[minutes % len(STAGES)], at=a_moment_ago(60 + minutes))
    expected = sorted(rows.ids, reverse=not ascending)
    filters = Filters(rows.project.id, "live")
    seen: list[UUID] = []
    while True:
        after = seen[-1] if seen else None
        page = await list_page(
            db, filters, PageRequest(limit, after=after, ascending=ascending), View(), a_moment_ago(0)
        )
        seen += page.ids(0, len(page))
        if not page.more:
            break
        assert len(page) == limit
    assert seen == expected
    by_offset = await list_page(db, filters, PageRequest(limit, offset=2, ascending=ascending), View(), a_moment_ago(0))
    assert by_offset.ids(0, len(by_offset)) == expected[2 : 2 + limit]


AGES = (0, 3, 24, 26, 49, 51, 80, 200)
"""Days, on both sides of the weeks that are looked through first."""


@pytest.fixture
async def ages(db: Database, rows: Rows) -> list[UUID]:
    """One conversation of each age, the newest first."""
    now = a_moment_ago(1)
    async with db.transaction() as tx:
        await ensure_between(tx, now - timedelta(days=max(AGES)), now)
    return [await rows.add(at=now - timedelta(days=days)) for days in AGES]


async def test_a_page_reaches_back_as_far_as_it_has_to(db: Database, rows: Rows, ages: list[UUID]) -> None:
    for limit, oldest in product((1, 3, 5, store.SMALL_PAGE), (0, 26, 300)):
        filters = Filters(rows.project.id, "live", end=a_moment_ago(0) - timedelta(days=oldest) + timedelta(hours=1))
        expected = [each for each, days in zip(ages, AGES, strict=True) if days >= oldest]
        seen: list[UUID] = []
        more = True
        while more:
            page = await list_page(
                db, filters, PageRequest(limit, after=seen[-1] if seen else None), View(), a_moment_ago(0)
            )
            seen, more = seen + page.ids(0, len(page)), page.more
        assert seen == expected, (limit, oldest)


async def test_a_page_of_recent_weeks_opens_no_older_partitions(db: Database, rows: Rows, ages: list[UUID]) -> None:
    spy: Any = Spy(db)
    page = await list_page(spy, Filters(rows.project.id, "live"), PageRequest(2), View(), a_moment_ago(0))
    assert page.ids(0, 2) == ages[:2]
    [(query, args)] = spy.asked
    async with db.connection() as connection:
        plan = "\n".join(row[0] for row in await connection.fetch(f"explain {query}", *args))
    opened = set(re.findall(r"\bon ((?:conversations|records)_\d{4}_\d\d)", plan))
    old = {
        f"{table}_{a_moment_ago() - timedelta(days=days):%Y_%m}"
        for table in ("conversations", "records")
        for days in (80, 200)
    }
    assert opened
    assert not opened & old


async def test_a_page_after_any_id_there_may_be(db: Database, rows: Rows, ages: list[UUID]) -> None:
    filters, now = Filters(rows.project.id, "live"), a_moment_ago(0)
    for number, expected in ((0, []), (1, []), (2**128 - 1, ages)):
        page = await list_page(db, filters, PageRequest(20, after=UUID(int=number)), View(), now)
        assert page.ids(0, len(page)) == expected


async def test_a_small_page_brings_its_snapshots_along(db: Database, rows: Rows) -> None:
    finished, running = await rows.add(), await rows.add("running")
    large = await rows.add(said=[("x" * store.SMALL_RECORD, "y")])
    page = await list_page(db, Filters(rows.project.id, "live"), PageRequest(5), View(), a_moment_ago(0))
    assert len(page) == len(rows.ids)
    assert [each for each, record in zip(page.ids(0, 3), page.preloaded, strict=True) if record is not None] == [
        finished
    ]
    texts = await read_chunk(db, page, 0, 3, View())
    assert public_ids(texts) == await numbers(db, sorted([finished, running, large], reverse=True))


async def test_channels_that_there_are(db: Database, rows: Rows) -> None:
    for channel in (*CHANNELS, *CHANNELS):
        await rows.add(channel=channel)
    await rows.add(channel="VOICE-OTHER", environment="sandbox")
    assert await store.list_channels(db, rows.project.id, "live") == sorted(CHANNELS)
    assert await store.list_channels(db, rows.project.id, "pre-release") == []


Entry = dict[str, Any]


def fits(entry: Entry, filters: Filters) -> bool:
    """What the filters mean, once more and slowly."""
    conditions: list[tuple[object, Callable[[Any], bool]]] = [
        (filters.start, lambda start: entry["at"] >= start),
        (filters.end, lambda end: entry["at"] < end),
        (filters.channels or None, lambda channels: entry["channel"] in channels),
        (filters.variant_id, lambda variant: entry["variant_id"] == variant),
        (filters.variant_name, lambda variant: entry["variant_name"] == variant),
        (filters.in_progress, lambda running: (entry["stage"] == "running") == running),
    ]
    return entry["environment"] == filters.environment and all(
        wanted is None or holds(wanted) for wanted, holds in conditions
    )


def random_filters(project: ProjectInfo, chance: random.Random, begin: datetime) -> Filters:
    def maybe(value: Any) -> Any:
        return value if chance.random() < 0.4 else None

    start, end = sorted(begin + timedelta(seconds=chance.randrange(3600)) for _ in range(2))
    by_name = chance.random() < 0.5
    variant = maybe(chance.choice(VARIANTS))
    return Filters(
        project.id,
        chance.choice(("live", "live", "sandbox")),
        start=maybe(start),
        end=maybe(end),
        channels=tuple(sorted(chance.sample(CHANNELS, chance.randrange(4)))),
        variant_id=None if by_name else variant,
        variant_name=variant if by_name else None,
        in_progress=maybe(chance.random() < 0.5),
    )


async def add_any(rows: Rows, chance: random.Random, at: datetime, entries: dict[UUID, Entry]) -> None:
    variant = chance.choice(VARIANTS)
    entry: Entry = {
        "stage": chance.choice(STAGES),
        "at": at,
        "channel": chance.choice(CHANNELS),
        "variant_id": variant,
        "variant_name": variant,
        "environment": chance.choice(("live", "live", "live", "sandbox")),
    }
    entries[await rows.add(**entry)] = entry


@pytest.mark.parametrize("seed", range(4))
async def test_walking_by_cursor_equals_a_slow_filter_while_all_is_in_motion(
    db: Database, rows: Rows, seed: int
) -> None:
    chance = random.Random(seed)
    begin = a_moment_ago(120)
    entries: dict[UUID, Entry] = {}
    for _ in range(40):
        await add_any(rows, chance, begin + timedelta(seconds=chance.randrange(3600)), entries)
    await Rows(db, await new_project(db)).add(at=begin)
    for _ in range(6):
        filters = random_filters(rows.project, chance, begin)
        before = dict(entries)
        expected = sorted((each for each in before if fits(before[each], filters)), reverse=True)
        seen: list[UUID] = []
        while True:
            span = PageRequest(chance.choice((1, 2, 5, 25)), after=seen[-1] if seen else None)
            page = await list_page(db, filters, span, View(), a_moment_ago(0))
            seen += page.ids(0, len(page))
            if not page.more:
                break
            await add_any(rows, chance, datetime.now(begin.tzinfo), entries)
            without_snapshot = [each for each in entries if entries[each]["stage"] == "ended"]
            for each in without_snapshot[:1]:
                await rows.bring(each, "snapshot")
                entries[each] = {**entries[each], "stage": "snapshot"}
        assert [each for each in seen if each in before] == expected
        assert len(set(seen)) == len(seen)
        assert await numbers(db, seen) == public_ids([await one(db, each) for each in seen])


async def one(db: Database, conversation_id: UUID) -> bytes:
    [text] = await read_records(db, [conversation_id], View(), {})
    return text


class Spy:
    """Keeps the statements that a database is asked."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.asked: list[tuple[str, tuple[Any, ...]]] = []

    async def fetch(self, query: str, *args: Any) -> list[Row]:
        self.asked.append((query, args))
        return await self._db.fetch(query, *args)


INDEXES = [
    ({}, "conversations_by_project"),
    ({"variant_id": "rare"}, "conversations_by_variant"),
    ({"variant_name": "rare"}, "conversations_by_variant_name"),
    ({"channels": ("SMS",)}, "conversations_by_channel"),
    ({"channels": ("CHAT", "SMS")}, "conversations_by_channel"),
    ({"in_progress": True}, "conversations_without_record"),
]


@pytest.fixture
async def crowd(db: Database, rows: Rows) -> UUID:
    """Two thousand conversations of two projects, in which a few differ. The one in the middle."""
    middle = await rows.add(at=a_moment_ago(600))
    async with db.transaction() as tx:
        await tx.execute(
            """
            insert into conversations (id, public_id, account_id, project_id, environment, deployment_id, channel,
                                       variant_id, variant_name, started_at, ended_at, record_bytes)
            select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000b'
                    || lpad(to_hex(number), 15, '0'))::uuid,
                   '', $2, project, 'live', gen_random_uuid(), case when rare then 'SMS' else 'WEBCHAT' end,
                   case when rare then 'rare' else 'common' end, case when rare then 'rare' else 'common' end, at,
                   case when not rare then at end, case when not rare then 100 end
            from (
                select number, case when number % 2 = 0 then $1 else 'PROJECT-other' end as project,
                       number % 500 < 2 as rare, now() - make_interval(mins => number) as at
                from generate_series(1, 2000) as number
            )
            """,
            rows.project.id,
            rows.project.account_id,
        )
    async with db.connection() as connection:
        await connection.execute("vacuum analyze conversations")
    return middle


@pytest.mark.parametrize(("wanted", "index"), INDEXES, ids=lambda value: str(value))
async def test_pages_are_found_through_the_indexes(
    db: Database, rows: Rows, crowd: UUID, wanted: dict[str, Any], index: str
) -> None:
    """A page deep in the list reads no more rows than the first: it looks at what it gives, and little else."""
    names = {
        row["name"]
        for row in await db.fetch(
            "select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::text::regclass", index
        )
    }
    for after in (None, crowd):
        spy: Any = Spy(db)
        await store.find_small_page(
            spy, Filters(rows.project.id, "live", **wanted), PageRequest(5, after=after), View()
        )
        [(query, args)] = spy.asked
        async with db.connection() as connection:
            for plans in ("force_custom_plan", "force_generic_plan"):
                await connection.execute(f"set plan_cache_mode = {plans}")
                statement = await connection.prepare(f"explain (analyze, format json) {query}")
                plan = orjson.loads((await statement.fetch(*args))[0][0])[0]["Plan"]
                scans = list(scans_of(plan))
                assert {scan["Index Name"] for scan in scans if "Index Name" in scan} & names, plans
                assert sum(scan.get("Rows Removed by Filter", 0) for scan in scans) == 0, plans
                assert sum(scan["Actual Rows"] for scan in scans) <= 2 * 6, plans
            await connection.execute("reset plan_cache_mode")


def scans_of(plan: dict[str, Any]) -> Any:
    if "Relation Name" in plan and plan["Relation Name"].startswith("conversations") and plan["Actual Loops"]:
        yield plan
    for child in plan.get("Plans", ()):
        yield from scans_of(child)
