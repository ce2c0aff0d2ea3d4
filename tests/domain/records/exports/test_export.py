"""Exports in the order of finishing: whole however they are cut, and nothing lost that is finished meanwhile."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.records import actions
from parley.domain.records.exports import export, store
from parley.domain.records.exports.export import LAST, START, Position, export_lines
from parley.domain.records.model import Filters, View
from parley.storage.db import Database
from tests.domain.records.rows import Rows, a_moment_ago, new_project

MOMENTS = st.datetimes(datetime(1970, 1, 1), LAST.replace(tzinfo=None), timezones=st.just(UTC))  # noqa: DTZ001 bounds have none


@given(MOMENTS, st.uuids())
def test_a_position_survives_its_text(moment: datetime, row: UUID) -> None:
    position = Position(moment, row)
    assert Position.parse(str(position)) == position
    assert str(position).replace("-", "").replace("_", "").isalnum()


@given(st.text(alphabet="ABCabc019_-=+ \n", max_size=40) | st.text(alphabet="ABCabc019_-", min_size=36, max_size=36))
def test_what_was_never_given_out_is_refused(text: str) -> None:
    assert Position.parse(text) is None


def test_a_damaged_position_is_refused() -> None:
    text = str(Position(START + timedelta(days=20_000), UUID(int=5)))
    assert Position.parse(text) is not None
    damaged = [text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :] for at in range(len(text))]
    assert [each for each in damaged if Position.parse(each) is not None] == []


@pytest.fixture
async def rows(db: Database, monkeypatch: pytest.MonkeyPatch) -> Rows:
    monkeypatch.setattr(store, "REPORTED_WITHIN", timedelta(0))
    return Rows(db, await new_project(db))


async def lines(rows: Rows, after: Position | None = None, most: int | None = None) -> list[dict[str, object]]:
    filters = Filters(rows.project.id, "live")
    pieces = [each async for each in export_lines(rows.db, filters, View(), after or Position(), most)]
    return [orjson.loads(line) for line in b"".join(pieces).splitlines()]


def said(line: dict[str, object]) -> str:
    turns = line["turns"]
    assert isinstance(turns, list)
    return str(turns[1]["user_input"])


async def add(rows: Rows, *names: str, stage: str = "snapshot") -> None:
    """Long ago, so that the order of ids is another one than that of finishing."""
    for name in names:
        at = a_moment_ago(1000 * len(rows.ids) + 60)
        await rows.add(stage, at=at, said=[("", "Hello!"), (name, "Yes.")])


@pytest.mark.io
@pytest.mark.parametrize("cut", [1, 2, 3, 7, None])
async def test_it_is_whole_however_it_is_cut(rows: Rows, monkeypatch: pytest.MonkeyPatch, cut: int | None) -> None:
    monkeypatch.setattr(export, "BATCH", 3)
    monkeypatch.setattr(export, "MAX_CHUNK", 2500)
    names = [f"n{number}" for number in range(8)]
    await add(rows, *names)
    await add(rows, "running", stage="running")
    found: list[str] = []
    position = None
    while more := await lines(rows, position, cut):
        found += map(said, more)
        position = Position.parse(str(more[-1]["cursor"]))
        assert position is not None
        assert cut is None or len(more) <= cut
    assert found == names
    await add(rows, "later")
    assert [said(line) for line in await lines(rows, position)] == ["later"]


@pytest.mark.io
async def test_who_writes_slowly_is_not_passed_by(rows: Rows) -> None:
    """The slow one began earlier: behind the quick one it would never be found."""
    await add(rows, "slow", stage="finished")
    async with rows.db.transaction() as tx:
        await actions.write_snapshot(tx, rows.ids[0])
        await add(rows, "quick")
        assert await lines(rows) == []
    assert [said(line) for line in await lines(rows)] == ["slow", "quick"]


@pytest.mark.io
async def test_a_record_that_is_written_again_stays_where_it_was(rows: Rows) -> None:
    await add(rows, "first", "second")
    async with rows.db.transaction() as tx:
        await actions.write_snapshot(tx, rows.ids[0])
    assert [said(line) for line in await lines(rows)] == ["first", "second"]


@pytest.mark.io
async def test_what_was_finished_before_anybody_noted_when_comes_first(rows: Rows) -> None:
    await add(rows, "new", "old", "older")
    await rows.db.fetch("update conversations set finished_at = $2 where id = any($1)", rows.ids[1:], START)
    assert [said(line) for line in await lines(rows)] == ["older", "old", "new"]
