"""Transcript search in the database: languages, sides, stages, pages, hostile queries, best first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from parley.domain.records.model import Filters
from parley.domain.records.search.transcript import lexemes, search
from parley.domain.records.search.transcript.lexemes import Side
from parley.domain.records.search.transcript.search import index_transcript, search_transcripts
from parley.kit.ids import uuid7
from parley.storage.db import Database
from tests.domain.records.rows import Rows, a_moment_ago, new_project

pytestmark = pytest.mark.io


@pytest.fixture
async def rows(db: Database) -> Rows:
    return Rows(db, await new_project(db))


async def find(
    rows: Rows, query: str, side: Side | None = None, limit: int = 100, *, best: bool = False, **filters: Any
) -> list[UUID]:
    wanted = Filters(rows.project.id, **{"environment": "live", **filters})
    found = await search_transcripts(rows.db, wanted, query, side, limit, best=best)
    assert not found.more
    return [each.id for each in found.records]


LANGUAGES = [
    ("I'd like to cancel my reservation", "RESERV"),
    ("Quiero cancelar mi habitación", "habitacion"),
    ("C'est à l’hôtel près de la gare", "hotel"),
    ("Die Straße heißt Grünweg", "strasse"),
    ("Vorrei annullare l'appuntamento perché", "appuntamento"),
    ("Não recebi a informação", "informaçao"),
    ("Poproszę o zwrot pieniędzy, Łódź", "lodz"),
    ("Rezervasyonumu iptal etmek istiyorum, IŞIK", "ışık"),
    ("Θέλω να ακυρώσω την κράτηση", "ΚΡΑΤΗΣΗ"),
    ("Хочу отменить заказ ещё раз", "еще"),
    ("أريد إلغاء الحجز", "الغاء"),
    ("אני רוצה לבטל את ההזמנה", "ההזמנה"),
    ("मुझे अपना ऑर्डर रद्द करना है", "ऑर्डर"),
    ("我想取消明天的订单", "明天的订"),
    ("明日の予約をキャンセルしたい", "予約"),
    ("내일 예약을 취소하고 싶어요", "취소"),
    ("ขอยกเลิกการจอง", "การจอง"),
]


async def test_every_language_is_found_with_and_without_snapshot(rows: Rows) -> None:
    finished = [await rows.add(said=[("", "Hello"), (text, "Fine")]) for text, _ in LANGUAGES]
    running = [await rows.add("running", said=[("", "Hello"), (text, "Fine")]) for text, _ in LANGUAGES]
    for number, (_, query) in enumerate(LANGUAGES):
        assert set(await find(rows, query)) == {finished[number], running[number]}


@pytest.mark.parametrize("stage", ["running", "ended", "finished", "snapshot"])
async def test_each_side_by_itself(rows: Rows, stage: str) -> None:
    said = await rows.add(stage, said=[("", "Welcome to the harbour"), ("a refund please", "No refunds")])
    assert await find(rows, "refund") == [said]
    assert await find(rows, "please welcome") == [said]
    assert await find(rows, "please", "user") == await find(rows, "welcome", "agent") == [said]
    assert await find(rows, "please", "agent") == await find(rows, "welcome", "user") == []
    assert await find(rows, '"refund please"', "user") == [said]
    assert await find(rows, '"refund please"', "agent") == []
    assert await find(rows, '"refund refunds"') == []


HOSTILE = [
    "'", "''", "\\", "\\'", "a' | 'b", "x:*", "x & !y", "(", "<->", "a <-> b", "$1", "%", "_", "\x00", "a\x00b",
    "\ud800", "👍🏽", "​", "'; drop table record_words; --", '"', '""', '"\'"', "字" * 3000, "w " * 3000, '"' * 3000,
    " ".join("字" * 64 + str(number) for number in range(20)),
]  # fmt: skip


@pytest.mark.parametrize("side", [None, "user"])
async def test_no_query_does_harm(rows: Rows, side: Side | None) -> None:
    await rows.add(said=[("innocent words", "")])
    await rows.add("running", said=[("innocent words", "")])
    for query in HOSTILE:
        assert await find(rows, query, side) == []
    for symbols in ("'", "''", "\\", "\\'", ":*", "& !", "|", "(", "<->", "$", "%", "\x00", "\ud800", "👍🏽", '"'):
        assert len(await find(rows, f"innocent {symbols} words{symbols}", side)) == 2


@pytest.mark.parametrize("stage", ["running", "snapshot"])
async def test_what_was_said_may_be_anything(rows: Rows, stage: str) -> None:
    text = "it's 'quoted' \\back\\slash a:b &|!() <-> 100% 👍 \u200b “x” needle"
    said = await rows.add(stage, said=[(text, text)])
    for query in ("needle", "its", "slash", "quoted", "a:b", "back\\slash", '"100 x needle"'):
        assert await find(rows, query) == [said]


async def test_a_query_without_words_finds_nothing(rows: Rows) -> None:
    await rows.add()
    assert await find(rows, "") == await find(rows, "?! …") == []


async def test_others_see_nothing(rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexemes, "project_tag", lambda _project, _environment: "same")
    stranger = Rows(rows.db, await new_project(rows.db))
    ours = await rows.add(said=[("needle", "")])
    theirs = await stranger.add(said=[("needle", "")])
    sandbox = await rows.add(said=[("needle", "")], environment="sandbox")
    for newest in (1, 1000):
        monkeypatch.setattr(search, "NEWEST", newest)
        assert await find(rows, "needle") == [ours]
        assert await find(stranger, "needle") == [theirs]
        assert await find(rows, "needle", environment="sandbox") == [sandbox]


async def test_indexing_again_replaces(rows: Rows) -> None:
    said = await rows.add(said=[("before", "")])
    async with rows.db.transaction() as tx:
        await index_transcript(tx, said, rows.project.id, "live", [("after", "")])
        await index_transcript(tx, said, rows.project.id, "live", [("after", "")])
    assert await find(rows, "before") == []
    assert await find(rows, "after") == [said]


async def test_a_conversation_beyond_measure_is_found_by_its_beginning(rows: Rows) -> None:
    turns = [(" ".join(f"{number}w{word}" for word in range(100)), "字" * 1000) for number in range(3000)]
    said = await rows.add()
    async with rows.db.transaction() as tx:
        await index_transcript(tx, said, rows.project.id, "live", turns)
    assert await find(rows, "0w99") == await find(rows, "字字") == [said]
    assert await find(rows, "2999w99") == []


async def test_one_that_gets_its_snapshot_while_we_search_is_found_once(
    rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = await rows.add("ended", said=[("needle", "")])
    read_matches = search._read_matches

    async def with_snapshot_meanwhile(*args: Any) -> Sequence[Any]:
        found = await read_matches(*args)
        await rows.bring(said, "snapshot")
        return found

    monkeypatch.setattr(search, "_read_matches", with_snapshot_meanwhile)
    assert await find(rows, "needle") == [said]


async def test_best_first(rows: Rows) -> None:
    texts = ["cancel that order", "cancellation of my order", "cancel that order", "orders", "cancel; order; order"]
    by_age = [
        await rows.add(said=[(text, "") for text in each.split(";")], at=a_moment_ago(minutes=60 - number))
        for number, each in enumerate(texts)
    ]
    assert await find(rows, "cancel order") == [by_age[4], by_age[2], by_age[1], by_age[0]]
    assert await find(rows, "cancel order", best=True) == [by_age[2], by_age[0], by_age[1], by_age[4]]
    filters = Filters(rows.project.id, "live")
    page = await search_transcripts(rows.db, filters, "cancel order", None, 2, offset=1, best=True)
    assert ([each.id for each in page.records], page.more) == ([by_age[0], by_age[1]], True)


async def test_older_matches_follow_the_ranked_ones_by_age(rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MAX_RANKED", 2)
    texts = ["a cancelled order, an order", "cancel the order", "cancel the order", "cancellations, orders"]
    by_age = [await rows.add(said=[(text, "")], at=a_moment_ago(60 - number)) for number, text in enumerate(texts)]
    expected = [by_age[2], by_age[3], by_age[1], by_age[0]]
    assert await find(rows, "cancel order", best=True) == expected
    filters = Filters(rows.project.id, "live")
    for offset in range(4):
        page = await search_transcripts(rows.db, filters, "cancel order", None, 1, offset=offset, best=True)
        assert ([each.id for each in page.records], page.more) == (expected[offset : offset + 1], offset < 3)


async def test_counting_has_an_end(rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MAX_OFFSET", 2)
    by_age = [await rows.add(said=[("needle", "")], at=a_moment_ago(60 - number)) for number in range(3)]
    filters = Filters(rows.project.id, "live")
    first = await search_transcripts(rows.db, filters, "needle", None, 1)
    assert first.more
    last = await search_transcripts(rows.db, filters, "needle", None, 5, offset=1)
    assert ([each.id for each in last.records], last.more) == ([by_age[1]], False)
    assert (await search_transcripts(rows.db, filters, "needle", None, 5, offset=10**30)).records == []
    beyond = await search_transcripts(rows.db, filters, "needle", None, 1, after=by_age[1])
    assert [each.id for each in beyond.records] == [by_age[0]]


async def test_sizes_say_what_has_a_snapshot(rows: Rows) -> None:
    finished, running = await rows.add(), await rows.add("running")
    found = await search_transcripts(rows.db, Filters(rows.project.id, "live"), "help", "agent", 5)
    sizes = {each.id: each.record_bytes for each in found.records}
    assert sizes[running] is None
    assert sizes[finished] is not None


async def test_of_those_that_run_only_the_newest_are_read(rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MAX_WITHOUT_SNAPSHOT", 2)
    by_age = [
        await rows.add("running", said=[("needle", "")], at=a_moment_ago() + timedelta(seconds=number))
        for number in range(3)
    ]
    assert await find(rows, "needle") == [by_age[2], by_age[1]]
    older = await search_transcripts(rows.db, Filters(rows.project.id, "live"), "needle", None, 5, after=by_age[1])
    assert [each.id for each in older.records] == [by_age[0]]


async def test_ids_that_are_nowhere(rows: Rows) -> None:
    await rows.add(said=[("needle", "")])
    filters = Filters(rows.project.id, "live")
    assert (await search_transcripts(rows.db, filters, "needle", None, 5, after=UUID(int=0))).records == []
    assert len((await search_transcripts(rows.db, filters, "needle", None, 5, after=uuid7())).records) == 1
