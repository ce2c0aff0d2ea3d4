"""Every way to find records and handoff states, and what of them is too old, uses the index that was made for it, and
never looks at every row of a large table.

The statements are those that the product really runs; the server says how it would run them on twenty thousand records.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np
import pytest

from parley.cli.seeding import plan as seeding
from parley.cli.seeding.plan import SeedRequest, make_plan
from parley.cli.seeding.writer import vacuum_tables, write_plan
from parley.domain.accounts.actions import create_account
from parley.domain.concurrency import series
from parley.domain.concurrency.actions import recount_from
from parley.domain.concurrency.jobs import count_next
from parley.domain.concurrency.model import Range, SeriesQuery
from parley.domain.conversations import handoff_store, removal_store
from parley.domain.conversations.counted_hours_store import list_begun
from parley.domain.conversations.model import Count, Stage
from parley.domain.deployments.model import SEQUENCE
from parley.domain.projects.actions import create_project
from parley.domain.records import store
from parley.domain.records.filter_store import count_all, count_up_to
from parley.domain.records.model import Filters, PageRequest, Traits, View
from parley.domain.records.pages.listing import list_page
from parley.domain.records.pages.reader import read_records
from parley.domain.records.samples.numbers import draw_by_number
from parley.domain.records.samples.sampling import random_sample
from parley.domain.records.search.semantic import search as semantic_search
from parley.domain.records.search.transcript.search import search_transcripts
from parley.providers.embeddings.protocol import Vectors, normalised
from parley.storage.db import Connection, Database
from parley.storage.partitions import first_id
from tests.fixtures import fresh_database
from tests.plans import MODES, Scan, Statement, WatchedDatabase, scans, undone

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("record plans")]

LARGE = {
    *(
        "conversations",
        "turns",
        "records",
        "record_words",
        "record_vectors",
        "concurrency_hours",
        "started_hours",
        "handoff_states",
    ),
}
NOW = datetime(2026, 3, 11, 15, 30, tzinfo=UTC)
PROJECTS = ("PROJECT-1", "PROJECT-2", "PROJECT-3")
OURS = Filters(PROJECTS[0], "live")
STAGE = Stage(OURS.project_id, OURS.environment)
MONTH = replace(OURS, start=NOW - timedelta(days=30), end=NOW)
WEEK = replace(OURS, start=NOW - timedelta(days=14), end=NOW - timedelta(days=7))
HOUR = replace(OURS, start=NOW - timedelta(days=7), end=NOW - timedelta(days=7, hours=-1))
FIGURES = Traits(min_seconds=20, max_seconds=3600, min_turns=1, max_turns=2, min_silences=1)
MIDDLE = UUID(int=int((NOW - timedelta(days=20)).timestamp() * 1000) << 80)

Find = Callable[[Database], Awaitable[object]]


class Hashing:
    """Embeds in no time: what a vector means does not matter here."""

    name, dims = "hashing", 384

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return normalised(np.stack([np.random.default_rng(len(text)).standard_normal(self.dims) for text in texts]))


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    find: Find
    indexes: set[str]
    """What it is found by."""
    others: frozenset[str] = frozenset()
    """What may do as well for a part of it. Nothing else is used."""
    is_index_only: bool = False
    """The first of its looks needs no table."""

    def __str__(self) -> str:
        return self.name


def page(name: str, filters: Filters, request: PageRequest, *indexes: str) -> Case:
    return Case(name, lambda db: list_page(db, filters, request, View(), NOW), set(indexes))


def records(view: View) -> Find:
    async def find(db: Database) -> None:
        found = await list_page(db, OURS, PageRequest(50), view, NOW)
        await read_records(db, found.ids(0, 50), view, {})

    return find


def search(filters: Filters, query: str) -> Find:
    return lambda db: search_transcripts(db, filters, query, None, 5)


def likeness(filters: Filters) -> Find:
    return lambda db: semantic_search.SemanticSearch(db, Hashing(), 1 << 26).find(filters, "my parcel is late", 5)


async def without_snapshot(db: Database) -> None:
    async with db.transaction() as tx:
        await store.lock_without_snapshot(tx, 20, [])


def peaks(variant_id: str | None = None, language: str | None = None) -> Find:
    range_ = Range.around(NOW - timedelta(days=14), NOW - timedelta(days=7))
    return lambda db: series.read_series(db, SeriesQuery(STAGE, range_, variant_id, language=language), NOW)


def too_old(db: Database) -> Awaitable[object]:
    return removal_store.list_expired(
        db, OURS.project_id, OURS.environment, first_id(NOW - timedelta(days=30)), NOW, 500
    )


BY_AGE = ("conversations_by_project", "records_pkey")
CASES = [
    page("first page", OURS, PageRequest(5), *BY_AGE),
    page("next page", OURS, PageRequest(5, after=MIDDLE), *BY_AGE),
    page("oldest first", OURS, PageRequest(5, ascending=True), *BY_AGE),
    page("large page", OURS, PageRequest(5000), "conversations_by_project"),
    page("a week", WEEK, PageRequest(5), *BY_AGE),
    page(
        "one variant",
        replace(OURS, variant_id="VARIANT-1f0c7a52"),
        PageRequest(5),
        "conversations_by_variant",
        BY_AGE[1],
    ),
    page(
        "a variant's name",
        replace(OURS, variant_name="North"),
        PageRequest(5),
        "conversations_by_variant_name",
        BY_AGE[1],
    ),
    page("one channel", replace(OURS, channels=("CHAT",)), PageRequest(5), "conversations_by_channel", BY_AGE[1]),
    page(
        "two channels",
        replace(OURS, channels=("CHAT", "WEBCHAT")),
        PageRequest(5),
        "conversations_by_channel",
        BY_AGE[1],
    ),
    page("still running", replace(OURS, in_progress=True), PageRequest(5), "conversations_without_record", BY_AGE[1]),
    Case(
        "by its figures",
        lambda db: list_page(db, replace(OURS, traits=FIGURES), PageRequest(5), View(), NOW),
        {"conversations_by_project"},
        is_index_only=True,
    ),
    Case(
        "not understood",
        lambda db: list_page(db, replace(OURS, traits=Traits(min_misunderstood=3)), PageRequest(5), View(), NOW),
        {"conversations_misunderstood"},
        is_index_only=True,
    ),
    Case(
        "why it was handed over",
        lambda db: list_page(db, replace(OURS, traits=Traits(handoff_reason="none such")), PageRequest(5), View(), NOW),
        {"conversations_handed_over"},
        is_index_only=True,
    ),
    Case(
        "how many of all that have ended",
        lambda db: count_all(db, replace(OURS, in_progress=False)),
        {"conversations_by_project"},
        is_index_only=True,
    ),
    Case(
        "how many by their figures",
        lambda db: count_up_to(db, replace(OURS, traits=FIGURES), 10_000),
        {"conversations_by_project"},
        is_index_only=True,
    ),
    Case(
        "which environments there are",
        lambda db: list_begun(db, Count.ANALYTICS, OURS.project_id, SEQUENCE),
        {"conversations_by_channel"},
    ),
    Case(
        "which environments have conversations",
        lambda db: store.list_inhabited(db, OURS.project_id, SEQUENCE),
        {"conversations_by_channel"},
    ),
    Case("without a snapshot", without_snapshot, {"conversations_without_record"}),
    Case("which channels", lambda db: store.list_channels(db, OURS.project_id, "live"), {"conversations_by_channel"}),
    Case("snapshots", records(View()), {"conversations_by_project", "conversations_pkey", "records_pkey"}),
    Case("with latency", records(View(latency=True)), {"conversations_by_project", "conversations_pkey", "turns_pkey"}),
    Case(
        "a common word",
        search(MONTH, "thank"),
        {"conversations_without_record", "conversations_by_project", "record_words_pkey"},
    ),
    Case(
        "a rare word",
        search(MONTH, "xylophone"),
        {
            "conversations_without_record",
            "conversations_by_project",
            "record_words_pkey",
            "record_words_index",
        },
        frozenset({"conversations_pkey"}),
    ),
    Case(
        "a sample",
        lambda db: random_sample(db, WEEK, 5),
        {"conversations_by_project", "conversations_pkey"},
        is_index_only=True,
    ),
    Case(
        "a sample drawn by number",
        lambda db: draw_by_number(db, MONTH, 5),
        {"conversations_by_project", "started_hours_pkey"},
        frozenset({"conversations_pkey"}),
    ),
    Case("likeness in an hour", likeness(HOUR), {"conversations_by_project", "record_vectors_pkey"}),
    Case(
        "likeness in a month",
        likeness(MONTH),
        {"conversations_by_project", "record_vectors_loose", "record_vectors_pkey"},
        frozenset({"conversations_pkey"}),
    ),
    Case("too old", too_old, {"conversations_by_project"}),
    Case("a handoff", lambda db: handoff_store.find_state(db, OURS.project_id, MIDDLE), {"handoff_states_pkey"}),
    Case(
        "a shared id",
        lambda db: handoff_store.find_state_by_shared_id(db, OURS.project_id, "7"),
        {"handoff_states_shared"},
    ),
    Case("counted hours", peaks(), {"concurrency_hours_pkey"}),
    Case(
        "hours to be counted",
        peaks("VARIANT-1f0c7a52", "en-gb"),
        {"conversations_long", "conversations_without_record"},
        # With few variants, an index that has them before the ids is as good.
        frozenset({"conversations_by_project", "conversations_by_variant", "conversations_by_variant_name"}),
    ),
]


@pytest.fixture(scope="module")
async def seeded(postgres: str) -> AsyncIterator[WatchedDatabase]:
    async with fresh_database(postgres) as dsn:
        monkeypatch = pytest.MonkeyPatch()
        monkeypatch.setattr(seeding, "MAX_TEMPLATES", 100)
        monkeypatch.setattr(semantic_search, "MIN_COMPARED", 50)
        monkeypatch.setattr(semantic_search, "MIN_FILTERED", 10)
        db = await WatchedDatabase.watch(dsn)
        async with db.transaction() as tx:
            account = await create_account(tx, "acme")
            for project in PROJECTS:
                await create_project(tx, account.id, project.lower(), "us-1", project_id=project)
        for project in PROJECTS:
            await seed(db, SeedRequest(account.id, project, "live", UUID(int=0), count=7000, days=60, turns=2))
        await hand_over(db)
        while await count_next(db, STAGE, NOW, NOW):
            pass
        await vacuum_tables(db)
        yield db
        await db.aclose()
        monkeypatch.undo()


async def seed(db: Database, request: SeedRequest) -> None:
    async def on_batch(tx: Connection, moment: datetime) -> None:
        await recount_from(tx, request.project_id, request.environment, moment)

    plan = await make_plan(request, 1, NOW, Hashing())
    await write_plan(db, plan, on_batch=on_batch, progress=lambda _count: None)


async def hand_over(db: Database) -> None:
    """Every conversation, under a few shared ids."""
    async with db.transaction() as tx:
        await tx.execute(
            """
            insert into handoff_states (conversation_id, project_id, public_id, shared_id, data)
            select id, project_id, public_id, (row_number() over () % 500)::text, '{}' from conversations
            """
        )
        await tx.execute("analyze handoff_states")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", CASES, ids=str)
async def test_found_by_its_index(seeded: WatchedDatabase, case: Case, mode: str) -> None:
    asked = await statements(seeded, case)
    async with seeded.connection() as connection:
        found = await looks(connection, asked, mode)
    assert [scan for scan in found if not scan.index] == []
    assert case.indexes <= {scan.index for scan in found} <= case.indexes | case.others
    assert not case.is_index_only or found[0].is_index_only


@pytest.mark.parametrize("index", sorted({index for case in CASES for index in case.indexes if "pkey" not in index}))
async def test_an_index_that_is_gone_is_missed(seeded: WatchedDatabase, index: str) -> None:
    case = next(case for case in CASES if index in case.indexes)
    asked = await statements(seeded, case)
    async with seeded.connection() as connection, undone(connection) as tx:
        await tx.execute(f"drop index {index}")
        found = await looks(tx, asked, MODES[0])
    assert not case.indexes <= {scan.index for scan in found}


async def statements(db: WatchedDatabase, case: Case) -> list[Statement]:
    db.statements.clear()
    await case.find(db)
    return list(db.statements)


async def looks(connection: Connection, asked: Sequence[Statement], mode: str) -> list[Scan]:
    """At the large tables."""
    found = [scan for statement in asked for scan in await scans(connection, statement, mode)]
    return [scan for scan in found if scan.table in LARGE]
